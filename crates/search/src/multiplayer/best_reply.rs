//! Best-Reply Search: of all opponents only one moves, the one who hurts most.
//!
//! M. Schadd and M. Winands, "Best reply search for multiplayer games", IEEE
//! Transactions on Computational Intelligence and AI in Games 3, 2011.
//!
//! The moves of all opponents between two moves of the player at the root are
//! replaced by a single one, the strongest that any of them has; the others
//! sit out. So there are two sides that alternate, alpha-beta prunes as usual,
//! and the same effort sees more of the player's own moves than in any search
//! that lets everybody move.
//!
//! What holds:
//! - With two players nobody sits out, and the value is that of alpha-beta.
//! - With more, lines contain positions that cannot occur, and distances count rounds rather than plies. So no
//!   result is proven, except a win with the very first move; everything else is told as a guess. A line is
//!   told only as far as the game itself could follow it: at most to the first reply.
//! - An opponent who has no move is passed over. If no opponent has one, [`Game::without_moves`](mossa_game::Game::without_moves) says what that
//!   means for whoever's turn it really is.

use mossa_game::{Evaluate, Outcome, Player, Tactics, Turns, Value};

use super::deepening::{Deepens, deepen};
use super::ordering::{Candidate, MoveStack, Ordering};
use super::walk::{Pace, Walk};
use super::{MOST_DEPTH, as_guess, guess_for};
use crate::clock::{Clock, StopSignal};
use crate::features::Feature;
use crate::report::{Line, LineValue, Report, Request, Statistics};

/// Searches `position` for the player to move. Prunes if [`Feature::AlphaBeta`] is on; the value is the same without.
pub fn search<G: Tactics + Turns, E: Evaluate<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    request: &Request,
    stop: &StopSignal,
    on_report: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let clock = Clock::start(&request.limits, stop);
    let deepest = request.limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
    let searcher = Searcher::new(game, evaluator, position, request, &clock, deepest);
    deepen(searcher, request, deepest, &clock, on_report)
}

/// A line from the root, with who makes each of its moves.
struct RootLine<M> {
    value: Value,
    moves: Vec<(Player, M)>,
}

struct Searcher<'a, G: Tactics + Turns, E: Evaluate<G>> {
    walk: Walk<'a, G, E>,
    clock: &'a Clock,
    pace: Pace<'a>,
    prunes: bool,
    root: Player,
    /// Whether somebody has to sit out.
    crowded: bool,
    roots: Vec<G::Move>,
    wanted: usize,
    /// The best lines of the current iteration, best first.
    lines: Vec<RootLine<G::Move>>,
    stack: MoveStack<G::Move>,
    ordering: Ordering,
    /// The best line from each ply on.
    variation: Vec<Vec<(Player, G::Move)>>,
    /// Whether this iteration evaluated anything that was not over.
    guessed: bool,
    deepest_ply: u32,
    statistics: Statistics,
}

impl<'a, G: Tactics + Turns, E: Evaluate<G>> Searcher<'a, G, E> {
    fn new(
        game: &'a G,
        evaluator: &'a E,
        position: &G::Position,
        request: &Request,
        clock: &'a Clock,
        deepest: u32,
    ) -> Searcher<'a, G, E> {
        let plies = deepest as usize + 1;
        let features = request.features;
        // All opponents' moves are in one list.
        let most_moves = game.most_moves() * (game.players() - 1).max(1);
        let mut searcher = Searcher {
            walk: Walk::new(game, evaluator, position),
            clock,
            pace: Pace::new(clock),
            prunes: features.has(Feature::AlphaBeta),
            root: game.to_move(position),
            crowded: game.players() > 2,
            roots: Vec::new(),
            wanted: request.lines.max(1),
            lines: Vec::new(),
            stack: MoveStack::with_capacity(plies * most_moves),
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
        if self.walk.game.outcome(&self.walk.position).is_none() {
            self.generate(true);
            self.roots = (0..self.stack.len()).map(|at| self.stack.pick(at).m).collect();
            self.stack.truncate(0);
        }
    }

    fn insert(&mut self, m: G::Move, value: Value) {
        let place = self.lines.partition_point(|line| line.value >= value);
        let mut moves = Vec::with_capacity(self.variation[1].len() + 1);
        moves.push((self.root, m));
        moves.extend_from_slice(&self.variation[1]);
        self.lines.insert(place, RootLine { value, moves });
        self.lines.truncate(self.wanted);
    }

    /// The best moves of this iteration come first in the next.
    fn order_roots(&mut self) {
        let leads = |line: &RootLine<G::Move>, m| line.moves.first().is_some_and(|first| first.1 == m);
        let place = |m: G::Move| self.lines.iter().position(|line| leads(line, m)).unwrap_or(usize::MAX);
        self.roots.sort_by_key(|m| place(*m));
    }

    /// The value for the side to move (`ours`: the player at the root; otherwise whoever of the others likes),
    /// fail-soft between `alpha` and `beta`; `None` if the search was broken off.
    fn node(&mut self, ours: bool, depth: u32, ply: u32, alpha: Value, beta: Value) -> Option<Value> {
        self.variation[ply as usize].clear();
        if self.visit(ply) {
            return None;
        }
        let Walk { game, ref position, .. } = self.walk;
        if let Some(outcome) = game.outcome(position) {
            return Some(self.ended(&outcome, ours, ply));
        }
        if depth == 0 {
            return Some(self.evaluated(ours));
        }
        let start = self.stack.len();
        self.generate(ours);
        self.pace.listed(self.stack.len() - start);
        if self.stack.len() == start {
            let outcome = self.walk.game.without_moves(&self.walk.position);
            return Some(self.ended(&outcome, ours, ply));
        }
        let best = self.best_of(start, ours, depth, ply, alpha, beta);
        self.stack.truncate(start);
        best
    }

    fn best_of(
        &mut self,
        start: usize,
        ours: bool,
        depth: u32,
        ply: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        let mut best = Value::MIN;
        for at in start..self.stack.len() {
            let Candidate { mover, m, .. } = self.stack.pick(at);
            let value = self.try_move(mover, m, ours, depth, ply, alpha, beta)?;
            if value > best {
                best = value;
                self.extend_variation(ply, mover, m);
                alpha = if self.prunes { alpha.max(value) } else { alpha };
                if self.prunes && alpha >= beta {
                    self.statistics.beta_cutoffs += 1;
                    self.statistics.first_move_cutoffs += u64::from(at == start);
                    self.reward(mover, m, depth);
                    break;
                }
            }
        }
        Some(best)
    }

    /// Plays `m` for `mover`, searches what follows, and takes it back.
    #[expect(clippy::too_many_arguments, reason = "the window and the place in the tree")]
    fn try_move(
        &mut self,
        mover: Player,
        m: G::Move,
        ours: bool,
        depth: u32,
        ply: u32,
        alpha: Value,
        beta: Value,
    ) -> Option<Value> {
        let turn = self.hand_turn(mover);
        let undo = self.walk.play(m);
        let next = self.walk.game.to_move(&self.walk.position);
        // With two players the game itself says whose turn it is. Otherwise the sides alternate, and after a
        // reply it is the root's turn again, unless there is none any more.
        let over = self.walk.game.outcome(&self.walk.position).is_some();
        let ours_next = if self.crowded { !ours } else { next == self.root };
        if ours_next && !over {
            self.hand_turn(self.root);
        }
        let value = if ours_next == ours {
            self.node(ours, depth - 1, ply + 1, alpha, beta)
        } else {
            self.node(ours_next, depth - 1, ply + 1, -beta, -alpha).map(|value| -value)
        };
        if !over {
            self.hand_turn(next);
        }
        self.walk.undo(m, undo);
        self.hand_turn(turn);
        value
    }

    /// Lists the moves of the side to move.
    fn generate(&mut self, ours: bool) {
        let Walk { game, .. } = self.walk;
        if ours || !self.crowded {
            self.ordering.generate(game, &self.walk.position, &mut self.stack);
            return;
        }
        let turn = game.to_move(&self.walk.position);
        let mut mover = turn;
        for _ in 0..game.players() {
            if mover != self.root {
                self.hand_turn(mover);
                self.ordering.generate(game, &self.walk.position, &mut self.stack);
            }
            mover = mover.next(game.players());
        }
        self.hand_turn(turn);
    }

    /// Makes it `player`'s turn. Whose it was.
    #[inline]
    fn hand_turn(&mut self, player: Player) -> Player {
        let Walk { game, position, .. } = &mut self.walk;
        let turn = game.to_move(position);
        if self.crowded && turn != player {
            game.hand_turn(position, player);
        }
        turn
    }

    fn reward(&mut self, mover: Player, m: G::Move, depth: u32) {
        let turn = self.hand_turn(mover);
        self.ordering.reward(self.walk.game, &self.walk.position, m, depth);
        self.hand_turn(turn);
    }

    #[inline]
    fn visit(&mut self, ply: u32) -> bool {
        self.statistics.nodes += 1;
        self.deepest_ply = self.deepest_ply.max(ply);
        self.pace.visit()
    }

    fn ended(&mut self, outcome: &Outcome, ours: bool, ply: u32) -> Value {
        self.statistics.terminal += 1;
        let value = Value::proven(outcome.verdict(self.root), ply);
        if ours { value } else { -value }
    }

    fn evaluated(&mut self, ours: bool) -> Value {
        self.statistics.evaluations += 1;
        self.guessed = true;
        let Walk { game, evaluator, ref position, ref state } = self.walk;
        let value = guess_for(game, evaluator, position, state, self.root);
        if ours { value } else { -value }
    }

    fn extend_variation(&mut self, ply: u32, mover: Player, m: G::Move) {
        let (upper, lower) = self.variation.split_at_mut(ply as usize + 1);
        let line = &mut upper[ply as usize];
        line.clear();
        line.push((mover, m));
        line.extend_from_slice(&lower[0]);
    }

    /// With more than two players only a win with the first move is certain. A loss is one only if all moves were
    /// tried, which an iteration that was not `complete` did not.
    fn told(&self, value: Value, complete: bool) -> LineValue {
        let certain = (!self.crowded || value == Value::win_in(1)) && (complete || !value.is_loss());
        let value = if certain { value } else { as_guess(value) };
        LineValue::Mover { value, exhausted: complete && !self.guessed && certain }
    }

    /// The beginning of a line in which nobody sits out.
    fn playable(&self, line: &[(Player, G::Move)]) -> Vec<G::Move> {
        let game = self.walk.game;
        let mut position = self.walk.position.clone();
        let mut moves = Vec::with_capacity(line.len());
        for &(mover, m) in line {
            if game.outcome(&position).is_some() || game.to_move(&position) != mover {
                break;
            }
            moves.push(m);
            game.play(&mut position, m);
        }
        moves
    }
}

impl<G: Tactics + Turns, E: Evaluate<G>> Deepens<G::Move> for Searcher<'_, G, E> {
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
            let mover = self.root;
            let m = self.roots[at];
            let alpha = self.lines.get(self.wanted - 1).map_or(Value::MIN, |worst| worst.value);
            let Some(value) = self.try_move(mover, m, true, depth, 0, alpha, Value::MAX) else {
                return false;
            };
            if self.lines.len() < self.wanted || value > alpha {
                self.insert(m, value);
            }
        }
        self.order_roots();
        true
    }

    /// Whether an iteration that was broken off is better than the one before: it has searched at least the
    /// best moves of that one, which come first, so whatever it prefers, it prefers after looking deeper.
    fn improved(&self) -> bool {
        self.lines.len() == self.wanted.min(self.roots.len())
    }

    /// Whether deeper iterations would find the same.
    fn is_settled(&self) -> bool {
        let decided = |line: &RootLine<G::Move>| line.value.is_decided();
        !self.guessed || self.wanted == 1 && self.lines.first().is_some_and(decided)
    }

    fn report(&mut self, depth: u32, complete: bool) -> Report<G::Move> {
        let mut lines: Vec<_> = self
            .lines
            .iter()
            .map(|line| Line { moves: self.playable(&line.moves), value: self.told(line.value, complete) })
            .collect();
        if let (true, Some(m)) = (lines.is_empty(), self.roots.first().copied()) {
            // Nothing has been searched yet; some legal move with the evaluation is better than no answer.
            let value = LineValue::Mover { value: self.evaluated(true), exhausted: false };
            lines.push(Line { moves: vec![m], value });
        }
        Report {
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
