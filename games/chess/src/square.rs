//! Squares, files and ranks.

use std::fmt;

/// A square: 0 is a1, 1 is b1, 8 is a2, 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number; numbers beyond 63 begin again at a1.
    #[inline]
    pub const fn new(number: u8) -> Square {
        Square(number & 63)
    }

    /// The square on `file` and `rank`, both from 0 to 7.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square((rank & 7) * 8 + (file & 7))
    }

    /// Its number, always below 64: an index for tables.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Its number.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its file: 0 for a, 7 for h.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Its rank: 0 for the first, 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square on the same file and on the other side of the board.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square so many numbers further, around the board if need be.
    #[inline]
    pub const fn offset(self, by: i8) -> Square {
        Square(self.0.wrapping_add_signed(by) & 63)
    }

    /// The square that is written `text`, such as `e4`.
    pub fn from_text(text: &str) -> Option<Square> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(file - b'a', rank - b'1')),
            _ => None,
        }
    }

    /// All squares, a1 first.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

/// The letter of a file.
pub(crate) const fn file_letter(file: u8) -> char {
    (b'a' + (file & 7)) as char
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", file_letter(self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
