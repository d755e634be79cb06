//! Which move to try first.

use mossa_game::{Flow, Move, MoveSink, Tactics};

use crate::features::{Feature, Features};

/// A move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored<M> {
    pub(super) m: M,
    pub(super) score: i32,
}

/// History scores stay within this, by the formula of their growth.
pub(super) const HISTORY_MOST: i32 = 16_384;

/// A move that refuted a sibling goes before all that history and static order say of ordinary moves, but
/// after moves that a game calls outstanding (its `order` may reach 100 000).
const KILLER: i32 = 40_000;
/// A move that refuted the same previous move goes right after the killers.
const COUNTERMOVE: i32 = 30_000;

/// What a thread has learned about moves, whatever the position.
pub(super) struct Experience<M> {
    slots: usize,
    /// How well a move did, by side and slot.
    history: Box<[i32]>,
    /// What refuted a move, by side and slot of that move.
    countermoves: Box<[Option<M>]>,
}

impl<M: Copy> Experience<M> {
    pub(super) fn new(slots: usize) -> Experience<M> {
        Experience {
            slots,
            history: vec![0; 2 * slots].into_boxed_slice(),
            countermoves: vec![None; 2 * slots].into_boxed_slice(),
        }
    }

    #[inline]
    pub(super) fn history(&self, side: usize, slot: usize) -> i32 {
        self.history[side * self.slots + slot]
    }

    /// Moves a history score towards `bonus`'s sign, the less the closer it is to its limit.
    #[inline]
    pub(super) fn reward(&mut self, side: usize, slot: usize, bonus: i32) {
        let score = &mut self.history[side * self.slots + slot];
        *score += bonus - *score * bonus.abs() / HISTORY_MOST;
    }

    #[inline]
    pub(super) fn countermove(&self, side: usize, previous: Option<usize>) -> Option<M> {
        previous.and_then(|slot| self.countermoves[side * self.slots + slot])
    }

    #[inline]
    pub(super) fn refuted(&mut self, side: usize, previous: Option<usize>, by: M) {
        if let Some(slot) = previous {
            self.countermoves[side * self.slots + slot] = Some(by);
        }
    }
}

/// Takes generated moves and scores them in the same pass: listing first and scoring later costs 2 to 6 % of
/// all instructions.
pub(super) struct Scorer<'a, G: Tactics> {
    pub(super) game: &'a G,
    pub(super) position: &'a G::Position,
    pub(super) node: &'a G::Node,
    pub(super) features: Features,
    pub(super) experience: &'a Experience<G::Move>,
    pub(super) side: usize,
    pub(super) killers: [Option<G::Move>; 2],
    pub(super) countermove: Option<G::Move>,
    /// A move that was tried before the others were generated.
    pub(super) skip: Option<G::Move>,
    pub(super) list: &'a mut Vec<Scored<G::Move>>,
}

impl<G: Tactics> MoveSink<G::Move> for Scorer<'_, G> {
    #[inline]
    fn push(&mut self, m: G::Move) -> Flow {
        if Some(m) == self.skip {
            return Flow::Continue(());
        }
        let mut score = 0;
        if self.features.has(Feature::Ordering) {
            score += self.game.order(self.position, self.node, m);
        }
        if self.features.has(Feature::History) {
            score += self.experience.history(self.side, self.game.history_slot(self.position, m));
        }
        if self.features.has(Feature::Killers) && self.killers.contains(&Some(m)) {
            score += KILLER;
        }
        if self.features.has(Feature::Countermoves) && self.countermove == Some(m) {
            score += COUNTERMOVE;
        }
        self.list.push(Scored { m, score });
        Flow::Continue(())
    }
}

/// Brings the most promising of the remaining moves to their front and gives it; among equals the first.
#[inline]
pub(super) fn pick<M: Move>(rest: &mut [Scored<M>]) -> Option<M> {
    let mut best = 0;
    let mut best_score = rest.first()?.score;
    for (i, scored) in rest.iter().enumerate().skip(1) {
        if scored.score > best_score {
            best = i;
            best_score = scored.score;
        }
    }
    rest.swap(0, best);
    Some(rest[0].m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_never_leaves_its_range() {
        let mut experience = Experience::<u32>::new(3);
        for _ in 0..1000 {
            experience.reward(1, 2, 1600);
            experience.reward(0, 2, -1600);
        }
        assert!(experience.history(1, 2) > HISTORY_MOST * 9 / 10 && experience.history(1, 2) <= HISTORY_MOST);
        assert!(experience.history(0, 2) >= -HISTORY_MOST && experience.history(0, 1) == 0);
    }
}
