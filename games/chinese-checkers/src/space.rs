//! All positions of a game for two by number, for retrograde analysis.
//!
//! | module | what it holds |
//! |---|---|
//! | `numbers` | positions by number |
//! | `reach` | where pieces go and where they come from |
//!
//! A row of the table has one set of the mover's pieces. The predecessors of a state have the pieces of the player who has
//! just moved, but for one, and all pieces of the other, who is to move now. So states wait in rows that are given by the
//! pieces of the player who has *moved*: then all predecessors of a row are in as many rows of the table as these pieces
//! can have come from holes, and one row of the table fits in the cache of a processor.

mod numbers;
mod reach;

use mossa_solve::{Space, State};

pub use numbers::Numbers;
use numbers::{Cells, all_sets};
use reach::{Reach, bits, take};

use mossa_game::Player;

use crate::position::Position;
use crate::profile::{Goal, Lock};
use crate::rules::ChineseCheckers;

/// The most sets of one player's pieces that are listed: more have more states than any table has room for.
const MOST_SETS: u64 = 1 << 22;

/// The positions of a game for two.
pub struct Positions {
    numbers: Numbers,
    reach: Reach,
    /// The mover's cells, row by row.
    movers: Vec<Cells>,
    /// The other's cells among those that are left, column by column.
    others: Vec<Cells>,
    /// Where the mover begins, which is where the other one goes.
    home: u64,
    goal: u64,
    /// Whether all of one's pieces must arrive.
    all_arrive: bool,
    /// Whether a piece that comes home can make the other one win, which nobody does.
    may_help: bool,
}

impl Positions {
    /// `None` for more players, for boards that a word does not hold, with a limit of plies, and for too many pieces.
    pub fn new<const W: usize>(game: &ChineseCheckers<W>) -> Option<Positions> {
        let board = game.board();
        let numbers = Numbers::new(board)?;
        if numbers.rows() > MOST_SETS {
            return None;
        }
        let (cells, pieces) = (numbers.cells(), numbers.pieces());
        let rights = board.rights(Player::FIRST);
        let all_arrive = board.profile.goal == Goal::All;
        Some(Positions {
            reach: Reach::new(board)?,
            movers: all_sets(cells, pieces)?,
            others: all_sets(cells - pieces, pieces)?,
            home: bits(&rights.home),
            goal: bits(&rights.goal),
            all_arrive,
            may_help: !all_arrive && board.profile.home_lock == Lock::No,
            numbers,
        })
    }

    /// The number of a position; `None` if a piece is where none may rest.
    pub fn number<const W: usize>(&self, position: &Position<W>) -> Option<u64> {
        self.numbers.number(position)
    }

    /// The numbers alone.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    /// The position of a state, with the first player to move.
    pub fn position<const W: usize>(&self, game: &ChineseCheckers<W>, state: u64) -> Position<W> {
        let (row, column) = (state / self.columns(), state % self.columns());
        let pieces = self.numbers.pieces();
        let mover = &self.movers[row as usize][..pieces];
        let other = self.numbers.among_all(mover, &self.others[column as usize][..pieces]);
        let holes = |cells: &[u8]| {
            crate::holes::Holes::of(
                cells.iter().map(|cell| crate::board::Hole(self.numbers.hole(*cell) as u8)),
            )
        };
        let mut sides = [crate::holes::Holes::EMPTY; mossa_game::MAX_PLAYERS];
        (sides[0], sides[1]) = (holes(mover), holes(&other[..pieces]));
        Position::new(game.board(), sides, Player::FIRST, 0)
    }

    /// Whether whoever has these pieces has won, with such a goal.
    #[inline]
    fn has_won(&self, pieces: u64, occupied: u64, goal: u64) -> bool {
        match self.all_arrive {
            true => pieces & !goal == 0,
            false => goal & !occupied == 0 && pieces & goal != 0,
        }
    }

    /// What a state is.
    #[inline]
    fn judged(&self, mover: u64, other: u64) -> State {
        let occupied = mover | other;
        if self.has_won(mover, occupied, self.goal) {
            return State::Illegal;
        }
        if self.has_won(other, occupied, self.home) {
            return State::Lost;
        }
        // Whoever cannot move passes.
        State::Open { moves: self.moves(mover, other).max(1) }
    }

    /// How many moves the mover has, but for those that make the other one win.
    #[inline]
    fn moves(&self, mover: u64, other: u64) -> u32 {
        let occupied = mover | other;
        let mut moves = 0;
        let (mut pieces, helps) = (mover, self.helping(occupied, other));
        while let Some(from) = take(&mut pieces) {
            let mut to = self.reach.destinations(occupied, from);
            if self.home >> from & 1 == 0 {
                to &= !helps;
            }
            moves += to.count_ones();
        }
        moves
    }

    /// The hole of the home, if there is one, in which a piece that comes from elsewhere would make the other one win.
    #[inline]
    fn helping(&self, occupied: u64, other: u64) -> u64 {
        let missing = self.home & !occupied;
        let is_last = self.may_help && missing & missing.wrapping_sub(1) == 0 && other & self.home != 0;
        if is_last { missing } else { 0 }
    }

    fn holes(&self, cells: &[u8]) -> u64 {
        cells.iter().fold(0, |holes, cell| holes | 1 << self.numbers.hole(*cell))
    }

    /// The holes that these pieces leave free, as cells.
    fn free(&self, cells: &[u8]) -> [u8; 64] {
        let mut free = [0; 64];
        let left = (0..self.numbers.cells() as u8).filter(|cell| !cells.contains(cell));
        left.zip(&mut free).for_each(|(cell, place)| *place = self.numbers.hole(cell) as u8);
        free
    }

    /// The predecessors of states that wait in a row, for `K` pieces.
    #[inline]
    fn go_back<const K: usize>(
        &self,
        row: u64,
        columns: impl Iterator<Item = u64>,
        mut found: impl FnMut(u64),
    ) {
        let mover = &self.movers[row as usize][..K];
        let (own, free, rows) = (self.holes(mover), self.free(mover), self.rows_before(mover));
        let first = row * self.columns();
        for column in columns {
            let others = &self.others[column as usize];
            let holes: [u8; K] = std::array::from_fn(|place| free[usize::from(others[place]) & 63]);
            let other = holes.iter().fold(0u64, |other, hole| other | 1 << hole);
            let occupied = own | other;
            for (cell, rows) in mover.iter().zip(&rows) {
                let to = self.numbers.hole(*cell);
                // The cells of the other one among those that are left without this piece.
                let among: [u8; K] =
                    std::array::from_fn(|place| others[place] + u8::from(holes[place] > to as u8));
                let mut origins = self.reach.origins(occupied, to);
                while let Some(from) = take(&mut origins) {
                    let column: u32 = (0..K)
                        .map(|place| {
                            let cell = among[place] - u8::from(holes[place] > from as u8);
                            self.numbers.weight(place, cell)
                        })
                        .sum();
                    found(rows[from] + u64::from(column));
                }
            }
            if self.is_blocked(own, other, occupied) {
                found(first + column);
            }
        }
    }

    /// The first number of the row that each piece comes from, by the hole.
    fn rows_before(&self, mover: &[u8]) -> Vec<[u64; 64]> {
        let before = |place: usize| {
            let mut rows = [0; 64];
            for from in (0..self.numbers.cells() as u8).filter(|cell| !mover.contains(cell)) {
                let mut cells = [0; numbers::MOST_PIECES];
                cells[..mover.len()].copy_from_slice(mover);
                cells[place] = from;
                cells[..mover.len()].sort_unstable();
                rows[self.numbers.hole(from)] = self.numbers.rank(&cells[..mover.len()]) * self.columns();
            }
            rows
        };
        (0..mover.len()).map(before).collect()
    }

    /// Whether the mover must pass.
    #[inline]
    fn is_blocked(&self, mover: u64, other: u64, occupied: u64) -> bool {
        let mut pieces = mover;
        let helps = self.helping(occupied, other);
        while let Some(from) = take(&mut pieces) {
            if helps == 0 && self.reach.can_step(occupied, from) {
                return false;
            }
        }
        self.moves(mover, other) == 0
    }
}

impl Space for Positions {
    fn rows(&self) -> u64 {
        self.numbers.rows()
    }

    fn columns(&self) -> u64 {
        self.numbers.columns()
    }

    fn judge(&self, row: u64, mut told: impl FnMut(State)) {
        let pieces = self.numbers.pieces();
        let mover = &self.movers[row as usize][..pieces];
        let (own, free) = (self.holes(mover), self.free(mover));
        for cells in &self.others {
            let other =
                cells[..pieces].iter().fold(0u64, |other, cell| other | 1 << free[usize::from(*cell)]);
            told(self.judged(own, other));
        }
    }

    /// As the position before the last move would be numbered, had nobody moved.
    #[inline]
    fn waits(&self, state: u64) -> (u64, u64) {
        let pieces = self.numbers.pieces();
        let (row, column) = (state / self.columns(), state % self.columns());
        let mover = &self.movers[row as usize][..pieces];
        let other = self.numbers.among_all(mover, &self.others[column as usize][..pieces]);
        let (mover, other) = (self.numbers.turned(mover), self.numbers.turned(&other[..pieces]));
        self.numbers.place_of(&other[..pieces], &mover[..pieces])
    }

    fn predecessors(&self, row: u64, columns: impl Iterator<Item = u64>, found: impl FnMut(u64)) {
        match self.numbers.pieces() {
            1 => self.go_back::<1>(row, columns, found),
            2 => self.go_back::<2>(row, columns, found),
            3 => self.go_back::<3>(row, columns, found),
            4 => self.go_back::<4>(row, columns, found),
            5 => self.go_back::<5>(row, columns, found),
            6 => self.go_back::<6>(row, columns, found),
            7 => self.go_back::<7>(row, columns, found),
            _ => self.go_back::<8>(row, columns, found),
        }
    }
}
