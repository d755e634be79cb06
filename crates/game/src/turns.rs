//! Moves out of turn.

use crate::player::Player;
use crate::rules::Game;

/// A game in which the turn can be handed to any player, for searches that let some players sit out.
///
/// Best-Reply Search asks for this. It never does in games of two, so such games take the default.
pub trait Turns: Game {
    /// Makes it `player`'s turn and changes nothing else; the key stays right. Handing the turn back to whom
    /// it belonged restores the position bit by bit. Asked only where [`Game::outcome`] is `None`. The states of
    /// evaluations are not told of it, so they must not depend on whose turn it is.
    #[inline]
    fn hand_turn(&self, _position: &mut Self::Position, _player: Player) {}
}
