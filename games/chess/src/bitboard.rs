//! Sets of squares in one word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::square::Square;

/// A set of squares: bit `i` stands for the square with number `i`.
///
/// ```text
///  8 | 56 57 58 59 60 61 62 63
///  7 | 48 ...
///  2 |  8  9 10 11 12 13 14 15
///  1 |  0  1  2  3  4  5  6  7
///      a  b  c  d  e  f  g  h
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const NONE: Bitboard = Bitboard(0);
    /// All squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The dark squares; a1 is one.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    /// The first and the last rank.
    pub const ENDS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
    const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);

    /// The squares of a file, 0 to 7.
    #[inline]
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(Self::FILE_A.0 << (file & 7))
    }

    /// The squares of a rank, 0 to 7.
    #[inline]
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xff << ((rank & 7) * 8))
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << (square.number() & 63))
    }

    /// Whether there is no square in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a square in it.
    #[inline]
    pub const fn has_any(self) -> bool {
        self.0 != 0
    }

    /// Whether there are two squares in it or more.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is in it.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> (square.number() & 63) & 1 != 0
    }

    /// How many squares are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The square with the lowest number; a1 for the empty set.
    #[inline]
    pub const fn first(self) -> Square {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// The set moved by `by` numbers; squares that leave at one end are gone.
    #[inline]
    pub(crate) const fn shifted(self, by: i8) -> Bitboard {
        if by >= 0 { Bitboard(self.0 << by) } else { Bitboard(self.0 >> -by) }
    }

    /// The set moved by one file to the left and `by` numbers; nothing wraps around.
    #[inline]
    pub(crate) const fn towards_a(self, by: i8) -> Bitboard {
        Bitboard(self.0 & !Self::FILE_A.0).shifted(by)
    }

    /// The set moved by one file to the right and `by` numbers; nothing wraps around.
    #[inline]
    pub(crate) const fn towards_h(self, by: i8) -> Bitboard {
        Bitboard(self.0 & !(Self::FILE_A.0 << 7)).shifted(by)
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

/// The squares, those with low numbers first.
impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = self.first();
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
