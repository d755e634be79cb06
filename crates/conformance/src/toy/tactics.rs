//! What a two-player search may know about Nim.

use mossa_game::{Flow, MoveSink, Tactics, Verdict};

use super::position::{MAX_HEAPS, MAX_STONES, Position, Take};
use super::rules::Nim;

/// The turn is a burden here as often as not, so `NULL_MOVE` stays off.
impl Tactics for Nim {
    type Node = ();

    fn node(&self, _: &Position) {}

    /// A last heap that may be taken whole wins at once.
    fn proven(&self, position: &Position, (): &()) -> Option<(Verdict, u32)> {
        let mut heaps = position.heaps.iter().filter(|&&heap| heap > 0);
        let last = *heaps.next()?;
        (heaps.next().is_none() && last <= self.most).then_some((Verdict::Win, 1))
    }

    /// Every move takes at least one stone.
    fn plies_left(&self, position: &Position) -> Option<u32> {
        Some(position.heaps.iter().map(|&heap| u32::from(heap)).sum())
    }

    /// Of several equal heaps the first will do.
    fn candidates(&self, position: &Position, (): &(), sink: &mut impl MoveSink<Take>) -> Flow {
        let heaps = &position.heaps[..self.start.len()];
        let first = |&heap: &usize| !heaps[..heap].contains(&heaps[heap]);
        (0..heaps.len()).filter(first).try_for_each(|heap| self.takes(position, heap, sink))
    }

    /// Large moves first: they lead to the end sooner.
    fn order(&self, _: &Position, (): &(), m: Take) -> i32 {
        i32::from(m.stones) * 100
    }

    fn history_slots(&self) -> usize {
        MAX_HEAPS * (usize::from(MAX_STONES) + 1)
    }

    fn history_slot(&self, _: &Position, m: Take) -> usize {
        usize::from(m.heap) * (usize::from(MAX_STONES) + 1) + usize::from(m.stones)
    }
}
