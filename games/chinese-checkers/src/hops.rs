//! Where a piece can go, and by which way.
//!
//! A step leads to an empty neighbour. A hop leads over one neighbouring piece of any colour to the empty hole right behind
//! it, and from there another hop may follow. The hole that the piece left counts as empty on its way.

use mossa_game::Player;

use crate::board::{Board, Hole, Reach};
use crate::holes::Holes;
use crate::position::Position;

impl<const W: usize> Board<W> {
    /// All holes where the piece of `player` on `from` may go.
    #[inline]
    pub fn destinations(&self, occupied: &Holes<W>, player: Player, from: Hole) -> Holes<W> {
        let reach = &self.reaches(player)[from.index()];
        let hops = self.chains(occupied, player, from, |reach| &reach.over);
        hops.with(&reach.near).without(occupied).among(&reach.ends)
    }

    /// All holes from which the piece of `player` that is on `to` now may have come with one move. `occupied` is as it is
    /// after the move.
    #[inline]
    pub fn origins(&self, occupied: &Holes<W>, player: Player, to: Hole) -> Holes<W> {
        let reach = &self.reaches(player)[to.index()];
        let hops = self.chains(occupied, player, to, |reach| &reach.back_over);
        hops.with(&reach.near).without(occupied).among(&reach.starts)
    }

    /// All holes that chains of hops between `end` and them connect, and perhaps some that are not empty. Over which
    /// neighbours a chain may go from a hole, forward or back, is said by `over`; through holes that it must not touch on
    /// its way it does not go on.
    #[inline]
    fn chains(
        &self,
        occupied: &Holes<W>,
        player: Player,
        end: Hole,
        over: impl Fn(&Reach<W>) -> &Holes<W>,
    ) -> Holes<W> {
        let reaches = self.reaches(player);
        let on_the_way = self.rights(player).landing.without(occupied);
        // The piece itself cannot be hopped over.
        let mut pieces = *occupied;
        pieces.remove(end);
        let mut reached = Holes::of([end]);
        let mut ahead = reached;
        while let Some(hole) = ahead.take_first() {
            let mut landings = Holes::<W>::EMPTY;
            for over in pieces.among(over(&reaches[hole.index()])).iter() {
                landings.insert(self.behind(hole, over));
            }
            ahead = ahead.with(&landings.without(&reached).among(&on_the_way));
            reached = reached.with(&landings);
        }
        reached.remove(end);
        reached
    }

    /// The landings of single hops from `hole` of a piece that began on `from`, but for `from` itself.
    #[inline]
    fn for_each_hop(
        &self,
        occupied: &Holes<W>,
        player: Player,
        from: Hole,
        hole: Hole,
        mut found: impl FnMut(Hole),
    ) {
        let ways = &self.ways[hole.index()];
        let allowed = self.rights(player).landings(&self.profile, hole);
        for (over, landing) in ways.next.into_iter().zip(ways.behind) {
            let hops = landing != Hole::NONE
                && over != from
                && occupied.contains(over)
                && !occupied.contains(landing)
                && allowed.contains(landing);
            if hops {
                found(landing);
            }
        }
    }

    /// The holes that the mover's piece on `from` touches on a shortest way to `to`, both included; `None` if it cannot go
    /// there.
    pub fn path(&self, position: &Position<W>, from: Hole, to: Hole) -> Option<Vec<Hole>> {
        let (occupied, player) = (position.occupied(), position.to_move());
        if !self.destinations(occupied, player, from).contains(to) {
            return None;
        }
        if self.ways[from.index()].next.contains(&to) {
            return Some(vec![from, to]);
        }
        // Breadth first, with the hole from which each was reached.
        let mut reached: Vec<(Hole, usize)> = vec![(from, 0)];
        let mut next = 0;
        while next < reached.len() {
            let (hole, _) = reached[next];
            let mut found = Vec::new();
            if next == 0 || self.rights(player).landing.contains(hole) {
                self.for_each_hop(occupied, player, from, hole, |landing| found.push(landing));
            }
            for landing in found {
                if reached.iter().all(|(known, _)| *known != landing) {
                    reached.push((landing, next));
                }
            }
            next += 1;
        }
        let mut at = reached.iter().position(|(hole, _)| *hole == to)?;
        let mut path = vec![to];
        while at != 0 {
            at = reached[at].1;
            path.push(reached[at].0);
        }
        path.reverse();
        Some(path)
    }
}
