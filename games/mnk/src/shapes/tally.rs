//! The shapes of a cell in its four directions taken together.

use super::{Kind, Shape};

/// How many directions have a shape that matters, each number in a field of four bits; and what the cell is worth to
/// somebody who looks for a move.
///
/// ```text
/// bits   0..4   4..8         8..12   12..16       16..32
///        rows   open fours   fours   open threes  worth
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tally(u32);

const ROW: u32 = 1;
const OPEN_FOUR: u32 = 1 << 4;
const FOUR: u32 = 1 << 8;
const OPEN_THREE: u32 = 1 << 12;
const WORTH: u32 = 1 << 16;

/// What a shape adds: its field, and its worth. Each step towards a row is worth some two to four times the one
/// before, and an open shape more than a closed one of the next step, which the opponent answers with one stone.
const PARTS: [u32; Shape::COUNT] = [
    0,
    4 * WORTH,
    12 * WORTH,
    20 * WORTH,
    70 * WORTH,
    60 * WORTH,
    OPEN_THREE + 350 * WORTH,
    FOUR + 300 * WORTH,
    OPEN_FOUR + 3000 * WORTH,
    ROW + 10_000 * WORTH,
];

impl Tally {
    /// That of four directions.
    pub(super) fn of(shapes: [Shape; 4]) -> Tally {
        Tally(shapes.iter().map(|shape| PARTS[*shape as usize]).sum())
    }

    /// After one of the shapes has changed.
    #[inline]
    pub(super) fn changed(self, old: Shape, new: Shape) -> Tally {
        Tally(self.0.wrapping_sub(PARTS[old as usize]).wrapping_add(PARTS[new as usize]))
    }

    /// The kinds of cells that this one belongs to.
    #[inline]
    pub(super) fn kinds(self) -> u8 {
        // Nearly all cells have nothing.
        if self.0 & 0xFFFF == 0 {
            return 0;
        }
        let number = |unit: u32| (self.0 / unit) & 0xF;
        let (rows, open_fours, fours, threes) =
            (number(ROW), number(OPEN_FOUR), number(FOUR), number(OPEN_THREE));
        let kind = |is: bool, kind: Kind| if is { kind.bit() } else { 0 };
        kind(rows > 0, Kind::Row)
            | kind(open_fours > 0 || fours > 1, Kind::TwoFours)
            | kind(open_fours + fours > 0, Kind::Four)
            | kind(threes > 0, Kind::Three)
            | kind(fours > 0 && threes > 0, Kind::FourThree)
            | kind(threes > 1, Kind::TwoThrees)
    }

    /// What the cell is worth to somebody who looks for a move.
    #[inline]
    pub(crate) fn worth(self) -> i32 {
        (self.0 / WORTH) as i32
    }

    /// Whether a stone makes an open three or a four.
    #[inline]
    pub(crate) fn threatens(self) -> bool {
        self.0 & 0xFFFF != 0
    }
}
