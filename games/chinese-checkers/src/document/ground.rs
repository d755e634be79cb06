//! The board as the report's program walks it: which holes a piece reaches, and in which order it lists them.
//!
//! Its program marks the holes that a step reaches before it looks for hops, and never lands on a marked hole. That loses
//! nothing: hops leave the parity of the row and of half the column's way as it is, and steps do not, so no chain can
//! land beside the hole where it began.

use crate::board::Hole;
use crate::holes::Holes;
use crate::shape::{DIRECTIONS, Place, Shape};

/// A neighbour, and what lies behind it.
#[derive(Clone, Copy, Debug)]
struct Way {
    next: Hole,
    /// Where a hop over the neighbour lands, or [`Hole::NONE`].
    behind: Hole,
}

/// The ways from a hole, in the order of the report: left, right, up-left, up-right, down-left, down-right.
#[derive(Clone, Copy, Debug)]
struct Ways<const W: usize> {
    ways: [Way; 6],
    count: usize,
    neighbours: Holes<W>,
}

/// What all positions share.
#[derive(Debug)]
pub(super) struct Ground<const W: usize> {
    pub(super) places: Vec<Place>,
    ways: Vec<Ways<W>>,
    /// Where the first and the second player begin: each other's goals.
    pub(super) homes: [Holes<W>; 2],
}

impl<const W: usize> Ground<W> {
    /// The ground of a star, if `W` words hold it.
    pub(super) fn new(shape: Shape) -> Option<Ground<W>> {
        let places = shape.places();
        if places.len() > 64 * W {
            return None;
        }
        let hole_at = |row: i32, column: i32| {
            let place = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
            places.binary_search(&place).ok().map(|index| Hole(index as u8))
        };
        let ways_from = |place: &Place| {
            let (row, column) = (place.0 as i32, place.1 as i32);
            let mut ways = Ways {
                ways: [Way { next: Hole::NONE, behind: Hole::NONE }; 6],
                count: 0,
                neighbours: Holes::EMPTY,
            };
            for (down, right) in DIRECTIONS {
                if let Some(next) = hole_at(row + down, column + right) {
                    let behind = hole_at(row + 2 * down, column + 2 * right).unwrap_or(Hole::NONE);
                    ways.ways[ways.count] = Way { next, behind };
                    ways.count += 1;
                    ways.neighbours.insert(next);
                }
            }
            ways
        };
        let home = |point: u8| {
            let inside = |hole: &usize| shape.point(places[*hole]).is_some_and(|p| p.0 == point);
            Holes::of((0..places.len()).filter(inside).map(|hole| Hole(hole as u8)))
        };
        Some(Ground { ways: places.iter().map(ways_from).collect(), homes: [home(0), home(1)], places })
    }

    /// The empty holes beside `hole`.
    #[inline]
    pub(super) fn free_beside(&self, hole: Hole, occupied: &Holes<W>) -> Holes<W> {
        self.ways[hole.index()].neighbours.without(occupied)
    }

    /// All holes that the piece on `from` reaches.
    #[inline]
    pub(super) fn reached(&self, from: Hole, occupied: &Holes<W>) -> Holes<W> {
        let beside = &self.ways[from.index()].neighbours;
        let steps = beside.without(occupied);
        if !beside.meets(occupied) {
            return steps;
        }
        let mut over = *occupied;
        over.toggle(from);
        // Where a chain must not land: on pieces, where it began, where it has been.
        let mut closed = *occupied;
        let mut ahead = Holes::<W>::EMPTY;
        let mut hole = from;
        loop {
            let ways = &self.ways[hole.index()];
            for way in &ways.ways[..ways.count] {
                if way.behind != Hole::NONE && over.contains(way.next) && !closed.contains(way.behind) {
                    closed.insert(way.behind);
                    ahead.insert(way.behind);
                }
            }
            match ahead.take_first() {
                Some(next) => hole = next,
                None => return closed.without(occupied).with(&steps),
            }
        }
    }

    /// The same in the order of the report: in each direction the step, or else the chains, the shorter ones first.
    #[inline]
    pub(super) fn list(&self, from: Hole, occupied: &Holes<W>, list: &mut Vec<Hole>) {
        let ways = &self.ways[from.index()];
        let mut over = *occupied;
        over.toggle(from);
        let mut closed = *occupied;
        for way in &ways.ways[..ways.count] {
            if !occupied.contains(way.next) {
                list.push(way.next);
            } else if way.behind != Hole::NONE && !closed.contains(way.behind) {
                self.land(way.behind, &over, &mut closed, list);
            }
        }
    }

    /// A chain lands on `hole`, and goes on as long as it can.
    fn land(&self, hole: Hole, over: &Holes<W>, closed: &mut Holes<W>, list: &mut Vec<Hole>) {
        closed.insert(hole);
        list.push(hole);
        let ways = &self.ways[hole.index()];
        if !ways.neighbours.meets(over) {
            return;
        }
        for way in &ways.ways[..ways.count] {
            if way.behind != Hole::NONE && over.contains(way.next) && !closed.contains(way.behind) {
                self.land(way.behind, over, closed, list);
            }
        }
    }
}
