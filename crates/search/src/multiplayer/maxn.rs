//! MaxN: each player takes what is best for itself.
//!
//! C. Luckhardt and K. Irani, "An algorithmic solution of n-person games", AAAI 1986.
//!
//! Values are [`Shares`], one for each player, none negative, together at most
//! [`SHARE_TOTAL`]. A node takes over the vector of the child that gives its
//! mover the largest share.
//!
//! # What the value is when shares are equal
//!
//! A player often does not care which of two moves to make, but the others do.
//! "The first move found" would make the value depend on the order of moves,
//! and so on everything that improves the order. Instead vectors have one
//! order, and a node takes the greatest of its children's, where
//! 1. a larger share for the mover is greater,
//! 2. then a *smaller* share for the player at the root (who does well not to count on favours),
//! 3. then the lexicographically smaller vector.
//!
//! Two vectors that tie in all of these are the same vector. So the value of a
//! position at a depth is one vector, whatever the order of moves. At the root,
//! the move that comes first in the game's own order is chosen among equals. (A search that ends before its
//! depth limit, since it has found what deeper ones would find, has chosen so at the depth where it ended.)
//!
//! # What may be cut off
//!
//! Both prunings leave that value and that move exactly as they are:
//! - *Immediate pruning*: nobody can get more at ply `p` than a win at ply `p + 1`, which is worth
//!   [`Shares::of_winner`], and every vector with that share is the same one (the winner and the distance
//!   determine all of [`Shares::of_outcome`]). A node that has it needs no further move. Comparing with
//!   [`SHARE_TOTAL`] instead would never be true: later wins are worth less.
//! - *Shallow pruning* (R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48, 1991): if the
//!   mover of a node is certain of the share `s`, the player who moved there gets at most `SHARE_TOTAL - s`.
//!   If that player already has strictly more elsewhere, it will not go there. *Strictly*, since with equal
//!   shares the order above would still have to decide. The bound comes from the parent only: a bound from
//!   further up ("deep pruning") is not valid for more than two players. It is not used when the same player
//!   moves twice in a row, who does not limit himself.
//!
//! With more than two players moves that are not promising ([`Tactics::promising`]) are searched below the root only where
//! all others lose, if [`Feature::Selection`] is on: a guess. The table ([`Feature::Table`]) remembers the best move of a position and nothing else: a vector that was found
//! with one bound need not hold with another.
//!
//! A node that was cut off returns a vector that its parent never takes.
//!
//! # What is certain
//!
//! With two players a win is one, and a loss if all moves were tried. With more, guesses anywhere may change what a
//! player prefers, so a result is told as certain only if an iteration came to its end and guessed nothing, or
//! if the first move wins.

use mossa_game::{Evaluate, Move, Outcome, Player, SHARE_TOTAL, Shares, Tactics, Value};

use super::deepening::{Deepens, deepen};
use super::memory::Memory;
use super::ordering::{Hints, MoveStack, Ordering};
use super::walk::{Pace, Walk};
use super::{MOST_DEPTH, as_guess, line_value, value_of_two};
use crate::clock::{Clock, StopSignal};
use crate::features::Feature;
use crate::report::{Line, LineValue, News, Report, Request, Statistics};
use crate::table::{Bound, Stored, Table};

/// Tells the keys of this search from those of others that may share the table.
const SALT: u64 = 0x9fb2_1c65_1e98_df25;

/// Which parts of the tree may be left out. The result is the same with all and with none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pruning {
    /// Stop at a node whose mover wins at once.
    pub immediate: bool,
    /// Stop at a node that the player before will not choose.
    pub shallow: bool,
}

impl Pruning {
    /// Both.
    pub const ALL: Pruning = Pruning { immediate: true, shallow: true };
    /// Neither.
    pub const NONE: Pruning = Pruning { immediate: false, shallow: false };
}

/// Searches `position` by MaxN. Prunes if [`Feature::AlphaBeta`] is on.
pub fn search<G: Tactics, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
    table: &Table,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let prunes = request.features.has(Feature::AlphaBeta);
    let pruning = if prunes { Pruning::ALL } else { Pruning::NONE };
    search_with(pruning, game, evaluator, position, request, table, stop, on_report)
}

/// Searches `position` by MaxN with the prunings given.
#[expect(clippy::too_many_arguments, reason = "those of every search, and the prunings")]
pub fn search_with<G: Tactics, E: Evaluate<G>>(
    pruning: Pruning,
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
    table: &Table,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    search_remembering(pruning, None, game, evaluator, position, request, table, stop, on_report)
}

/// The same with a memory, if one is given.
#[expect(clippy::too_many_arguments, reason = "those of every search, and what is special to MaxN")]
pub fn search_remembering<G: Tactics, E: Evaluate<G>>(
    pruning: Pruning,
    memory: Option<Memory>,
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
    table: &Table,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let clock = Clock::start(&request.limits, stop);
    let deepest = request.limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
    table.next_generation();
    let mut searcher = Searcher::new(pruning, game, evaluator, position, request, table, &clock, deepest);
    searcher.memory = memory;
    deepen(searcher, request, deepest, &clock, on_report)
}

/// A move at the root and what the current iteration found for it.
struct RootLine<M> {
    m: M,
    /// The place of the move in the game's own order.
    rank: usize,
    shares: Shares,
    moves: Vec<M>,
}

struct Searcher<'a, G: Tactics, E: Evaluate<G>> {
    walk: Walk<'a, G, E>,
    clock: &'a Clock,
    pace: Pace<'a>,
    pruning: Pruning,
    memory: Option<Memory>,
    table: Option<&'a Table>,
    selects: bool,
    root: Player,
    /// The moves at the root with their ranks, in the order in which they are searched.
    roots: Vec<(G::Move, usize)>,
    wanted: usize,
    /// The best lines of the current iteration, best first.
    lines: Vec<RootLine<G::Move>>,
    stack: MoveStack<G::Move>,
    ordering: Ordering,
    /// The best line from each ply on.
    variation: Vec<Vec<G::Move>>,
    /// Whether this iteration evaluated anything that was not over.
    guessed: bool,
    deepest_ply: u32,
    statistics: Statistics,
}

impl<'a, G: Tactics, E: Evaluate<G>> Searcher<'a, G, E> {
    #[expect(clippy::too_many_arguments, reason = "those of the search")]
    fn new(
        pruning: Pruning,
        game: &'a G,
        evaluator: &'a E,
        position: &G::Position,
        request: &Request,
        table: &'a Table,
        clock: &'a Clock,
        deepest: u32,
    ) -> Searcher<'a, G, E> {
        let plies = deepest as usize + 1;
        let features = request.features;
        let mut searcher = Searcher {
            walk: Walk::new(game, evaluator, position, &request.history),
            clock,
            pace: Pace::new(clock),
            pruning,
            memory: None,
            table: features.has(Feature::Table).then_some(table),
            selects: game.players() > 2 && features.has(Feature::Selection),
            root: game.to_move(position),
            roots: Vec::new(),
            wanted: request.lines.max(1),
            lines: Vec::new(),
            stack: MoveStack::with_capacity(plies * game.most_moves()),
            ordering: Ordering::new(game, features.has(Feature::Ordering), features.has(Feature::History)),
            variation: (0..=plies).map(|ply| Vec::with_capacity(plies - ply + 1)).collect(),
            guessed: false,
            deepest_ply: 0,
            statistics: Statistics::default(),
        };
        searcher.find_roots();
        searcher
    }

    fn find_roots(&mut self) {
        let Walk { game, ref position, .. } = self.walk;
        if game.outcome(position).is_none() {
            self.ordering.generate(game, position, &Hints::NONE, &mut self.stack);
            self.roots = (0..self.stack.len()).map(|rank| (self.stack.pick(rank).m, rank)).collect();
            self.stack.truncate(0);
        }
    }

    /// Immediate pruning at the root: next to a win at once, only another one that comes earlier could be chosen.
    fn cannot_be_chosen(&self, rank: usize) -> bool {
        let won = |line: &RootLine<G::Move>| line.rank < rank && self.wins_at_once(&line.shares);
        self.pruning.immediate && self.wanted == 1 && self.lines.first().is_some_and(won)
    }

    fn bound_at_root(&self) -> Option<(Player, i32)> {
        let worst = self.lines.get(self.wanted - 1)?;
        Some((self.root, worst.shares.of(self.root)))
    }

    /// Keeps the line just searched if it is among the best.
    fn insert(&mut self, m: G::Move, rank: usize, shares: Shares) {
        let (root, players) = (self.root, self.walk.game.players());
        let before = |line: &RootLine<G::Move>| {
            let tie = line.shares == shares && line.rank < rank;
            tie || is_better(&line.shares, &shares, root, root, players)
        };
        let place = self.lines.partition_point(before);
        if place < self.wanted {
            let mut moves = Vec::with_capacity(self.variation[1].len() + 1);
            moves.push(m);
            moves.extend_from_slice(&self.variation[1]);
            self.lines.insert(place, RootLine { m, rank, shares, moves });
            self.lines.truncate(self.wanted);
        }
    }

    /// The best moves of this iteration come first in the next.
    fn order_roots(&mut self) {
        let place = |m: G::Move| self.lines.iter().position(|line| line.m == m).unwrap_or(usize::MAX);
        self.roots.sort_by_key(|(m, _)| place(*m));
    }

    /// The value of the current position, or `None` if the search was broken off. `bound` is the player who
    /// moved here and the share that this player has already found elsewhere.
    fn node(&mut self, depth: u32, ply: u32, bound: Option<(Player, i32)>) -> Option<Shares> {
        self.variation[ply as usize].clear();
        if self.visit(ply) {
            return None;
        }
        let Walk { game, ref position, .. } = self.walk;
        if let Some(outcome) = game.outcome(position) {
            return Some(self.ended(&outcome, ply));
        }
        if ply > 0 && self.walk.is_repeated() {
            self.guessed = true;
            return Some(Shares::of_outcome(&Outcome::draw(game.players()), ply));
        }
        if depth == 0 {
            return Some(self.evaluated());
        }
        if let Some(known) = self.recalled(depth, ply) {
            return Some(known);
        }
        let Walk { game, ref position, .. } = self.walk;
        let mover = game.to_move(position);
        let start = self.stack.len();
        let key = game.key(position) ^ SALT;
        let known = self.table.and_then(|table| table.probe(key)).and_then(|stored| stored.best);
        let remembered = known.map(G::Move::unpack);
        let hints = Hints { remembered, selective: self.selects, ..Hints::NONE };
        let left_out = self.ordering.generate(game, position, &hints, &mut self.stack);
        self.guessed |= left_out;
        let end = self.stack.len();
        self.pace.listed(end - start);
        if start == end {
            let outcome = game.without_moves(position);
            return Some(self.ended(&outcome, ply));
        }
        let mut best = self.best_of(start..end, mover, depth, ply, bound);
        if left_out && best.as_ref().is_some_and(|(shares, ..)| self.is_lost(shares, mover)) {
            best = self.best_of_rest(start, mover, (depth, ply), bound, best);
        }
        self.stack.truncate(start);
        let (shares, m, is_exact) = best?;
        if is_exact {
            self.remember(depth, ply, &shares);
        }
        self.ordering.reward(self.walk.game, &self.walk.position, m, depth);
        if let Some(table) = self.table {
            let depth = depth.min(Stored::MOST_DEPTH.into()) as u8;
            let (best, value, bound) = (Some(m.pack()), Value::DRAW, Bound::Exact);
            table.store(key, Stored { best, value, depth, exhausted: false, bound });
        }
        Some(shares)
    }

    /// The best of some moves, and whether its vector is the node's own: not if the others were cut off.
    fn best_of(
        &mut self,
        moves: std::ops::Range<usize>,
        mover: Player,
        depth: u32,
        ply: u32,
        bound: Option<(Player, i32)>,
    ) -> Option<(Shares, G::Move, bool)> {
        let mut best: Option<(Shares, G::Move)> = None;
        let mut is_exact = true;
        for at in moves.clone() {
            let m = self.stack.pick(at).m;
            self.pace.picked(moves.end - at);
            let already = best.as_ref().map(|(shares, _)| (mover, shares.of(mover)));
            let undo = self.walk.play(m);
            let found = self.node(depth - 1, ply + 1, already);
            self.walk.undo(m, undo);
            let shares = found?;
            let players = self.walk.game.players();
            if best.as_ref().is_none_or(|(best, _)| is_better(&shares, best, mover, self.root, players)) {
                best = Some((shares, m));
                self.extend_variation(ply, m);
                if self.is_cut_off(&shares, mover, ply, bound) {
                    is_exact = self.wins_next(&shares, mover, ply);
                    self.statistics.beta_cutoffs += 1;
                    self.statistics.first_move_cutoffs += u64::from(at == moves.start);
                    break;
                }
            }
        }
        best.map(|(shares, m)| (shares, m, is_exact))
    }

    /// Whether somebody else wins.
    fn is_lost(&self, shares: &Shares, mover: Player) -> bool {
        let won = |player: Player| shares.of(player) >= SHARE_TOTAL - Shares::MARGIN;
        Player::all(self.walk.game.players()).any(|player| player != mover && won(player))
    }

    /// All promising moves lose, those on the stack from `start` on: tries the others, too. The best of all.
    #[cold]
    fn best_of_rest(
        &mut self,
        start: usize,
        mover: Player,
        (depth, ply): (u32, u32),
        bound: Option<(Player, i32)>,
        found: Option<(Shares, G::Move, bool)>,
    ) -> Option<(Shares, G::Move, bool)> {
        let best = found?;
        let line = self.variation[ply as usize].clone();
        let tried = self.stack.take_from(start);
        let Walk { game, ref position, .. } = self.walk;
        self.ordering.generate(game, position, &Hints::NONE, &mut self.stack);
        self.stack.leave_out(start, &tried);
        if self.stack.len() > start {
            let other = self.best_of(start..self.stack.len(), mover, depth, ply, bound)?;
            if is_better(&other.0, &best.0, mover, self.root, game.players()) {
                return Some(other);
            }
        }
        self.variation[ply as usize] = line;
        Some(best)
    }

    fn is_cut_off(&self, best: &Shares, mover: Player, ply: u32, bound: Option<(Player, i32)>) -> bool {
        let immediate = self.pruning.immediate && self.wins_next(best, mover, ply);
        let shallow = |(player, has): (Player, i32)| player != mover && SHARE_TOTAL - best.of(mover) < has;
        immediate || self.pruning.shallow && bound.is_some_and(shallow)
    }

    /// Whether nobody could get more at this ply than `mover` does.
    fn wins_next(&self, shares: &Shares, mover: Player, ply: u32) -> bool {
        shares.of(mover) >= Shares::of_winner(ply + 1, self.walk.game.players())
    }

    /// What the memory knows of the current position.
    fn recalled(&mut self, depth: u32, ply: u32) -> Option<Shares> {
        let memory = self.memory.as_ref()?;
        let (shares, guessed) = memory.recall(self.walk.game.key(&self.walk.position), depth, ply)?;
        self.guessed |= guessed;
        self.statistics.table_hits += 1;
        self.statistics.table_cutoffs += 1;
        Some(shares)
    }

    fn remember(&mut self, depth: u32, ply: u32, shares: &Shares) {
        let Some(memory) = &mut self.memory else { return };
        let key = self.walk.game.key(&self.walk.position);
        self.statistics.table_stores += u64::from(memory.remember(key, depth, ply, shares, self.guessed));
    }

    /// Whether the player at the root wins with the first move.
    fn wins_at_once(&self, shares: &Shares) -> bool {
        shares.of(self.root) >= Shares::of_winner(1, self.walk.game.players())
    }

    /// What to tell of a line of the current iteration.
    fn told(&self, shares: &Shares, complete: bool) -> LineValue {
        let players = self.walk.game.players();
        // A first move that wins is certain, whatever was guessed about others.
        let exhausted = complete && !self.guessed || self.wins_at_once(shares);
        match line_value(shares, self.root, players, exhausted) {
            LineValue::Mover { value, .. } if !complete && value.is_loss() => {
                LineValue::Mover { value: as_guess(value), exhausted: false }
            }
            told => told,
        }
    }

    #[inline]
    fn visit(&mut self, ply: u32) -> bool {
        self.statistics.nodes += 1;
        self.deepest_ply = self.deepest_ply.max(ply);
        self.pace.visit()
    }

    fn ended(&mut self, outcome: &Outcome, ply: u32) -> Shares {
        self.statistics.terminal += 1;
        Shares::of_outcome(outcome, ply)
    }

    fn evaluated(&mut self) -> Shares {
        self.statistics.evaluations += 1;
        self.guessed = true;
        let Walk { game, evaluator, ref position, ref state, .. } = self.walk;
        evaluator.shares(game, position, state)
    }

    fn extend_variation(&mut self, ply: u32, m: G::Move) {
        let (upper, lower) = self.variation.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0]);
    }
}

/// Whether `mover` takes `a` rather than `b`, in the order that the head of this module defines.
#[inline]
fn is_better(a: &Shares, b: &Shares, mover: Player, root: Player, players: usize) -> bool {
    let wish = |shares: &Shares| (shares.of(mover), -shares.of(root));
    match wish(a).cmp(&wish(b)) {
        std::cmp::Ordering::Equal => a.as_slice(players) < b.as_slice(players),
        unequal => unequal.is_gt(),
    }
}

impl<G: Tactics, E: Evaluate<G>> Deepens<G::Move> for Searcher<'_, G, E> {
    fn has_moves(&self) -> bool {
        !self.roots.is_empty()
    }

    fn iterate(&mut self, depth: u32) -> bool {
        self.lines.clear();
        self.guessed = false;
        if self.visit(0) {
            return false;
        }
        for at in 0..self.roots.len() {
            let (m, rank) = self.roots[at];
            if self.cannot_be_chosen(rank) {
                continue;
            }
            let undo = self.walk.play(m);
            let found = self.node(depth - 1, 1, self.bound_at_root());
            self.walk.undo(m, undo);
            let Some(shares) = found else { return false };
            self.insert(m, rank, shares);
        }
        self.order_roots();
        true
    }

    /// Whether an iteration that was broken off is better than the one before: it has searched at least the
    /// best moves of that one, which come first, so whatever it prefers, it prefers after looking deeper.
    fn improved(&self) -> bool {
        self.lines.len() == self.wanted.min(self.roots.len())
    }

    /// Whether deeper iterations would find the same: nothing was guessed, or the best move wins at once, or
    /// (with two players only) it is proven to win or lose.
    fn is_settled(&self) -> bool {
        let decided = |line: &RootLine<G::Move>| {
            let two = self.walk.game.players() == 2;
            self.wins_at_once(&line.shares) || two && value_of_two(&line.shares, self.root).is_decided()
        };
        !self.guessed || self.wanted == 1 && self.lines.first().is_some_and(decided)
    }

    fn report(&mut self, depth: u32, complete: bool) -> Report<G::Move> {
        let players = self.walk.game.players();
        let mut lines: Vec<_> = self
            .lines
            .iter()
            .map(|line| Line { moves: line.moves.clone(), value: self.told(&line.shares, complete) })
            .collect();
        if let (true, Some((m, _))) = (lines.is_empty(), self.roots.first().copied()) {
            // Nothing has been searched yet; some legal move with the evaluation is better than no answer.
            let shares = self.evaluated();
            lines.push(Line { moves: vec![m], value: line_value(&shares, self.root, players, false) });
        }
        Report {
            news: News::Iteration,
            depth,
            selective_depth: self.deepest_ply,
            lines,
            elapsed: self.clock.elapsed(),
            statistics: self.statistics,
        }
    }

    fn counted(&self) -> (Statistics, u32) {
        (self.statistics, self.deepest_ply)
    }
}
