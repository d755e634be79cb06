//! The score that solvers of Connect 4 give: how early the win comes.
//!
//! A draw is 0. If the player to move wins, the score is half of `cells + 1 - n`, rounded down, where n is the number
//! of stones before the winning one; if the opponent wins, it is the negative of the opponent's. A win with the last
//! stone that one has scores 1, every stone earlier one more.

use mossa_game::{Solved, Strength, Verdict};

/// Scores on a board with so many cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    cells: i32,
}

impl Scale {
    /// Scores on a board with `cells`.
    #[inline]
    pub const fn new(cells: u32) -> Scale {
        Scale { cells: cells as i32 }
    }

    /// The score of whoever wins with the next stone but `later`, when there are `stones` on the board.
    #[inline]
    pub const fn win(self, stones: u32, later: u32) -> i32 {
        (self.cells + 1 - (stones + later) as i32) / 2
    }

    /// After how many plies a game with this score ends, when there are `stones` on the board.
    pub const fn plies(self, score: i32, stones: u32) -> Option<u32> {
        if score == 0 {
            return None;
        }
        // The winner's turn: as many stones as now, or one more, up to even numbers.
        let parity = if score > 0 { stones % 2 } else { (stones + 1) % 2 };
        let most = (self.cells + 1 - 2 * score.abs()) as u32;
        let before = if most % 2 == parity { most } else { most - 1 };
        Some(before + 1 - stones)
    }

    /// What a score says.
    pub fn solved(self, score: i32, stones: u32, strength: Strength) -> Solved {
        let outcome = match score.signum() {
            1 => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        };
        match strength {
            Strength::Strong => Solved { outcome, plies: self.plies(score, stones), score: Some(score) },
            Strength::Weak => Solved { outcome, plies: None, score: Some(score.signum()) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_distances_belong_together() {
        for cells in [1, 9, 12, 15, 20, 25, 35, 42, 63, 128] {
            let scale = Scale::new(cells);
            for stones in 0..cells {
                for later in 0..cells - stones {
                    let score =
                        if later % 2 == 0 { scale.win(stones, later) } else { -scale.win(stones, later) };
                    assert_eq!(scale.plies(score, stones), Some(later + 1), "{cells} {stones} {later}");
                }
            }
        }
    }
}
