//! The stacks of one player, and their numbers among all placements of as many pieces.
//!
//! Placements with s stacks follow those with fewer. Among them the sets of cells are numbered as the combinatorial
//! number system does, and for each set come all ways to divide the pieces into s heights.

use super::MOST_PIECES;
use super::binomials::choose;

/// Stacks of one player, few pieces in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Placement {
    /// Where they are.
    pub(super) cells: u64,
    /// How high they are, four bits each, that of the lowest cell in the lowest bits.
    heights: u32,
}

impl Placement {
    /// Stacks given by cell and height, in the order of their cells.
    #[inline]
    pub(super) fn new(stacks: impl IntoIterator<Item = (u32, u32)>) -> Placement {
        let mut placement = Placement::default();
        let mut shift = 0;
        for (cell, height) in stacks {
            placement.cells |= 1 << cell;
            placement.heights |= height << shift;
            shift += 4;
        }
        placement
    }

    /// Cells and heights, in the order of the cells.
    #[inline]
    pub(super) fn stacks(self) -> impl Iterator<Item = (u32, u32)> {
        let Placement { mut cells, mut heights } = self;
        std::iter::from_fn(move || {
            let cell = (cells != 0).then(|| cells.trailing_zeros())?;
            let height = heights & 15;
            (cells, heights) = (cells & (cells - 1), heights >> 4);
            Some((cell, height))
        })
    }

    /// How many stacks there are.
    #[inline]
    pub(super) const fn count(self) -> usize {
        self.cells.count_ones() as usize
    }

    /// The number of the set of cells among those with as many cells.
    #[inline]
    fn set_number(self) -> u64 {
        self.stacks().zip(1..).map(|((cell, _), nth)| choose(cell as usize, nth)).sum()
    }

    /// The number of the heights among those of as many pieces in as many stacks: where the sums of the first heights,
    /// of the first two and so on stand among the numbers below that of all pieces, as a set.
    #[inline]
    fn heights_number(self) -> u64 {
        let inner = self.count() - 1;
        let sums = self.stacks().scan(0, |sum, (_, height)| {
            *sum += height as usize;
            Some(*sum)
        });
        sums.take(inner).zip(1..).map(|(sum, nth)| choose(sum - 1, nth)).sum()
    }

    /// The number among all placements of so many pieces with as many stacks.
    #[inline]
    pub(super) fn number(self, pieces: usize) -> u64 {
        self.set_number() * choose(pieces - 1, self.count() - 1) + self.heights_number()
    }

    /// The placement with this number among those of so many pieces in so many stacks.
    pub(super) fn numbered(number: u64, pieces: usize, stacks: usize) -> Placement {
        let ways = choose(pieces - 1, stacks - 1);
        let mut sums = subset(number % ways, stacks - 1).map(|below| below + 1);
        sums[stacks - 1] = pieces as u32;
        let heights = (0..stacks).map(|i| sums[i] - if i == 0 { 0 } else { sums[i - 1] });
        Placement::new(subset(number / ways, stacks).into_iter().zip(heights))
    }
}

/// Cells and heights from the last cell to the first: the order that they have after a half turn of the board.
#[inline]
pub(super) fn backwards<const N: usize>(
    mut cells: u64,
    heights: &[u8; N],
) -> impl Iterator<Item = (u32, u32)> {
    std::iter::from_fn(move || {
        let cell = cells.checked_ilog2()?;
        cells ^= 1 << cell;
        Some((cell, heights[cell as usize].into()))
    })
}

/// The `number`-th set of `size` numbers, in rising order; what follows them means nothing.
pub(super) fn subset(mut number: u64, size: usize) -> [u32; MOST_PIECES] {
    let mut members = [0; MOST_PIECES];
    for nth in (1..=size).rev() {
        let mut member = nth - 1;
        while choose(member + 1, nth) <= number {
            member += 1;
        }
        number -= choose(member, nth);
        members[nth - 1] = member as u32;
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_placements_are_inverse() {
        for (cells, pieces) in [(32, 1), (32, 2), (32, 3), (32, 4), (50, 3), (7, 7)] {
            for stacks in 1..=pieces {
                let ways = choose(cells, stacks) * choose(pieces - 1, stacks - 1);
                for number in 0..ways {
                    let placement = Placement::numbered(number, pieces, stacks);
                    assert_eq!(placement.number(pieces), number);
                    assert_eq!(placement.count(), stacks);
                    let heights: Vec<u32> = placement.stacks().map(|(_, height)| height).collect();
                    assert!(heights.iter().all(|height| *height > 0));
                    assert_eq!(heights.iter().sum::<u32>() as usize, pieces);
                    assert_eq!(placement.cells >> cells, 0);
                }
            }
        }
    }
}
