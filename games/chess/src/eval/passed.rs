//! Passed pawns: how far they are, what is in their way, and who is near.

use super::board::{Board, distance, rank_of};
use super::layout::{
    PASSED_BLOCKED, PASSED_OWN_KING, PASSED_RACE, PASSED_RANK, PASSED_ROOK_BEHIND, PASSED_SAFE_PATH,
    PASSED_SAFE_STEP, PASSED_THEIR_KING,
};
use super::spans::{north, north_fill, seen_by, south, south_fill};
use super::tally::Tally;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Kind};
use crate::square::Square;

/// Kings further away than this are equally far.
const FAR: i32 = 5;

/// Counts the passed pawns of `us`.
#[inline(always)]
pub(super) fn count(tally: &mut impl Tally, board: &Board<'_>, us: Color, passed: Bitboard) {
    for pawn in passed {
        one(tally, board, us, pawn);
    }
}

#[inline(always)]
fn one(tally: &mut impl Tally, board: &Board<'_>, us: Color, pawn: Square) {
    let (side, them) = (board.side(us), board.side(us.other()));
    let rank = rank_of(us, pawn);
    let way = seen_by(us, north_fill(north(seen_by(us, Bitboard::of(pawn)))));
    let stop = pawn.offset(us.forward());
    tally.add(us, PASSED_RANK.at(rank), 1);
    tally.add(us, PASSED_OWN_KING.at(rank), distance(side.king, stop).min(FAR));
    tally.add(us, PASSED_THEIR_KING.at(rank), distance(them.king, stop).min(FAR));
    let behind = seen_by(us, south_fill(south(seen_by(us, Bitboard::of(pawn)))));
    if (behind & board.position.straight()).has_any() {
        let rooks = board.position.kind(Kind::Rook);
        tally.add(us, PASSED_ROOK_BEHIND.at(0), i32::from((behind & rooks & side.own).has_any()));
        tally.add(us, PASSED_ROOK_BEHIND.at(1), i32::from((behind & rooks & them.own).has_any()));
    }
    if board.occupied.has(stop) {
        tally.add(us, PASSED_BLOCKED.at(rank), 1);
    } else if !them.all.has(stop) {
        tally.add(us, PASSED_SAFE_STEP.at(rank), 1);
        if (way & (board.occupied | them.all)).is_empty() {
            tally.add(us, PASSED_SAFE_PATH.at(rank), 1);
        }
    }
    if board.officers(us.other()).is_empty() && (way & board.occupied).is_empty() {
        // The rule of the square, with their move if they have it.
        let steps = 7 - rank as i32 - i32::from(rank == 1);
        let goal = Square::at(pawn.file(), us.other().home_rank());
        let late = distance(them.king, goal) - i32::from(board.position.to_move() != us) > steps;
        tally.add(us, PASSED_RACE.one(), i32::from(late));
    }
}
