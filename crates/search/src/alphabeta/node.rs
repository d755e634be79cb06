//! One node of the tree: what needs no search, what the table knows, and then move after move.

use mossa_game::{Evaluate, Move, Symmetric, Tactics, Value};

use super::MOST_PLIES;
use super::memory::Probe;
use super::moves::Trial;
use super::ordering::{LEFT_OUT, Scorer, pick};
use super::pruning::ITERATIVE_REDUCTION_DEPTH;
use super::worker::{NO_SLOT, Worker};
use crate::features::Feature;
use crate::hint::Hint;

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
    pub(super) fn scout(alpha: Value) -> Window {
        Window { alpha, beta: Value::from_raw(alpha.raw() + 1) }
    }

    #[inline]
    pub(super) fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// What is certain about a node without search.
pub(super) enum Known<N> {
    /// All that matters.
    Value(Value),
    /// That the value cannot lie outside; with the game's node if it had to be computed.
    Within(Window, Option<N>),
}

/// Which moves to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Listing {
    /// All.
    All,
    /// Those that the game finds promising.
    Promising,
    /// The noisy ones of a quiet position.
    Noisy,
    /// All that are not among those.
    Others,
}

impl Listing {
    #[inline(always)]
    fn at_first<M: Move>(staged: bool, trial: &Trial<M>) -> Listing {
        match (staged, trial.selection.promising) {
            (true, _) => Listing::Noisy,
            (false, true) => Listing::Promising,
            (false, false) => Listing::All,
        }
    }
}

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// The value of the position for the player to move, searched to `depth`; wins count from the root.
    ///
    /// Fail-soft: a result at or below alpha is an upper bound of the value, one at or above beta a lower
    /// bound, anything between is the value. `PV` nodes are those whose window may be open.
    #[inline(never)]
    pub(super) fn search<const PV: bool>(&mut self, depth: i32, ply: usize, window: Window) -> Value {
        debug_assert!(depth > 0 && ply < MOST_PLIES);
        let key = self.foresee(ply);
        if let Some(value) = self.arrive::<PV>(ply) {
            return value;
        }
        let (known, node) = match self.known(ply, window) {
            Known::Value(value) => return value,
            Known::Within(known, node) => (known, node),
        };
        // Without alpha-beta nothing is outside.
        let inner = if self.has(Feature::AlphaBeta) { known } else { Window::FULL };
        let value = match self.probe::<PV>(key, depth, ply, inner) {
            Ok(probe) => {
                let node = node.unwrap_or_else(|| self.game.node(&self.position));
                self.search_moves::<PV>(depth, ply, inner, &node, &probe)
            }
            Err(value) => value,
        };
        if G::ASSESSMENT { self.kept_within(value, window, known) } else { value }
    }

    /// What was found with guesses, corrected by what is known: `known` is the part of the window in which the value can
    /// lie.
    #[inline(always)]
    pub(super) fn kept_within(&mut self, value: Value, window: Window, known: Window) -> Value {
        let kept = if known.alpha > window.alpha && value < known.alpha {
            known.alpha
        } else if known.beta < window.beta && value > known.beta {
            known.beta
        } else {
            return value;
        };
        self.guesses += 1;
        kept
    }

    /// Counts the node and begins its line; gives its value if the game is over, or any if the search is.
    #[inline(always)]
    pub(super) fn arrive<const PV: bool>(&mut self, ply: usize) -> Option<Value> {
        if PV {
            self.lines[ply].clear();
        }
        if self.enter(ply) {
            return Some(Value::DRAW);
        }
        if let Some(outcome) = self.game.outcome(&self.position) {
            self.statistics.terminal += 1;
            let value = Value::proven(outcome.verdict(self.game.to_move(&self.position)), ply as u32);
            self.guesses += u64::from(!value.is_decided() && self.may_draw_by_clock(ply));
            return Some(value);
        }
        if G::MAY_REPEAT && ply > 0 && self.path.is_repeated(self.game, &self.position) {
            // Another way to this position may be worth something else: nothing to be sure of.
            self.guesses += 1;
            return Some(Value::DRAW);
        }
        None
    }

    /// Searches the position if there is depth left; evaluates it otherwise.
    #[inline(always)]
    pub(super) fn descend<const PV: bool>(&mut self, depth: i32, ply: usize, window: Window) -> Value {
        if depth <= 0 || ply >= MOST_PLIES {
            self.leaf::<PV>(ply, 0, window)
        } else {
            self.search::<PV>(depth, ply, window)
        }
    }

    /// What needs no search: wins that would come too late to matter, and what the game knows.
    #[inline(always)]
    pub(super) fn known(&self, ply: usize, mut window: Window) -> Known<G::Node> {
        let ply = ply as u32;
        if self.has(Feature::MateDistance) {
            // A player without moves may have won or lost already.
            let (least, most) = (Value::loss_in(ply), Value::win_in(ply));
            if least >= window.beta {
                return Known::Value(least);
            }
            if most <= window.alpha {
                return Known::Value(most);
            }
        }
        if !self.has(Feature::Knowledge) {
            return Known::Within(window, None);
        }
        let node = self.game.node(&self.position);
        if let Some((verdict, plies)) = self.game.proven(&self.position, &node) {
            return Known::Value(Value::proven(verdict, ply + plies));
        }
        let (least, most) = self.game.bounds(&self.position, &node);
        let (least, most) = (least.delayed(ply), most.delayed(ply));
        if least >= window.beta || least == most {
            return Known::Value(least);
        }
        if most <= window.alpha {
            return Known::Value(most);
        }
        // Inside these bounds fail-soft results stay true: at or above the lowered beta the value is that beta.
        window = Window { alpha: window.alpha.max(least), beta: window.beta.min(most) };
        Known::Within(window, Some(node))
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
        let mut assessment = None;
        if G::ASSESSMENT {
            assessment = self.assess(ply, quiet, probe);
            if !PV
                && self.frames[ply].excluded.is_none()
                && self.has(Feature::AlphaBeta)
                && let Some(assessment) = assessment
                && let Some(value) = self.shortcut(depth, ply, window.beta, &assessment)
            {
                return value;
            }
        } else if !PV
            && quiet
            && self.frames[ply].excluded.is_none()
            && self.may_prune(depth)
            && let Some(value) = self.prune(depth, ply, window)
        {
            return value;
        }
        if G::ITERATIVE_REDUCTIONS
            && guessing
            && probe.best.is_none()
            && depth >= ITERATIVE_REDUCTION_DEPTH
            && self.has(Feature::IterativeReduction)
        {
            depth -= 1;
        }
        let mut trial = self.trial(depth, ply, window);
        trial.selection = self.selection(depth, ply, guessing, quiet && !PV);
        if G::ASSESSMENT {
            trial.assessment = assessment;
        }
        if G::SINGULAR_EXTENSIONS {
            trial.extension = self.singular::<PV>(&trial, probe);
        }
        self.frames[ply + 1].killers = [Hint::NONE; 2];
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
            self.learn(&trial, node, first, probe);
        }
        self.moves.truncate(first);
        if G::CORRECTIONS > 0 {
            self.learn_correction(&trial, cut, node);
        }
        self.remember(&trial, cut, probe);
        trial.best
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
        let mut remembered = probe.best;
        let mut next = first;
        let mut all = true;
        // Whether the noisy moves alone are listed.
        let mut staged = false;
        loop {
            let m = match remembered.take() {
                Some(m) => m,
                None => {
                    if next == first {
                        staged = self.is_staged(trial, node);
                        all = self.collect(trial, node, probe, Listing::at_first(staged, trial));
                        self.work((self.moves.len() - first) as u64 / 16);
                    }
                    let mut picked = None;
                    if staged {
                        picked =
                            self.next_move(next).filter(|_| Some(self.moves[next].score) >= G::FIRST_STAGE);
                        if picked.is_none() {
                            staged = false;
                            self.collect(trial, node, probe, Listing::Others);
                        }
                    }
                    if !staged && trial.selection.pruning && self.has_enough(trial) {
                        trial.selection.pruning = false;
                        self.leave_out_quiet(node, next);
                    }
                    let picked = picked.or_else(|| self.next_move(next)).or_else(|| {
                        let rest = !std::mem::replace(&mut all, true)
                            && self.collect_rest(trial, node, probe, first);
                        if rest { pick(&mut self.moves[next..]) } else { None }
                    });
                    let Some(m) = picked else { return false };
                    next += 1;
                    if G::ASSESSMENT {
                        trial.score = self.moves[next - 1].score;
                        if trial.selection.choosing
                            && !trial.best.is_loss()
                            && self.is_hopeless(trial, node, m)
                        {
                            self.moves[next - 1].score = LEFT_OUT;
                            self.guesses += 1;
                            continue;
                        }
                    }
                    m
                }
            };
            if self.try_move::<PV>(trial, node, m, probe) {
                // What `learn` looks at: the moves that were tried.
                self.moves.truncate(next);
                return true;
            }
        }
    }

    /// The most promising of the moves from `next` on. Where a closer look says that it is less so, it has to wait.
    #[inline(always)]
    fn next_move(&mut self, next: usize) -> Option<G::Move> {
        loop {
            let m = pick(&mut self.moves[next..])?;
            if !G::EXCHANGES {
                return Some(m);
            }
            let score = &mut self.moves[next].score;
            let again = self.game.order_again(&self.position, m, *score);
            if again == *score {
                return Some(m);
            }
            *score = again;
        }
    }

    /// Leaves out the quiet ones of the moves from `next` on. Which is the most promising of many that are left out would
    /// be dear to ask again and again.
    fn leave_out_quiet(&mut self, node: &G::Node, next: usize) {
        let mut kept = next;
        for i in next..self.moves.len() {
            let m = self.moves[i].m;
            if self.game.is_noisy(&self.position, node, m) || self.game.is_forcing(&self.position, m) {
                self.moves.swap(kept, i);
                kept += 1;
            }
        }
        self.guesses += u64::from(kept < self.moves.len());
        self.moves.truncate(kept);
    }

    /// The promising moves were all tried, and there are others: if all lose, lists the others, too. If not, it is a
    /// guess that these are no better.
    #[cold]
    fn collect_rest(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        probe: &Probe<G::Move>,
        first: usize,
    ) -> bool {
        if !trial.best.is_loss() {
            self.guesses += 1;
            return false;
        }
        let tried: Vec<Hint> = self.moves[first..].iter().map(|scored| Hint::new(scored.m)).collect();
        let listed = self.moves.len();
        self.collect(trial, node, probe, Listing::All);
        let rest: Vec<_> =
            self.moves.drain(listed..).filter(|scored| !tried.contains(&Hint::new(scored.m))).collect();
        self.moves.extend(rest);
        self.moves.len() > listed
    }

    /// Whether noisy moves that look good are tried before the others are generated.
    #[inline(always)]
    fn is_staged(&self, trial: &Trial<G::Move>, node: &G::Node) -> bool {
        G::FIRST_STAGE.is_some() && trial.ply < self.ordered_plies && self.game.is_quiet(&self.position, node)
    }

    /// Lists moves but the one that was tried already or must not be; `true` if that is all of them.
    #[inline(always)]
    fn collect(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        probe: &Probe<G::Move>,
        which: Listing,
    ) -> bool {
        let excluded = self.frames[trial.ply].excluded;
        self.list(trial, node, Hint::maybe(probe.best.or(excluded)), which)
    }

    /// Lists moves but `skip`; `true` if that is all of them.
    #[inline(always)]
    pub(super) fn list(
        &mut self,
        trial: &Trial<G::Move>,
        node: &G::Node,
        skip: Hint,
        which: Listing,
    ) -> bool {
        let has = |feature| self.features.has(feature);
        let before = if G::ASSESSMENT { self.slots_before(trial.ply) } else { [NO_SLOT; 2] };
        let node = &self.game.with_ordering(&self.position, node);
        let mut scorer = Scorer {
            game: self.game,
            position: &self.position,
            node,
            ordering: trial.ply < self.ordered_plies,
            history: has(Feature::History).then(|| self.experience.history(trial.side)),
            continuations: if G::ASSESSMENT && has(Feature::Continuations) {
                self.experience.after(trial.side, before)
            } else {
                [None; 2]
            },
            // Without the switch nothing was learned.
            killers: self.frames[trial.ply].killers,
            countermove: if has(Feature::Countermoves) {
                self.experience.countermove(trial.side, self.previous_slot(trial.ply))
            } else {
                Hint::NONE
            },
            skip,
            list: &mut self.moves,
        };
        match which {
            Listing::Promising if G::SELECTIVE => {
                return self.game.promising(&self.position, node, &mut scorer);
            }
            Listing::Noisy => {
                let _ = self.game.noisy_moves(&self.position, node, &mut scorer);
                return true;
            }
            Listing::Others => {
                let _ = self.game.other_moves(&self.position, node, &mut scorer);
                return true;
            }
            Listing::Promising | Listing::All => {}
        }
        let _ = if self.features.has(Feature::Knowledge) {
            self.game.candidates(&self.position, node, &mut scorer)
        } else {
            self.game.moves(&self.position, &mut scorer)
        };
        true
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

    /// The value when there is no move (or none but the excluded one).
    #[cold]
    pub(super) fn no_move(&mut self, ply: usize) -> Value {
        if self.frames[ply].excluded.is_some() {
            return Value::MIN;
        }
        self.statistics.terminal += 1;
        let outcome = self.game.without_moves(&self.position);
        Value::proven(outcome.verdict(self.game.to_move(&self.position)), ply as u32)
    }
}
