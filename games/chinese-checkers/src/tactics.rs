//! What the search may know.

use mossa_game::{MoveSink, Tactics, Verdict};

use crate::position::Position;
use crate::rules::{ChineseCheckers, Walk};

impl<const W: usize> Tactics for ChineseCheckers<W> {
    type Node = ();

    const REVERSE_FUTILITY: bool = true;
    const LATE_MOVE_PRUNING: bool = true;
    const SELECTIVE: bool = true;
    const MARGIN: i32 = 40;

    #[inline]
    fn node(&self, _: &Position<W>) {}

    /// From the table of all positions, if one is loaded.
    #[inline]
    fn proven(&self, position: &Position<W>, (): &()) -> Option<(Verdict, u32)> {
        self.looked_up(position)
    }

    #[inline]
    fn plies_left(&self, position: &Position<W>) -> Option<u32> {
        self.board().plies.map(|_| position.plies_left().into())
    }

    /// The more a move gains the earlier it is tried.
    #[inline]
    fn order(&self, position: &Position<W>, (): &(), walk: Walk) -> i32 {
        if walk.is_pass() {
            return 0;
        }
        (self.board().gain(walk, position.to_move()) * ORDER_OF_POINT).clamp(-MOST_ORDER, MOST_ORDER)
    }

    /// Moves that lose no more than a little ground; where more than two play, no ground.
    #[inline]
    fn promising(&self, position: &Position<W>, (): &(), sink: &mut impl MoveSink<Walk>) -> bool {
        let (board, player) = (self.board(), position.to_move());
        let (mut all, mut any) = (true, false);
        for from in position.pieces(player).iter() {
            let to = board.destinations(position.occupied(), player, from);
            let onward = to.among(&board.onward[player.index()][from.index()]);
            all &= to == onward;
            for to in onward.iter() {
                any = true;
                if sink.push(Walk { from, to }).is_break() {
                    return false;
                }
            }
        }
        // Who cannot move passes: that is not among these.
        all && any
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

/// What a point counts in ordering: a step, about 40 points, as much as half of the best history.
const ORDER_OF_POINT: i32 = 200;

/// What the contract allows.
const MOST_ORDER: i32 = 100_000;
