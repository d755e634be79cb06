//! Sets of squares before, behind and beside others, as White sees the board.

use crate::bitboard::Bitboard;
use crate::piece::Color;

/// The files a and h.
const FILE_A: u64 = Bitboard::file(0).0;
const FILE_H: u64 = Bitboard::file(7).0;

/// `squares` as `us` sees them: Black's board is turned over. The same call turns it back.
#[inline(always)]
pub(super) fn seen_by(us: Color, squares: Bitboard) -> Bitboard {
    match us {
        Color::White => squares,
        Color::Black => Bitboard(squares.0.swap_bytes()),
    }
}

/// One step forward.
#[inline(always)]
pub(super) fn north(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 << 8)
}

/// One step back.
#[inline(always)]
pub(super) fn south(squares: Bitboard) -> Bitboard {
    Bitboard(squares.0 >> 8)
}

/// The neighbours on the same ranks.
#[inline(always)]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & !FILE_H) << 1 | (squares.0 & !FILE_A) >> 1)
}

/// What White's pawns on these squares attack.
#[inline(always)]
pub(super) fn attacked_north(pawns: Bitboard) -> Bitboard {
    beside(north(pawns))
}

/// What Black's pawns on these squares attack.
#[inline(always)]
pub(super) fn attacked_south(pawns: Bitboard) -> Bitboard {
    beside(south(pawns))
}

/// The squares and all before them.
#[inline(always)]
pub(super) fn north_fill(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    filled |= filled << 8;
    filled |= filled << 16;
    filled |= filled << 32;
    Bitboard(filled)
}

/// The squares and all behind them.
#[inline(always)]
pub(super) fn south_fill(squares: Bitboard) -> Bitboard {
    let mut filled = squares.0;
    filled |= filled >> 8;
    filled |= filled >> 16;
    filled |= filled >> 32;
    Bitboard(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    fn set(squares: &[&str]) -> Bitboard {
        squares.iter().fold(Bitboard::NONE, |set, text| set | Bitboard::of(Square::from_text(text).unwrap()))
    }

    #[test]
    fn nothing_wraps_around_the_board() {
        assert_eq!(beside(set(&["a3", "h5"])), set(&["b3", "g5"]));
        assert_eq!(attacked_north(set(&["a2", "h2"])), set(&["b3", "g3"]));
        assert_eq!(attacked_south(set(&["a2", "h2"])), set(&["b1", "g1"]));
    }

    #[test]
    fn fills_reach_the_ends() {
        assert_eq!(north_fill(set(&["c6"])), set(&["c6", "c7", "c8"]));
        assert_eq!(south_fill(set(&["c3"])), set(&["c3", "c2", "c1"]));
        assert_eq!(seen_by(Color::Black, set(&["a7"])), set(&["a2"]));
    }
}
