//! What a two-player search may ask a game.

use crate::moves::{Flow, MoveSink};
use crate::outcome::Verdict;
use crate::rules::Game;
use crate::solve::Halt;
use crate::value::Value;

/// Game knowledge for the search of two-player games.
///
/// Every item has a default that folds to nothing at compile time, so a game
/// starts with `impl Tactics for MyGame { type Node = (); fn node(..) {} .. }`
/// and adds what helps. Constants allow the techniques that guess; a
/// technique that a game does not allow is not compiled for it.
pub trait Tactics: Game {
    /// What is computed once in a node and handed to every other question: threats, pins, checks.
    type Node: Copy;

    /// Search on at the leaves through [`noisy_moves`](Tactics::noisy_moves) until the position is quiet.
    const QUIESCENCE: bool = false;
    /// Passing is never better than the best move (except in rare positions), and
    /// [`pass`](Tactics::pass) is implemented: allows null-move pruning.
    const NULL_MOVE: bool = false;
    /// A quiet position whose evaluation is far above the window will stay above it: allows reverse futility pruning.
    const REVERSE_FUTILITY: bool = false;
    /// Late quiet moves may be searched less deep first.
    const LATE_MOVE_REDUCTIONS: bool = true;
    /// Late quiet moves near the leaves may be left out.
    const LATE_MOVE_PRUNING: bool = false;
    /// Positions of which the table knows no best move may be searched one ply less.
    const ITERATIVE_REDUCTIONS: bool = true;
    /// A move that is much better than all others may be searched deeper.
    const SINGULAR_EXTENSIONS: bool = false;
    /// Moves that [`promising`](Tactics::promising) leaves out may be tried only where all others lose.
    const SELECTIVE: bool = false;
    /// The players take turns strictly. Where they do not (one side moves twice, a pass is implied),
    /// the search asks who is to move after every move.
    const ALTERNATES: bool = true;

    /// How much an evaluation may swing in one ply of quiet play: the unit of all pruning margins.
    const MARGIN: i32 = 100;

    /// Computes what the other questions share.
    fn node(&self, position: &Self::Position) -> Self::Node;

    /// Adds what only [`order`](Tactics::order) needs. Asked once where moves are listed, so that the many positions
    /// that need no moves do not pay for it.
    #[inline]
    fn with_ordering(&self, _position: &Self::Position, node: &Self::Node) -> Self::Node {
        *node
    }

    /// The result for the player to move and its exact distance in plies, where it is certain without search.
    #[inline]
    fn proven(&self, _position: &Self::Position, _node: &Self::Node) -> Option<(Verdict, u32)> {
        None
    }

    /// The least and the most that this position can be worth to the player to move, with wins counted from here.
    #[inline]
    fn bounds(&self, _position: &Self::Position, _node: &Self::Node) -> (Value, Value) {
        (Value::MIN, Value::MAX)
    }

    /// After how many plies the game is over at the latest, where that is known.
    /// A search that reaches this far guesses nothing and prunes only what is certain.
    #[inline]
    fn plies_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// The moves that can be best; those left out are certain not to be better than the best of these.
    #[inline]
    fn candidates(
        &self,
        position: &Self::Position,
        _node: &Self::Node,
        sink: &mut impl MoveSink<Self::Move>,
    ) -> Flow {
        self.moves(position, sink)
    }

    /// Those of the [`candidates`](Tactics::candidates) that are worth a search unless all of them lose; `true` if that
    /// is all of them. Asked only where [`SELECTIVE`](Tactics::SELECTIVE) allows it.
    #[inline]
    fn promising(
        &self,
        position: &Self::Position,
        node: &Self::Node,
        sink: &mut impl MoveSink<Self::Move>,
    ) -> bool {
        let _ = self.candidates(position, node, sink);
        true
    }

    /// Whether nothing is going on: nobody must react to anything at once. Pruning asks this first,
    /// and a quiescence search may stop only here.
    #[inline]
    fn is_quiet(&self, _position: &Self::Position, _node: &Self::Node) -> bool {
        true
    }

    /// The static part of move ordering: what looks better comes first.
    /// Between -100 000 and 100 000; an ordinary history score lies between -16 384 and 16 384.
    #[inline]
    fn order(&self, _position: &Self::Position, _node: &Self::Node, _m: Self::Move) -> i32 {
        0
    }

    /// Whether `m` changes the balance at once (a capture, a threat): such moves are not reduced or pruned as quiet ones are.
    #[inline]
    fn is_noisy(&self, _position: &Self::Position, _node: &Self::Node, _m: Self::Move) -> bool {
        false
    }

    /// The moves that a quiescence search tries. In a position that is not quiet: all that may answer what is going on.
    #[inline]
    fn noisy_moves(
        &self,
        _position: &Self::Position,
        _node: &Self::Node,
        _sink: &mut impl MoveSink<Self::Move>,
    ) -> Flow {
        Flow::Continue(())
    }

    /// Whether `m` deserves to be searched one ply deeper (a check, a forced answer).
    #[inline]
    fn extends(&self, _position: &Self::Position, _node: &Self::Node, _m: Self::Move) -> bool {
        false
    }

    /// A win of the player to move that a search of the game's own finds, such as one through threats alone, in about so
    /// many positions at most. Asked once, before the search itself. The moves are those of both sides; every other
    /// defence loses at least as soon.
    fn forced_win(
        &self,
        _position: &Self::Position,
        _positions: u64,
        _halt: Halt<'_>,
    ) -> (Option<Vec<Self::Move>>, u64) {
        (None, 0)
    }

    /// How many slots [`history_slot`](Tactics::history_slot) uses.
    fn history_slots(&self) -> usize {
        1
    }

    /// Where the search remembers how `m` fared: moves that mean the same in different positions share a slot.
    #[inline]
    fn history_slot(&self, _position: &Self::Position, _m: Self::Move) -> usize {
        0
    }

    /// Passes the turn; asked only where [`NULL_MOVE`](Tactics::NULL_MOVE) allows it. The key changes with the side to move.
    fn pass(&self, _position: &mut Self::Position) {}

    /// Takes back [`pass`](Tactics::pass).
    fn undo_pass(&self, _position: &mut Self::Position) {}
}
