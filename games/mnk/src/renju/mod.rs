//! Renju: what Black, the first player, must not do.
//!
//! The terms are those of the International Rules of Renju (Renju International Federation, 1996):
//!
//! | term | means |
//! |---|---|
//! | five | exactly five in a row: Black has won |
//! | overline | six or more in a row |
//! | four | four stones in a row, perhaps with a gap, that one more stone makes a five |
//! | straight four | four stones without a gap that can become a five at either end |
//! | three | three stones that one more stone makes a straight four, if that stone is allowed and makes no five |
//!
//! A stone that makes a five is allowed, whatever else it makes. Any other is forbidden if it makes an overline, or if
//! two fours or two threes meet in it. Whether a three counts depends on whether another stone is allowed, with the
//! first one on the board; and so on, until no further threes meet.
//!
//! | module | what it holds |
//! |---|---|
//! | `row` | eleven cells around a stone: fives, overlines, fours, and where a three would become a straight four |
//! | `judge` | the definition that leads from one stone to the next |

mod judge;
mod row;

use crate::board::{Board, CellIndex};
use crate::position::Position;
use judge::{Judge, Ruling};

/// How many stones in a row renju is about; there are no forbidden moves with any other number.
pub const FIVE: usize = 5;

/// Why Black must not take a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours meet, perhaps in the same row.
    DoubleFour,
    /// Two threes meet.
    DoubleThree,
}

impl std::fmt::Display for Forbidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Forbidden::Overline => "overline",
            Forbidden::DoubleFour => "double four",
            Forbidden::DoubleThree => "double three",
        })
    }
}

/// Whether and why Black must not take `cell`, whoever is to move. Nothing is forbidden where there is a stone already,
/// nor on boards that are not about five in a row.
#[inline]
pub fn forbidden<const W: usize>(
    board: &Board,
    position: &Position<W>,
    cell: CellIndex,
) -> Option<Forbidden> {
    if !may_be_forbidden(board, position, cell) || position.owner(cell).is_some() {
        return None;
    }
    match Judge::new(board, position).ruling(cell) {
        Ruling::Forbidden(why) => Some(why),
        Ruling::Five | Ruling::Allowed => None,
    }
}

/// A quick look at the line counts, which clears nearly all cells. Each of two fours or threes has an open line of its
/// own with at least two of Black's other stones; an overline has one with four.
#[inline]
fn may_be_forbidden<const W: usize>(board: &Board, position: &Position<W>, cell: CellIndex) -> bool {
    if board.k != FIVE {
        return false;
    }
    let mut lines = 0;
    for &line in board.lines_through(cell) {
        let [black, white] = position.counts(line.into());
        if white == 0 {
            // A line with four stones counts for two.
            lines += usize::from(black >= 2) + usize::from(black >= 4);
        }
    }
    lines >= 2
}
