//! The root: iterations, several lines, and what is told of them.

use mossa_game::{Evaluate, Player, Tactics, Turns, Value};

use super::tree::{Place, Window};
use super::{RootLine, Searcher};
use crate::multiplayer::as_guess;
use crate::multiplayer::deepening::Deepens;
use crate::multiplayer::ordering::Hints;
use crate::report::{Line, LineValue, News, Report, Statistics};

impl<G: Tactics + Turns, E: Evaluate<G>> Searcher<'_, G, E> {
    pub(super) fn find_roots(&mut self) {
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

    /// Whether deeper iterations would find the same: nothing was guessed, or the first line is decided for certain. Where
    /// somebody sat out, only a win with the first move is.
    fn is_settled(&self) -> bool {
        let certain = |value: Value| !self.crowded || value == Value::win_in(1);
        let decided = |line: &RootLine<G::Move>| line.value.is_decided() && certain(line.value);
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
