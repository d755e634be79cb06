//! Nodes that are decided before their moves are tried, in games that are assessed ([`Tactics::ASSESSMENT`]): too good, or
//! too good even after a pass.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::assessment::Assessment;
use super::node::Window;
use super::worker::{NO_SLOT, Worker};
use crate::features::Feature;

/// Reverse futility pruning happens up to this depth. With 8 instead of 6, and 8 tenths of a margin a ply instead of 11,
/// games go the same way, but tactics take several times as long to find (ADR 22).
const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// Passing is tried from this depth on.
const PASS_DEPTH: i32 = 3;
/// From this depth on, a search without passes must confirm what a pass says.
const VERIFICATION_DEPTH: i32 = 12;

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// The value of a quiet node off the principal variation, if it needs no moves.
    pub(super) fn shortcut(
        &mut self,
        depth: i32,
        ply: usize,
        beta: Value,
        assessment: &Assessment,
    ) -> Option<Value> {
        let expected = assessment.expected;
        if beta.is_decided() {
            return None;
        }
        if G::REVERSE_FUTILITY
            && self.has(Feature::ReverseFutility)
            && depth <= REVERSE_FUTILITY_DEPTH
            && expected.shifted(-G::MARGIN * 11 * (depth - i32::from(assessment.improving)) / 10) >= beta
        {
            self.guesses += 1;
            return Some(Value::guess((expected.raw() + beta.raw()) / 2));
        }
        self.after_pass(depth, ply, beta, assessment)
    }

    /// Cuts off where even a pass is too good.
    fn after_pass(&mut self, depth: i32, ply: usize, beta: Value, assessment: &Assessment) -> Option<Value> {
        if !G::NULL_MOVE
            || !self.has(Feature::NullMove)
            || depth < PASS_DEPTH
            || ply < self.no_pass_before
            || assessment.expected < beta
            || assessment.evaluation < beta
            // Two passes in a row would only repeat the position.
            || self.previous_slot(ply) == NO_SLOT
            || !self.game.may_pass(&self.position)
        {
            return None;
        }
        let guesses = self.guesses;
        let surplus = (assessment.expected.raw() - beta.raw()) / (2 * G::MARGIN);
        let reduced = depth - 1 - (3 + depth / 3 + surplus.min(3));
        let value = self.value_of_pass(reduced, ply, beta);
        if self.aborted {
            return Some(Value::DRAW);
        }
        if value >= beta {
            // A win after a pass proves nothing about the position itself.
            let value = if value.is_win() { beta } else { value };
            let doubtful = depth >= VERIFICATION_DEPTH && self.has(Feature::Verification);
            if !doubtful || self.no_pass_before > 0 || self.confirms(reduced, ply, beta) {
                self.guesses = guesses + 1;
                return Some(value);
            }
        }
        self.guesses = guesses;
        None
    }

    fn value_of_pass(&mut self, depth: i32, ply: usize, beta: Value) -> Value {
        self.frames[ply].slot = NO_SLOT;
        self.frames[ply + 1].expects_cut = !self.frames[ply].expects_cut;
        if G::MAY_REPEAT {
            self.path.push(self.game.key(&self.position));
        }
        self.game.pass(&mut self.position);
        let scout = Window { alpha: Value::from_raw(beta.raw() - 1), beta }.flipped();
        let value = -self.descend::<false>(depth, ply + 1, scout);
        self.game.undo_pass(&mut self.position);
        if G::MAY_REPEAT {
            self.path.pop();
        }
        value
    }

    /// Whether a search in which nobody passes for a while is too good as well.
    fn confirms(&mut self, depth: i32, ply: usize, beta: Value) -> bool {
        self.no_pass_before = ply + (3 * depth / 4).max(1) as usize;
        let scout = Window { alpha: Value::from_raw(beta.raw() - 1), beta };
        let value = self.descend::<false>(depth, ply, scout);
        self.no_pass_before = 0;
        !self.aborted && value >= beta
    }
}
