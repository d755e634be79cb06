//! Where men may have come from, by moves that neither capture nor promote.

use super::material::Material;
use super::men::{Men, passed_square};
use crate::attacks::reach;
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::piece::{Color, Kind};
use crate::square::Square;

/// Who moved back to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Retraction {
    /// The men before the move. No pawn could be captured in passing.
    pub(super) before: Men,
    /// Where the man came from.
    pub(super) origin: Square,
}

/// Hands over the men before each move that leads to `men`, one for each move. Some cannot be, because a king could have
/// been captured.
#[inline]
pub(super) fn retractions(material: Material, men: &Men, mut found: impl FnMut(Retraction)) {
    let mover = men.to_move.other();
    let occupied = men.occupied(material);
    let mut before = Men { to_move: mover, passed: None, ..*men };
    if let Some(at) = men.passed {
        // Nothing else can have happened.
        before.others[at] = men.others[at].offset(-2 * mover.forward());
        return found(Retraction { before, origin: before.others[at] });
    }
    for origin in geometry::king(men.kings[mover.index()]) & !occupied {
        before.kings[mover.index()] = origin;
        found(Retraction { before, origin });
    }
    before.kings = men.kings;
    for (at, (color, kind)) in material.others().enumerate() {
        if color != mover {
            continue;
        }
        for origin in origins(kind, color, men, material, at, occupied) {
            before.others[at] = origin;
            found(Retraction { before, origin });
        }
        before.others = men.others;
    }
}

#[inline]
fn origins(
    kind: Kind,
    color: Color,
    men: &Men,
    material: Material,
    at: usize,
    occupied: Bitboard,
) -> Bitboard {
    let square = men.others[at];
    if kind != Kind::Pawn {
        return reach(kind, square, occupied) & !occupied;
    }
    let back = square.offset(-color.forward());
    let far = back.offset(-color.forward());
    let free = |square: Square| !occupied.has(square) && !Bitboard::ENDS.has(square);
    let mut origins = Bitboard::NONE;
    if free(back) {
        origins |= Bitboard::of(back);
        // After two steps that a pawn may answer in passing, these would be other men: those with such a pawn.
        if on_fourth(color, square) && free(far) && !can_be_passed(men, material, color, square) {
            origins |= Bitboard::of(far);
        }
    }
    origins
}

/// Whether a pawn of `color` stands where two steps bring it.
#[inline]
pub(super) const fn on_fourth(color: Color, square: Square) -> bool {
    match color {
        Color::White => square.rank() == 3,
        Color::Black => square.rank() == 4,
    }
}

/// Whether the pawn of `color` on `pawn` could be captured if it had just made two steps.
fn can_be_passed(men: &Men, material: Material, color: Color, pawn: Square) -> bool {
    material.may_pass_pawns()
        && men.position(material).can_be_captured_in_passing(color, passed_square(color, pawn), pawn)
}
