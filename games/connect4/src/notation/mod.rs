//! How moves and positions are written.
//!
//! A move is the number of its column, `1` to `9` and then `a` to `z`.
//!
//! A position is the moves that lead to it from the empty board, written together: `4453`; the empty board is `start`.
//! There may be many such orders; the one that is written depends on the position alone. A board that no game leads to
//! is written row by row: see [`board`], which also reads boards that people draw.

pub mod board;
mod order;

use mossa_game::{Game, InputError, InputKind, Notation};

use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::rules::{Column, Connect4};

/// The most columns: as many as have a name of one character.
pub const MOST_WIDTH: u32 = 9 + 26;

/// What the empty board is called.
const START: &str = "start";

/// `1` to `9`, then `a` to `z`.
pub(crate) fn column_name(column: u32) -> String {
    char::from_digit(column + 1, MOST_WIDTH + 1).unwrap_or('?').to_string()
}

/// The number of the column called `name`, if a board can have it.
fn column_number(name: char) -> Option<u32> {
    name.to_digit(MOST_WIDTH + 1)?.checked_sub(1)
}

impl<G: Geometry> Connect4<G> {
    /// The column called `name`, if this board has it.
    fn column_named(&self, name: char) -> Option<Column> {
        let column = column_number(name)?;
        (column < self.geometry().width()).then_some(Column(column as u8))
    }

    fn expected_column(&self) -> String {
        format!("a column from 1 to {} that is not full", column_name(self.geometry().width() - 1))
    }

    /// The position after the moves of `text`.
    fn after_moves(&self, text: &str) -> Result<Position<G::Word>, InputError> {
        let bad = |problem: String, expected: String| InputError::new(InputKind::Position, problem, expected);
        let mut position = self.start();
        for (number, name) in (1..).zip(text.chars()) {
            let column = self.column_named(name).ok_or_else(|| self.unreadable(text, name, number))?;
            if self.is_won(&position) {
                let problem = format!("move {number} of the position: the game was over before it");
                return Err(bad(problem, "no moves after four in a row".to_owned()));
            }
            if self.landing(&position, column).is_empty() {
                let problem = format!("move {number} of the position: column {name} is full");
                return Err(bad(problem, self.expected_column()));
            }
            self.play(&mut position, column);
        }
        Ok(position)
    }

    /// A text that is no string of columns.
    fn unreadable(&self, text: &str, name: char, number: usize) -> InputError {
        let problem = if column_number(name).is_some() {
            format!("move {number} of the position: no column {name}")
        } else {
            format!("unreadable position \"{text}\"")
        };
        let last = column_name(self.geometry().width() - 1);
        let expected = format!(
            "`{START}`, columns from 1 to {last} such as `11`, or a board such as `{}`",
            self.drawn(&Position::EMPTY)
        );
        InputError::new(InputKind::Position, problem, expected)
    }
}

impl<G: Geometry> Notation for Connect4<G> {
    fn options_text(&self) -> String {
        match (self.geometry().width(), self.geometry().height()) {
            (7, 6) => String::new(),
            (width, height) => format!("{width}x{height}"),
        }
    }

    fn move_text(&self, _: &Position<G::Word>, m: Column) -> String {
        column_name(m.index())
    }

    fn parse_move(&self, position: &Position<G::Word>, text: &str) -> Result<Column, InputError> {
        let error = |problem: String| InputError::new(InputKind::Move, problem, self.expected_column());
        let mut names = text.trim().chars();
        let column = match (names.next(), names.next()) {
            (Some(name), None) => self.column_named(name),
            _ => None,
        };
        let column = column.ok_or_else(|| error(format!("no column `{text}`")))?;
        if self.result(position).is_some() {
            let problem = format!("no move `{text}`: the game is over");
            return Err(InputError::new(InputKind::Move, problem, "no move"));
        }
        if self.landing(position, column).is_empty() {
            return Err(error(format!("column `{text}` is full")));
        }
        Ok(column)
    }

    /// Every character is a move, so nothing must stand between them; blanks and commas may.
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let is_move = |c: char| !c.is_whitespace() && c != ',';
        text.char_indices().filter(|(_, c)| is_move(*c)).map(|(at, c)| &text[at..at + c.len_utf8()]).collect()
    }

    fn position_text(&self, position: &Position<G::Word>) -> String {
        if position.occupied().is_empty() {
            return START.to_owned();
        }
        match self.order_of_play(position) {
            Some(columns) => columns.into_iter().map(|column| column_name(column.index())).collect(),
            None => self.drawn(position),
        }
    }

    /// The empty text is a string of no moves: the empty board.
    fn parse_position(&self, text: &str) -> Result<Position<G::Word>, InputError> {
        let text = text.trim();
        if text == START {
            return Ok(self.start());
        }
        match board::is_board(text, self.geometry().height()) {
            true => self.read_board(text),
            false => self.after_moves(text),
        }
    }
}
