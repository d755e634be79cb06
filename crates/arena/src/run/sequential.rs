//! The sequential test of a match: after each pair of games, go on or stop?

use std::collections::BTreeMap;

use mossa_game::{Player, Verdict};

use crate::played::PlayedGame;
use crate::stats::{Hypothesis, Results, Sprt};

/// Pairs are judged in the order of their numbers, whichever finish first: so the decision, and the pair after which
/// it falls, do not depend on how many games are played at once, nor on interruptions.
#[derive(Clone, Debug)]
pub struct Sequential {
    sprt: Sprt,
    /// Finished games of pairs whose turn has not come, by pair: how many, and half points of the first player.
    waiting: BTreeMap<u64, (usize, usize)>,
    next: u64,
    /// Pairs by the half points of the first player.
    pentanomial: [u64; 5],
    curve: Vec<f64>,
    accepted: Option<Hypothesis>,
}

impl Sequential {
    /// A test that has not seen any game.
    pub fn new(sprt: Sprt) -> Sequential {
        let (waiting, curve) = (BTreeMap::new(), Vec::new());
        Sequential { sprt, waiting, next: 0, pentanomial: [0; 5], curve, accepted: None }
    }

    /// Takes a finished game into account, as soon as all pairs before its own are complete.
    pub fn add(&mut self, game: &PlayedGame) {
        let pair = self.waiting.entry(game.encounter).or_default();
        pair.0 += 1;
        pair.1 += half_points(game);
        while self.accepted.is_none()
            && let Some(&(2, half_points)) = self.waiting.get(&self.next)
        {
            self.waiting.remove(&self.next);
            self.next += 1;
            self.pentanomial[half_points.min(4)] += 1;
            let state = self.sprt.state(&Results::Pentanomial(self.pentanomial));
            self.curve.push(state.llr);
            self.accepted = state.accepted;
        }
    }

    /// What was decided.
    pub fn accepted(&self) -> Option<Hypothesis> {
        self.accepted
    }

    /// Whether a game of this pair counts: those after the decision do not.
    pub fn counts(&self, encounter: u64) -> bool {
        self.accepted.is_none() || encounter < self.next
    }

    /// The test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The log-likelihood ratio after each pair.
    pub fn curve(&self) -> &[f64] {
        &self.curve
    }
}

/// What the first player of a match got from a game, in halves.
pub(crate) fn half_points(game: &PlayedGame) -> usize {
    let seat = game.seats.iter().position(|&player| player == 0).unwrap_or(0);
    match game.outcome().verdict(Player::new(seat)) {
        Verdict::Win => 2,
        Verdict::Draw => 1,
        Verdict::Loss => 0,
    }
}
