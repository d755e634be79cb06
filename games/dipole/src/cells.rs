//! Sets of dark cells as the bits of a word: the cell with number n is bit n.

/// A dark cell by its number, from the upper left: along the first row, then the second.
///
/// ```text
///        1  2  3  4  5  6  7  8
///   A    .  0  .  1  .  2  .  3      Black's side
///   B    4  .  5  .  6  .  7  .
///   C    .  8  .  9  . 10  . 11
///   ...
///   H   28  . 29  . 30  . 31  .      White's side
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellIndex(pub u8);

impl CellIndex {
    /// The number, as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of dark cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cells(pub u64);

impl Cells {
    /// No cells.
    pub const NONE: Cells = Cells(0);

    /// The set of one cell.
    #[inline]
    pub const fn of(cell: CellIndex) -> Cells {
        Cells(1 << cell.0)
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `cell` is one of them.
    #[inline]
    pub const fn contains(self, cell: CellIndex) -> bool {
        self.0 >> cell.0 & 1 != 0
    }

    /// Those of `self` and of `other`.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }

    /// Those of `self` that are in `other`.
    #[inline]
    #[must_use]
    pub const fn among(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }

    /// Those of `self` that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }
}

/// The cells in the order of their numbers.
impl Iterator for Cells {
    type Item = CellIndex;

    #[inline]
    fn next(&mut self) -> Option<CellIndex> {
        let lowest = (self.0 != 0).then(|| CellIndex(self.0.trailing_zeros() as u8))?;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}
