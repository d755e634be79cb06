//! Nodes that are decided before their moves are tried, in games that are assessed ([`Tactics::ASSESSMENT`]): too bad,
//! too good, or too good even after a pass or by a single capture.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::assessment::Assessment;
use super::memory::Probe;
use super::node::Window;
use super::ordering::pick;
use super::worker::{NO_SLOT, Worker};
use crate::features::Feature;
use crate::table::{Bound, Stored};

/// Razoring happens up to this depth.
const RAZORING_DEPTH: i32 = 3;
/// Reverse futility pruning happens up to this depth.
const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Passing is tried from this depth on.
const PASS_DEPTH: i32 = 3;
/// From this depth on, a search without passes must confirm what a pass says.
const VERIFICATION_DEPTH: i32 = 12;
/// ProbCut is tried from this depth on.
const PROBCUT_DEPTH: i32 = 5;
/// By how much less the shallow search of ProbCut goes.
const PROBCUT_REDUCTION: i32 = 4;

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// The value of a quiet node off the principal variation, if it needs no moves.
    pub(super) fn shortcut(
        &mut self,
        depth: i32,
        ply: usize,
        window: Window,
        node: &G::Node,
        probe: &Probe<G::Move>,
        assessment: &Assessment,
    ) -> Option<Value> {
        let Window { alpha, beta } = window;
        let expected = assessment.expected;
        if self.has(Feature::Razoring)
            && depth <= RAZORING_DEPTH
            && !alpha.is_decided()
            && expected.shifted(G::MARGIN * (2 + 2 * depth)) <= alpha
        {
            let guesses = self.guesses;
            let value = self.noisy(ply, 0, window, node, None);
            if value <= alpha || self.aborted {
                return Some(value);
            }
            self.guesses = guesses;
        }
        if beta.is_decided() {
            return None;
        }
        if G::REVERSE_FUTILITY
            && self.has(Feature::ReverseFutility)
            && depth <= REVERSE_FUTILITY_DEPTH
            && expected.shifted(-G::MARGIN * 4 * (depth - i32::from(assessment.improving)) / 5) >= beta
        {
            self.guesses += 1;
            return Some(Value::guess((expected.raw() + beta.raw()) / 2));
        }
        self.after_pass(depth, ply, beta, assessment)
            .or_else(|| self.probcut(depth, ply, beta, node, probe, assessment))
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
            if depth < VERIFICATION_DEPTH || self.no_pass_before > 0 || self.confirms(reduced, ply, beta) {
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

    /// Cuts off where a noisy move is far too good in a shallow search.
    fn probcut(
        &mut self,
        depth: i32,
        ply: usize,
        beta: Value,
        node: &G::Node,
        probe: &Probe<G::Move>,
        assessment: &Assessment,
    ) -> Option<Value> {
        let high = beta.shifted(G::MARGIN * (if assessment.improving { 3 } else { 4 }) / 2);
        let doubted = probe.stored.is_some_and(|stored| {
            i32::from(stored.depth) > depth - PROBCUT_REDUCTION
                && stored.bound.is_upper()
                && stored.value < high
        });
        if !G::PROBCUT || !self.has(Feature::ProbCut) || depth < PROBCUT_DEPTH || doubted {
            return None;
        }
        let least = high.raw() - assessment.evaluation.raw();
        let first = self.moves.len();
        self.collect_noisy(node, crate::hint::Hint::NONE, false);
        let mut next = first;
        let mut found = None;
        while let Some(m) = pick(&mut self.moves[next..]) {
            next += 1;
            if G::EXCHANGES && !self.game.exchange_reaches(&self.position, m, least) {
                continue;
            }
            let value = self.probe_move(m, depth - PROBCUT_REDUCTION, ply, high);
            if self.aborted {
                found = Some(Value::DRAW);
                break;
            }
            if value >= high {
                self.guesses += 1;
                self.remember_probcut(m, value, depth - PROBCUT_REDUCTION + 1, ply, probe);
                found = Some(value);
                break;
            }
        }
        self.moves.truncate(first);
        found
    }

    /// The value of a move against the bound `high`: at the leaves first, then to `depth`.
    fn probe_move(&mut self, m: G::Move, depth: i32, ply: usize, high: Value) -> Value {
        let guesses = self.guesses;
        let (side, scout) = (self.side(), Window { alpha: Value::from_raw(high.raw() - 1), beta: high });
        self.frames[ply].slot = self.game.history_slot(&self.position, m) as u32;
        self.frames[ply + 1].expects_cut = !self.frames[ply].expects_cut;
        let undo = self.play(m);
        let mut value = self.child(side, scout, |worker, window| worker.leaf::<false>(ply + 1, 0, window));
        if value >= high && depth > 0 && !self.aborted {
            value = self.child(side, scout, |worker, window| worker.descend::<false>(depth, ply + 1, window));
        }
        self.undo(m, undo);
        self.guesses = guesses;
        value
    }

    fn remember_probcut(&self, m: G::Move, value: Value, depth: i32, ply: usize, probe: &Probe<G::Move>) {
        if !self.has(Feature::Table) {
            return;
        }
        let stored = Stored {
            best: Some(self.packed_for_table(m, probe)),
            value: value.hastened(ply as u32),
            depth: depth.clamp(0, Stored::MOST_DEPTH.into()) as u8,
            exhausted: false,
            bound: Bound::Lower,
        };
        self.table.store(probe.key, stored);
    }
}
