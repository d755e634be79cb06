//! Boards as words of bits: columns side by side, one empty bit above each.
//!
//! Bit `row + column * (height + 1)`, rows from below, as the document draws it; for 7x6:
//!
//! ```text
//!   6 13 20 27 34 41 48   <- the sentinel row: never a stone, so no line runs from one column into the next
//!  +--------------------+
//!  | 5 12 19 26 33 40 47 |
//!  | 4 11 18 25 32 39 46 |
//!  | 3 10 17 24 31 38 45 |
//!  | 2  9 16 23 30 37 44 |
//!  | 1  8 15 22 29 36 43 |
//!  | 0  7 14 21 28 35 42 |
//!  +--------------------+
//! ```
//!
//! A neighbour is a shift away: 1 above, `height + 1` to the right, `height` right and down, `height + 2` right and up.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A word of bits: `u64` or `u128`.
pub trait Word:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits there are.
    const BITS: u32;
    /// No bit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;

    /// The sum, without the carry out of the highest bit.
    fn plus(self, other: Self) -> Self;
    /// The difference, without the borrow from above the highest bit.
    fn minus(self, other: Self) -> Self;
    /// The product, without what does not fit.
    fn times(self, other: Self) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The place of the lowest bit that is set; [`BITS`](Word::BITS) if none is.
    fn lowest(self) -> u32;
    /// All its bits.
    fn wide(self) -> u128;
    /// The lowest bits of `bits`.
    fn narrow(bits: u128) -> Self;

    /// Whether no bit is set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    /// Without its lowest bit.
    #[inline]
    fn without_lowest(self) -> Self {
        self & self.minus(Self::ONE)
    }

    /// The lowest bit alone.
    #[inline]
    fn only_lowest(self) -> Self {
        self & Self::ZERO.minus(self)
    }
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: $type = 0;
            const ONE: $type = 1;

            #[inline]
            fn plus(self, other: $type) -> $type {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: $type) -> $type {
                self.wrapping_sub(other)
            }

            #[inline]
            fn times(self, other: $type) -> $type {
                self.wrapping_mul(other)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn wide(self) -> u128 {
                self.into()
            }

            #[inline]
            fn narrow(bits: u128) -> $type {
                bits as $type
            }
        }
    };
}
word!(u64);
word!(u128);

/// The size of a board, and the masks that follow from it.
pub trait Geometry: Copy + Eq + Debug + Send + Sync + 'static {
    /// The bits that hold the board with its sentinels.
    type Word: Word;

    /// Columns.
    fn width(self) -> u32;
    /// Rows.
    fn height(self) -> u32;
    /// The lowest cell of every column.
    fn bottom(self) -> Self::Word;
    /// Every cell, without the sentinels.
    fn full(self) -> Self::Word;

    /// How many cells there are.
    #[inline]
    fn cells(self) -> u32 {
        self.width() * self.height()
    }

    /// The four directions of lines, as shifts: up, right, right and down, right and up.
    #[inline]
    fn directions(self) -> [u32; 4] {
        [1, self.height() + 1, self.height(), self.height() + 2]
    }

    /// The bit of a cell, rows counted from below, both from 0.
    #[inline]
    fn cell(self, column: u32, row: u32) -> Self::Word {
        Self::Word::ONE << (row + column * (self.height() + 1))
    }

    /// All cells of a column.
    #[inline]
    fn column(self, column: u32) -> Self::Word {
        (Self::Word::ONE << self.height()).minus(Self::Word::ONE) << (column * (self.height() + 1))
    }

    /// The highest cell of every column.
    #[inline]
    fn top(self) -> Self::Word {
        self.bottom() << (self.height() - 1)
    }

    /// The cells where a stone can be dropped when `occupied` have one.
    #[inline]
    fn playable(self, occupied: Self::Word) -> Self::Word {
        // Adding one at the bottom of a column of ones carries to the first zero above them.
        occupied.plus(self.bottom()) & self.full()
    }

    /// Whether `stones` hold four in a row.
    #[inline]
    fn has_four(self, stones: Self::Word) -> bool {
        !self.fours(stones).is_empty()
    }

    /// The lowest or leftmost cell of every four in a row.
    #[inline]
    fn fours(self, stones: Self::Word) -> Self::Word {
        let mut found = Self::Word::ZERO;
        for shift in self.directions() {
            let pairs = stones & (stones >> shift);
            found |= pairs & (pairs >> (2 * shift));
        }
        found
    }

    /// The cells, stones or not, that would complete four in a row with three of `stones`.
    #[inline]
    fn completing(self, stones: Self::Word) -> Self::Word {
        // Upwards only the cell above three stones can complete them.
        let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
        let [_, right, down, up] = self.directions();
        for shift in [right, down, up] {
            // Two stones left of a cell, and two right of it, shared by all the patterns.
            let two_left = (stones << shift) & (stones << (2 * shift));
            let two_right = (stones >> shift) & (stones >> (2 * shift));
            cells |= two_left & ((stones << (3 * shift)) | (stones >> shift));
            cells |= two_right & ((stones >> (3 * shift)) | (stones << shift));
        }
        cells & self.full()
    }

    /// The board seen in a mirror.
    #[inline]
    fn mirrored(self, stones: Self::Word) -> Self::Word {
        let mut mirrored = Self::Word::ZERO;
        let step = self.height() + 1;
        for column in 0..self.width() {
            let cells =
                (stones >> (column * step)) & (Self::Word::ONE << self.height()).minus(Self::Word::ONE);
            mirrored |= cells << ((self.width() - 1 - column) * step);
        }
        mirrored
    }
}

/// A board whose size is known when the program is compiled: every mask and shift is a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fixed<const WIDTH: u32, const HEIGHT: u32>;

/// The board that people mean.
pub type Standard = Fixed<7, 6>;

impl<const WIDTH: u32, const HEIGHT: u32> Geometry for Fixed<WIDTH, HEIGHT> {
    type Word = u64;

    #[inline]
    fn width(self) -> u32 {
        WIDTH
    }

    #[inline]
    fn height(self) -> u32 {
        HEIGHT
    }

    #[inline]
    fn bottom(self) -> u64 {
        const { bottom(WIDTH, HEIGHT) as u64 }
    }

    #[inline]
    fn full(self) -> u64 {
        const { full(WIDTH, HEIGHT) as u64 }
    }
}

/// A board of any size that fits the word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Any<B: Word> {
    width: u32,
    height: u32,
    bottom: B,
    full: B,
}

impl<B: Word> Any<B> {
    /// A board of this size, or `None` if there is none or the word is too narrow for it.
    pub fn new(width: u32, height: u32) -> Option<Any<B>> {
        let bits = width.checked_mul(height.checked_add(1)?)?;
        // Lines are found by shifts over three cells, which must be shorter than the word even where the board is so
        // narrow that no line goes that way.
        let longest_shift = 3 * (height + 2);
        (width > 0 && height > 0 && bits <= B::BITS && longest_shift < B::BITS).then(|| Any {
            width,
            height,
            bottom: B::narrow(bottom(width, height)),
            full: B::narrow(full(width, height)),
        })
    }
}

impl<B: Word> Geometry for Any<B> {
    type Word = B;

    #[inline]
    fn width(self) -> u32 {
        self.width
    }

    #[inline]
    fn height(self) -> u32 {
        self.height
    }

    #[inline]
    fn bottom(self) -> B {
        self.bottom
    }

    #[inline]
    fn full(self) -> B {
        self.full
    }
}

/// The lowest cell of each of `width` columns.
const fn bottom(width: u32, height: u32) -> u128 {
    let mut cells = 0;
    let mut column = 0;
    while column < width {
        cells |= 1 << (column * (height + 1));
        column += 1;
    }
    cells
}

/// All cells of `width` columns.
const fn full(width: u32, height: u32) -> u128 {
    let mut cells = 0;
    let mut row = 0;
    while row < height {
        cells |= bottom(width, height) << row;
        row += 1;
    }
    cells
}
