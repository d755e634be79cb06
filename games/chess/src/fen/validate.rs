//! What makes a position possible enough to be played.

use mossa_game::InputError;

use super::read::bad;
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::slides::Lines;
use crate::square::Square;

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// One king each, pawns where pawns can be, and no more pieces than a game can bring.
pub(super) fn pieces(position: &Position) -> Result<(), InputError> {
    for color in Color::BOTH {
        let count = |kind| position.pieces(color, kind).len();
        match count(Kind::King) {
            1 => {}
            kings => return Err(bad(format!("{} has {kings} kings", name(color)), "one king each")),
        }
        let all = position.color(color).len();
        if all > 16 {
            return Err(bad(format!("{} has {all} pieces", name(color)), "at most 16 each"));
        }
        // Every queen beyond the first, every rook and knight beyond the second, and every bishop beyond the first on
        // squares of its colour was a pawn.
        let bishops = position.pieces(color, Kind::Bishop);
        let promoted = count(Kind::Queen).saturating_sub(1)
            + count(Kind::Rook).saturating_sub(2)
            + count(Kind::Knight).saturating_sub(2)
            + (bishops & Bitboard::DARK).len().saturating_sub(1)
            + (bishops & !Bitboard::DARK).len().saturating_sub(1);
        let pawns = count(Kind::Pawn);
        if pawns + promoted > 8 {
            return Err(bad(
                format!("{} has {pawns} pawns and {promoted} pieces that must have been pawns", name(color)),
                "at most 8 together",
            ));
        }
    }
    match (position.kind(Kind::Pawn) & Bitboard::ENDS).next() {
        Some(square) => Err(bad(format!("a pawn on {square}"), "pawns on the second to seventh rank")),
        None => Ok(()),
    }
}

/// Kings keep apart, who has just moved is not in check, and no move gives check with three pieces.
pub(super) fn checks(position: &Position) -> Result<(), InputError> {
    let mover = position.to_move();
    let [white, black] = Color::BOTH.map(|color| position.king(color));
    if geometry::king(white).has(black) {
        return Err(bad(format!("kings side by side on {white} and {black}"), "a square between the kings"));
    }
    if position.attackers_of_king(mover.other()).has_any() {
        return Err(bad(
            format!("{} is in check, and {} is to move", name(mover.other()), name(mover)),
            "that whoever has just moved is not in check",
        ));
    }
    match position.attackers_of_king(mover).len() {
        0..=2 => Ok(()),
        checks => {
            Err(bad(format!("{} is in check from {checks} pieces", name(mover)), "check from two at most"))
        }
    }
}

/// If a pawn has just gone from `origin` to `pawn`, then before that the king was not in check: whatever attacks him now
/// is the pawn, or looks through the square that it left.
pub(super) fn check_by_double_step(
    position: &Position,
    pawn: Square,
    origin: Square,
) -> Result<(), &'static str> {
    let mover = position.to_move();
    let before = position.occupied() ^ Bitboard::of(pawn) ^ Bitboard::of(origin);
    let king = position.king(mover);
    let attackers = position.attackers(Lines, king, mover.other(), before);
    if (attackers & !Bitboard::of(pawn)).has_any() {
        return Err("-, because another piece gave check before the pawn moved two squares");
    }
    Ok(())
}
