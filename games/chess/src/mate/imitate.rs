//! Refutes defences as others were refuted (Y. Kawano, *Using similar positions to search game trees*, 1996).
//!
//! Most defences do not touch the threat: the moves that mate after one of them mate after the others, too. To play them
//! through costs as many positions as the proof has, where a search would weigh all moves anew.

use super::numbers::Numbers;
use super::search::{Child, Listed, Prover, Task};
use crate::moves::ChessMove;
use crate::position::Position;

impl Prover<'_> {
    /// The defence that led from `task` to `model` is refuted: tries the same against the other children, which begin at
    /// `first`.
    pub(super) fn repeat(&mut self, task: Task<'_>, model: &Position, first: usize) {
        for i in first..self.children.len() {
            let Child { m, numbers } = self.children[i];
            if numbers.settled().is_some() {
                continue;
            }
            let mut after = *task.position;
            after.play(m);
            if self.imitate(model, Self::below(task, &after)) {
                self.children[i].numbers = Numbers::PROVEN;
            }
        }
    }

    /// Whether the moves that are known to mate from `model` mate from the attacker's position `task`, too.
    fn imitate(&mut self, model: &Position, task: Task<'_>) -> bool {
        if self.is_over() {
            return false;
        }
        self.visit();
        if let Some(known) = self.look(task).and_then(Numbers::settled) {
            return known;
        }
        let Some(m) = self.mating_plan(Task { position: model, ..task }, task.position) else { return false };
        let (mut after, mut model) = (*task.position, *model);
        after.play(m);
        model.play(m);
        let proven = self.imitate_answers(&model, Self::below(task, &after));
        if proven {
            self.store(task, Numbers::PROVEN, Some(m), 1);
        }
        proven
    }

    /// The move that begins the mate of `model`, if it is legal in `position`.
    fn mating_plan(&self, model: Task<'_>, position: &Position) -> Option<ChessMove> {
        let known = self.known(model);
        known.best.filter(|m| known.says(model.moves) == Some(true) && position.is_legal(*m))
    }

    /// The same for a position of the defender: all answers must be refuted.
    fn imitate_answers(&mut self, model: &Position, task: Task<'_>) -> bool {
        self.visit();
        if let Some(known) = self.look(task).and_then(Numbers::settled) {
            return known;
        }
        let first = self.children.len();
        let _ = task.position.moves(&mut Listed(&mut self.children));
        let end = self.children.len();
        if first == end {
            return task.position.checkers().has_any();
        }
        let proven =
            task.moves > 0 && (first..end).all(|i| self.imitate_answer(model, task, self.children[i].m));
        self.children.truncate(first);
        if proven {
            self.store(task, Numbers::PROVEN, None, 1);
        }
        proven
    }

    /// The same after one answer, which the model may not know.
    fn imitate_answer(&mut self, model: &Position, task: Task<'_>, answer: ChessMove) -> bool {
        let mut after = *task.position;
        after.play(answer);
        let below = Self::below(task, &after);
        if !model.is_legal(answer) {
            self.visit();
            return self.look(below).and_then(Numbers::settled) == Some(true);
        }
        let mut model = *model;
        model.play(answer);
        self.imitate(&model, below)
    }
}
