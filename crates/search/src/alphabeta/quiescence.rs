//! The leaves: search on through noisy moves until the position is quiet.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::MOST_PLIES;
use super::memory::Probe;
use super::node::{Known, Window};
use super::ordering::{Scorer, pick};
use super::pruning::QUIESCENCE_PLIES;
use super::worker::Worker;
use crate::features::Feature;
use crate::hint::Hint;
use crate::table::{Bound, Stored};

/// After so many answers to a threat that do not lose, further quiet ones are left out, in assessed games.
const ANSWERS: usize = 2;

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// The value of a leaf, `beyond` plies after the nominal depth.
    ///
    /// In a quiet position the player to move may be content with the evaluation ("stand pat"); in any other,
    /// every answer that the game lists is tried.
    pub(super) fn leaf<const PV: bool>(&mut self, ply: usize, beyond: usize, window: Window) -> Value {
        if let Some(value) = self.arrive::<PV>(ply) {
            return value;
        }
        if self.has(Feature::Knowledge) || (G::QUIESCENCE && self.has(Feature::Quiescence)) {
            self.knowing_leaf::<PV>(ply, beyond, window)
        } else {
            self.evaluate()
        }
    }

    #[inline(never)]
    fn knowing_leaf<const PV: bool>(&mut self, ply: usize, beyond: usize, window: Window) -> Value {
        let (known, node) = match self.known(ply, window) {
            Known::Value(value) => return value,
            Known::Within(known, node) => (known, node),
        };
        let value = self.guessed_leaf::<PV>(ply, beyond, known, node);
        if G::ASSESSMENT { self.kept_within(value, window, known) } else { value }
    }

    #[inline(always)]
    fn guessed_leaf<const PV: bool>(
        &mut self,
        ply: usize,
        beyond: usize,
        window: Window,
        node: Option<G::Node>,
    ) -> Value {
        let searches = G::QUIESCENCE && self.has(Feature::Quiescence);
        if !searches || beyond >= QUIESCENCE_PLIES || ply >= MOST_PLIES {
            return self.evaluate();
        }
        let mut probe = None;
        if G::ASSESSMENT && self.has(Feature::Table) && self.has(Feature::AlphaBeta) {
            let key = self.table_key(&self.position);
            match self.probe::<PV>(Some(key), 0, ply, window) {
                Ok(found) => probe = Some(found),
                Err(value) => return value,
            }
        }
        let node = node.unwrap_or_else(|| self.game.node(&self.position));
        self.noisy(ply, beyond, window, &node, probe.as_ref())
    }

    /// The value of a leaf by its noisy moves; with what the table said, if it was asked.
    pub(super) fn noisy(
        &mut self,
        ply: usize,
        beyond: usize,
        window: Window,
        node: &G::Node,
        probe: Option<&Probe<G::Move>>,
    ) -> Value {
        let before = self.guesses;
        let Window { mut alpha, beta } = window;
        let mut best = Value::MIN;
        let quiet = self.game.is_quiet(&self.position, node);
        if quiet {
            best = if G::CORRECTIONS > 0 { self.corrected() } else { self.evaluate() };
            if best >= beta && self.has(Feature::AlphaBeta) {
                return best;
            }
            alpha = alpha.max(best);
        }
        let stand = best;
        let mut best_move = None;
        let first = self.moves.len();
        let remembered = probe.and_then(|probe| probe.best);
        let mut remembered = remembered.filter(|m| !quiet || self.game.is_noisy(&self.position, node, *m));
        self.collect_noisy(node, Hint::maybe(remembered), quiet && beyond == 0);
        let mut next = first;
        let mut tried = 0;
        loop {
            let m = match remembered.take() {
                Some(m) => m,
                None => {
                    let Some(m) = pick(&mut self.moves[next..]) else { break };
                    next += 1;
                    m
                }
            };
            if G::ASSESSMENT && !best.is_loss() && self.is_pointless(node, m, quiet, tried, stand, alpha) {
                self.guesses += 1;
                continue;
            }
            tried += 1;
            let side = self.side();
            let undo = self.play(m);
            let value = self.child(side, Window { alpha, beta }, |worker, window| {
                worker.leaf::<false>(ply + 1, beyond + 1, window)
            });
            self.undo(m, undo);
            if self.aborted {
                break;
            }
            if value > best {
                best = value;
                best_move = (value > window.alpha).then_some(m);
            }
            alpha = alpha.max(best);
            if best >= beta && self.has(Feature::AlphaBeta) {
                self.statistics.beta_cutoffs += 1;
                self.statistics.first_move_cutoffs += u64::from(tried == 1);
                break;
            }
        }
        self.moves.truncate(first);
        if best == Value::MIN {
            // Not quiet, and nothing to be done about it: the game is over, or the evaluation must do.
            return if G::ANSWERS_ALL && !self.aborted { self.no_move(ply) } else { self.evaluate() };
        }
        if let Some(probe) = probe.filter(|_| !self.aborted) {
            let exhausted = !quiet && self.guesses == before;
            self.remember_leaf(ply, window, best, best_move, exhausted, probe);
        }
        best
    }

    /// Stores what was found out at a leaf.
    fn remember_leaf(
        &mut self,
        ply: usize,
        window: Window,
        value: Value,
        best: Option<G::Move>,
        exhausted: bool,
        probe: &Probe<G::Move>,
    ) {
        let bound = if value >= window.beta {
            Bound::Lower
        } else if value > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = best.map(|m| self.packed_for_table(m, probe));
        let value = value.hastened(ply as u32);
        self.statistics.table_stores += 1;
        self.table.store(probe.key, Stored { best, value, depth: 0, exhausted, bound });
    }

    /// Whether a noisy move need not be tried: it loses material, or does not win enough; or there are answers already.
    #[inline]
    fn is_pointless(
        &self,
        node: &G::Node,
        m: G::Move,
        quiet: bool,
        tried: usize,
        stand: Value,
        alpha: Value,
    ) -> bool {
        if !G::EXCHANGES || !self.has(Feature::Exchanges) || !self.has(Feature::AlphaBeta) {
            return false;
        }
        if !quiet {
            return tried >= ANSWERS && !self.game.is_noisy(&self.position, node, m);
        }
        // A quiet move is a check here, and what that is worth is not said by what it takes.
        let futile = stand.shifted(self.game.gain(&self.position, m) + 3 * G::MARGIN) <= alpha
            && self.game.is_noisy(&self.position, node, m);
        futile || !self.game.exchange_reaches(&self.position, m, 0)
    }

    /// Lists noisy moves, and checks and the like if they are wanted.
    pub(super) fn collect_noisy(&mut self, node: &G::Node, skip: Hint, forcing: bool) {
        let side = self.side();
        let mut scorer = Scorer {
            game: self.game,
            position: &self.position,
            node,
            ordering: self.features.has(Feature::Ordering),
            history: self.features.has(Feature::History).then(|| self.experience.history(side)),
            continuations: [None; 2],
            killers: [Hint::NONE; 2],
            countermove: Hint::NONE,
            skip,
            list: &mut self.moves,
        };
        let _ = self.game.noisy_moves(&self.position, node, &mut scorer);
        if G::EXCHANGES && forcing && self.features.has(Feature::Exchanges) {
            let _ = self.game.forcing_moves(&self.position, node, &mut scorer);
        }
    }
}
