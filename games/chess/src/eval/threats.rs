//! Pieces under attack, and squares that are contested.

use super::board::Board;
use super::layout::{BY_KING, BY_MINOR, BY_PAWN, BY_ROOK, HANGING, ON_QUEEN, PUSH, RESTRICTED};
use super::spans::{attacked_north, north, seen_by};
use super::tally::Tally;
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::piece::{Color, Kind};
use crate::slides::Slides;

/// The officers in the order of their values.
const OFFICERS: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// Counts what `us` threatens.
#[inline(always)]
pub(super) fn count<S: Slides>(tally: &mut impl Tally, slides: S, board: &Board<'_>, us: Color) {
    let (side, them) = (board.side(us), board.side(us.other()));
    let officers = board.officers(us.other());
    // By a pawn, or more often than we attack.
    let protected = them.by(Kind::Pawn) | (them.twice & !side.twice);
    let weak = them.own & !protected & side.all;

    by_pawns(tally, board, us, officers);
    if ((officers | weak) & side.all).has_any() {
        let minors = side.by(Kind::Knight) | side.by(Kind::Bishop);
        let by_minor = minors & (officers | weak);
        let by_rook = side.by(Kind::Rook) & (weak | board.pieces(us.other(), Kind::Queen));
        for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            let victims = board.pieces(us.other(), kind);
            tally.add(us, BY_MINOR.at(kind.index()), (by_minor & victims).len() as i32);
            tally.add(us, BY_ROOK.at(kind.index()), (by_rook & victims).len() as i32);
        }
        tally.add(us, BY_KING.one(), (weak & side.by(Kind::King)).len() as i32);
        let hanging = weak & (!them.all | (officers & side.twice));
        tally.add(us, HANGING.one(), hanging.len() as i32);
    }
    tally.add(us, RESTRICTED.one(), (them.all & !protected & side.all).len() as i32);
    on_queen(tally, slides, board, us, protected);
}

/// Attacks by pawns that are safe, and steps of pawns that would attack.
#[inline(always)]
fn by_pawns(tally: &mut impl Tally, board: &Board<'_>, us: Color, officers: Bitboard) {
    let (side, them) = (board.side(us), board.side(us.other()));
    let safe = side.all | !them.all;
    let attacked = seen_by(us, attacked_north(seen_by(us, side.pawns & safe)));
    if (attacked & officers).has_any() {
        for (index, kind) in OFFICERS.into_iter().enumerate() {
            tally.add(us, BY_PAWN.at(index), (attacked & board.pieces(us.other(), kind)).len() as i32);
        }
    }
    let free = seen_by(us, !board.occupied);
    let once = north(seen_by(us, side.pawns)) & free;
    let twice = north(once & Bitboard::rank(2)) & free;
    let steps = (once | twice) & seen_by(us, !them.by(Kind::Pawn) & safe);
    let next = seen_by(us, attacked_north(steps));
    tally.add(us, PUSH.one(), (next & officers).len() as i32);
}

/// Safe squares from which a piece would attack the queen, if there is one.
#[inline(always)]
fn on_queen<S: Slides>(tally: &mut impl Tally, slides: S, board: &Board<'_>, us: Color, protected: Bitboard) {
    let queens = board.pieces(us.other(), Kind::Queen);
    if queens.is_empty() || queens.many() {
        return;
    }
    let (side, queen) = (board.side(us), queens.first());
    let safe = side.area & !protected;
    let knights = geometry::knight(queen) & side.by(Kind::Knight) & safe;
    tally.add(us, ON_QUEEN.at(0), knights.len() as i32);
    let sliders = (slides.bishop(queen, board.occupied) & side.by(Kind::Bishop))
        | (slides.rook(queen, board.occupied) & side.by(Kind::Rook));
    tally.add(us, ON_QUEEN.at(1), (sliders & safe & side.twice).len() as i32);
}
