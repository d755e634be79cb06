//! Where a piece can go, and by which way.
//!
//! A step leads to an empty neighbour. A hop leads over one neighbouring piece of any colour to the empty hole right behind
//! it, and from there another hop may follow. The hole that the piece left counts as empty on its way.

mod bmi2;

use mossa_game::Player;

use crate::board::{Board, Hole, Hops, Reach};
use crate::holes::Holes;
use crate::position::Position;

pub(crate) use bmi2::Bmi2;

/// A way to find the landings of single hops.
trait Landing: Copy {
    /// The landings of `hops` over those of `pieces` that are there.
    fn landings<const W: usize>(self, pieces: &Holes<W>, hops: &Hops<W>) -> Holes<W>;
}

/// On every processor: a neighbour after the other.
#[derive(Clone, Copy)]
struct OneByOne;

impl Landing for OneByOne {
    #[inline(always)]
    fn landings<const W: usize>(self, pieces: &Holes<W>, hops: &Hops<W>) -> Holes<W> {
        let both = hops.over.iter().zip(hops.landings.iter());
        Holes::of(both.filter(|(over, _)| pieces.contains(*over)).map(|(_, landing)| landing))
    }
}

/// Chains of hops that begin or end somewhere.
struct Chains<'a, const W: usize> {
    /// All pieces.
    occupied: &'a Holes<W>,
    /// What the player's pieces may do in each hole, forth or back.
    reaches: &'a [Reach<W>],
    /// Where a chain may land on its way.
    landing: &'a Holes<W>,
    /// Where the piece is.
    end: Hole,
}

impl<const W: usize> Chains<'_, W> {
    /// All holes that chains connect with the end, and perhaps some that are not empty. Through holes that a chain must not
    /// touch on its way it does not go on.
    #[inline(always)]
    fn follow(&self, by: impl Landing) -> Holes<W> {
        // The piece itself cannot be hopped over.
        let mut pieces = *self.occupied;
        pieces.remove(self.end);
        // Where a chain may still go on from.
        let mut open = self.landing.without(self.occupied);
        let mut reached = Holes::EMPTY;
        let mut ahead = Holes::EMPTY;
        let mut hole = self.end;
        loop {
            let landings = by.landings(&pieces, &self.reaches[hole.index()].hops);
            let further = landings.among(&open);
            open = open.without(&further);
            ahead = ahead.with(&further);
            reached = reached.with(&landings);
            match ahead.take_first() {
                Some(next) => hole = next,
                None => return reached,
            }
        }
    }
}

impl<const W: usize> Board<W> {
    /// All holes where the piece of `player` on `from` may go.
    #[inline]
    pub fn destinations(&self, occupied: &Holes<W>, player: Player, from: Hole) -> Holes<W> {
        self.connected(&self.forth[player.index()], occupied, player, from)
    }

    /// All holes from which the piece of `player` that is on `to` now may have come with one move. `occupied` is as it is
    /// after the move.
    #[inline]
    pub fn origins(&self, occupied: &Holes<W>, player: Player, to: Hole) -> Holes<W> {
        self.connected(&self.back[player.index()], occupied, player, to)
    }

    /// All holes to which a step or a chain leads from `end`.
    #[inline]
    fn connected(&self, reaches: &[Reach<W>], occupied: &Holes<W>, player: Player, end: Hole) -> Holes<W> {
        let chains = Chains { occupied, reaches, landing: &self.rights(player).landing, end };
        let hops = match self.bmi2 {
            Some(bmi2) => bmi2.follow(&chains),
            None => chains.follow(OneByOne),
        };
        let Reach { near, ends, .. } = &reaches[end.index()];
        hops.with(near).without(occupied).among(ends)
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

#[cfg(test)]
mod tests {
    use mossa_game::Game;

    use super::*;
    use crate::profile::Profile;
    use crate::rules::ChineseCheckers;

    /// Plays on with moves without a pattern, and compares what both ways find for all pieces of all players.
    fn both_ways_agree<const W: usize>(players: usize, pieces: usize, profile: Profile) {
        let game = ChineseCheckers::<W>::new(players, pieces, profile, None).unwrap();
        let board = game.board();
        let Some(bmi2) = Bmi2::available() else { return };
        let mut position = game.start();
        let mut random = crate::board::SplitMix(7);
        for _ in 0..300 {
            for player in Player::all(players) {
                let landing = &board.rights(player).landing;
                for end in position.pieces(player).iter() {
                    for reaches in [&board.forth[player.index()], &board.back[player.index()]] {
                        let chains = Chains { occupied: position.occupied(), reaches, landing, end };
                        assert_eq!(bmi2.follow(&chains), chains.follow(OneByOne));
                    }
                }
            }
            let mut moves = Vec::new();
            let _ = game.moves(&position, &mut moves);
            if moves.is_empty() {
                position = game.start();
                continue;
            }
            game.play(&mut position, moves[(random.next() % moves.len() as u64) as usize]);
        }
    }

    #[test]
    fn all_processors_find_the_same_hops() {
        for (_, profile) in Profile::NAMED {
            both_ways_agree::<1>(2, 3, profile);
            both_ways_agree::<2>(6, 10, profile);
            both_ways_agree::<3>(3, 15, profile);
        }
    }
}
