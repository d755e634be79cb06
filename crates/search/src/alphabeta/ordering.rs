//! Which move to try first.

use mossa_game::{Flow, Move, MoveSink, Tactics};

use super::worker::NO_SLOT;
use crate::hint::Hint;

/// A move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored<M> {
    pub(super) m: M,
    pub(super) score: i32,
}

/// History scores stay within this, by the formula of their growth.
pub(super) const HISTORY_MOST: i32 = 16_384;

/// What a move gains that refuted a sibling: a quarter of the best history score. On (m,n,k) boards with four or
/// five in a row, where the game's own order is good, ten times as much needed 1.3 to 2.8 times the nodes.
const KILLER: i32 = 4_000;
/// What a move gains that refuted the same previous move.
const COUNTERMOVE: i32 = 3_000;

/// What a thread has learned about moves, whatever the position.
pub(super) struct Experience {
    /// How well a move did, by side and slot. Games with many slots ask for many of them in every node: as small as can be.
    history: [Box<[i16]>; 2],
    /// What refuted a move, by the side that refuted it and the slot of that move.
    countermoves: [Box<[Hint]>; 2],
}

impl Experience {
    pub(super) fn new(slots: usize) -> Experience {
        Experience {
            history: [0; 2].map(|zero| vec![zero; slots].into_boxed_slice()),
            countermoves: [Hint::NONE; 2].map(|none| vec![none; slots].into_boxed_slice()),
        }
    }

    /// The scores of one side, by slot.
    #[inline]
    pub(super) fn history(&self, side: usize) -> &[i16] {
        &self.history[side]
    }

    /// Moves a history score towards `bonus`'s sign, the less the closer it is to its limit.
    #[inline]
    pub(super) fn reward(&mut self, side: usize, slot: usize, bonus: i32) {
        let score = &mut self.history[side][slot];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / HISTORY_MOST) as i16;
    }

    #[inline]
    pub(super) fn countermove(&self, side: usize, previous: u32) -> Hint {
        if previous == NO_SLOT { Hint::NONE } else { self.countermoves[side][previous as usize] }
    }

    #[inline]
    pub(super) fn refuted(&mut self, side: usize, previous: u32, by: Hint) {
        if previous != NO_SLOT {
            self.countermoves[side][previous as usize] = by;
        }
    }
}

/// Takes generated moves and scores them in the same pass: listing first and scoring later costs 2 to 6 % of
/// all instructions. What is switched off is `None`, so that no switch is asked for every single move.
pub(super) struct Scorer<'a, G: Tactics> {
    pub(super) game: &'a G,
    pub(super) position: &'a G::Position,
    pub(super) node: &'a G::Node,
    /// Whether the game's own order counts.
    pub(super) ordering: bool,
    pub(super) history: Option<&'a [i16]>,
    pub(super) killers: [Hint; 2],
    pub(super) countermove: Hint,
    /// A move that was tried before the others were generated.
    pub(super) skip: Hint,
    pub(super) list: &'a mut Vec<Scored<G::Move>>,
}

impl<G: Tactics> MoveSink<G::Move> for Scorer<'_, G> {
    #[inline(always)]
    fn push(&mut self, m: G::Move) -> Flow {
        let hint = Hint::new(m);
        if hint == self.skip {
            return Flow::Continue(());
        }
        let mut score = 0;
        if self.ordering {
            score += self.game.order(self.position, self.node, m);
        }
        if let Some(history) = self.history {
            score += i32::from(history[self.game.history_slot(self.position, m)]);
        }
        if hint == self.killers[0] || hint == self.killers[1] {
            score += KILLER;
        }
        if hint == self.countermove {
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
        let mut experience = Experience::new(3);
        for _ in 0..1000 {
            experience.reward(1, 2, 1600);
            experience.reward(0, 2, -1600);
        }
        let history = |side: usize, slot: usize| i32::from(experience.history(side)[slot]);
        assert!(history(1, 2) > HISTORY_MOST * 9 / 10 && history(1, 2) <= HISTORY_MOST);
        assert!(history(0, 2) >= -HISTORY_MOST && history(0, 1) == 0);
    }
}
