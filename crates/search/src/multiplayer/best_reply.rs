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
//! - What the table holds belongs to one player at the root and to this search; keys are salted accordingly.
//! - With more than two players late moves are searched less deep first, near the leaves not at all, and moves that are
//!   not promising ([`Tactics::promising`]) only at the root: all guesses.
//! - An opponent who has no move is passed over. If no opponent has one, [`Game::without_moves`](mossa_game::Game::without_moves) says what that
//!   means for whoever's turn it really is.

use mossa_game::{Evaluate, Move, Outcome, Player, Tactics, Turns, Value};

use super::deepening::{Deepens, deepen};
use super::ordering::{Candidate, Hints, MoveStack, Ordering};
use super::walk::{Pace, Walk};
use super::{MOST_DEPTH, as_guess, guess_for};
use crate::alphabeta::pruning::{LATE_MOVE_PRUNING_DEPTH, late_move_count};
use crate::clock::{Clock, StopSignal};
use crate::features::Feature;
use crate::report::{Line, LineValue, Report, Request, Statistics};
use crate::table::{Bound, Stored, Table};

/// Tells the keys of this search from those of others that may share the table.
const SALT: u64 = 0xd1b5_4a32_d192_ed03;

/// From this depth on late moves are searched less deep first.
const REDUCTION_DEPTH: u32 = 3;
/// So many moves are searched to the full depth.
const FULL_MOVES: usize = 3;
/// After so many more a move is late enough for two plies less.
const LATE_MOVES: usize = 12;

/// Searches `position` for the player to move. Prunes if [`Feature::AlphaBeta`] is on; the value is the same without.
pub fn search<G: Tactics + Turns, E: Evaluate<G>>(
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
    let searcher = Searcher::new(game, evaluator, position, request, table, &clock, deepest);
    deepen(searcher, request, deepest, &clock, on_report)
}

/// The values that matter: fail-soft between these.
#[derive(Clone, Copy)]
struct Window {
    alpha: Value,
    beta: Value,
}

impl Window {
    /// As the other side sees it.
    fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Only whether anything is above `alpha`.
    fn scout(self) -> Window {
        Window { beta: Value::from_raw(self.alpha.raw() + 1), ..self }
    }
}

/// Whose turn it is, how deep to search, and how far from the root.
#[derive(Clone, Copy)]
struct Place {
    /// The player at the root; otherwise whoever of the others likes.
    ours: bool,
    depth: u32,
    ply: u32,
}

/// Which techniques are on.
struct Switches {
    prunes: bool,
    table: bool,
    bounds: bool,
    scouts: bool,
    killers: bool,
    reduces: bool,
    leaves_out: bool,
    selects: bool,
}

/// A move that was too good, and who made it.
type Killer<M> = Option<(Player, M)>;

/// A line from the root, with who makes each of its moves.
struct RootLine<M> {
    value: Value,
    moves: Vec<(Player, M)>,
}

struct Searcher<'a, G: Tactics + Turns, E: Evaluate<G>> {
    walk: Walk<'a, G, E>,
    clock: &'a Clock,
    pace: Pace<'a>,
    table: &'a Table,
    switches: Switches,
    root: Player,
    /// Whether somebody has to sit out.
    crowded: bool,
    roots: Vec<G::Move>,
    wanted: usize,
    /// The best lines of the current iteration, best first.
    lines: Vec<RootLine<G::Move>>,
    stack: MoveStack<G::Move>,
    ordering: Ordering,
    /// The moves that were too good last, at each ply.
    killers: Vec<[Killer<G::Move>; 2]>,
    /// The best line from each ply on.
    variation: Vec<Vec<(Player, G::Move)>>,
    /// How often something was trusted that need not be true: an evaluation, a move left out.
    guesses: u64,
    /// How many of these were made before this iteration.
    guessed_before: u64,
    deepest_ply: u32,
    statistics: Statistics,
}

impl<'a, G: Tactics + Turns, E: Evaluate<G>> Searcher<'a, G, E> {
    fn new(
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
        // All opponents' moves are in one list.
        let most_moves = game.most_moves() * (game.players() - 1).max(1);
        let crowded = game.players() > 2;
        let prunes = features.has(Feature::AlphaBeta);
        let switches = Switches {
            prunes,
            // Values without pruning are exact; those with pruning may be bounds.
            table: prunes && features.has(Feature::Table),
            bounds: features.has(Feature::Bounds),
            scouts: prunes && features.has(Feature::Pvs),
            killers: features.has(Feature::Killers),
            reduces: crowded && prunes && features.has(Feature::LateMoveReductions),
            leaves_out: G::LATE_MOVE_PRUNING && crowded && prunes && features.has(Feature::LateMovePruning),
            selects: crowded && features.has(Feature::Selection),
        };
        let mut searcher = Searcher {
            walk: Walk::new(game, evaluator, position),
            clock,
            pace: Pace::new(clock),
            table,
            switches,
            root: game.to_move(position),
            crowded,
            roots: Vec::new(),
            wanted: request.lines.max(1),
            lines: Vec::new(),
            stack: MoveStack::with_capacity(plies * most_moves),
            ordering: Ordering::new(game, features.has(Feature::Ordering), features.has(Feature::History)),
            killers: vec![[None, None]; plies + 1],
            variation: (0..=plies).map(|ply| Vec::with_capacity(plies - ply + 1)).collect(),
            guesses: 0,
            guessed_before: 0,
            deepest_ply: 0,
            statistics: Statistics::default(),
        };
        searcher.find_roots();
        searcher
    }

    fn find_roots(&mut self) {
        if self.walk.game.outcome(&self.walk.position).is_none() {
            self.generate(true, &Hints::NONE);
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

    /// The value for the side to move; `None` if the search was broken off.
    fn node(&mut self, place: Place, window: Window) -> Option<Value> {
        self.variation[place.ply as usize].clear();
        let key = self.key();
        if place.depth > 0 && self.switches.table {
            self.table.prefetch(key);
        }
        if self.visit(place.ply) {
            return None;
        }
        if let Some(outcome) = self.walk.game.outcome(&self.walk.position) {
            return Some(self.ended(&outcome, place));
        }
        if place.depth == 0 {
            return Some(self.evaluated(place.ours));
        }
        self.searched(place, window, key)
    }

    /// The value of a position that is not over and has depth left.
    fn searched(&mut self, place: Place, window: Window, key: u64) -> Option<Value> {
        let stored = if self.switches.table { self.table.probe(key) } else { None };
        if let Some(stored) = stored {
            self.statistics.table_hits += 1;
            if let Some(value) = self.cut_off(&stored, place, window) {
                self.statistics.table_cutoffs += 1;
                return Some(value);
            }
        }
        let start = self.stack.len();
        let hints = Hints {
            remembered: stored.and_then(|stored| stored.best).map(G::Move::unpack),
            killers: self.killers[place.ply as usize],
            selective: self.switches.selects,
        };
        let guesses = self.guesses;
        if self.generate(place.ours, &hints) {
            self.guesses += 1;
        }
        self.pace.listed(self.stack.len() - start);
        if self.stack.len() == start {
            let outcome = self.walk.game.without_moves(&self.walk.position);
            return Some(self.ended(&outcome, place));
        }
        self.killers[place.ply as usize + 1] = [None, None];
        let found = self.best_of(start, place, window);
        self.stack.truncate(start);
        let (best, m) = found?;
        if self.switches.table {
            self.remember(key, place, window, best, m, self.guesses == guesses);
        }
        Some(best)
    }

    #[inline]
    fn key(&self) -> u64 {
        let seat = if self.crowded { self.root.index() as u64 + 1 } else { 0 };
        self.walk.game.key(&self.walk.position) ^ seat.wrapping_mul(SALT)
    }

    /// The stored value, if it answers the question.
    fn cut_off(&mut self, stored: &Stored, place: Place, window: Window) -> Option<Value> {
        let value = stored.value.delayed(place.ply);
        let above = stored.bound.is_lower() && value >= window.beta;
        let below = stored.bound.is_upper() && value <= window.alpha;
        let answers = stored.bound == Bound::Exact || (above || below) && self.switches.bounds;
        if !answers || !stored.exhausted && u32::from(stored.depth) < place.depth {
            return None;
        }
        self.guesses += u64::from(!stored.exhausted);
        Some(value)
    }

    fn remember(&mut self, key: u64, place: Place, window: Window, best: Value, m: G::Move, exhausted: bool) {
        self.statistics.table_stores += 1;
        let bound = match best {
            value if value >= window.beta => Bound::Lower,
            value if value <= window.alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        let depth = place.depth.min(Stored::MOST_DEPTH.into()) as u8;
        let value = best.hastened(place.ply);
        self.table.store(key, Stored { best: Some(m.pack()), value, depth, exhausted, bound });
    }

    /// Tries the moves on the stack from `start` on.
    fn best_of(&mut self, start: usize, place: Place, mut window: Window) -> Option<(Value, G::Move)> {
        let mut best: Option<(Value, G::Move)> = None;
        for at in start..self.stack.len() {
            if self.has_enough(place, at - start) && best.is_some_and(|(best, _)| !best.is_loss()) {
                self.guesses += 1;
                break;
            }
            let Candidate { mover, m, .. } = self.stack.pick(at);
            let value = self.try_move(mover, m, place, window, at - start)?;
            if best.is_none_or(|(best, _)| value > best) {
                best = Some((value, m));
                self.extend_variation(place.ply, mover, m);
                if self.switches.prunes {
                    window.alpha = window.alpha.max(value);
                    if window.alpha >= window.beta {
                        self.statistics.beta_cutoffs += 1;
                        self.statistics.first_move_cutoffs += u64::from(at == start);
                        self.learn(mover, m, place);
                        break;
                    }
                }
            }
        }
        best
    }

    /// Plays `m` for `mover`, searches what follows, and takes it back. `late` moves were tried before.
    fn try_move(
        &mut self,
        mover: Player,
        m: G::Move,
        place: Place,
        window: Window,
        late: usize,
    ) -> Option<Value> {
        let turn = self.hand_turn(mover);
        let undo = self.walk.play(m);
        let next = self.walk.game.to_move(&self.walk.position);
        // With two players the game itself says whose turn it is. Otherwise the sides alternate, and after a
        // reply it is the root's turn again, unless there is none any more.
        let ours = if self.crowded { !place.ours } else { next == self.root };
        let child = Place { ours, depth: place.depth - 1, ply: place.ply + 1 };
        let gets_turn = ours && self.walk.game.outcome(&self.walk.position).is_none();
        if gets_turn {
            self.hand_turn(self.root);
        }
        let value = self.scouted(place, child, window, late);
        if gets_turn {
            self.hand_turn(next);
        }
        self.walk.undo(m, undo);
        self.hand_turn(turn);
        value
    }

    /// The value of `child` to the side that moved there: first whether it is above the window, less deep for late moves;
    /// then exactly, if it is.
    fn scouted(&mut self, place: Place, child: Place, window: Window, late: usize) -> Option<Value> {
        let reduction = self.reduction(place.depth, late);
        if late > 0 && (self.switches.scouts || reduction > 0) {
            let scout = if self.switches.scouts { window.scout() } else { window };
            let shallow = Place { depth: child.depth - reduction, ..child };
            let mut value = self.seen_from(place, shallow, scout)?;
            if value > window.alpha && reduction > 0 {
                value = self.seen_from(place, child, scout)?;
            } else {
                self.guesses += u64::from(reduction > 0);
            }
            if value <= window.alpha || value >= window.beta || !self.switches.scouts {
                return Some(value);
            }
        }
        self.seen_from(place, child, window)
    }

    /// Whether moves that are so late are left out.
    #[inline]
    fn has_enough(&self, place: Place, late: usize) -> bool {
        self.switches.leaves_out
            && place.depth as i32 <= LATE_MOVE_PRUNING_DEPTH
            && late >= late_move_count(place.depth as i32)
    }

    fn reduction(&self, depth: u32, late: usize) -> u32 {
        if !self.switches.reduces || depth < REDUCTION_DEPTH || late < FULL_MOVES {
            return 0;
        }
        (1 + u32::from(late >= FULL_MOVES + LATE_MOVES)).min(depth - 2)
    }

    fn seen_from(&mut self, place: Place, child: Place, window: Window) -> Option<Value> {
        if child.ours == place.ours {
            self.node(child, window)
        } else {
            self.node(child, window.flipped()).map(|value| -value)
        }
    }

    /// Lists the moves of the side to move. Whether some were left out.
    fn generate(&mut self, ours: bool, hints: &Hints<G::Move>) -> bool {
        let Walk { game, .. } = self.walk;
        if ours || !self.crowded {
            return self.ordering.generate(game, &self.walk.position, hints, &mut self.stack);
        }
        let turn = game.to_move(&self.walk.position);
        let mut mover = turn;
        let mut left_out = false;
        for _ in 0..game.players() {
            if mover != self.root {
                self.hand_turn(mover);
                left_out |= self.ordering.generate(game, &self.walk.position, hints, &mut self.stack);
            }
            mover = mover.next(game.players());
        }
        self.hand_turn(turn);
        left_out
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

    /// `m` was too good: the next nodes like this one try it early.
    fn learn(&mut self, mover: Player, m: G::Move, place: Place) {
        if self.switches.killers {
            let killers = &mut self.killers[place.ply as usize];
            if killers[0] != Some((mover, m)) {
                *killers = [Some((mover, m)), killers[0]];
            }
        }
        let turn = self.hand_turn(mover);
        self.ordering.reward(self.walk.game, &self.walk.position, m, place.depth);
        self.hand_turn(turn);
    }

    #[inline]
    fn visit(&mut self, ply: u32) -> bool {
        self.statistics.nodes += 1;
        self.deepest_ply = self.deepest_ply.max(ply);
        self.pace.visit()
    }

    fn ended(&mut self, outcome: &Outcome, place: Place) -> Value {
        self.statistics.terminal += 1;
        let value = Value::proven(outcome.verdict(self.root), place.ply);
        if place.ours { value } else { -value }
    }

    fn evaluated(&mut self, ours: bool) -> Value {
        self.statistics.evaluations += 1;
        self.guesses += 1;
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

    /// Whether this iteration guessed anything.
    fn guessed(&self) -> bool {
        self.guesses > self.guessed_before
    }

    /// With more than two players only a win with the first move is certain. A loss is one only if all moves were
    /// tried, which an iteration that was not `complete` did not.
    fn told(&self, value: Value, complete: bool) -> LineValue {
        let certain = (!self.crowded || value == Value::win_in(1)) && (complete || !value.is_loss());
        let value = if certain { value } else { as_guess(value) };
        LineValue::Mover { value, exhausted: complete && !self.guessed() && certain }
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
        self.guessed_before = self.guesses;
        if self.visit(0) {
            return false;
        }
        for at in 0..self.roots.len() {
            let m = self.roots[at];
            let alpha = self.lines.get(self.wanted - 1).map_or(Value::MIN, |worst| worst.value);
            let place = Place { ours: true, depth, ply: 0 };
            // The first moves must get their true values.
            let late = (at + 1).saturating_sub(self.wanted);
            let window = Window { alpha, beta: Value::MAX };
            let Some(value) = self.try_move(self.root, m, place, window, late) else { return false };
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
        !self.guessed() || self.wanted == 1 && self.lines.first().is_some_and(decided)
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
