//! Positions that are the same but for a turn or a mirror.

use crate::player::Player;
use crate::rules::Game;

/// One element of a game's symmetry group, by number; 0 changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);
}

/// The symmetry group of a game: its elements map positions to positions of the same value to the player to move, and
/// moves with them. A symmetry may exchange the players, as a half turn does where White and Black go opposite ways.
///
/// The defaults describe a game without symmetries and cost nothing.
pub trait Symmetric: Game {
    /// How many symmetries the game has, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The key of the canonical one among all symmetric positions, and a symmetry that leads there.
    /// Symmetric positions have the same canonical key.
    #[inline]
    fn canonical_key(&self, position: &Self::Position) -> (u64, Symmetry) {
        (self.key(position), Symmetry::IDENTITY)
    }

    /// What `m` becomes when the board is mapped by `symmetry`.
    #[inline]
    fn map_move(&self, _symmetry: Symmetry, m: Self::Move) -> Self::Move {
        m
    }

    /// Whose part `player` has once the position is mapped by `symmetry`.
    #[inline]
    fn map_player(&self, _symmetry: Symmetry, player: Player) -> Player {
        player
    }

    /// The symmetry that takes back `symmetry`.
    #[inline]
    fn inverse(&self, symmetry: Symmetry) -> Symmetry {
        symmetry
    }

    /// The whole position mapped by `symmetry`.
    fn map_position(&self, _symmetry: Symmetry, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}
