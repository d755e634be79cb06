//! Room behind the own pawns.

use super::board::Board;
use super::layout::SPACE;
use super::spans::{seen_by, south};
use super::tally::Tally;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Kind};

/// The files c to f on the ranks 2 to 4.
const ROOM: Bitboard = Bitboard(0x0000_0000_3c3c_3c00);

/// Counts safe squares in the own half's middle, and those of them that lie up to three ranks behind a pawn.
#[inline(always)]
pub(super) fn count(tally: &mut impl Tally, board: &Board<'_>, us: Color) {
    let (side, them) = (board.side(us), board.side(us.other()));
    let pawns = seen_by(us, side.pawns);
    let safe = ROOM & !pawns & !seen_by(us, them.by(Kind::Pawn));
    tally.add(us, SPACE.at(0), safe.len() as i32);
    let one = south(pawns);
    let behind = one | south(one) | south(south(one));
    tally.add(us, SPACE.at(1), (safe & behind & !seen_by(us, them.all)).len() as i32);
}
