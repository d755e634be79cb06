//! The rules: what every game must be able to answer.

use std::fmt::Debug;

use thiserror::Error;

use crate::moves::{Count, Find, Flow, Move, MoveSink};
use crate::outcome::Outcome;
use crate::player::Player;
use crate::solve::Halt;

/// One game with its options chosen.
///
/// The value holds what all its positions share (line tables, hop tables,
/// hashing keys) and is borrowed by everything that works with positions.
///
/// What implementations promise, and the crate `mossa-conformance` checks:
/// - `play` and `undo` are exact inverses: after both, the position equals its former self bit by bit;
/// - `key` always equals `recomputed_key`, and tells apart positions that differ in anything
///   the rules look at, the side to move included;
/// - `moves` lists each legal move once, none in a decided position, always in the same order.
pub trait Game: Send + Sync {
    /// All that changes from move to move. Small; nothing is allocated when it is played on.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move; it makes sense only together with a position.
    type Move: Move;
    /// What `undo` needs beyond the move: a few words, or the whole former position.
    type Undo;

    /// Whether there are rules of this game under which positions that come again matter: see [`Game::repetitions`].
    const MAY_REPEAT: bool = false;

    /// When a position comes for this time in a game, whoever holds the history calls it drawn: a position does not
    /// know what was before it. Positions with the same key are the same. Asked only where
    /// [`MAY_REPEAT`](Game::MAY_REPEAT) says so.
    fn repetitions(&self) -> Option<u32> {
        None
    }

    /// How many plies ago a position may have been the same at most: after a capture, nothing comes back.
    #[inline]
    fn reversible_plies(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// How many play: 2 to 6.
    fn players(&self) -> usize {
        2
    }

    /// The position in which a game begins.
    fn start(&self) -> Self::Position;

    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// How the game ended, if the position shows it without generating moves.
    /// A player without moves is asked for separately: [`Game::without_moves`].
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// What it means that the player to move has no move in a position that [`Game::outcome`] calls undecided.
    fn without_moves(&self, _position: &Self::Position) -> Outcome {
        Outcome::draw(self.players())
    }

    /// The same position for players of whom none claims the draw that a rule gives them, so that the game goes on; nothing
    /// if no rule does, or if there is no move to go on with. What follows is judged by the rules as ever.
    fn unclaimed(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Hands every legal move to `sink`, unless the sink stops it.
    fn moves(&self, position: &Self::Position, sink: &mut impl MoveSink<Self::Move>) -> Flow;

    /// How many legal moves there are; games that can count without listing override it.
    #[inline]
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut count = Count::default();
        let _ = self.moves(position, &mut count);
        count.0
    }

    /// How many positions there are after exactly `depth` plies, in games that count faster than by playing move after move;
    /// the number is that of [`perft`](crate::perft::perft()). What it gives means nothing once `halt` says to give up.
    #[inline]
    fn positions_after(&self, _position: &Self::Position, _depth: u32, _halt: Halt<'_>) -> Option<u64> {
        None
    }

    /// Whether `m`, which may be any move value at all, is legal here.
    #[inline]
    fn is_legal(&self, position: &Self::Position, m: Self::Move) -> bool {
        let mut find = Find::new(|other| other == m);
        let _ = self.moves(position, &mut find);
        find.found.is_some()
    }

    /// The most moves that any position can have: how large buffers must be.
    fn most_moves(&self) -> usize;

    /// Plays a legal move. An illegal one is a bug of the caller: see [`Game::try_play`].
    fn play(&self, position: &mut Self::Position, m: Self::Move) -> Self::Undo;

    /// Takes back `m`, the last move played.
    fn undo(&self, position: &mut Self::Position, m: Self::Move, undo: Self::Undo);

    /// A hash of everything the rules look at, side to move included; kept up to date by `play`.
    fn key(&self, position: &Self::Position) -> u64;

    /// The same hash computed from nothing, for checks.
    fn recomputed_key(&self, position: &Self::Position) -> u64;

    /// Plays `m` if it is legal.
    fn try_play(&self, position: &mut Self::Position, m: Self::Move) -> Result<Self::Undo, IllegalMove> {
        if self.result(position).is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.is_legal(position, m) {
            return Err(IllegalMove::NotAllowed);
        }
        Ok(self.play(position, m))
    }

    /// How the game ended, for whatever reason, or `None` if it goes on.
    fn result(&self, position: &Self::Position) -> Option<Outcome> {
        self.outcome(position).or_else(|| {
            let mut any = Find::new(|_| true);
            let _ = self.moves(position, &mut any);
            any.found.is_none().then(|| self.without_moves(position))
        })
    }

    /// The legal moves as a list, for code that is not in a hurry.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.moves(position, &mut moves);
        moves
    }
}

/// Why [`Game::try_play`] refused a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum IllegalMove {
    /// There are no moves any more.
    #[error("the game is over")]
    GameOver,
    /// The rules do not allow it here.
    #[error("the move is not legal here")]
    NotAllowed,
}
