//! The tree: the player at the root moves, then one of the others, and so on.

use mossa_game::{Evaluate, Move, Outcome, Player, Tactics, Turns, Value};

use super::Searcher;
use crate::alphabeta::pruning::{LATE_MOVE_PRUNING_DEPTH, late_move_count};
use crate::multiplayer::guess_for;
use crate::multiplayer::ordering::{Candidate, Hints};
use crate::multiplayer::walk::Walk;
use crate::progress::clocked;
use crate::table::{Bound, Stored};

/// Tells the keys of this search from those of others that may share the table.
const SALT: u64 = 0xd1b5_4a32_d192_ed03;

/// From this depth on late moves are searched less deep first.
const REDUCTION_DEPTH: u32 = 3;
/// So many moves are searched to the full depth.
const FULL_MOVES: usize = 3;
/// After so many more a move is late enough for two plies less.
const LATE_MOVES: usize = 12;

/// The values that matter: fail-soft between these.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
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
pub(super) struct Place {
    /// The player at the root; otherwise whoever of the others likes.
    pub(super) ours: bool,
    pub(super) depth: u32,
    pub(super) ply: u32,
}

impl<G: Tactics + Turns, E: Evaluate<G>> Searcher<'_, G, E> {
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
        if self.walk.is_repeated() {
            self.guesses += 1;
            return Some(Value::DRAW);
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
        let left_out = self.generate(place.ours, &hints);
        self.guesses += u64::from(left_out);
        self.pace.listed(self.stack.len() - start);
        if self.stack.len() == start {
            let outcome = self.walk.game.without_moves(&self.walk.position);
            return Some(self.ended(&outcome, place));
        }
        self.killers[place.ply as usize + 1] = [None, None];
        let mut found = self.best_of(start, place, window);
        if left_out && found.is_some_and(|(best, _)| best.is_loss()) {
            found = self.best_of_rest(start, place, window, found);
        }
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
        let (game, position) = (&self.walk.game, &self.walk.position);
        let key = game.key(position) ^ seat.wrapping_mul(SALT);
        game.plies_to_draw(position).map_or(key, |left| clocked(key, left))
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
            self.pace.picked(self.stack.len() - at);
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

    /// All promising moves lose, those on the stack from `start` on: tries the others, too. The best of all.
    #[cold]
    fn best_of_rest(
        &mut self,
        start: usize,
        place: Place,
        window: Window,
        found: Option<(Value, G::Move)>,
    ) -> Option<(Value, G::Move)> {
        let (best, m) = found?;
        let line = self.variation[place.ply as usize].clone();
        let tried = self.stack.take_from(start);
        self.generate(place.ours, &Hints::NONE);
        self.stack.leave_out(start, &tried);
        match self.best_of(start, place, window) {
            Some((other, m)) if other > best => return Some((other, m)),
            None if self.stack.len() > start => return None,
            _ => {}
        }
        self.variation[place.ply as usize] = line;
        Some((best, m))
    }

    /// Plays `m` for `mover`, searches what follows, and takes it back. `late` moves were tried before.
    pub(super) fn try_move(
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
        // The moves of all opponents are in one list.
        let movers = if place.ours { 1 } else { self.walk.game.players() - 1 };
        self.switches.leaves_out
            && place.depth as i32 <= LATE_MOVE_PRUNING_DEPTH
            && late >= movers * late_move_count(place.depth as i32)
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
    pub(super) fn generate(&mut self, ours: bool, hints: &Hints<G::Move>) -> bool {
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
    pub(super) fn visit(&mut self, ply: u32) -> bool {
        self.statistics.nodes += 1;
        self.deepest_ply = self.deepest_ply.max(ply);
        self.pace.visit()
    }

    fn ended(&mut self, outcome: &Outcome, place: Place) -> Value {
        self.statistics.terminal += 1;
        let value = Value::proven(outcome.verdict(self.root), place.ply);
        if place.ours { value } else { -value }
    }

    pub(super) fn evaluated(&mut self, ours: bool) -> Value {
        self.statistics.evaluations += 1;
        self.guesses += 1;
        let Walk { game, evaluator, ref position, ref state, .. } = self.walk;
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
}
