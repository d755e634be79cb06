//! The key of a position.

use super::numbers::NUMBERS;
use crate::piece::Color;
use crate::position::Position;

/// Where the numbers of castling, en passant and the turn begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The key of `position`.
///
/// The format wants en passant in the key wherever an enemy pawn stands beside the one that moved, even if it is pinned. A
/// position here knows only of captures that are legal, so in such rare positions the key is another one.
pub fn key(position: &Position) -> u64 {
    let mut key = 0;
    for square in position.occupied() {
        let code = position.code(square);
        // A black pawn is number 0, a white pawn 1, a black knight 2...
        let piece = 2 * code.kind().index() + usize::from(code.color() == Color::White);
        key ^= NUMBERS[64 * piece + square.index()];
    }
    for (side, color) in Color::BOTH.into_iter().enumerate() {
        let king = position.king(color);
        for rook in position.castling() & position.color(color) {
            key ^= NUMBERS[CASTLING + 2 * side + usize::from(rook < king)];
        }
    }
    if let Some(square) = position.en_passant() {
        key ^= NUMBERS[EN_PASSANT + usize::from(square.file())];
    }
    if position.to_move() == Color::White {
        key ^= NUMBERS[WHITE_TO_MOVE];
    }
    key
}
