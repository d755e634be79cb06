//! What open lines are worth.

use crate::board::Board;
use crate::position::Position;

/// How the worth of an open line grows with its stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Each stone counts one.
    Linear,
    /// The first counts one, and each further one makes the line worth ten times as much.
    Tens,
}

/// From this many stones on, a line weighs no more: 10^14 for each of the at most 40 000 lines of the largest board
/// stay below 2^62. The report's boards have at most 10 in a row.
const SAME_WEIGHT: usize = 15;

impl Scoring {
    /// What an open line with `stones` is worth.
    pub fn weight(self, stones: usize) -> i64 {
        match (self, stones) {
            (_, 0) => 0,
            (Scoring::Linear, _) => stones as i64,
            (Scoring::Tens, _) => 10_i64.pow(stones.min(SAME_WEIGHT) as u32 - 1),
        }
    }
}

/// The weights of one board's lines.
#[derive(Clone, Debug)]
pub struct Weights(Box<[i64]>);

impl Weights {
    /// The weights for lines of `board`. A line with k stones has ended the game; if not, more than k are in a row
    /// where exactly k would win, and it is worth nothing.
    pub fn new(board: &Board, scoring: Scoring) -> Weights {
        Weights((0..board.k).map(|stones| scoring.weight(stones)).chain([0]).collect())
    }

    /// What an open line with `stones` is worth.
    #[inline]
    pub fn of(&self, stones: usize) -> i64 {
        self.0[stones]
    }

    /// What all open lines of `player` with stones in `range` are worth.
    #[inline]
    pub fn points<const W: usize>(
        &self,
        position: &Position<W>,
        player: usize,
        range: std::ops::Range<usize>,
    ) -> i64 {
        range.map(|stones| i64::from(position.open(player, stones)) * self.of(stones)).sum()
    }

    /// The most that all lines of `board` together could be worth.
    pub fn most(&self, board: &Board) -> i64 {
        board.lines.len() as i64 * self.0.iter().copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rule;

    #[test]
    fn a_further_stone_adds_one_or_makes_ten_of_one() {
        let weights = |scoring: Scoring| [0, 1, 2, 3, 9].map(|stones| scoring.weight(stones));
        assert_eq!(weights(Scoring::Linear), [0, 1, 2, 3, 9]);
        assert_eq!(weights(Scoring::Tens), [0, 1, 10, 100, 100_000_000]);
    }

    #[test]
    fn the_largest_board_stays_in_range() {
        let side = Board::MOST_SIDE;
        for k in [1, 5, 10, 15, 16, 17, 50, side] {
            let board = Board::new(side, side, k, Rule::OrMore);
            let most = Weights::new(&board, Scoring::Tens).most(&board);
            assert!((0..1 << 62).contains(&most), "{k}: {most}");
        }
    }
}
