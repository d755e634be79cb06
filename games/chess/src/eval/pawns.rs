//! How the pawns of a side stand together.

use super::layout::{BACKWARD, CANDIDATE, DOUBLED, DOUBLED_ISOLATED, ISOLATED, PHALANX, SUPPORTED};
use super::spans::{attacked_north, attacked_south, beside, north, north_fill, seen_by, south, south_fill};
use super::tally::Tally;
use crate::bitboard::Bitboard;
use crate::piece::Color;

/// Counts the structure of `us`; the passed pawns are what it answers.
#[inline(always)]
pub(super) fn count(tally: &mut impl Tally, us: Color, own: Bitboard, theirs: Bitboard) -> Bitboard {
    let (own, theirs) = (seen_by(us, own), seen_by(us, theirs));
    let attacked = attacked_north(own);
    let attacked_by_them = attacked_south(theirs);

    let unopposed = own & !south_fill(theirs);
    let isolated = own & !beside(north_fill(south_fill(own)));
    // Their pawns attack the next square, and no own pawn can ever protect it.
    let backward = own & south(attacked_by_them & !north_fill(attacked)) & !isolated;
    let doubled = own & north_fill(north(own));
    for (group, weak) in [(ISOLATED, isolated), (BACKWARD, backward)] {
        tally.add(us, group.at(0), (weak & !unopposed).len() as i32);
        tally.add(us, group.at(1), (weak & unopposed).len() as i32);
    }
    tally.add(us, DOUBLED.one(), doubled.len() as i32);
    tally.add(us, DOUBLED_ISOLATED.one(), (doubled & isolated).len() as i32);

    let their_way = south_fill(south(theirs));
    let passed = own & !(their_way | beside(their_way)) & !south_fill(south(own));
    let candidates = unopposed & !passed & south(!attacked_by_them | attacked) & !south_fill(south(own));
    for (group, pawns) in [(PHALANX, own & beside(own)), (SUPPORTED, own & attacked), (CANDIDATE, candidates)]
    {
        for pawn in pawns {
            tally.add(us, group.at(pawn.rank() as usize), 1);
        }
    }
    seen_by(us, passed)
}
