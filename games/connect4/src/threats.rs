//! Patterns of one player's stones, found for the whole board at once by shifts.
//!
//! | pattern | drawn (`X` a stone of the player, `.` an empty cell) | one bit for each |
//! |---|---|---|
//! | winning cell | the empty cell of `XXX.`, `XX.X`, `X.XX`, `.XXX` | such cell |
//! | immediate threat | a winning cell that is playable now | such cell |
//! | future threat | a winning cell above a playable one: playable in the next turn | such cell |
//! | open three | `.XXX.` | three, at its first stone |
//! | split three | `XX.X`, `X.XX` | three, at its first stone |
//! | alive pair | `XX..`, `.XX.`, `..XX` | pair, at its first stone |
//! | open line | four cells, stones of the player or empty | line, at its first cell |
//!
//! The first stone or cell is the lowest of a column, otherwise the leftmost. An alive pair is the document's: two neighbouring
//! stones with at least two free cells adjacent to them along their line, counted from either end as far as cells are
//! free. That is the same as saying that two more stones can make four of it: one of the three pictures fits.

use crate::geometry::{Geometry, Word};
use crate::position::Position;

/// One of the four directions in which lines run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Up a column.
    Vertical,
    /// Along a row.
    Horizontal,
    /// From above left to below right.
    Falling,
    /// From below left to above right.
    Rising,
}

impl Direction {
    /// All of them, in the order of [`Geometry::directions`].
    pub const ALL: [Direction; 4] =
        [Direction::Vertical, Direction::Horizontal, Direction::Falling, Direction::Rising];

    /// Whether it is one of the two diagonals.
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Direction::Falling | Direction::Rising)
    }

    /// How far a neighbour in this direction is away, in bits.
    #[inline]
    pub fn shift(self, geometry: impl Geometry) -> u32 {
        geometry.directions()[self as usize]
    }
}

/// One player's stones, among the empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side<G: Geometry> {
    geometry: G,
    stones: G::Word,
    empty: G::Word,
}

impl<G: Geometry> Side<G> {
    /// The player to move.
    #[inline]
    pub fn mover(geometry: G, position: &Position<G::Word>) -> Side<G> {
        Side { geometry, stones: position.mover(), empty: geometry.full() & !position.occupied() }
    }

    /// The player who is not to move.
    #[inline]
    pub fn opponent(geometry: G, position: &Position<G::Word>) -> Side<G> {
        Side { stones: position.opponent(), ..Side::mover(geometry, position) }
    }

    /// Both players, in the order of seats.
    #[inline]
    pub fn both(geometry: G, position: &Position<G::Word>) -> [Side<G>; 2] {
        position.stones().map(|stones| Side { stones, ..Side::mover(geometry, position) })
    }

    /// The same player with one more stone, on an empty cell.
    #[inline]
    #[must_use]
    pub fn with(&self, cell: G::Word) -> Side<G> {
        Side { stones: self.stones | cell, empty: self.empty & !cell, ..*self }
    }

    /// The stones.
    #[inline]
    pub fn stones(&self) -> G::Word {
        self.stones
    }

    /// The empty cells that would complete four in a row.
    #[inline]
    pub fn winning_cells(&self) -> G::Word {
        self.geometry.completing(self.stones) & self.empty
    }

    /// The winning cells where a stone comes to rest now.
    #[inline]
    pub fn immediate(&self) -> G::Word {
        self.winning_cells() & self.playable()
    }

    /// The winning cells where a stone would come to rest next, once the cell below has one.
    #[inline]
    pub fn future(&self) -> G::Word {
        // Above the highest row nothing is empty.
        self.winning_cells() & (self.playable() << 1)
    }

    /// The winning cells of one direction.
    #[inline]
    pub fn winning_in(&self, direction: Direction) -> G::Word {
        let (mine, s) = (self.stones, direction.shift(self.geometry));
        let (left, right) = (mine << s, mine >> s);
        let (two_left, two_right) = (left & (mine << (2 * s)), right & (mine >> (2 * s)));
        let three_left = two_left & (mine << (3 * s));
        let three_right = two_right & (mine >> (3 * s));
        (three_left | three_right | (two_left & right) | (left & two_right)) & self.empty
    }

    /// `.XXX.` in one direction. No column has one: nothing is empty below a stone.
    #[inline]
    pub fn open_threes(&self, direction: Direction) -> G::Word {
        let (mine, empty, s) = (self.stones, self.empty, direction.shift(self.geometry));
        let threes = mine & (mine >> s) & (mine >> (2 * s));
        threes & (empty << s) & (empty >> (3 * s))
    }

    /// `XX.X` and `X.XX` in one direction.
    #[inline]
    pub fn split_threes(&self, direction: Direction) -> G::Word {
        let (mine, empty, s) = (self.stones, self.empty, direction.shift(self.geometry));
        let (second, third) = (mine >> s, mine >> (2 * s));
        let gaps = (second & (empty >> (2 * s))) | (third & (empty >> s));
        mine & gaps & (mine >> (3 * s))
    }

    /// The empty cells inside `XX.X` and `X.XX` in one direction: each would complete four.
    #[inline]
    pub fn gaps_of_split_threes(&self, direction: Direction) -> G::Word {
        let (mine, s) = (self.stones, direction.shift(self.geometry));
        let (left, right) = (mine << s, mine >> s);
        ((left & (mine << (2 * s)) & right) | (left & right & (mine >> (2 * s)))) & self.empty
    }

    /// `XX..`, `.XX.` and `..XX` in one direction.
    #[inline]
    pub fn alive_pairs(&self, direction: Direction) -> G::Word {
        let (mine, empty, s) = (self.stones, self.empty, direction.shift(self.geometry));
        let (before, after) = (empty << s, empty >> (2 * s));
        let room = (before & (after | (empty << (2 * s)))) | (after & (empty >> (3 * s)));
        mine & (mine >> s) & room
    }

    /// Four cells in one direction without a stone of the opponent.
    #[inline]
    pub fn open_lines(&self, direction: Direction) -> G::Word {
        let (free, s) = (self.stones | self.empty, direction.shift(self.geometry));
        let pairs = free & (free >> s);
        pairs & (pairs >> (2 * s))
    }

    /// Whether the player could still win if all empty cells were the player's.
    #[inline]
    pub fn can_win(&self) -> bool {
        self.geometry.has_four(self.stones | self.empty)
    }

    #[inline]
    fn playable(&self) -> G::Word {
        self.geometry.playable(self.geometry.full() ^ self.empty)
    }

    /// How many of a pattern there are in all directions together.
    #[inline]
    pub fn count(&self, pattern: impl Fn(&Side<G>, Direction) -> G::Word) -> u32 {
        Direction::ALL.into_iter().map(|direction| pattern(self, direction).count()).sum()
    }
}

/// All `stones` that stand in four in a row.
pub fn stones_in_fours<G: Geometry>(geometry: G, stones: G::Word) -> G::Word {
    let mut found = G::Word::ZERO;
    for s in geometry.directions() {
        let pairs = stones & (stones >> s);
        let fours = pairs & (pairs >> (2 * s));
        found |= fours | (fours << s) | (fours << (2 * s)) | (fours << (3 * s));
    }
    found
}

/// The rows, as cells, that fall to the first player when all other columns are full.
///
/// With every other column full there are (width - 1) height stones outside the last column; whoever is to move then
/// takes its next cell. The first player moves when the number of stones is even, so cells of row r, counted from 0,
/// are the first player's if (width - 1) height + r is even: on 7x6 the lowest, third and fifth row. Threats there
/// are worth more to the first player, and those in the other rows to the second (L. V. Allis, "A knowledge-based
/// approach of Connect-Four", 1988).
#[inline]
pub fn rows_of_first_player<G: Geometry>(geometry: G) -> G::Word {
    let (width, height) = (geometry.width(), geometry.height());
    let mut cells = G::Word::ZERO;
    let mut row = (width - 1) * height % 2;
    while row < height {
        cells |= geometry.bottom() << row;
        row += 2;
    }
    cells
}
