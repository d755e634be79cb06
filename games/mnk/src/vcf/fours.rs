//! The stones that make a four.

use crate::board::{Board, CellIndex};
use crate::position::Position;

/// A stone that makes a four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Four {
    /// Where it is put.
    pub(super) stone: CellIndex,
    /// The cell that completes the row next.
    pub(super) gap: CellIndex,
    /// Another such cell, if there is one.
    pub(super) other: Option<CellIndex>,
    /// How promising it looks.
    score: i32,
}

/// Appends to `fours` all stones with which `me` makes a four, the most promising first; only that on `forced`, if the
/// opponent's four leaves no choice. Whether they are allowed is not asked.
///
/// Fours come from lines with k-2 stones and none of the opponent's: one of the two empty cells is taken, the other one
/// is left.
pub(super) fn list<const W: usize>(
    board: &Board,
    position: &Position<W>,
    me: usize,
    forced: Option<CellIndex>,
    fours: &mut Vec<Four>,
) {
    // With one in a row there is no threat before the win.
    if board.k < 2 || position.open(me, board.k - 2) == 0 {
        return;
    }
    let first = fours.len();
    let mut almost = [0; 2];
    almost[me] = board.k as u8 - 2;
    let mut line_of_two = |line: usize| {
        if !position.ends_allow_win(board, line, me) {
            return;
        }
        let mut gaps = board.cells_of(line).filter(|cell| !position.stones(me).contains(cell.index()));
        if let (Some(a), Some(b)) = (gaps.next(), gaps.next()) {
            for (stone, gap) in [(a, b), (b, a)] {
                if forced.is_none_or(|forced| forced == stone) {
                    add(&mut fours[..], first, stone, gap).unwrap_or_else(|four| fours.push(four));
                }
            }
        }
    };
    match forced {
        Some(cell) => {
            let lines = board.lines_through(cell).iter().map(|line| usize::from(*line));
            lines.filter(|line| position.counts(*line) == almost).for_each(line_of_two);
        }
        None => {
            let lines = position.all_counts().iter().enumerate();
            lines.filter(|(_, counts)| **counts == almost).for_each(|(line, _)| line_of_two(line));
        }
    }
    for four in &mut fours[first..] {
        four.score = score(board, position, me, four);
    }
    fours[first..].sort_by_key(|four| -four.score);
}

/// Adds a gap to a stone that is listed from `first` on, or gives it back as a new one.
fn add(fours: &mut [Four], first: usize, stone: CellIndex, gap: CellIndex) -> Result<(), Four> {
    match fours[first..].iter_mut().find(|four| four.stone == stone) {
        Some(four) => {
            if four.gap != gap && four.other.is_none() {
                four.other = Some(gap);
            }
            Ok(())
        }
        None => Err(Four { stone, gap, other: None, score: 0 }),
    }
}

/// What the stone adds to the player's other open lines, less what the answer takes from them. Two gaps win at once.
fn score<const W: usize>(board: &Board, position: &Position<W>, me: usize, four: &Four) -> i32 {
    if four.other.is_some() {
        return i32::MAX;
    }
    let worth = |cell: CellIndex| -> i32 {
        let lines = board.lines_through(cell).iter().map(|line| position.counts(usize::from(*line)));
        lines.filter(|counts| counts[1 - me] == 0).map(|counts| 1 << (2 * counts[me].min(8))).sum()
    };
    2 * worth(four.stone) - worth(four.gap)
}
