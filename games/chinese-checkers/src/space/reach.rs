//! Where pieces go and where they come from, for the analysis of all positions.
//!
//! The same as [`Board::destinations`] and [`Board::origins`] say, for boards that one word holds. All that depends on
//! the rules is a table, and only neighbours that are there are looked at: most pieces have none.

use mossa_game::Player;

use crate::board::{Board, Hole};
use crate::holes::Holes;

/// Whoever is to move, seen from below.
const MOVER: Player = Player::FIRST;

/// No hole.
const NONE: u8 = u8::MAX;

/// Holes as bits.
pub(super) fn bits<const W: usize>(holes: &Holes<W>) -> u64 {
    holes.iter().fold(0, |bits, hole| bits | 1 << hole.0)
}

/// The lowest of these bits as a number, and the others.
#[inline]
pub(super) fn take(bits: &mut u64) -> Option<usize> {
    let first = (*bits != 0).then(|| bits.trailing_zeros() as usize)?;
    *bits &= *bits - 1;
    Some(first)
}

/// What the rules say about a hole.
#[derive(Clone, Copy)]
struct Around {
    /// The next holes.
    near: u64,
    /// Where a move that begins here may end.
    ends: u64,
    /// Where a move that ends here may begin.
    begins: u64,
    /// Where a chain that is here may land next.
    onward: u64,
    /// Where a chain may be before it lands here.
    back: u64,
}

/// The moves of the player below.
pub(super) struct Reach {
    around: Vec<Around>,
    /// The hole behind each neighbour of each hole.
    behind: Vec<[u8; 64]>,
    /// Where a chain may land on its way.
    way: u64,
}

impl Reach {
    /// `None` if the board has more holes than a word has bits.
    pub(super) fn new<const W: usize>(board: &Board<W>) -> Option<Reach> {
        let holes = board.holes();
        if holes > 64 {
            return None;
        }
        let (rights, profile) = (board.rights(MOVER), &board.profile);
        let all = || (0..holes).map(|hole| Hole(hole as u8));
        let ends: Vec<u64> = all().map(|hole| bits(&rights.ends(profile, hole))).collect();
        let onward: Vec<u64> = all().map(|hole| bits(&rights.landings(profile, hole))).collect();
        let leading = |there: &[u64], hole: usize| {
            there.iter().enumerate().fold(0, |from, (other, there)| from | (there >> hole & 1) << other)
        };
        let rest = bits(&rights.rest);
        let mut behind = vec![[NONE; 64]; holes];
        let around = (0..holes)
            .map(|hole| {
                let ways = &board.ways[hole];
                let mut near = 0;
                for (over, landing) in ways.next.into_iter().zip(ways.behind) {
                    if over != Hole::NONE {
                        near |= 1 << over.0;
                        behind[hole][over.index()] = landing.0;
                    }
                }
                Around {
                    near,
                    ends: ends[hole],
                    begins: leading(&ends, hole) & rest,
                    onward: onward[hole],
                    back: leading(&onward, hole),
                }
            })
            .collect();
        Some(Reach { around, behind, way: bits(&rights.landing) })
    }

    /// All holes where a piece on `from` may go.
    #[inline]
    pub(super) fn destinations(&self, occupied: u64, from: usize) -> u64 {
        let around = &self.around[from];
        let hops = self.chain(occupied, from, |here| here.onward);
        (hops | around.near & !occupied) & around.ends
    }

    /// All holes from which a piece that is on `to` now may have come. `occupied` is as it is after the move.
    #[inline]
    pub(super) fn origins(&self, occupied: u64, to: usize) -> u64 {
        let around = &self.around[to];
        let hops = self.chain(occupied, to, |here| here.back);
        (hops | around.near & !occupied) & around.begins
    }

    /// Whether a piece on `from` can make a step: the cheapest sign that it can move.
    #[inline]
    pub(super) fn can_step(&self, occupied: u64, from: usize) -> bool {
        let around = &self.around[from];
        around.near & !occupied & around.ends != 0
    }

    /// All holes that hops connect with `end`, whose piece is on its way.
    #[inline]
    fn chain(&self, occupied: u64, end: usize, allowed: impl Fn(&Around) -> u64) -> u64 {
        let over = occupied & !(1 << end);
        let (mut reached, mut ahead) = (0, 1 << end);
        while let Some(here) = take(&mut ahead) {
            let around = &self.around[here];
            let mut neighbours = around.near & over;
            while let Some(neighbour) = take(&mut neighbours) {
                let landing = self.behind[here][neighbour];
                if landing != NONE {
                    let new = 1 << landing & !occupied & !reached & allowed(around);
                    reached |= new;
                    ahead |= new & self.way;
                }
            }
        }
        reached
    }
}
