//! One node of the tree.

use mossa_game::{Evaluate, Move, Symmetric, Symmetry, Tactics, Value};

use super::MOST_PLIES;
use super::ordering::{Scorer, pick};
use super::pruning::{
    ITERATIVE_REDUCTION_DEPTH, LATE_MOVE_PRUNING_DEPTH, NULL_MOVE_DEPTH, REDUCTION_DEPTH, REDUCTION_MOVES,
    REVERSE_FUTILITY_DEPTH, SINGULAR_DEPTH, late_move_count, null_move_reduction,
};
use super::worker::Worker;
use crate::features::Feature;
use crate::table::{Bound, Stored};

/// What the caller wants to know: values outside only need to be known as such.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: Value::MIN, beta: Value::MAX };

    /// Whether the value is above `alpha`, and nothing else.
    #[inline]
    fn scout(alpha: Value) -> Window {
        Window { alpha, beta: Value::from_raw(alpha.raw() + 1) }
    }

    #[inline]
    fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What is certain about a node without search.
pub(super) enum Known {
    /// All that matters.
    Value(Value),
    /// That the value cannot lie outside.
    Within(Window),
}

/// What the table said about a node.
#[derive(Clone, Copy)]
pub(super) struct Probe<M> {
    pub(super) key: u64,
    /// From the board to the one that the table knows.
    pub(super) symmetry: Symmetry,
    pub(super) best: Option<M>,
    stored: Option<Stored>,
}

impl<M> Probe<M> {
    /// The root is searched whatever the table says of it.
    pub(super) fn of_root(key: u64, symmetry: Symmetry) -> Probe<M> {
        Probe { key, symmetry, best: None, stored: None }
    }
}

/// A node while its moves are tried.
pub(super) struct Trial<M> {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) side: usize,
    /// Whether techniques that guess may be used here.
    pub(super) guessing: bool,
    /// Whether quiet moves may be left out.
    pub(super) pruning: bool,
    pub(super) best: Value,
    pub(super) best_move: Option<M>,
    pub(super) tried: usize,
    /// How many guesses there were when the node was entered.
    pub(super) guesses: u64,
}

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// The value of the position for the player to move, searched to `depth`; wins count from the root.
    ///
    /// Fail-soft: a result at or below alpha is an upper bound of the value, one at or above beta a lower
    /// bound, anything between is the value. `PV` nodes are those whose window may be open.
    pub(super) fn search<const PV: bool>(&mut self, depth: i32, ply: usize, window: Window) -> Value {
        if depth <= 0 || ply >= MOST_PLIES {
            return self.leaf(ply, 0, window);
        }
        self.lines[ply].clear();
        if self.enter(ply) {
            return Value::DRAW;
        }
        if let Some(outcome) = self.game.outcome(&self.position) {
            self.statistics.terminal += 1;
            return Value::proven(outcome.verdict(self.game.to_move(&self.position)), ply as u32);
        }
        let node = self.game.node(&self.position);
        let window = match self.known(&node, ply, window) {
            Known::Value(value) => return value,
            Known::Within(window) => window,
        };
        let probe = match self.probe::<PV>(depth, ply, window) {
            Ok(probe) => probe,
            Err(value) => return value,
        };
        self.search_moves::<PV>(depth, ply, window, &node, &probe)
    }

    /// What needs no search: wins that would come too late to matter, and what the game knows.
    #[inline]
    pub(super) fn known(&self, node: &G::Node, ply: usize, mut window: Window) -> Known {
        let ply = ply as u32;
        if self.has(Feature::MateDistance) {
            let (least, most) = (Value::loss_in(ply), Value::win_in(ply + 1));
            if least >= window.beta {
                return Known::Value(least);
            }
            if most <= window.alpha {
                return Known::Value(most);
            }
        }
        if self.has(Feature::Knowledge) {
            if let Some((verdict, plies)) = self.game.proven(&self.position, node) {
                return Known::Value(Value::proven(verdict, ply + plies));
            }
            let (least, most) = self.game.bounds(&self.position, node);
            let (least, most) = (least.delayed(ply), most.delayed(ply));
            if least >= window.beta || least == most {
                return Known::Value(least);
            }
            if most <= window.alpha {
                return Known::Value(most);
            }
            // Inside these bounds fail-soft results stay true: at or above the lowered beta the value is that beta.
            window = Window { alpha: window.alpha.max(least), beta: window.beta.min(most) };
        }
        Known::Within(window)
    }

    /// Asks the table. `Err` with a value that needs no further search.
    #[inline]
    pub(super) fn probe<const PV: bool>(
        &mut self,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Result<Probe<G::Move>, Value> {
        if !self.has(Feature::Table) || self.frames[ply].excluded.is_some() {
            return Ok(Probe { key: 0, symmetry: Symmetry::IDENTITY, best: None, stored: None });
        }
        let (key, symmetry) = if self.has(Feature::Symmetry) {
            self.game.canonical_key(&self.position)
        } else {
            (self.game.key(&self.position), Symmetry::IDENTITY)
        };
        let Some(stored) = self.table.probe(key) else {
            return Ok(Probe { key, symmetry, best: None, stored: None });
        };
        self.statistics.table_hits += 1;
        if let Some(value) = self.cutoff::<PV>(&stored, depth, ply, window) {
            self.statistics.table_cutoffs += 1;
            return Err(value);
        }
        let best = stored.best.map(|packed| {
            let m = G::Move::unpack(packed);
            if symmetry == Symmetry::IDENTITY {
                m
            } else {
                self.game.map_move(self.game.inverse(symmetry), m)
            }
        });
        let best = best.filter(|m| self.game.is_legal(&self.position, *m));
        Ok(Probe { key, symmetry, best, stored: Some(stored) })
    }

    /// The stored value, if it answers the question.
    #[inline]
    fn cutoff<const PV: bool>(
        &mut self,
        stored: &Stored,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> Option<Value> {
        let value = stored.value.delayed(ply as u32);
        let above = stored.bound.is_lower() && value >= window.beta;
        let below = stored.bound.is_upper() && value <= window.alpha;
        if !(above || below || stored.bound == Bound::Exact) {
            return None;
        }
        // A win that was found is a win, at whatever depth; likewise a loss.
        let certain = stored.exhausted || (above && value.is_win()) || (below && value.is_loss());
        if certain {
            return Some(value);
        }
        // In the principal variation guesses are searched again, so that it can be shown in full.
        // (Without scouts every node is called principal.)
        let principal = PV && self.has(Feature::Pvs);
        if principal || i32::from(stored.depth) < depth {
            return None;
        }
        self.guesses += 1;
        Some(value)
    }

    fn search_moves<const PV: bool>(
        &mut self,
        mut depth: i32,
        ply: usize,
        window: Window,
        node: &G::Node,
        probe: &Probe<G::Move>,
    ) -> Value {
        // A search that reaches the end of the game anyway shall be certain.
        let to_the_end = self.game.plies_left(&self.position).is_some_and(|plies| plies <= depth as u32);
        let guessing = !to_the_end;
        let quiet = guessing && self.game.is_quiet(&self.position, node);
        if !PV
            && quiet
            && self.frames[ply].excluded.is_none()
            && self.has(Feature::AlphaBeta)
            && let Some(value) = self.prune(depth, ply, window)
        {
            return value;
        }
        if guessing
            && probe.best.is_none()
            && depth >= ITERATIVE_REDUCTION_DEPTH
            && self.has(Feature::IterativeReduction)
        {
            depth -= 1;
        }
        let pruning = G::LATE_MOVE_PRUNING
            && !PV
            && quiet
            && self.has(Feature::LateMovePruning)
            && depth <= LATE_MOVE_PRUNING_DEPTH;
        let mut trial = Trial {
            ply,
            depth,
            window,
            side: self.side(),
            guessing,
            pruning,
            best: Value::MIN,
            best_move: None,
            tried: 0,
            guesses: self.guesses,
        };
        self.frames[ply + 1].killers = [None; 2];
        let first = self.moves.len();
        let cut = self.try_all::<PV>(&mut trial, node, probe, first);
        if self.aborted {
            self.moves.truncate(first);
            return Value::DRAW;
        }
        if trial.tried == 0 {
            self.moves.truncate(first);
            return self.no_move(ply);
        }
        if cut {
            self.learn(&trial, node, first);
        }
        self.moves.truncate(first);
        self.remember(&trial, cut, probe);
        trial.best
    }

    /// Cuts off where the position is too good to be true for the opponent: by its evaluation, or even after a pass.
    #[inline]
    fn prune(&mut self, depth: i32, ply: usize, window: Window) -> Option<Value> {
        let beta = window.beta;
        let futility =
            G::REVERSE_FUTILITY && self.has(Feature::ReverseFutility) && depth <= REVERSE_FUTILITY_DEPTH;
        let passed = ply > 0 && self.frames[ply - 1].slot.is_none();
        let null = G::NULL_MOVE && self.has(Feature::NullMove) && depth >= NULL_MOVE_DEPTH && !passed;
        if beta.is_decided() || !(futility || null) {
            return None;
        }
        let guesses = self.guesses;
        let value = self.evaluate();
        if futility && value.shifted(-G::MARGIN * depth) >= beta {
            return Some(value);
        }
        if null && value >= beta {
            self.frames[ply].slot = None;
            self.game.pass(&mut self.position);
            let scout = Window { alpha: Value::from_raw(beta.raw() - 1), beta }.flipped();
            let value = -self.search::<false>(depth - 1 - null_move_reduction(depth), ply + 1, scout);
            self.game.undo_pass(&mut self.position);
            if self.aborted {
                return Some(Value::DRAW);
            }
            if value >= beta {
                self.guesses = guesses + 1;
                // A win after a pass proves nothing about the position itself.
                return Some(if value.is_win() { beta } else { value });
            }
        }
        // Nothing was concluded from the evaluation, so it does not count.
        self.guesses = guesses;
        None
    }

    /// Tries the table's move, then all others; `true` if one of them was too good.
    #[inline]
    fn try_all<const PV: bool>(
        &mut self,
        trial: &mut Trial<G::Move>,
        node: &G::Node,
        probe: &Probe<G::Move>,
        first: usize,
    ) -> bool {
        let excluded = self.frames[trial.ply].excluded;
        if let Some(m) = probe.best
            && self.try_move::<PV>(trial, node, m, probe)
        {
            return true;
        }
        if self.aborted {
            return false;
        }
        self.collect(trial, node, probe.best.or(excluded));
        self.work((self.moves.len() - first) as u64 / 16);
        let mut next = first;
        while let Some(m) = pick(&mut self.moves[next..]) {
            next += 1;
            if self.try_move::<PV>(trial, node, m, probe) {
                // What `learn` looks at: the moves that were tried.
                self.moves.truncate(next);
                return true;
            }
            if self.aborted {
                return false;
            }
        }
        false
    }

    pub(super) fn collect(&mut self, trial: &Trial<G::Move>, node: &G::Node, skip: Option<G::Move>) {
        let previous = if trial.ply == 0 { None } else { self.frames[trial.ply - 1].slot };
        let mut scorer = Scorer {
            game: self.game,
            position: &self.position,
            node,
            features: self.features,
            experience: &self.experience,
            side: trial.side,
            killers: self.frames[trial.ply].killers,
            countermove: self.experience.countermove(trial.side, previous),
            skip,
            list: &mut self.moves,
        };
        let _ = if self.features.has(Feature::Knowledge) {
            self.game.candidates(&self.position, node, &mut scorer)
        } else {
            self.game.moves(&self.position, &mut scorer)
        };
    }

    /// Searches one move; `true` if it is too good for the opponent to let it happen.
    pub(super) fn try_move<const PV: bool>(
        &mut self,
        trial: &mut Trial<G::Move>,
        node: &G::Node,
        m: G::Move,
        probe: &Probe<G::Move>,
    ) -> bool {
        let late = trial.tried >= REDUCTION_MOVES;
        let reducing = G::LATE_MOVE_REDUCTIONS
            && late
            && trial.guessing
            && trial.depth >= REDUCTION_DEPTH
            && self.has(Feature::LateMoveReductions)
            && self.has(Feature::AlphaBeta);
        let pruning = trial.pruning && trial.tried >= late_move_count(trial.depth) && !trial.best.is_loss();
        let quiet = (reducing || pruning) && !self.game.is_noisy(&self.position, node, m);
        if pruning && quiet {
            self.guesses += 1;
            return false;
        }
        let extension = self.extension(trial, node, m, probe);
        if self.aborted {
            return false;
        }
        trial.tried += 1;
        let before = self.guesses;
        let reduction = if reducing && quiet { self.reductions.of(trial.depth, trial.tried) } else { 0 };
        self.frames[trial.ply].slot = Some(self.game.history_slot(&self.position, m));
        let undo = self.play(m);
        let value = self.search_child::<PV>(trial, trial.depth - 1 + extension, reduction);
        self.undo(m, undo);
        if self.aborted {
            return false;
        }
        self.judge::<PV>(trial, m, value, before)
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
        if value <= trial.window.alpha && self.has(Feature::AlphaBeta) {
            return false;
        }
        trial.best_move = Some(m);
        if PV {
            self.set_line(trial.ply, m);
        }
        if !self.has(Feature::AlphaBeta) {
            return false;
        }
        if value >= trial.window.beta {
            // What the other moves were thought to be worth does not matter any more.
            if self.guesses == before || value.is_win() {
                self.guesses = trial.guesses;
            }
            return true;
        }
        trial.window.alpha = value;
        false
    }

    /// Searches the position after a move: less deep first, where that may suffice; then with an empty window, in
    /// the expectation that it is no better than the best so far; then in full.
    #[inline]
    fn search_child<const PV: bool>(&mut self, trial: &Trial<G::Move>, depth: i32, reduction: i32) -> Value {
        let (ply, side) = (trial.ply + 1, trial.side);
        let guesses = self.guesses;
        if !self.has(Feature::AlphaBeta) {
            return self.child(side, Window::FULL, |worker, window| worker.search::<PV>(depth, ply, window));
        }
        let Window { alpha, beta } = trial.window;
        let scout = Window::scout(alpha);
        if reduction > 0 {
            let value = self
                .child(side, scout, |worker, window| worker.search::<false>(depth - reduction, ply, window));
            if self.aborted || value <= alpha {
                return value;
            }
            // What a superseded search guessed does not count.
            self.guesses = guesses;
        }
        if PV && trial.tried > 1 && self.has(Feature::Pvs) {
            let value = self.child(side, scout, |worker, window| worker.search::<false>(depth, ply, window));
            if self.aborted || value <= alpha || value >= beta {
                return value;
            }
            self.guesses = guesses;
        }
        self.child(side, trial.window, |worker, window| worker.search::<PV>(depth, ply, window))
    }

    /// The value of a child for `side`, who made the move. Where sides alternate, the sign changes always.
    #[inline]
    pub(super) fn child(
        &mut self,
        side: usize,
        window: Window,
        search: impl FnOnce(&mut Self, Window) -> Value,
    ) -> Value {
        if G::ALTERNATES || self.side() != side {
            -search(self, window.flipped())
        } else {
            search(self, window)
        }
    }

    /// How many plies deeper a move is searched.
    #[inline]
    fn extension(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        m: G::Move,
        probe: &Probe<G::Move>,
    ) -> i32 {
        if !trial.guessing || trial.ply as i32 >= 2 * self.iteration {
            return 0;
        }
        if self.has(Feature::Extensions) && self.game.extends(&self.position, node, m) {
            return 1;
        }
        if G::SINGULAR_EXTENSIONS
            && self.has(Feature::Singular)
            && probe.best == Some(m)
            && trial.depth >= SINGULAR_DEPTH
        {
            return i32::from(self.is_singular(trial, m, probe));
        }
        0
    }

    /// Whether all moves but `m` are clearly worse than what the table says of it.
    fn is_singular(&mut self, trial: &Trial<G::Move>, m: G::Move, probe: &Probe<G::Move>) -> bool {
        let Some(stored) = probe.stored else { return false };
        let value = stored.value.delayed(trial.ply as u32);
        let reliable =
            stored.bound.is_lower() && i32::from(stored.depth) >= trial.depth - 3 && !value.is_decided();
        if !reliable || !self.has(Feature::AlphaBeta) {
            return false;
        }
        let limit = value.shifted(-G::MARGIN * trial.depth / 16);
        // Only an opinion on how deep to search comes of this: no guess, no statistics of this node, no line.
        let guesses = self.guesses;
        let killers = self.frames[trial.ply].killers;
        self.frames[trial.ply].excluded = Some(m);
        let scout = Window { alpha: Value::from_raw(limit.raw() - 1), beta: limit };
        let others = self.search::<false>(trial.depth / 2, trial.ply, scout);
        self.frames[trial.ply].excluded = None;
        self.frames[trial.ply].killers = killers;
        self.guesses = guesses;
        others < limit
    }

    /// The value when there is no move (or none but the excluded one).
    #[cold]
    fn no_move(&mut self, ply: usize) -> Value {
        if self.frames[ply].excluded.is_some() {
            return Value::MIN;
        }
        self.statistics.terminal += 1;
        let outcome = self.game.without_moves(&self.position);
        Value::proven(outcome.verdict(self.game.to_move(&self.position)), ply as u32)
    }

    /// A move refuted the position: remember it, and that the moves tried before it did not.
    fn learn(&mut self, trial: &Trial<G::Move>, node: &G::Node, first: usize) {
        self.statistics.beta_cutoffs += 1;
        self.statistics.first_move_cutoffs += u64::from(trial.tried == 1);
        let Some(best) = trial.best_move else { return };
        if self.game.is_noisy(&self.position, node, best) {
            return;
        }
        if self.has(Feature::Killers) {
            let killers = &mut self.frames[trial.ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
        }
        if self.has(Feature::Countermoves) {
            let previous = if trial.ply == 0 { None } else { self.frames[trial.ply - 1].slot };
            self.experience.refuted(trial.side, previous, best);
        }
        if self.has(Feature::History) {
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

    /// Stores what was found out.
    #[inline]
    pub(super) fn remember(&mut self, trial: &Trial<G::Move>, cut: bool, probe: &Probe<G::Move>) {
        if trial.best.is_loss() && trial.best_move.is_none() {
            // Every move loses at least this fast: certain, whatever else was thought on the way.
            self.guesses = trial.guesses;
        }
        if !self.has(Feature::Table) || self.frames[trial.ply].excluded.is_some() {
            return;
        }
        let bound = if cut {
            Bound::Lower
        } else if trial.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let best = trial.best_move.map(|m| {
            let m =
                if probe.symmetry == Symmetry::IDENTITY { m } else { self.game.map_move(probe.symmetry, m) };
            m.pack()
        });
        self.statistics.table_stores += 1;
        self.table.store(
            probe.key,
            Stored {
                best,
                value: trial.best.hastened(trial.ply as u32),
                depth: trial.depth.clamp(0, Stored::MOST_DEPTH.into()) as u8,
                exhausted: self.guesses == trial.guesses,
                bound,
            },
        );
    }
}
