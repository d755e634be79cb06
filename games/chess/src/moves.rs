//! Moves in 16 bits.

use std::fmt;

use mossa_game::Move;

use crate::piece::Kind;
use crate::square::Square;

/// A move: where from, where to, and what is special about it.
///
/// ```text
/// bits  0..6  from
/// bits  6..12 to; for castling, the square of the rook
/// bits 12..16 0 nothing, 1 en passant, 2 castling, 4 to 7 promotion to knight, bishop, rook, queen
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ChessMove(u16);

const EN_PASSANT: u16 = 1 << 12;
const CASTLING: u16 = 2 << 12;
const PROMOTION: u16 = 4 << 12;

impl ChessMove {
    #[inline]
    pub(crate) const fn plain(from: Square, to: Square) -> ChessMove {
        ChessMove(from.number() as u16 | (to.number() as u16) << 6)
    }

    #[inline]
    pub(crate) const fn en_passant(from: Square, to: Square) -> ChessMove {
        ChessMove(Self::plain(from, to).0 | EN_PASSANT)
    }

    #[inline]
    pub(crate) const fn castling(king: Square, rook: Square) -> ChessMove {
        ChessMove(Self::plain(king, rook).0 | CASTLING)
    }

    /// `kind` is one of those that a pawn may become.
    #[inline]
    pub(crate) const fn promotion(from: Square, to: Square, kind: Kind) -> ChessMove {
        ChessMove(Self::plain(from, to).0 | (PROMOTION + ((kind as u16 - 1) << 12)))
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// Where it goes; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    /// Whether a pawn is captured in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 & 0xf000 == EN_PASSANT
    }

    /// Whether king and rook move together.
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0 & 0xf000 == CASTLING
    }

    /// What a pawn becomes.
    #[inline]
    pub const fn promotes_to(self) -> Option<Kind> {
        if self.0 & PROMOTION == 0 { None } else { Some(Kind::from_index((self.0 >> 12 & 3) as u8 + 1)) }
    }

    /// Where the king and the rook end when the king on `king` castles with the rook on `rook`.
    #[inline]
    pub(crate) const fn castled(king: Square, rook: Square) -> (Square, Square) {
        let rank = king.rank();
        if rook.number() > king.number() {
            (Square::at(6, rank), Square::at(5, rank))
        } else {
            (Square::at(2, rank), Square::at(3, rank))
        }
    }
}

impl Move for ChessMove {
    #[inline]
    fn pack(self) -> u32 {
        u32::from(self.0)
    }

    #[inline]
    fn unpack(bits: u32) -> ChessMove {
        ChessMove(bits as u16)
    }
}

/// As UCI writes it, castling as the king taking his rook.
impl fmt::Display for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotes_to().map_or(Ok(()), |kind| write!(f, "{}", kind.letter().to_ascii_lowercase()))
    }
}

impl fmt::Debug for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
