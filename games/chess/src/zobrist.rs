//! Fixed random numbers whose exclusive or is the key of a position.

use crate::piece::Code;
use crate::square::Square;

/// One number for each thing that rules look at.
struct Numbers {
    /// By piece and square. The last row is for no piece, and zero.
    pieces: [[u64; 64]; 16],
    /// By the square of a rook that may castle.
    castling: [u64; 64],
    /// By the file on which a pawn can be captured in passing.
    en_passant: [u64; 8],
    /// For Black to move.
    black: u64,
}

/// The next number of SplitMix64 (Steele, Lea, Flood 2014), which passes the usual tests of randomness.
pub(crate) const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn fill<const N: usize>(state: &mut u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = next(state);
        i += 1;
    }
    numbers
}

const fn numbers() -> Numbers {
    // Any seed will do; the keys of a program must not change from run to run.
    let mut state = 64;
    let mut pieces = [[0; 64]; 16];
    let mut code = 0;
    while code < 12 {
        pieces[code] = fill(&mut state);
        code += 1;
    }
    Numbers { pieces, castling: fill(&mut state), en_passant: fill(&mut state), black: next(&mut state) }
}

static NUMBERS: Numbers = numbers();

#[inline]
pub(crate) fn piece(code: Code, square: Square) -> u64 {
    NUMBERS.pieces[code.index()][square.index()]
}

#[inline]
pub(crate) fn castling(rook: Square) -> u64 {
    NUMBERS.castling[rook.index()]
}

#[inline]
pub(crate) fn en_passant(square: Square) -> u64 {
    NUMBERS.en_passant[square.file() as usize]
}

#[inline]
pub(crate) fn black() -> u64 {
    NUMBERS.black
}
