//! Single moves of an assessed node ([`Tactics::ASSESSMENT`]): which are left out, and how much less deep late ones are
//! searched at first.

use mossa_game::{Evaluate, Symmetric, Tactics};

use super::moves::Trial;
use super::ordering::HISTORY_MOST;
use super::pruning::{REDUCTION_DEPTH, REDUCTION_MOVES};
use super::worker::Worker;
use crate::features::Feature;
use crate::hint::Hint;

/// Late moves are left out up to this depth.
pub(super) const LATE_DEPTH: i32 = 8;
/// Quiet moves are left out by the evaluation and by exchanges up to this depth, reductions taken off.
const HOPELESS_DEPTH: i32 = 7;
/// So much experience changes a reduction by one ply. It is the sum of three scores of at most [`HISTORY_MOST`], so no move
/// gains or loses more than three plies. With half as much, continuations make games no better (ADR 22).
const EXPERIENCE_OF_A_PLY: i32 = HISTORY_MOST;
/// Noisy moves are left out by exchanges up to this depth.
const LOSING_DEPTH: i32 = 6;

/// How many moves are tried at `depth` before quiet ones are left out.
pub(super) const fn late_count(depth: i32, improving: bool) -> usize {
    ((3 + depth * depth) / if improving { 1 } else { 2 }) as usize
}

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// What experience says of a quiet move: its history, and how it did after the last moves.
    pub(super) fn experience_with(&self, trial: &Trial<G::Move>, m: G::Move) -> i32 {
        let slot = self.game.history_slot(&self.position, m);
        let mut score = i32::from(self.experience.history(trial.side)[slot]);
        if self.has(Feature::Continuations) {
            let after = self.experience.after(trial.side, self.slots_before(trial.ply));
            score += after.iter().flatten().map(|row| i32::from(row[slot])).sum::<i32>();
        }
        score
    }

    /// Whether a move need not be tried. Something that does not lose was found before.
    pub(super) fn is_hopeless(&mut self, trial: &Trial<G::Move>, node: &G::Node, m: G::Move) -> bool {
        let depth = trial.depth;
        let exchanges = G::EXCHANGES && self.has(Feature::Exchanges);
        if self.game.is_noisy(&self.position, node, m) {
            return exchanges
                && depth <= LOSING_DEPTH
                && !self.game.exchange_reaches(&self.position, m, -G::MARGIN * depth);
        }
        let reduced = (depth - self.reductions.of(depth, trial.tried + 1)).max(1);
        if reduced > HOPELESS_DEPTH {
            return false;
        }
        let futile = self.has(Feature::Futility)
            && trial.assessment.is_some_and(|assessment| {
                assessment.evaluation.shifted(G::MARGIN * (reduced + 1)) <= trial.window.alpha
            });
        let hopeless = futile
            || (exchanges
                && !self.game.exchange_reaches(&self.position, m, -G::MARGIN * reduced * reduced / 4));
        hopeless && !self.game.is_forcing(&self.position, m)
    }

    /// How many plies less a late move is searched at first.
    pub(super) fn reduction<const PV: bool>(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        m: G::Move,
    ) -> i32 {
        if trial.depth < REDUCTION_DEPTH || trial.tried < REDUCTION_MOVES - usize::from(!PV) {
            return 0;
        }
        let mut reduction = self.reductions.of(trial.depth, trial.tried + 1);
        let noisy = self.game.is_noisy(&self.position, node, m);
        if noisy {
            // What wins material is searched in full, what loses some a little less deep.
            if trial.score >= 0 {
                return 0;
            }
            reduction -= 1;
        } else {
            let killers = self.frames[trial.ply].killers;
            let hint = Hint::new(m);
            reduction -= i32::from(hint == killers[0] || hint == killers[1]);
            reduction -= self.experience_with(trial, m) / EXPERIENCE_OF_A_PLY;
        }
        let frame = &self.frames[trial.ply];
        reduction += i32::from(frame.expects_cut);
        reduction -= i32::from(PV);
        // A check is answered first.
        reduction -= i32::from(trial.assessment.is_none());
        reduction.clamp(0, trial.depth - 2)
    }
}
