//! Sets of cells as bitboards.
//!
//! Cell `c` is bit `c % 64` of word `c / 64`; cells are numbered row by row
//! from the upper left corner. `W` words hold 64 `W` cells, and the compiler
//! unrolls the loops for the small boards:
//!
//! ```text
//! 3x3, one word:   0 1 2        5x5:   0  1  2  3  4
//!                  3 4 5               5  6  7  8  9
//!                  6 7 8               ...        24
//! ```

/// A set of cells of a board with up to 64 `W` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    /// No cell.
    pub const EMPTY: Cells<W> = Cells([0; W]);

    /// The first `count` cells.
    pub fn first(count: usize) -> Cells<W> {
        let mut cells = Cells::EMPTY;
        (0..count).for_each(|cell| cells.insert(cell));
        cells
    }

    /// Adds `cell`.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Removes `cell`.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Whether `cell` is in the set.
    #[inline]
    pub fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// The cells of this set that are in neither of the others.
    #[inline]
    pub fn without(&self, a: &Cells<W>, b: &Cells<W>) -> Cells<W> {
        Cells(std::array::from_fn(|i| self.0[i] & !(a.0[i] | b.0[i])))
    }

    /// The cells that are in both sets.
    #[inline]
    #[must_use]
    pub fn among(&self, other: &Cells<W>) -> Cells<W> {
        Cells(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The cells that are in either set.
    #[inline]
    #[must_use]
    pub fn with(&self, other: &Cells<W>) -> Cells<W> {
        Cells(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The cells, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let cell = word * 64 + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    cell
                })
            })
        })
    }

    /// How many cells are in the set.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// The bits, for code that loops over them itself.
    #[inline]
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }
}
