//! What pieces count more or less beside others, and what is left to do against a lone king.

use super::board::{Board, distance, edge_distance};
use super::layout::{BISHOP_PAIR, KNIGHT_BY_PAWNS, MATING, ROOK_BY_PAWNS, ROOK_PAIR};
use super::tally::Tally;
use crate::piece::{Color, Kind};

/// With so many own pawns, knights and rooks are worth what the table says (L. Kaufman, 1999).
const USUAL_PAWNS: i32 = 5;

/// Counts pairs, and knights and rooks by the number of own pawns.
#[inline(always)]
pub(super) fn count(tally: &mut impl Tally, board: &Board<'_>, us: Color) {
    let pawns = board.side(us).pawns.len() as i32 - USUAL_PAWNS;
    let (knights, rooks) = (board.pieces(us, Kind::Knight), board.pieces(us, Kind::Rook));
    tally.add(us, BISHOP_PAIR.one(), i32::from(board.pieces(us, Kind::Bishop).many()));
    tally.add(us, KNIGHT_BY_PAWNS.one(), knights.len() as i32 * pawns);
    tally.add(us, ROOK_BY_PAWNS.one(), rooks.len() as i32 * pawns);
    tally.add(us, ROOK_PAIR.one(), i32::from(rooks.many()));
    if !board.side(us.other()).own.many() {
        mating(tally, board, us);
    }
}

/// Their king is alone: to the edge with him, and the own king beside him.
#[cold]
#[inline(never)]
fn mating(tally: &mut impl Tally, board: &Board<'_>, us: Color) {
    let (own, lone) = (board.side(us).king, board.side(us.other()).king);
    let inside = edge_distance(lone.file()) + edge_distance(lone.rank());
    tally.add(us, MATING.at(0), 6 - inside as i32);
    tally.add(us, MATING.at(1), 7 - distance(own, lone));
}
