//! The numbers behind reductions and pruning.
//!
//! They are common values of strong chess engines, in units of a game's own
//! [`Tactics::MARGIN`]. A game that does better without a technique refuses it.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::node::Window;
use super::worker::{NO_SLOT, Worker};
use crate::features::Feature;

/// How many plies a pass may save at `depth`.
const fn null_move_reduction(depth: i32) -> i32 {
    2 + depth / 4
}

/// Passing is tried from this depth on: below, the reduced search would be a mere evaluation.
const NULL_MOVE_DEPTH: i32 = 3;

/// Reverse futility pruning happens up to this depth.
const REVERSE_FUTILITY_DEPTH: i32 = 6;

/// Late moves are left out up to this depth.
pub(crate) const LATE_MOVE_PRUNING_DEPTH: i32 = 4;

/// How many moves are tried at `depth` before quiet ones are left out.
pub(crate) const fn late_move_count(depth: i32) -> usize {
    (4 + 2 * depth * depth) as usize
}

/// Reductions begin at this depth and with this many moves tried.
pub(super) const REDUCTION_DEPTH: i32 = 3;
/// See [`REDUCTION_DEPTH`].
pub(super) const REDUCTION_MOVES: usize = 3;

/// Singular extensions begin at this depth: the test costs a search of half the depth.
pub(super) const SINGULAR_DEPTH: i32 = 7;

/// Without a move from the table, nodes from this depth on are searched one ply less.
pub(super) const ITERATIVE_REDUCTION_DEPTH: i32 = 4;

/// How far quiescence goes beyond the nominal depth. Chains of threats end by themselves; this bounds odd ones.
pub(super) const QUIESCENCE_PLIES: usize = 16;

/// How many plies less the move number `tried` is searched at `depth`: ln(depth) ln(tried) / 2, rounded, or a little less.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    /// Assessed games have more reasons to reduce, so each begins with less.
    pub(super) fn new(assessed: bool) -> Reductions {
        let divisor = if assessed { 2.5 } else { 2.0 };
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (tried, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (0.5 + (depth as f64).ln() * (tried as f64).ln() / divisor) as u8;
            }
        }
        Reductions(table)
    }

    #[inline]
    pub(super) fn of(&self, depth: i32, tried: usize) -> i32 {
        self.0[(depth as usize).min(63)][tried.min(63)].into()
    }
}

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    #[inline]
    fn may_trust_evaluation(&self, depth: i32) -> bool {
        G::REVERSE_FUTILITY && depth <= REVERSE_FUTILITY_DEPTH && self.has(Feature::ReverseFutility)
    }

    #[inline]
    fn may_pass(&self, depth: i32) -> bool {
        G::NULL_MOVE && depth >= NULL_MOVE_DEPTH && self.has(Feature::NullMove)
    }

    /// Whether [`Worker::prune`] has anything to try.
    #[inline]
    pub(super) fn may_prune(&self, depth: i32) -> bool {
        (self.may_trust_evaluation(depth) || self.may_pass(depth)) && self.has(Feature::AlphaBeta)
    }

    /// Cuts off where the position is too good to be true for the opponent: by its evaluation, or even after a pass.
    pub(super) fn prune(&mut self, depth: i32, ply: usize, window: Window) -> Option<Value> {
        let beta = window.beta;
        if beta.is_decided() {
            return None;
        }
        let guesses = self.guesses;
        let value = self.evaluate();
        if self.may_trust_evaluation(depth) && value.shifted(-G::MARGIN * depth) >= beta {
            return Some(value);
        }
        // Two passes in a row would only repeat the position.
        let passed = ply > 0 && self.previous_slot(ply) == NO_SLOT;
        if self.may_pass(depth) && !passed && value >= beta {
            self.frames[ply].slot = NO_SLOT;
            if G::MAY_REPEAT {
                self.path.push(self.game.key(&self.position));
            }
            self.game.pass(&mut self.position);
            let scout = Window { alpha: Value::from_raw(beta.raw() - 1), beta }.flipped();
            let value = -self.descend::<false>(depth - 1 - null_move_reduction(depth), ply + 1, scout);
            self.game.undo_pass(&mut self.position);
            if G::MAY_REPEAT {
                self.path.pop();
            }
            if self.aborted {
                return Some(Value::DRAW);
            }
            if value >= beta {
                self.guesses = guesses + 1;
                // A win after a pass proves nothing about the position itself.
                return Some(if value.is_win() { beta } else { value });
            }
        }
        // Nothing was concluded from the evaluation, so it does not count.
        self.guesses = guesses;
        None
    }
}
