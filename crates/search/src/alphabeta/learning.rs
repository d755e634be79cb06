//! What a cut-off teaches about moves.

use mossa_game::{Evaluate, Symmetric, Tactics};

use super::memory::Probe;
use super::moves::Trial;
use super::ordering::{LEFT_OUT, grow};
use super::worker::{NO_SLOT, Worker};
use crate::features::Feature;
use crate::hint::Hint;

/// How far back continuations look: what the opponent just did, and what this side did before.
pub(super) const CONTINUATION_PLIES: usize = 2;

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// A move refuted the position: remember it, and that the moves tried before it did not.
    pub(super) fn learn(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        first: usize,
        probe: &Probe<G::Move>,
    ) {
        self.statistics.beta_cutoffs += 1;
        self.statistics.first_move_cutoffs += u64::from(trial.tried == 1);
        let Some(best) = trial.best_move else { return };
        if self.game.is_noisy(&self.position, node, best) {
            return;
        }
        if self.has(Feature::Killers) {
            let killers = &mut self.frames[trial.ply].killers;
            if killers[0] != Hint::new(best) {
                *killers = [Hint::new(best), killers[0]];
            }
        }
        if self.has(Feature::Countermoves) {
            self.experience.refuted(trial.side, self.previous_slot(trial.ply), Hint::new(best));
        }
        if !self.has(Feature::History) {
            return;
        }
        if G::ASSESSMENT {
            self.learn_from_all(trial, node, first, probe, best);
        } else {
            // Deep refutations say more; beyond 32 plies' worth the limit of the scores is near anyway.
            let bonus = (trial.depth * trial.depth).min(1024);
            for i in first..self.moves.len() {
                let m = self.moves[i].m;
                if m != best {
                    self.experience.reward(trial.side, self.game.history_slot(&self.position, m), -bonus);
                }
            }
            self.experience.reward(trial.side, self.game.history_slot(&self.position, best), bonus);
        }
    }

    /// Rewards the quiet move that refuted the position, and blames the other quiet ones that were tried. The table's move
    /// is not in the list.
    fn learn_from_all(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        first: usize,
        probe: &Probe<G::Move>,
        best: G::Move,
    ) {
        let bonus = (160 * trial.depth - 60).min(1600);
        self.credit(trial, best, bonus);
        if let Some(m) = probe.best.filter(|m| *m != best) {
            self.blame(trial, node, m, bonus);
        }
        for i in first..self.moves.len() {
            let scored = self.moves[i];
            if scored.m != best && scored.score != LEFT_OUT {
                self.blame(trial, node, scored.m, bonus);
            }
        }
    }

    fn blame(&mut self, trial: &Trial<G::Move>, node: &G::Node, m: G::Move, bonus: i32) {
        if !self.game.is_noisy(&self.position, node, m) {
            self.credit(trial, m, -bonus);
        }
    }

    fn credit(&mut self, trial: &Trial<G::Move>, m: G::Move, bonus: i32) {
        let slot = self.game.history_slot(&self.position, m);
        self.experience.reward(trial.side, slot, bonus);
        if self.has(Feature::Continuations) {
            for back in 1..=CONTINUATION_PLIES {
                let before = self.slot_before(trial.ply, back);
                if before != NO_SLOT {
                    grow(self.experience.continuation(back, trial.side, before, slot), bonus);
                }
            }
        }
    }

    /// The history slot of the move that was made `back` plies before `ply`; [`NO_SLOT`] if there is none.
    #[inline]
    pub(super) fn slot_before(&self, ply: usize, back: usize) -> u32 {
        ply.checked_sub(back).map_or(NO_SLOT, |ply| self.frames[ply].slot)
    }

    /// The slots of the last moves before `ply`, the last one first.
    #[inline]
    pub(super) fn slots_before(&self, ply: usize) -> [u32; CONTINUATION_PLIES] {
        [self.slot_before(ply, 1), self.slot_before(ply, 2)]
    }
}
