//! Positions with few pieces as numbers without gaps.
//!
//! Only positions in which it is White's turn have numbers: the half turn that exchanges the players makes one of them
//! of every other. White's placement comes first (see `placement`). Black's pieces stand on the other cells, which are
//! numbered anew without White's; several may share a cell. They are a multiset, and a multiset c1 <= c2 <= c3 ... of
//! cells is the set c1 < c2 + 1 < c3 + 2 ..., numbered by the combinatorial number system. So each white placement has a
//! block of entries, whose length depends on how many stacks there are.

use super::MOST_PIECES;
use super::binomials::choose;
use super::placement::{Placement, subset};

/// White's placements with a certain number of stacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Group {
    /// How many there are.
    placements: u64,
    /// The first entry.
    first: u64,
    /// How many entries each has: placements of Black.
    block: u64,
}

/// The numbers of the positions in which the players have certain numbers of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Index {
    cells: usize,
    white: usize,
    black: usize,
    /// By number of stacks, from 1.
    groups: [Group; MOST_PIECES],
    entries: u64,
}

impl Index {
    /// For a board with so many dark cells.
    pub(super) fn new(cells: usize, white: usize, black: usize) -> Index {
        let mut groups = [Group::default(); MOST_PIECES];
        let mut entries = 0;
        for stacks in 1..=white {
            let placements = choose(cells, stacks) * choose(white - 1, stacks - 1);
            let block = choose(black + cells - stacks - 1, black);
            groups[stacks - 1] = Group { placements, first: entries, block };
            entries += placements * block;
        }
        Index { cells, white, black, groups, entries }
    }

    /// How many positions there are.
    pub(super) const fn entries(&self) -> u64 {
        self.entries
    }

    /// Where the block of a white placement begins.
    #[inline]
    pub(super) fn block(&self, white: Placement) -> u64 {
        let group = &self.groups[white.count() - 1];
        group.first + white.number(self.white) * group.block
    }

    /// The number of a position.
    #[cfg(test)]
    pub(super) fn rank(&self, white: Placement, black: Placement) -> u64 {
        self.block(white) + within_block(white.cells, black.stacks())
    }

    /// The position with this number, White's placement first.
    pub(super) fn unrank(&self, number: u64) -> (Placement, Placement) {
        let last = (1..=self.white).rev().find(|stacks| self.groups[stacks - 1].first <= number);
        let stacks = last.unwrap_or(1);
        let group = &self.groups[stacks - 1];
        let number = number - group.first;
        let white = Placement::numbered(number / group.block, self.white, stacks);
        (white, self.black_numbered(number % group.block, white.cells))
    }

    /// Black's placement with this number in the block of a white placement on these cells.
    fn black_numbered(&self, number: u64, taken: u64) -> Placement {
        let free: Vec<u32> = (0..self.cells as u32).filter(|cell| taken >> cell & 1 == 0).collect();
        let mut heights = [0; 64];
        for (nth, member) in subset(number, self.black).into_iter().take(self.black).enumerate() {
            heights[free[member as usize - nth] as usize] += 1;
        }
        let stacks = heights.into_iter().zip(0..).filter(|(height, _)| *height > 0);
        Placement::new(stacks.map(|(height, cell)| (cell, height)))
    }

    /// All placements of White.
    pub(super) fn white_placements(&self) -> impl Iterator<Item = Placement> {
        (1..=self.white).flat_map(move |stacks| {
            let all = 0..self.groups[stacks - 1].placements;
            all.map(move |number| Placement::numbered(number, self.white, stacks))
        })
    }
}

/// Where in the block of a white placement on the cells `taken` these black stacks are: cells, in rising order, and
/// heights.
#[inline]
pub(super) fn within_block(taken: u64, stacks: impl Iterator<Item = (u32, u32)>) -> u64 {
    multiset_number(stacks.map(|(cell, height)| (free_number(taken, cell), height)))
}

/// The number of a cell among those that are not `taken`.
#[inline]
pub(super) fn free_number(taken: u64, cell: u32) -> u32 {
    cell - (taken & ((1 << cell) - 1)).count_ones()
}

/// The number of stacks as a multiset: numbers of their cells, in rising order, and heights.
#[inline]
pub(super) fn multiset_number(stacks: impl Iterator<Item = (u32, u32)>) -> u64 {
    let mut number = 0;
    let mut nth = 0;
    for (cell, height) in stacks {
        for _ in 0..height {
            number += choose(cell as usize + nth, nth + 1);
            nth += 1;
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inverse(index: &Index, number: u64) {
        let (white, black) = index.unrank(number);
        assert_eq!(index.rank(white, black), number, "{white:?} {black:?}");
        assert_eq!(white.cells & black.cells, 0);
        let pieces =
            |placement: Placement| placement.stacks().map(|(_, height)| height as usize).sum::<usize>();
        assert_eq!((pieces(white), pieces(black)), (index.white, index.black));
    }

    #[test]
    fn all_positions_of_few_pieces_have_their_own_numbers() {
        for (white, black) in [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1)] {
            let index = Index::new(32, white, black);
            (0..index.entries()).for_each(|number| inverse(&index, number));
        }
        let large = Index::new(50, 2, 1);
        (0..large.entries()).for_each(|number| inverse(&large, number));
    }

    #[test]
    fn so_do_some_of_more_pieces() {
        for total in 5..=MOST_PIECES {
            for white in 1..total {
                for cells in [32, 50] {
                    let index = Index::new(cells, white, total - white);
                    // A step without a common divisor visits all parts of the table.
                    let step = (index.entries() / 10_007).max(1);
                    (0..index.entries()).step_by(step as usize).for_each(|number| inverse(&index, number));
                    inverse(&index, index.entries() - 1);
                }
            }
        }
    }

    /// Cells for the stacks of both players, then how the pieces of each are divided among its stacks.
    fn counted_otherwise(white: usize, black: usize) -> u64 {
        let pairs = (1..=white).flat_map(|s| (1..=black).map(move |t| (s, t)));
        let ways =
            |(s, t)| choose(32, s) * choose(32 - s, t) * choose(white - 1, s - 1) * choose(black - 1, t - 1);
        pairs.map(ways).sum()
    }

    #[test]
    fn there_are_as_many_as_counted_otherwise() {
        let mut all = 0;
        for total in 2..=MOST_PIECES {
            for white in 1..total {
                let index = Index::new(32, white, total - white);
                assert_eq!(index.entries(), counted_otherwise(white, total - white), "{white} of {total}");
                all += index.entries();
            }
        }
        assert_eq!(all, 962_934_896);
    }

    #[test]
    fn blocks_hold_white_placements_in_their_order() {
        let index = Index::new(32, 2, 2);
        let starts: Vec<u64> = index.white_placements().map(|white| index.block(white)).collect();
        assert!(starts.is_sorted_by(|a, b| a < b) && starts.len() == 32 + 496);
    }
}
