//! The root: iterations, aspiration windows, several lines.

use std::time::Duration;

use mossa_game::{Evaluate, Move as _, Symmetric, Tactics, Value};

use super::MOST_PLIES;
use super::attack::Attack;
use super::memory::Probe;
use super::moves::Trial;
use super::node::{Listing, Window};
use super::steadiness::Steadiness;
use super::worker::Worker;
use crate::features::Feature;
use crate::hint::Hint;
use crate::report::{Line, LineValue, News, Report, Statistics};

/// Hears of what a search finds.
type Watch<'a, M> = &'a mut dyn FnMut(&Report<M>);

/// Aspiration begins at this depth: before, values jump too much.
const ASPIRATION_DEPTH: i32 = 4;

/// What a search is about is told once it has taken so long: nobody can read it sooner.
const DETAILS_AFTER: Duration = Duration::from_secs(3);

/// A move at the root and what is known of it.
struct RootMove<M> {
    m: M,
    /// From the last iteration in which it was one of the best lines.
    value: Value,
    exhausted: bool,
    /// Whether it is tried even if others do not lose.
    promising: bool,
    line: Vec<M>,
    /// What tables say: moves of a higher rank come first, and the value lies between.
    rank: i32,
    bounds: (Value, Value),
    /// How many positions were visited below it.
    nodes: u64,
}

impl<M> RootMove<M> {
    /// What was found, corrected by what tables say.
    fn told(&self) -> Value {
        let (least, most) = self.bounds;
        self.value.max(least).min(most)
    }
}

impl<G: Tactics + Symmetric, E: Evaluate<G>> Worker<'_, G, E> {
    /// Searches deeper and deeper until a limit is reached or nothing is left to find out.
    /// `attack` is asked between iterations.
    pub(super) fn deepen(
        mut self,
        mut attack: Option<Attack<'_, G>>,
        on_report: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut roots = self.root_moves();
        let lines = self.request.lines.clamp(1, roots.len().max(1)).min(roots.len());
        let mut done = self.report(&roots[..lines], 0);
        let mut steadiness = Steadiness::new();
        let mut wanted = 1.0;
        for depth in self.depths() {
            // However little time there is, a move that was looked at is better than just any.
            let may_stop = done.depth > 0 || self.thread > 0;
            if lines == 0 || (may_stop && !self.clock.allows_iteration_for(wanted)) {
                break;
            }
            self.iteration = depth;
            for line in 0..lines {
                // Every line is the best of the moves that tables hold for the best of those that are left.
                let rank = roots[line].rank;
                let end = line + roots[line..].iter().take_while(|root| root.rank == rank).count();
                self.aspirate(&mut roots[..end], line, depth, on_report);
                if self.aborted {
                    break;
                }
            }
            if self.aborted {
                // The best move of an iteration that was broken off is still the best that is known, but
                // several lines are comparable only if all were searched equally deep.
                if lines == 1 || done.depth == 0 {
                    done = self.report(&roots[..lines], done.depth as i32);
                }
                break;
            }
            roots[..lines].sort_by_key(|root| (-root.told(), -root.rank));
            done = self.report(&roots[..lines], depth);
            on_report(&done);
            wanted = steadiness.factor(roots[0].m, part_of_first(&roots));
            let settled = roots[..lines].iter().all(|root| root.exhausted);
            if settled || (roots.len() == 1 && self.clock.is_for_a_game()) {
                break;
            }
            if let Some(attack) = &mut attack
                && let Some(win) = attack.go_on(self.statistics.nodes, self.untold(), roots[0].value)
            {
                done = attack.hasten(win, on_report);
                break;
            }
        }
        if G::ASSESSMENT {
            self.table.keep(self.experience);
        }
        self.statistics.hunted = attack.map_or(0, |attack| attack.nodes());
        self.statistics.nodes += self.statistics.hunted;
        Report {
            selective_depth: self.selective_depth as u32,
            elapsed: self.clock.elapsed(),
            statistics: self.statistics,
            ..done
        }
    }

    /// The depths of the iterations. Threads other than the first leave out every second one, so that
    /// they run ahead of each other instead of doing the same.
    fn depths(&self) -> impl Iterator<Item = i32> + use<G, E> {
        let most = MOST_PLIES as i32 - 1;
        let last = self.request.limits.depth.map_or(most, |depth| depth.min(most as u32) as i32);
        let end_of_game =
            self.game.plies_left(&self.position).map_or(most, |plies| plies.min(most as u32) as i32);
        let first = if self.has(Feature::Deepening) { 1 } else { last.min(end_of_game.max(1)) };
        let thread = self.thread as i32;
        (first..=last).filter(move |depth| thread == 0 || *depth == last || (depth + thread) % 2 == 0)
    }

    /// The moves of the root in the order in which they are tried first.
    fn root_moves(&mut self) -> Vec<RootMove<G::Move>> {
        if self.game.outcome(&self.position).is_some() {
            return Vec::new();
        }
        let node = self.game.node(&self.position);
        let trial = self.trial(0, 0, Window::FULL);
        // Who asks for several lines wants to see all moves, even those that need no search.
        let features = self.features;
        if self.request.lines > 1 {
            self.features = features.without(Feature::Knowledge);
        }
        self.list(&trial, &node, Hint::NONE, Listing::All);
        self.features = features;
        if !self.request.only.is_empty() {
            let only = &self.request.only;
            self.moves.retain(|scored| only.contains(&scored.m.pack()));
            self.narrowed = true;
        }
        self.moves.sort_by_key(|scored| -scored.score);
        let remembered = self.remembered_move(&self.position, |_| true);
        self.moves.sort_by_key(|scored| Some(scored.m) != remembered);
        let roots = self.moves.iter().map(|scored| RootMove {
            m: scored.m,
            value: Value::DRAW,
            exhausted: false,
            promising: true,
            line: vec![scored.m],
            rank: 0,
            bounds: (Value::MIN, Value::MAX),
            nodes: 0,
        });
        let mut roots: Vec<RootMove<G::Move>> = roots.collect();
        self.moves.clear();
        if G::SELECTIVE && self.request.lines == 1 {
            self.sort_out(&mut roots, &trial, &node, remembered);
        }
        self.rank(&mut roots);
        roots
    }

    /// Puts moves in the order of what tables say of them. For a single line the best are enough.
    fn rank(&mut self, roots: &mut Vec<RootMove<G::Move>>) {
        if !self.has(Feature::Knowledge) {
            return;
        }
        let Some(ranked) = self.game.ranked_by_tables(&self.position) else { return };
        for root in roots.iter_mut() {
            if let Some(told) = ranked.iter().find(|told| told.m == root.m) {
                root.rank = told.rank;
                root.bounds = (told.least, told.most);
            }
        }
        roots.sort_by_key(|root| -root.rank);
        if let (true, Some(best)) = (self.request.lines <= 1, roots.first().map(|root| root.rank)) {
            let all = roots.len();
            roots.retain(|root| root.rank == best);
            self.narrowed |= roots.len() < all;
        }
    }

    /// Puts moves last that do not look promising, unless one was the best before.
    fn sort_out(
        &mut self,
        roots: &mut [RootMove<G::Move>],
        trial: &Trial<G::Move>,
        node: &G::Node,
        remembered: Option<G::Move>,
    ) {
        self.list(trial, node, Hint::NONE, Listing::Promising);
        if !self.moves.is_empty() {
            for root in roots.iter_mut() {
                let found = self.moves.iter().any(|scored| scored.m == root.m);
                root.promising = found || Some(root.m) == remembered;
            }
            roots.sort_by_key(|root| !root.promising);
        }
        self.moves.clear();
    }

    /// Finds the best of the moves from number `line` on and brings it there, trying a narrow window first.
    fn aspirate(
        &mut self,
        roots: &mut [RootMove<G::Move>],
        line: usize,
        depth: i32,
        on_report: Watch<'_, G::Move>,
    ) {
        let expected = roots[line].value;
        let narrow = depth >= ASPIRATION_DEPTH
            && self.has(Feature::Aspiration)
            && self.has(Feature::AlphaBeta)
            && !expected.is_decided();
        let mut reach = (if G::ASSESSMENT { 3 * G::MARGIN / 20 } else { G::MARGIN / 4 }).max(4);
        let mut window = Window::FULL;
        if narrow {
            window = Window { alpha: expected.shifted(-reach), beta: expected.shifted(reach) };
        }
        loop {
            let value = self.search_root(roots, line, depth, window, on_report);
            if self.aborted {
                return;
            }
            let at_least = value >= window.beta;
            if (at_least || value <= window.alpha) && self.tells_details() {
                let news = News::Beyond { line, at_least };
                on_report(&Report { news, ..self.report(&roots[line..=line], depth) });
            }
            // Each failure doubles the reach on its side; decided values leave no room for half measures.
            reach *= 2;
            let wide = value.is_decided() || reach > Value::BEST_GUESS.raw() / 4;
            if value <= window.alpha {
                window.alpha = if wide { Value::MIN } else { value.shifted(-reach) };
            } else if value >= window.beta {
                window.beta = if wide { Value::MAX } else { value.shifted(reach) };
            } else {
                return;
            }
        }
    }

    /// Searches the moves from number `line` on and brings the best to its front.
    fn search_root(
        &mut self,
        roots: &mut [RootMove<G::Move>],
        line: usize,
        depth: i32,
        window: Window,
        on_report: Watch<'_, G::Move>,
    ) -> Value {
        if self.enter(0) {
            return Value::DRAW;
        }
        let node = self.game.node(&self.position);
        let to_the_end = self.game.plies_left(&self.position).is_some_and(|plies| plies <= depth as u32);
        let mut trial = self.trial(depth, 0, window);
        trial.selection = self.selection(depth, 0, !to_the_end, false);
        let probe = Probe::of_root(self.table_key(&self.position));
        if G::ASSESSMENT {
            let quiet = self.game.is_quiet(&self.position, &node);
            trial.assessment = self.assess(0, quiet, &probe);
        }
        let mut best = None;
        let mut left_out = false;
        for (i, root) in roots.iter_mut().enumerate().skip(line) {
            if trial.selection.promising && !root.promising && !trial.best.is_loss() {
                left_out = true;
                continue;
            }
            if self.tells_details() {
                let news = News::Trying { m: root.m, number: i + 1 };
                on_report(&Report { news, ..self.report(&[], depth) });
            }
            let (before, visited) = (trial.best, self.statistics.nodes);
            let cut = self.try_move::<true>(&mut trial, &node, root.m, &probe);
            root.nodes += self.statistics.nodes - visited;
            if trial.best > before && trial.best_move == Some(root.m) {
                best = Some((i, self.lines[0].clone()));
            }
            if cut || self.aborted {
                break;
            }
        }
        let inside = trial.best > window.alpha && trial.best < window.beta;
        // A search that was broken off has not seen all moves. What it found best is at least that good, so
        // everything but a loss can be believed; a move that loses gives way to the next, whatever that is worth.
        let lost = self.aborted && trial.best.is_loss();
        if lost && inside {
            roots[line..line + trial.tried].rotate_right(1);
        }
        if let Some((i, moves)) = best.filter(|_| !self.aborted || (inside && !lost)) {
            roots[line..=i].rotate_right(1);
            let certain = !self.aborted && inside && self.guesses == trial.guesses && !left_out;
            // The best of the remaining moves is the best of all only if those before it are certain, too.
            let exhausted = certain && roots[..line].iter().all(|root| root.exhausted);
            roots[line].value = trial.best;
            roots[line].exhausted = exhausted;
            roots[line].line = moves;
        }
        if left_out {
            self.guesses += 1;
        }
        // What some of the moves are worth is not what the position is.
        if line == 0 && !self.aborted && !self.narrowed {
            self.remember(&trial, trial.best >= window.beta, &probe);
        }
        trial.best
    }

    fn tells_details(&self) -> bool {
        self.request.details && self.thread == 0 && self.clock.elapsed() >= DETAILS_AFTER
    }

    fn report(&self, roots: &[RootMove<G::Move>], depth: i32) -> Report<G::Move> {
        let line = |root: &RootMove<G::Move>| Line {
            moves: self.continued(&root.line, root.value, depth.max(1) as usize),
            value: LineValue::Mover { value: root.told(), exhausted: root.exhausted },
        };
        Report {
            news: News::Iteration,
            depth: depth as u32,
            selective_depth: self.selective_depth as u32,
            lines: roots.iter().map(line).collect(),
            elapsed: self.clock.elapsed(),
            statistics: Statistics { nodes: self.nodes_of_all(), ..self.statistics },
        }
    }
}

/// Which part of all positions so far lay below the first move, 0 to 1.
fn part_of_first<M>(roots: &[RootMove<M>]) -> f64 {
    let all: u64 = roots.iter().map(|root| root.nodes).sum();
    roots.first().map_or(0.0, |first| first.nodes as f64 / all.max(1) as f64)
}
