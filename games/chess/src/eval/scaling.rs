//! Endgames in which an advantage is worth less than it looks.

use crate::bitboard::Bitboard;
use crate::piece::{Color, Kind};
use crate::position::Position;

/// An advantage counts as it is.
pub(crate) const FULL_SCALE: i32 = 64;

/// What pieces count here: in pawns.
const VALUES: [i32; 6] = [0, 3, 3, 5, 9, 0];

/// Bishops on squares of different colours and nothing else but pawns: half of such endgames with two pawns more are drawn.
const OPPOSITE_BISHOPS: i32 = 24;
/// Beside other pieces they attack what the other cannot protect.
const OPPOSITE_WITH_OTHERS: i32 = 48;
/// The last pawn is easily lost or exchanged: so much without pawns, and so much more for each.
const FEW_PAWNS: i32 = 40;
const EACH_PAWN: i32 = 8;
/// No pawn, and less than a rook more than the other side.
const NOT_ENOUGH: i32 = 8;

/// How many 64ths of the endgame's points count if `strong` has more of them.
#[inline(always)]
pub(crate) fn scale(position: &Position, strong: Color) -> i32 {
    let pawns = position.pieces(strong, Kind::Pawn).len() as i32;
    if pawns == 0 {
        return without_pawns(position, strong);
    }
    let bishops = position.kind(Kind::Bishop);
    let opposite = bishops.len() == 2
        && (bishops & position.color(strong)).len() == 1
        && (bishops & Bitboard::DARK).len() == 1;
    if !opposite {
        return (FEW_PAWNS + EACH_PAWN * pawns).min(FULL_SCALE);
    }
    let others = position.kind(Kind::Knight) | position.straight();
    if others.is_empty() { OPPOSITE_BISHOPS } else { OPPOSITE_WITH_OTHERS }
}

/// Without pawns a bishop more does not win, nor do two knights.
#[cold]
#[inline(never)]
fn without_pawns(position: &Position, strong: Color) -> i32 {
    let material = |us: Color| -> i32 {
        Kind::ALL.into_iter().map(|kind| VALUES[kind.index()] * position.pieces(us, kind).len() as i32).sum()
    };
    let (own, theirs) = (material(strong), material(strong.other()));
    let only_knights = position.color(strong)
        & !position.pieces(strong, Kind::Knight)
        & !position.pieces(strong, Kind::King);
    let cannot_mate = own < VALUES[Kind::Rook.index()] || (only_knights.is_empty() && own <= 6);
    if cannot_mate {
        return 0;
    }
    if own - theirs <= VALUES[Kind::Bishop.index()] { NOT_ENOUGH } else { FULL_SCALE }
}
