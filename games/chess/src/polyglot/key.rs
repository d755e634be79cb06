//! The keys of positions.

use super::numbers::NUMBERS;
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::moves::ChessMove;
use crate::piece::{Code, Color, Kind};
use crate::position::Position;
use crate::square::Square;

/// Where the numbers of castling, en passant and the turn begin.
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The key of `position`, as far as the position tells: with en passant where such a capture is legal.
///
/// The format wants en passant in the key wherever a pawn stands beside the one that has just made two steps, even if
/// it is pinned; a position does not know that. See [`key_after`] and [`keys`].
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

/// The key of `position`, to which the move `last` has led: exactly that of the format.
pub fn key_after(position: &Position, last: Option<ChessMove>) -> u64 {
    let pawn = last.filter(|m| m.from().number().abs_diff(m.to().number()) == 16).map(ChessMove::to);
    let stepped = pawn.filter(|pawn| position.en_passant().is_none() && may_have_stepped(position, *pawn));
    key(position) ^ stepped.map_or(0, |pawn| NUMBERS[EN_PASSANT + usize::from(pawn.file())])
}

/// All keys under which books may have `position`. These are several where some pawn may have made two steps just now
/// beside an enemy that is pinned: for the rules it is the same position, whichever move led to it.
pub fn keys(position: &Position) -> impl Iterator<Item = u64> {
    let plain = key(position);
    // After two steps of a pawn the clock is 0.
    let unsure = position.clock() == 0 && position.en_passant().is_none();
    let them = position.to_move().other();
    let pawns = if unsure { position.pieces(them, Kind::Pawn) } else { Bitboard::NONE };
    let position = *position;
    // Could it be captured, the position would say so: then it did not step just now.
    let safe =
        move |pawn: Square| !position.can_be_captured_in_passing(them, pawn.offset(-them.forward()), pawn);
    let stepped = pawns.filter(move |pawn| may_have_stepped(&position, *pawn) && safe(*pawn));
    std::iter::once(plain)
        .chain(stepped.map(move |pawn| plain ^ NUMBERS[EN_PASSANT + usize::from(pawn.file())]))
}

/// Whether the pawn on this square can have come there by two steps, beside a pawn of the side to move.
fn may_have_stepped(position: &Position, pawn: Square) -> bool {
    let us = position.to_move();
    let them = us.other();
    if position.code(pawn) != Code::new(them, Kind::Pawn) || pawn.rank() != them.home_rank().abs_diff(3) {
        return false;
    }
    let passed = pawn.offset(-them.forward());
    let origin = passed.offset(-them.forward());
    let free = [passed, origin].iter().all(|square| position.code(*square).is_empty());
    free && (geometry::pawn(them, passed) & position.pieces(us, Kind::Pawn)).has_any()
}
