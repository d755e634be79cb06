//! Two armies that have passed each other: a race, decided by how many moves each needs alone.
//!
//! | module | what it holds |
//! |---|---|
//! | [`solo`] | the fewest moves for every placement of one player's pieces |

pub mod solo;

use mossa_game::Player;

use crate::board::Board;
use crate::position::Position;
use crate::rules::ChineseCheckers;

pub use solo::Solo;

/// How many placements are counted before a race is evaluated, which takes less than a second, once. Six pieces in half
/// of their star have 376 740, ten pieces in six rows 352 716.
pub const MOST_PLACEMENTS: u64 = 400_000;

/// The moves that both players need alone, where their armies have passed each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Race {
    /// What whoever is to move needs.
    pub mine: u32,
    /// What the other one needs.
    pub yours: u32,
}

impl Race {
    /// The race in a position of two players, if it is one and the game knows how far everybody has to go.
    #[inline]
    pub fn of<const W: usize>(game: &ChineseCheckers<W>, position: &Position<W>) -> Option<Race> {
        if passed(game.board(), position) { Race::between(game.solo()?, position) } else { None }
    }

    /// What both need alone.
    pub fn between<const W: usize>(solo: &Solo, position: &Position<W>) -> Option<Race> {
        let (me, you) = (position.to_move(), position.to_move().opponent());
        Some(Race {
            mine: solo.moves(position.pieces(me), me)?,
            yours: solo.moves(position.pieces(you), you)?,
        })
    }

    /// By how many plies whoever is to move arrives before the other one, if both run; negative if after.
    #[inline]
    pub fn lead(self) -> i32 {
        // Who moves first arrives a ply earlier than the other one with as many moves.
        2 * (self.yours as i32 - self.mine as i32) + 1
    }
}

/// Whether the hindmost piece of each player is in a row beyond the hindmost of the other.
#[inline]
pub fn passed<const W: usize>(board: &Board<W>, position: &Position<W>) -> bool {
    let hindmost = position.pieces(Player::FIRST).last().map(|hole| board.place(hole).0);
    let other = position.pieces(Player::SECOND).first().map(|hole| board.place(hole).0);
    // The first player goes up, to smaller numbers.
    hindmost.zip(other).is_some_and(|(first, second)| first < second)
}
