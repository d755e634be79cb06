//! How moves, positions and options are written.
//!
//! A move is a cell, a direction and a number of pieces, as the course writes it: `H5,NE,1`. Cells are a letter for the
//! row, `A` at Black's side, and a number for the column. A pass is a move of no pieces: `H5,N,0`. See [`moves`] for the
//! other forms that are read, and [`board`] for positions.

pub mod board;
pub mod moves;
mod names;

use mossa_game::{InputError, Notation};

use crate::direction::Direction;
use crate::position::Position;
use crate::rules::{Dipole, Start, Step};

pub(crate) use names::{Naming, number, row_letter};

/// How many moves each player has until pieces are counted, unless somebody says otherwise.
pub const USUAL_LIMIT: u16 = 60;

impl<const CELLS: usize> Dipole<CELLS> {
    /// The move as the course writes it.
    fn written(&self, position: &Position<CELLS>, m: Step) -> String {
        let me = position.to_move();
        // A pass names a stack of the player, as the course's server wants it, and the direction straight ahead.
        let (from, direction) = match m.is_pass() {
            true => (position.stacks(me).next().unwrap_or(m.from), Direction::FORWARD[me.index()][0]),
            false => (m.from, m.direction),
        };
        format!("{},{},{}", Naming::Course.cell(self.board(), from), direction.name(), m.count)
    }
}

impl<const CELLS: usize> Notation for Dipole<CELLS> {
    fn options_text(&self) -> String {
        let side = self.board().side();
        let size = (side != 8).then(|| format!("size={side}"));
        let start = (self.begin() == Start::Steere).then(|| "start=steere".to_owned());
        let limit = match self.limit() {
            Some(USUAL_LIMIT) => None,
            Some(moves) => Some(format!("limit={moves}")),
            None => Some("limit=none".to_owned()),
        };
        [size, start, limit].into_iter().flatten().collect::<Vec<_>>().join(",")
    }

    fn move_text(&self, position: &Position<CELLS>, m: Step) -> String {
        self.written(position, m)
    }

    fn parse_move(&self, position: &Position<CELLS>, text: &str) -> Result<Step, InputError> {
        self.read_move(position, text)
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        moves::split(text)
    }

    fn position_text(&self, position: &Position<CELLS>) -> String {
        self.drawn(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position<CELLS>, InputError> {
        self.read_position(text)
    }
}
