//! The classical part of the search written by hand for (m,n,k): no hooks, no switches, no type
//! parameters. It visits the very same nodes as the generic search with the same techniques and exists only to
//! measure what generality costs.

use mossa_game::{Evaluate, Game, Player, Tactics, Value};
use mossa_mnk::{CellIndex, Mark, Mnk, OpenLines, Position};
use mossa_search::table::{Bound, Stored};
use mossa_search::{Clock, Feature, Features, Limits, Statistics, StopSignal, Table};

/// The techniques that are written out here.
pub(crate) fn features() -> Features {
    [
        Feature::AlphaBeta,
        Feature::Deepening,
        Feature::Ordering,
        Feature::Table,
        Feature::Bounds,
        Feature::Pvs,
        Feature::Killers,
        Feature::History,
        Feature::MateDistance,
    ]
    .into_iter()
    .fold(Features::NONE, Features::with)
}

const MOST_PLIES: usize = 128;
const HISTORY_MOST: i32 = 16_384;
const KILLER: i32 = 4_000;

pub(crate) struct Hand<'a> {
    game: &'a Mnk<1>,
    table: &'a Table,
    position: Position<1>,
    moves: Vec<(Mark, i32)>,
    killers: [[Option<Mark>; 2]; MOST_PLIES + 2],
    history: [[i32; 64]; 2],
    lines: Vec<Vec<Mark>>,
    guesses: u64,
    pub(crate) statistics: Statistics,
    selective_depth: usize,
    clock: Clock,
    until_look: u64,
    nodes_at_look: u64,
    aborted: bool,
}

impl<'a> Hand<'a> {
    pub(crate) fn new(game: &'a Mnk<1>, table: &'a Table) -> Hand<'a> {
        Hand {
            game,
            table,
            position: game.start(),
            moves: Vec::with_capacity(64 * 32),
            killers: [[None; 2]; MOST_PLIES + 2],
            history: [[0; 64]; 2],
            lines: (0..MOST_PLIES + 2).map(|_| Vec::with_capacity(MOST_PLIES + 2)).collect(),
            guesses: 0,
            statistics: Statistics::default(),
            selective_depth: 0,
            clock: Clock::start(&Limits::default(), &StopSignal::new()),
            until_look: 256,
            nodes_at_look: 0,
            aborted: false,
        }
    }

    /// Iterative deepening from the empty board; the value of the last iteration.
    pub(crate) fn deepen(&mut self, last: i32) -> Value {
        self.table.next_generation();
        let mut roots = self.root_moves();
        let mut value = Value::DRAW;
        for depth in 1..=last {
            let exhausted;
            (value, exhausted) = self.root(&mut roots, depth);
            if exhausted {
                break;
            }
        }
        value
    }

    fn root_moves(&mut self) -> Vec<Mark> {
        self.generate(0, None);
        let mut roots = std::mem::take(&mut self.moves);
        roots.sort_by_key(|(_, score)| -score);
        self.moves = Vec::with_capacity(64 * 32);
        roots.into_iter().map(|(m, _)| m).collect()
    }

    fn root(&mut self, roots: &mut [Mark], depth: i32) -> (Value, bool) {
        self.enter(0);
        let guesses = self.guesses;
        let mut best = Value::MIN;
        let mut best_at = 0;
        for (i, &m) in roots.iter().enumerate() {
            let value = self.child::<true>(m, depth, 0, best, Value::MAX, i);
            if value > best {
                best = value;
                best_at = i;
                self.set_line(0, m);
            }
        }
        roots[..=best_at].rotate_right(1);
        let exhausted = self.guesses == guesses;
        self.store(self.game.key(&self.position), Some(roots[0]), best, depth, 0, Bound::Exact, exhausted);
        (best, exhausted)
    }

    fn enter(&mut self, ply: usize) -> bool {
        self.statistics.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.until_look -= 1;
        if self.until_look == 0 {
            self.aborted |= self.clock.look(self.statistics.nodes - self.nodes_at_look);
            self.nodes_at_look = self.statistics.nodes;
            self.until_look = self.clock.nodes_until_look();
        }
        self.aborted
    }

    fn child<const PV: bool>(
        &mut self,
        m: Mark,
        depth: i32,
        ply: usize,
        alpha: Value,
        beta: Value,
        tried: usize,
    ) -> Value {
        let guesses = self.guesses;
        self.game.play(&mut self.position, m);
        let mut value = Value::MIN;
        let mut open = true;
        if PV && tried > 0 {
            let scout = Value::from_raw(alpha.raw() + 1);
            value = -self.search::<false>(depth - 1, ply + 1, -scout, -alpha);
            open = value > alpha && value < beta;
            if open {
                self.guesses = guesses;
            }
        }
        if open {
            value = -self.search::<PV>(depth - 1, ply + 1, -beta, -alpha);
        }
        self.game.undo(&mut self.position, m, ());
        value
    }

    fn search<const PV: bool>(&mut self, depth: i32, ply: usize, mut alpha: Value, beta: Value) -> Value {
        if PV {
            self.lines[ply].clear();
        }
        if self.enter(ply) {
            return Value::DRAW;
        }
        if let Some(winner) = self.position.winner() {
            self.statistics.terminal += 1;
            return if winner == self.position.to_move() {
                Value::win_in(ply as u32)
            } else {
                Value::loss_in(ply as u32)
            };
        }
        if self.position.empty_cells() == 0 {
            self.statistics.terminal += 1;
            return Value::DRAW;
        }
        if depth <= 0 {
            self.guesses += 1;
            self.statistics.evaluations += 1;
            return OpenLines.value(self.game, &self.position, &());
        }
        if Value::loss_in(ply as u32) >= beta {
            return Value::loss_in(ply as u32);
        }
        if Value::win_in(ply as u32) <= alpha {
            return Value::win_in(ply as u32);
        }
        let key = self.game.key(&self.position);
        let mut table_move = None;
        if let Some(stored) = self.table.probe(key) {
            self.statistics.table_hits += 1;
            let value = stored.value.delayed(ply as u32);
            let above = stored.bound.is_lower() && value >= beta;
            let below = stored.bound.is_upper() && value <= alpha;
            if above || below || stored.bound == Bound::Exact {
                if stored.exhausted || (above && value.is_win()) || (below && value.is_loss()) {
                    self.statistics.table_cutoffs += 1;
                    return value;
                }
                if !PV && i32::from(stored.depth) >= depth {
                    self.guesses += 1;
                    self.statistics.table_cutoffs += 1;
                    return value;
                }
            }
            table_move = stored.best.map(|bits| Mark::new(CellIndex(bits as u16)));
            table_move = table_move.filter(|m| self.game.is_legal(&self.position, *m));
        }

        let guesses = self.guesses;
        let mut best = Value::MIN;
        let mut best_move = None;
        let mut tried = 0;
        self.killers[ply + 1] = [None; 2];
        let first = self.moves.len();
        let mut next = first;
        let mut cut = false;
        loop {
            let m = match table_move {
                Some(m) if tried == 0 => m,
                _ => {
                    if next == first {
                        self.generate(ply, table_move);
                    }
                    let Some(m) = self.pick(next) else { break };
                    next += 1;
                    m
                }
            };
            let before = self.guesses;
            let value = self.child::<PV>(m, depth, ply, alpha, beta, tried);
            tried += 1;
            if self.aborted {
                self.moves.truncate(first);
                return Value::DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(m);
                    if PV {
                        self.set_line(ply, m);
                    }
                    if value >= beta {
                        self.statistics.beta_cutoffs += 1;
                        self.statistics.first_move_cutoffs += u64::from(tried == 1);
                        if self.guesses == before || value.is_win() {
                            self.guesses = guesses;
                        }
                        cut = true;
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if let (true, Some(best)) = (cut, best_move) {
            self.moves.truncate(next.max(first));
            self.learn(best, depth, ply, first);
        }
        self.moves.truncate(first);
        if best.is_loss() && best_move.is_none() {
            self.guesses = guesses;
        }
        let bound = match (cut, best_move) {
            (true, _) => Bound::Lower,
            (false, Some(_)) => Bound::Exact,
            (false, None) => Bound::Upper,
        };
        let exhausted = self.guesses == guesses;
        self.store(key, best_move, best, depth, ply, bound, exhausted);
        best
    }

    #[allow(clippy::too_many_arguments)]
    fn store(
        &mut self,
        key: u64,
        best: Option<Mark>,
        value: Value,
        depth: i32,
        ply: usize,
        bound: Bound,
        exhausted: bool,
    ) {
        let best = best.map(|m| m.cell().0.into());
        let value = value.hastened(ply as u32);
        self.statistics.table_stores += 1;
        self.table.store(key, Stored { best, value, depth: depth as u8, exhausted, bound });
    }

    fn generate(&mut self, ply: usize, skip: Option<Mark>) {
        let me = self.position.to_move().index();
        let node = self.game.node(&self.position);
        let mut empty = self.game.empty_cells(&self.position).words()[0];
        while empty != 0 {
            let cell = empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let m = Mark::new(CellIndex(cell as u16));
            if Some(m) == skip {
                continue;
            }
            let mut score = self.game.order(&self.position, &node, m) + self.history[me][cell];
            if self.killers[ply].contains(&Some(m)) {
                score += KILLER;
            }
            self.moves.push((m, score));
        }
    }

    fn pick(&mut self, from: usize) -> Option<Mark> {
        let rest = &mut self.moves[from..];
        let mut best = 0;
        let mut best_score = rest.first()?.1;
        for (i, (_, score)) in rest.iter().enumerate().skip(1) {
            if *score > best_score {
                best = i;
                best_score = *score;
            }
        }
        rest.swap(0, best);
        Some(rest[0].0)
    }

    /// Moves that threaten are not learned from, as in the generic search.
    fn learn(&mut self, best: Mark, depth: i32, ply: usize, first: usize) {
        let me: Player = self.position.to_move();
        let node = self.game.node(&self.position);
        if self.game.is_noisy(&self.position, &node, best) {
            return;
        }
        if self.killers[ply][0] != Some(best) {
            self.killers[ply] = [Some(best), self.killers[ply][0]];
        }
        let bonus = (depth * depth).min(1024);
        for i in first..self.moves.len() {
            let m = self.moves[i].0;
            if m != best {
                reward(&mut self.history[me.index()][m.cell().index()], -bonus);
            }
        }
        reward(&mut self.history[me.index()][best.cell().index()], bonus);
    }

    fn set_line(&mut self, ply: usize, m: Mark) {
        let (here, later) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(m);
        here[ply].extend_from_slice(&later[0]);
    }
}

fn reward(score: &mut i32, bonus: i32) {
    *score += bonus - *score * bonus.abs() / HISTORY_MOST;
}
