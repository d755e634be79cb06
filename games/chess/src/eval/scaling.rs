//! Endgames in which an advantage is worth less than it looks.

use crate::bitboard::Bitboard;
use crate::piece::{Color, Kind};
use crate::position::Position;

/// An advantage counts as it is.
pub(crate) const FULL_SCALE: i32 = 64;

/// What pieces count here: in pawns.
const VALUES: [i32; 6] = [0, 3, 3, 5, 9, 0];

/// Bishops on squares of different colours and nothing else but pawns. In games of players above 2500, who has a pawn more
/// (two pawns) gets 61 % (78 %) with them and 72 % (91 %) with bishops of one colour: about half of the log odds.
const OPPOSITE_BISHOPS: i32 = 32;
/// With one more piece on each side it is 68 % (87 %) and 72 % (87 %); with more pieces there is no difference left.
const OPPOSITE_AND_ONE: i32 = 56;
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
    let few_pawns = (FEW_PAWNS + EACH_PAWN * pawns).min(FULL_SCALE);
    if !opposite {
        return few_pawns;
    }
    match (position.kind(Kind::Knight) | position.straight()).len() {
        0 => OPPOSITE_BISHOPS,
        1 | 2 => OPPOSITE_AND_ONE.min(few_pawns),
        _ => few_pawns,
    }
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
