//! Which move to try first.

use mossa_game::{Flow, Move, MoveSink, Tactics};

use super::learning::CONTINUATION_PLIES;
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
    /// How well a move did after another: by how far back that was, by side, by the slot of that and of the move.
    continuations: Box<[i16]>,
    /// By how much evaluations were wrong, by number and value of the key and by side.
    corrections: Box<[i16]>,
    slots: usize,
}

/// How many keys a table of corrections tells apart.
const CORRECTION_KEYS: usize = 1 << 14;
/// Corrections stay within this.
const CORRECTION_MOST: i32 = 1024;

/// The score of a move that was left out.
pub(super) const LEFT_OUT: i32 = i32::MIN;

/// Moves a score towards `bonus`'s sign, the less the closer it is to its limit.
#[inline]
pub(super) fn grow(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MOST) as i16;
}

impl Experience {
    /// What `game` asks for, and nothing else.
    pub(super) fn of<G: Tactics>(game: &G) -> Experience {
        Experience::new(game.history_slots(), G::ASSESSMENT, G::CORRECTIONS)
    }

    fn new(slots: usize, continued: bool, corrections: usize) -> Experience {
        let continuations = if continued { CONTINUATION_PLIES * 2 * slots * slots } else { 0 };
        Experience {
            continuations: vec![0; continuations].into_boxed_slice(),
            corrections: vec![0; corrections * 2 * CORRECTION_KEYS].into_boxed_slice(),
            slots,
            history: [0; 2].map(|zero| vec![zero; slots].into_boxed_slice()),
            countermoves: [Hint::NONE; 2].map(|none| vec![none; slots].into_boxed_slice()),
        }
    }

    /// Whether it was made for a game like this.
    pub(super) fn fits<G: Tactics>(&self, game: &G) -> bool {
        self.slots == game.history_slots()
    }

    /// The scores of one side, by slot.
    #[inline]
    pub(super) fn history(&self, side: usize) -> &[i16] {
        &self.history[side]
    }

    /// Moves a history score towards `bonus`'s sign, the less the closer it is to its limit.
    #[inline]
    pub(super) fn reward(&mut self, side: usize, slot: usize, bonus: i32) {
        grow(&mut self.history[side][slot], bonus);
    }

    /// The scores of the moves of `side` after the one with the slot `before`, which was `back` plies earlier.
    #[inline]
    pub(super) fn continuations(&self, back: usize, side: usize, before: u32) -> &[i16] {
        let row = ((back - 1) * 2 + side) * self.slots + before as usize;
        &self.continuations[row * self.slots..(row + 1) * self.slots]
    }

    /// The same after each of the last moves, whose slots are `before`.
    #[inline]
    pub(super) fn after(
        &self,
        side: usize,
        before: [u32; CONTINUATION_PLIES],
    ) -> [Option<&[i16]>; CONTINUATION_PLIES] {
        let row = |back: usize| {
            (before[back - 1] != NO_SLOT).then(|| self.continuations(back, side, before[back - 1]))
        };
        [row(1), row(2)]
    }

    /// One of [`Experience::continuations`].
    #[inline]
    pub(super) fn continuation(&mut self, back: usize, side: usize, before: u32, slot: usize) -> &mut i16 {
        let row = ((back - 1) * 2 + side) * self.slots + before as usize;
        &mut self.continuations[row * self.slots + slot]
    }

    /// How wrong evaluations were where the key number `which` was `key`.
    #[inline]
    pub(super) fn correction(&self, which: usize, side: usize, key: u64) -> i32 {
        self.corrections[correction_index(which, side, key)].into()
    }

    /// An evaluation was wrong by `error`, weighed by how sure that is.
    #[inline]
    pub(super) fn correct(&mut self, which: usize, side: usize, key: u64, error: i32) {
        let error = error.clamp(-CORRECTION_MOST / 4, CORRECTION_MOST / 4);
        let correction = &mut self.corrections[correction_index(which, side, key)];
        let old = i32::from(*correction);
        *correction = (old + error - old * error.abs() / CORRECTION_MOST) as i16;
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

#[inline]
fn correction_index(which: usize, side: usize, key: u64) -> usize {
    (which * 2 + side) * CORRECTION_KEYS + key as usize % CORRECTION_KEYS
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
    /// Scores of moves after the last ones; with [`Tactics::ASSESSMENT`] only.
    pub(super) continuations: [Option<&'a [i16]>; CONTINUATION_PLIES],
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
        if G::ASSESSMENT {
            score += self.experience(m);
        } else if let Some(history) = self.history {
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

impl<G: Tactics> Scorer<'_, G> {
    /// What is known of a quiet move. Noisy ones have an order of their own: experience with them made games no better
    /// (ADR 22).
    #[inline]
    fn experience(&self, m: G::Move) -> i32 {
        let Some(history) = self.history else { return 0 };
        if self.game.is_noisy(self.position, self.node, m) {
            return 0;
        }
        let slot = self.game.history_slot(self.position, m);
        let after = self.continuations.iter().flatten().map(|row| i32::from(row[slot]));
        i32::from(history[slot]) + after.sum::<i32>()
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
        let mut experience = Experience::new(3, false, 0);
        for _ in 0..1000 {
            experience.reward(1, 2, 1600);
            experience.reward(0, 2, -1600);
        }
        let history = |side: usize, slot: usize| i32::from(experience.history(side)[slot]);
        assert!(history(1, 2) > HISTORY_MOST * 9 / 10 && history(1, 2) <= HISTORY_MOST);
        assert!(history(0, 2) >= -HISTORY_MOST && history(0, 1) == 0);
    }
}
