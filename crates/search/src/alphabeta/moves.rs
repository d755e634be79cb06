//! One move of a node: how deep it is searched, and what its value means.

use mossa_game::{Evaluate, Symmetric, Tactics, Value};

use super::assessment::Assessment;
use super::choosing::{LATE_DEPTH, late_count};
use super::memory::Probe;
use super::node::Window;
use super::pruning::{LATE_MOVE_PRUNING_DEPTH, REDUCTION_DEPTH, REDUCTION_MOVES, late_move_count};
use super::worker::Worker;
use crate::features::Feature;

/// How moves of a node may be treated differently; nothing by default.
#[derive(Clone, Copy, Default)]
pub(super) struct Selection {
    /// Late quiet moves may be left out, and were not yet.
    pub(super) pruning: bool,
    /// Late quiet moves may be searched less deep.
    reducing: bool,
    /// Some moves may be searched deeper.
    pub(super) extending: bool,
    /// Either of these two.
    any: bool,
    /// Single moves may be left out.
    pub(super) choosing: bool,
    /// Only promising moves are listed at first.
    pub(super) promising: bool,
}

/// A node while its moves are tried.
pub(super) struct Trial<M> {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) side: usize,
    /// What may be done to single moves here.
    pub(super) selection: Selection,
    pub(super) best: Value,
    pub(super) best_move: Option<M>,
    pub(super) tried: usize,
    /// What was thought of the node, in games that ask for it.
    pub(super) assessment: Option<Assessment>,
    /// By how many plies the table's move is searched deeper.
    pub(super) extension: i32,
    /// How promising the move looked that is tried now.
    pub(super) score: i32,
    /// How many guesses there were when the node was entered.
    pub(super) guesses: u64,
}

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    #[inline]
    pub(super) fn trial(&self, depth: i32, ply: usize, window: Window) -> Trial<G::Move> {
        Trial {
            ply,
            depth,
            window,
            side: self.side(),
            selection: Selection::default(),
            best: Value::MIN,
            best_move: None,
            tried: 0,
            assessment: None,
            extension: 0,
            score: 0,
            guesses: self.guesses,
        }
    }

    /// What may be done to single moves of a node, decided once for all of them.
    #[inline]
    pub(super) fn selection(&self, depth: i32, ply: usize, guessing: bool, prunable: bool) -> Selection {
        if !guessing || !self.has(Feature::AlphaBeta) {
            return Selection::default();
        }
        let pruning = G::LATE_MOVE_PRUNING
            && prunable
            && depth <= if G::ASSESSMENT { LATE_DEPTH } else { LATE_MOVE_PRUNING_DEPTH }
            && self.has(Feature::LateMovePruning);
        let reducing =
            G::LATE_MOVE_REDUCTIONS && depth >= REDUCTION_DEPTH && self.has(Feature::LateMoveReductions);
        let extending = (ply as i32) < 2 * self.iteration
            && (self.has(Feature::Extensions) || (G::SINGULAR_EXTENSIONS && self.has(Feature::Singular)));
        let promising = G::SELECTIVE && self.has(Feature::Selection) && self.has(Feature::Knowledge);
        let choosing = G::ASSESSMENT && ply > 0;
        Selection { pruning, reducing, extending, any: reducing || extending, choosing, promising }
    }

    /// Searches one move; `true` if there is no need for another: it is too good for the opponent to let it
    /// happen, or the search was aborted.
    #[inline(always)]
    pub(super) fn try_move<const PV: bool>(
        &mut self,
        trial: &mut Trial<G::Move>,
        node: &G::Node,
        m: G::Move,
        probe: &Probe<G::Move>,
    ) -> bool {
        let before = self.guesses;
        let value = if trial.selection.any {
            self.value_after_selection::<PV>(trial, node, m, probe)
        } else {
            self.value_after::<PV>(trial, m, trial.depth - 1)
        };
        trial.tried += 1;
        self.aborted || self.judge::<PV>(trial, m, value, before)
    }

    /// The value of a move that is searched to `depth`: with an empty window first, in the expectation that it is
    /// no better than the best so far.
    #[inline(always)]
    fn value_after<const PV: bool>(&mut self, trial: &Trial<G::Move>, m: G::Move, depth: i32) -> Value {
        let (ply, side, guesses) = (trial.ply + 1, trial.side, self.guesses);
        self.frames[trial.ply].slot = self.game.history_slot(&self.position, m) as u32;
        let undo = self.play(m);
        let window = trial.window;
        let mut value = Value::MIN;
        let mut open = true;
        if PV && trial.tried > 0 && self.has(Feature::Pvs) && self.has(Feature::AlphaBeta) {
            let scout = Window::scout(window.alpha);
            if G::ASSESSMENT {
                self.frames[ply].expects_cut = true;
            }
            value = self.child(side, scout, |worker, window| worker.descend::<false>(depth, ply, window));
            open = value > window.alpha && value < window.beta && !self.aborted;
            if open {
                // What a superseded search guessed does not count.
                self.guesses = guesses;
            }
        }
        if open {
            if G::ASSESSMENT {
                self.frames[ply].expects_cut = !PV && !self.frames[ply - 1].expects_cut;
            }
            value = self.child(side, window, |worker, window| worker.descend::<PV>(depth, ply, window));
        }
        self.undo(m, undo);
        value
    }

    /// Whether so many moves were tried that quiet ones are left out from now on.
    #[inline]
    pub(super) fn has_enough(&self, trial: &Trial<G::Move>) -> bool {
        let enough = if G::ASSESSMENT {
            late_count(trial.depth, trial.assessment.is_some_and(|assessment| assessment.improving))
        } else {
            late_move_count(trial.depth)
        };
        trial.tried >= enough && !trial.best.is_loss()
    }

    /// The value of a move in a node where moves are treated differently.
    #[inline(never)]
    fn value_after_selection<const PV: bool>(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        m: G::Move,
        probe: &Probe<G::Move>,
    ) -> Value {
        let (extension, reduction) = self.select::<PV>(trial, node, m, probe);
        let depth = trial.depth - 1 + extension;
        if reduction > 0 {
            let guesses = self.guesses;
            let (ply, side, scout) = (trial.ply + 1, trial.side, Window::scout(trial.window.alpha));
            self.frames[trial.ply].slot = self.game.history_slot(&self.position, m) as u32;
            let undo = self.play(m);
            let reduced = depth - reduction;
            if G::ASSESSMENT {
                self.frames[ply].expects_cut = true;
            }
            let value =
                self.child(side, scout, |worker, window| worker.descend::<false>(reduced, ply, window));
            self.undo(m, undo);
            if self.aborted || value <= trial.window.alpha {
                return value;
            }
            self.guesses = guesses;
        }
        self.value_after::<PV>(trial, m, depth)
    }

    /// By how much a move is searched deeper, and by how much less deep at first.
    fn select<const PV: bool>(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        m: G::Move,
        probe: &Probe<G::Move>,
    ) -> (i32, i32) {
        let extension = self.extension(trial, node, m, probe);
        if G::ASSESSMENT {
            let reduction = if trial.selection.reducing && extension <= 0 {
                self.reduction::<PV>(trial, node, m)
            } else {
                0
            };
            return (extension, reduction);
        }
        let reducing = trial.selection.reducing
            && trial.tried >= REDUCTION_MOVES
            && !self.game.is_noisy(&self.position, node, m);
        (extension, if reducing { self.reductions.of(trial.depth, trial.tried + 1) } else { 0 })
    }

    /// Takes the value of a move into account; `true` if it is too good.
    #[inline]
    fn judge<const PV: bool>(
        &mut self,
        trial: &mut Trial<G::Move>,
        m: G::Move,
        value: Value,
        before: u64,
    ) -> bool {
        if value <= trial.best {
            return false;
        }
        trial.best = value;
        if value <= trial.window.alpha {
            return false;
        }
        trial.best_move = Some(m);
        let cut = value >= trial.window.beta;
        if PV {
            self.set_line(trial.ply, m, !cut);
        }
        if cut {
            // What the other moves were thought to be worth does not matter any more.
            if self.guesses == before || value.is_win() {
                self.guesses = trial.guesses;
            }
        } else if self.has(Feature::AlphaBeta) {
            trial.window.alpha = value;
        }
        cut
    }

    /// How many plies deeper a move is searched.
    #[inline]
    fn extension(&self, trial: &Trial<G::Move>, node: &G::Node, m: G::Move, probe: &Probe<G::Move>) -> i32 {
        if !trial.selection.extending {
            return 0;
        }
        if self.has(Feature::Extensions) && self.game.extends(&self.position, node, m) {
            return 1;
        }
        if G::SINGULAR_EXTENSIONS && probe.best == Some(m) { trial.extension } else { 0 }
    }
}
