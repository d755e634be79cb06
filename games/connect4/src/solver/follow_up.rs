//! Bounds that need no search: what a player gets who always answers in the same column.
//!
//! Let M be the player to move and F the other one. F *follows up*: wherever M puts a stone, F puts the next one
//! directly above. That works as long as no column runs out under F's hand, so columns with an odd number of empty
//! cells are taken together in pairs: if M plays the lowest empty cell of one, F plays the lowest of the other, and
//! both are even from then on. (This is the rule that L. V. Allis calls *claimeven*, "A knowledge-based approach of
//! Connect-Four", 1988, with its *baseinverse* for the pairs.)
//!
//! Count the empty cells of a column from the top. Following up, M gets only cells whose number is even (with six rows
//! the 1st, 3rd and 5th from below, marked below), except for the lowest empty cells of odd columns, of which M may get
//! any:
//!
//! ```text
//!   . . .      M gets # of the empty cells, and of the two ? one: the columns are a pair.
//!   # # #
//!   . . .
//!   # # ?
//!   x ? o
//!   o x x
//! ```
//!
//! If the stones that M has and all these cells do not hold four in a row, M cannot win. If F also has a threat that
//! following up leads to, F wins, at the latest when everything else is full.

use super::score::Scale;
use crate::geometry::{Geometry, Word};

/// What all nodes of a search share.
#[derive(Clone, Copy, Debug)]
pub struct FollowUp<G: Geometry> {
    board: G,
    /// Cells with an even number when counted from the top.
    even: G::Word,
}

/// A position as the search has it.
#[derive(Clone, Copy, Debug)]
pub struct Situation<W> {
    /// The stones of M.
    pub mover: W,
    /// All stones.
    pub occupied: W,
    /// Where stones can be dropped.
    pub playable: W,
    /// Empty cells where F would complete four; none of them is playable.
    pub threats: W,
    /// How many stones there are.
    pub stones: u32,
}

impl<G: Geometry> FollowUp<G> {
    /// For a board.
    pub fn new(board: G) -> FollowUp<G> {
        let rows = (0..board.height()).filter(|row| (board.height() - row).is_multiple_of(2));
        let even = rows.fold(G::Word::ZERO, |cells, row| cells | (board.bottom() << row));
        FollowUp { board, even }
    }

    /// Cells that M gets while F follows up.
    #[inline]
    pub fn even(&self) -> G::Word {
        self.even
    }

    /// A bound on M's score that is not above `alpha`, if following up gives one.
    #[inline]
    pub fn bound(&self, at: &Situation<G::Word>, alpha: i32) -> Option<i32> {
        if (self.board.cells() - at.stones).is_multiple_of(2) {
            self.even_left(at, alpha)
        } else {
            self.odd_left(at, alpha)
        }
    }

    /// An even number of cells is empty: F can follow up to the end.
    #[inline]
    fn even_left(&self, at: &Situation<G::Word>, alpha: i32) -> Option<i32> {
        let empty = self.board.full() & !at.occupied;
        let all = at.mover | (empty & self.even) | at.playable;
        let pairs = at.playable & !self.even;
        let safe = |cells: G::Word| !self.board.has_four(cells) || self.safe_in_pairs(cells, pairs);
        // A threat on one of F's cells: the game does not get beyond it.
        let mut threats = at.threats & !self.even;
        while !threats.is_empty() {
            let threat = threats.only_lowest();
            threats = threats.without_lowest();
            let above = self.from(threat);
            let bound = self.latest(empty & above);
            if bound <= alpha && safe(all & !above) {
                return Some(bound);
            }
        }
        if alpha >= 0 && safe(all) {
            return Some(0);
        }
        // Without a threat yet, F may still come to four by what following up is sure to bring.
        let sure = (at.mover ^ at.occupied) | (empty & !self.even & !at.playable);
        (alpha == -1 && !self.board.has_four(all) && self.board.has_four(sure)).then_some(-1)
    }

    /// An odd number of cells is empty: F would run out of answers, were it not for a column that nobody wants to play
    /// on because of F's threat there. What lies above the threat does not count, and with the cell below it, which M
    /// has to play in the end, the number of cells that are left is even.
    #[inline]
    fn odd_left(&self, at: &Situation<G::Word>, alpha: i32) -> Option<i32> {
        let empty = self.board.full() & !at.occupied;
        let mut threats = at.threats & self.even;
        while !threats.is_empty() {
            let threat = threats.only_lowest();
            threats = threats.without_lowest();
            let above = self.from(threat);
            let bound = self.latest(empty & above);
            if bound > alpha {
                continue;
            }
            let column = self.column_of(threat);
            let below = empty & column & !above & !self.even;
            let all = at.mover | (empty & self.even & !column) | at.playable | below;
            if !self.board.has_four(all) {
                return Some(bound);
            }
        }
        (alpha >= 0 && !self.board.has_four(at.mover | empty)).then_some(0)
    }

    /// Whether M has no four although `cells` do, because M gets only one of each pair.
    #[inline]
    fn safe_in_pairs(&self, cells: G::Word, pairs: G::Word) -> bool {
        let sure = cells & !pairs;
        let safe = |cells: G::Word| !self.board.has_four(sure | cells);
        let count = pairs.count();
        if !(count == 2 || count == 4) || !safe(G::Word::ZERO) {
            return false;
        }
        let (a, rest) = (pairs.only_lowest(), pairs.without_lowest());
        let (b, rest) = (rest.only_lowest(), rest.without_lowest());
        if count == 2 {
            return safe(a) && safe(b);
        }
        let (c, d) = (rest.only_lowest(), rest.without_lowest());
        let paired = |a, b, c, d| safe(a | c) && safe(a | d) && safe(b | c) && safe(b | d);
        paired(a, b, c, d) || paired(a, c, b, d) || paired(a, d, b, c)
    }

    /// M's score if F wins on the lowest of these cells of a column when all other columns are full.
    #[inline]
    fn latest(&self, from_threat: G::Word) -> i32 {
        let before = self.board.cells() - from_threat.count();
        -Scale::new(self.board.cells()).win(before, 0)
    }

    /// The cells of its column from `cell` upwards.
    #[inline]
    fn from(&self, cell: G::Word) -> G::Word {
        self.column_of(cell) & !cell.minus(G::Word::ONE)
    }

    /// The cells of its column.
    #[inline]
    fn column_of(&self, cell: G::Word) -> G::Word {
        self.board.column(cell.lowest() / (self.board.height() + 1))
    }
}
