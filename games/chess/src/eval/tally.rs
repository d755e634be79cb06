//! Where terms go: added up at once, or counted weight by weight.

use super::layout::WEIGHTS;
use super::score::Score;
use super::{pawn_cache, pawns, weights};
use crate::bitboard::Bitboard;
use crate::piece::Color;

/// Hears how often a weight counts for a side.
pub(super) trait Tally {
    /// The weight with this number counts so many times for `us`.
    fn add(&mut self, us: Color, weight: usize, times: i32);

    /// Counts the structure of White's and Black's pawns, whose key is `key`; the passed pawns of both are the answer.
    fn pawns(&mut self, key: u64, pawns: [Bitboard; 2]) -> Bitboard;
}

/// A power of two above the number of weights, so that no look into the table needs a check.
const TABLE: usize = 1024;
const _: () = assert!(WEIGHTS <= TABLE);

/// All weights, packed.
static PACKED: [Score; TABLE] = packed();

const fn packed() -> [Score; TABLE] {
    let mut table = [Score::ZERO; TABLE];
    let mut index = 0;
    while index < WEIGHTS {
        table[index] = weight(index);
        index += 1;
    }
    table
}

/// The weight with this number.
pub(crate) const fn weight(index: usize) -> Score {
    let (middle, end) = weights::TABLE[index];
    Score::new(middle, end)
}

/// What both sides have.
pub(super) struct Total {
    pub(super) sides: [Score; 2],
}

impl Tally for Total {
    #[inline(always)]
    fn add(&mut self, us: Color, weight: usize, times: i32) {
        self.sides[us.index()] += PACKED[weight % TABLE] * times;
    }

    #[inline(always)]
    fn pawns(&mut self, key: u64, pawns: [Bitboard; 2]) -> Bitboard {
        pawn_cache::count(self, key, pawns)
    }
}

/// How often each weight counts for White and Black.
#[derive(Clone)]
pub(crate) struct Counts(pub(crate) Box<[[i16; 2]; WEIGHTS]>);

impl Counts {
    pub(super) fn new() -> Counts {
        Counts(Box::new([[0; 2]; WEIGHTS]))
    }

    /// What a side has from some weights.
    pub(super) fn score(&self, us: Color, range: std::ops::Range<usize>) -> Score {
        range.fold(Score::ZERO, |sum, index| sum + weight(index) * i32::from(self.0[index][us.index()]))
    }
}

impl Tally for Counts {
    fn add(&mut self, us: Color, weight: usize, times: i32) {
        self.0[weight][us.index()] += times as i16;
    }

    fn pawns(&mut self, _: u64, [white, black]: [Bitboard; 2]) -> Bitboard {
        pawns::count(self, Color::White, white, black) | pawns::count(self, Color::Black, black, white)
    }
}
