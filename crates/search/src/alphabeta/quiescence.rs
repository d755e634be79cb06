//! The leaves: search on through noisy moves until the position is quiet.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::MOST_PLIES;
use super::node::{Known, Window};
use super::ordering::{Scorer, pick};
use super::pruning::QUIESCENCE_PLIES;
use super::worker::Worker;
use crate::features::Feature;
use crate::hint::Hint;

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
            self.knowing_leaf(ply, beyond, window)
        } else {
            self.evaluate()
        }
    }

    #[inline(never)]
    fn knowing_leaf(&mut self, ply: usize, beyond: usize, window: Window) -> Value {
        let (window, node) = match self.known(ply, window) {
            Known::Value(value) => return value,
            Known::Within(window, node) => (window, node),
        };
        let searches = G::QUIESCENCE && self.has(Feature::Quiescence);
        if !searches || beyond >= QUIESCENCE_PLIES || ply >= MOST_PLIES {
            return self.evaluate();
        }
        let node = node.unwrap_or_else(|| self.game.node(&self.position));
        self.noisy(ply, beyond, window, &node)
    }

    fn noisy(&mut self, ply: usize, beyond: usize, window: Window, node: &G::Node) -> Value {
        let Window { mut alpha, beta } = window;
        let mut best = Value::MIN;
        if self.game.is_quiet(&self.position, node) {
            best = self.evaluate();
            if best >= beta && self.has(Feature::AlphaBeta) {
                return best;
            }
            alpha = alpha.max(best);
        }
        let first = self.moves.len();
        self.collect_noisy(node);
        let mut next = first;
        while let Some(m) = pick(&mut self.moves[next..]) {
            next += 1;
            let side = self.side();
            let undo = self.play(m);
            let value = self.child(side, Window { alpha, beta }, |worker, window| {
                worker.leaf::<false>(ply + 1, beyond + 1, window)
            });
            self.undo(m, undo);
            if self.aborted {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta && self.has(Feature::AlphaBeta) {
                self.statistics.beta_cutoffs += 1;
                self.statistics.first_move_cutoffs += u64::from(next == first + 1);
                break;
            }
        }
        self.moves.truncate(first);
        // Not quiet, and nothing to be done about it: the evaluation must do.
        if best == Value::MIN { self.evaluate() } else { best }
    }

    fn collect_noisy(&mut self, node: &G::Node) {
        let side = self.side();
        let mut scorer = Scorer {
            game: self.game,
            position: &self.position,
            node,
            ordering: self.features.has(Feature::Ordering),
            history: self.features.has(Feature::History).then(|| self.experience.history(side)),
            killers: [Hint::NONE; 2],
            countermove: Hint::NONE,
            skip: Hint::NONE,
            list: &mut self.moves,
        };
        let _ = self.game.noisy_moves(&self.position, node, &mut scorer);
    }
}
