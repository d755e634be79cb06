//! Sliding by subtraction, without tables to speak of.
//!
//! On a line through the square, `lower` and `upper` are the pieces before and behind it. Twice the lowest bit of
//! `upper`, minus the highest bit of `lower`, leaves all bits between the two set, both ends included: known as the
//! obstruction difference (M. van Kervinck).

use super::{Slides, Work};
use crate::bitboard::Bitboard;
use crate::geometry::ray;
use crate::square::Square;

/// One line through a square: what lies before it, and behind it, in the order of squares.
#[derive(Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

/// The ways towards higher numbers: rank, file, diagonal, anti-diagonal.
const UPWARD: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

const fn lines() -> [[Line; 4]; 64] {
    let mut table = [[Line { lower: 0, upper: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (right, up) = UPWARD[i];
            table[square as usize][i] = Line {
                lower: ray(Square::new(square), (-right, -up)).0,
                upper: ray(Square::new(square), (right, up)).0,
            };
            i += 1;
        }
        square += 1;
    }
    table
}

static LINES: [[Line; 4]; 64] = lines();

/// Where a rook on `from` reaches.
#[inline(always)]
pub(super) const fn rook_reach(from: Square, occupied: u64) -> u64 {
    let lines = &LINES[from.index()];
    lines[0].reach(occupied) | lines[1].reach(occupied)
}

/// Where a bishop on `from` reaches.
#[inline(always)]
pub(super) const fn bishop_reach(from: Square, occupied: u64) -> u64 {
    let lines = &LINES[from.index()];
    lines[2].reach(occupied) | lines[3].reach(occupied)
}

impl Line {
    #[inline(always)]
    const fn reach(self, occupied: u64) -> u64 {
        let (lower, upper) = (self.lower & occupied, self.upper & occupied);
        // Without a piece below, bit 0 does: it is the end of the line, or outside of it.
        let from_highest = u64::MAX << (63 - (lower | 1).leading_zeros());
        let lowest = upper & upper.wrapping_neg();
        (self.lower | self.upper) & lowest.wrapping_mul(2).wrapping_add(from_highest)
    }
}

/// The way without tables to speak of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines;

impl Slides for Lines {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(rook_reach(from, occupied.0))
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(bishop_reach(from, occupied.0))
    }

    fn go_on<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}
