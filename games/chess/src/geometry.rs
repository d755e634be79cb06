//! What never changes: where kings, knights and pawns reach, and what lies between two squares. Computed by the compiler.

use crate::bitboard::Bitboard;
use crate::piece::Color;
use crate::square::Square;

type BySquare = [Bitboard; 64];

const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The square one step away, if it is on the board.
const fn step(from: Square, (right, up): (i8, i8)) -> Option<Square> {
    let (file, rank) = (from.file() as i8 + right, from.rank() as i8 + up);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some(Square::at(file as u8, rank as u8)) }
}

/// From each square, the ends of single steps.
const fn leaps<const N: usize>(steps: [(i8, i8); N]) -> BySquare {
    let mut table = [Bitboard::NONE; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < N {
            if let Some(to) = step(Square::new(from), steps[i]) {
                table[from as usize].0 |= Bitboard::of(to).0;
            }
            i += 1;
        }
        from += 1;
    }
    table
}

/// All squares from `from` in one direction to the edge.
pub(crate) const fn ray(from: Square, direction: (i8, i8)) -> Bitboard {
    let mut squares = 0;
    let mut next = step(from, direction);
    while let Some(square) = next {
        squares |= Bitboard::of(square).0;
        next = step(square, direction);
    }
    Bitboard(squares)
}

/// From each square, all squares in some directions.
const fn rays(directions: [(i8, i8); 4]) -> BySquare {
    let mut table = [Bitboard::NONE; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 4 {
            table[from as usize].0 |= ray(Square::new(from), directions[i]).0;
            i += 1;
        }
        from += 1;
    }
    table
}

/// The squares strictly between any two on one line.
const fn betweens() -> [BySquare; 64] {
    let mut table = [[Bitboard::NONE; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut i = 0;
        while i < 8 {
            let mut passed = 0;
            let mut next = step(Square::new(from), KING_STEPS[i]);
            while let Some(square) = next {
                table[from as usize][square.index()] = Bitboard(passed);
                passed |= Bitboard::of(square).0;
                next = step(square, KING_STEPS[i]);
            }
            i += 1;
        }
        from += 1;
    }
    table
}

static KNIGHT: BySquare = leaps(KNIGHT_STEPS);
static KING: BySquare = leaps(KING_STEPS);
static PAWN: [BySquare; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];
static ROOK_RAYS: BySquare = rays(ROOK_STEPS);
static BISHOP_RAYS: BySquare = rays(BISHOP_STEPS);
static BETWEEN: [BySquare; 64] = betweens();

/// Where a knight on `from` reaches.
#[inline]
pub(crate) fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// Where a king on `from` reaches.
#[inline]
pub(crate) fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// Where a pawn of `color` on `from` captures.
#[inline]
pub(crate) fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color.index()][from.index()]
}

/// Where a rook on `from` reaches on an empty board.
#[inline]
pub(crate) const fn rook_rays(from: Square) -> Bitboard {
    ROOK_RAYS[from.index()]
}

/// Where a bishop on `from` reaches on an empty board.
#[inline]
pub(crate) const fn bishop_rays(from: Square) -> Bitboard {
    BISHOP_RAYS[from.index()]
}

/// The squares strictly between two; none if they are not on one line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}
