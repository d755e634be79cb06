//! Whether the table's move is the only good one.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::memory::Probe;
use super::moves::Trial;
use super::node::Window;
use super::pruning::SINGULAR_DEPTH;
use super::worker::Worker;
use crate::features::Feature;

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// By how many plies the table's move is searched deeper, because all others are clearly worse than what the table
    /// says of it; or less deep, because it is too good and some other may be as well. (To end the search of the node there,
    /// "multi-cut", made games no better: ADR 22.)
    pub(super) fn singular<const PV: bool>(&mut self, trial: &Trial<G::Move>, probe: &Probe<G::Move>) -> i32 {
        let (Some(m), Some(stored)) = (probe.best, probe.stored) else { return 0 };
        let value = stored.value.delayed(trial.ply as u32);
        let reliable =
            stored.bound.is_lower() && i32::from(stored.depth) >= trial.depth - 3 && !value.is_decided();
        if !reliable
            || trial.depth < SINGULAR_DEPTH
            || !trial.selection.extending
            || self.frames[trial.ply].excluded.is_some()
            || !self.has(Feature::Singular)
        {
            return 0;
        }
        let limit = value.shifted(-G::MARGIN * trial.depth / 50);
        // Only an opinion on how deep to search comes of this: no guess, no statistics of this node, no line.
        let guesses = self.guesses;
        let frame = self.frames[trial.ply];
        self.frames[trial.ply].excluded = Some(m);
        let scout = Window { alpha: Value::from_raw(limit.raw() - 1), beta: limit };
        let others = self.search::<false>((trial.depth - 1) / 2, trial.ply, scout);
        self.frames[trial.ply] = frame;
        self.guesses = guesses;
        if self.aborted {
            return 0;
        }
        if others < limit {
            // Far worse: still deeper, but not for ever.
            let far = !PV && others < limit.shifted(-G::MARGIN / 5) && trial.ply < self.iteration as usize;
            return 1 + i32::from(far);
        }
        if value >= trial.window.beta { -1 } else { 0 }
    }
}
