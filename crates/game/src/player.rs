//! Who sits at the board.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most players a game of mossa can have (Chinese Checkers on the full star).
pub const MAX_PLAYERS: usize = 6;

/// A seat at the board, counted from 0 in the order of the first moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Player(u8);

impl Player {
    /// The player who moves first.
    pub const FIRST: Player = Player(0);
    /// The player who moves second.
    pub const SECOND: Player = Player(1);

    /// The player in seat `index`, which must be below [`MAX_PLAYERS`].
    #[inline]
    pub const fn new(index: usize) -> Player {
        debug_assert!(index < MAX_PLAYERS);
        Player(index as u8)
    }

    /// The seat, from 0: an index for arrays with one element for each player.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other player of a two-player game.
    #[inline]
    pub const fn opponent(self) -> Player {
        debug_assert!(self.0 < 2);
        Player(self.0 ^ 1)
    }

    /// Whoever sits next when `players` sit around the board.
    #[inline]
    pub const fn next(self, players: usize) -> Player {
        let next = self.0 + 1;
        Player(if next as usize == players { 0 } else { next })
    }

    /// Whoever sits before when `players` sit around the board.
    #[inline]
    pub const fn previous(self, players: usize) -> Player {
        Player(if self.0 == 0 { players as u8 - 1 } else { self.0 - 1 })
    }

    /// All players of a game for `players`.
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Player> + ExactSizeIterator {
        (0..players).map(Player::new)
    }
}

/// Seats are numbered from 1 for people.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}
