//! What the search may know.

use mossa_game::Tactics;

use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};

impl<const W: usize> Tactics for ChineseCheckers<W> {
    type Node = ();

    #[inline]
    fn node(&self, _: &Position<W>) {}

    #[inline]
    fn plies_left(&self, position: &Position<W>) -> Option<u32> {
        self.board().plies.map(|_| position.plies_left().into())
    }

    /// Forward before backward, the farther the better.
    #[inline]
    fn order(&self, position: &Position<W>, (): &(), walk: Walk) -> i32 {
        if walk.is_pass() {
            return 0;
        }
        let player = position.to_move();
        let gained = self.board().distance(walk.from, player) - self.board().distance(walk.to, player);
        gained * ORDER_OF_STEP
    }

    fn history_slots(&self) -> usize {
        let holes = self.board().holes();
        holes * holes
    }

    #[inline]
    fn history_slot(&self, _: &Position<W>, walk: Walk) -> usize {
        if walk.is_pass() { 0 } else { walk.from.index() * self.board().holes() + walk.to.index() }
    }
}

/// What one step forward counts in ordering; no move gains more than 20 steps.
const ORDER_OF_STEP: i32 = 4000;
