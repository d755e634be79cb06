//! What a node is thought to be worth before its moves are tried, for games that ask for it
//! ([`Tactics::ASSESSMENT`]).

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::memory::Probe;
use super::moves::Trial;
use super::worker::Worker;
use crate::features::Feature;

/// What is thought of a quiet node.
#[derive(Clone, Copy)]
pub(super) struct Assessment {
    /// The evaluation, corrected by experience.
    pub(super) evaluation: Value,
    /// The same, unless the table knows better.
    pub(super) expected: Value,
    /// Whether the player to move stands better than a turn before.
    pub(super) improving: bool,
}

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// Assesses the node at `ply`; `None` where too much is going on. What is concluded from it is a guess, but nothing
    /// is concluded yet.
    pub(super) fn assess(&mut self, ply: usize, quiet: bool, probe: &Probe<G::Move>) -> Option<Assessment> {
        if !quiet {
            self.frames[ply].evaluation = None;
            return None;
        }
        let known = self.frames[ply].evaluation.filter(|_| self.frames[ply].excluded.is_some());
        let evaluation = known.unwrap_or_else(|| {
            let guesses = self.guesses;
            let evaluation = self.corrected();
            self.guesses = guesses;
            evaluation
        });
        self.frames[ply].evaluation = Some(evaluation);
        let before = [2, 4].into_iter().find_map(|back| self.frames[ply.checked_sub(back)?].evaluation);
        let improving = before.is_some_and(|before| evaluation > before);
        let expected = probe.stored.map_or(evaluation, |stored| {
            let value = stored.value;
            let better = value > evaluation && stored.bound.is_lower();
            let worse = value < evaluation && stored.bound.is_upper();
            if (better || worse) && !value.is_decided() { value } else { evaluation }
        });
        Some(Assessment { evaluation, expected, improving })
    }

    /// The evaluation, corrected by how wrong it was in similar positions: a guess.
    #[inline]
    pub(super) fn corrected(&mut self) -> Value {
        let value = self.evaluate();
        if G::CORRECTIONS == 0 || !self.has(Feature::Correction) {
            return value;
        }
        let side = self.side();
        let all = (0..G::CORRECTIONS).map(|which| {
            self.experience.correction(which, side, self.game.correction_key(&self.position, which))
        });
        value.shifted(all.sum::<i32>() / CORRECTION_UNIT)
    }

    /// The search has found out how wrong the evaluation was.
    pub(super) fn learn_correction(&mut self, trial: &Trial<G::Move>, cut: bool, node: &G::Node) {
        let Some(assessment) = trial.assessment else { return };
        if !self.has(Feature::Correction) || self.frames[trial.ply].excluded.is_some() {
            return;
        }
        let (found, thought) = (trial.best, assessment.evaluation);
        // A bound on the side of the evaluation tells nothing, and what a capture changes is no fault of the evaluation.
        let tells = if cut {
            found > thought
        } else if trial.best_move.is_none() {
            found < thought
        } else {
            true
        };
        let noisy = trial.best_move.is_some_and(|m| self.game.is_noisy(&self.position, node, m));
        if !tells || noisy || found.is_decided() {
            return;
        }
        let error = (found.raw() - thought.raw()) * trial.depth / 8;
        for which in 0..G::CORRECTIONS {
            let key = self.game.correction_key(&self.position, which);
            self.experience.correct(which, trial.side, key, error);
        }
    }
}

/// What corrections are counted in, for each unit of the evaluation: at most 1024 / 20 of each key, half a pawn of chess.
/// 20 was better than 10 by 40 [+4, +76] Elo points (ADR 22).
const CORRECTION_UNIT: i32 = 20;
