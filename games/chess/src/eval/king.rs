//! The king: pawns before him, and what the other side's pieces do around him.
//!
//! Attackers, attacked squares and safe checks are added up to points of danger. Danger grows faster than its causes,
//! so the points only choose a weight from a table, which the tuner may bend as it likes.

use super::board::{Board, edge_distance, rank_of};
use super::layout::{DANGER, DANGER_STEPS, FLANK_ATTACK, KING_FILE, PINNED, SAFE_CHECK, SHELTER, STORM};
use super::spans::{north_fill, seen_by};
use super::tally::Tally;
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::piece::{Color, Kind};
use crate::slides::Slides;
use crate::square::Square;

/// Points of danger for one step of the table.
const STEP: i32 = 5;
/// A square beside the king that is attacked.
const HIT: i32 = 7;
/// A square around the king that king and queen alone protect, or nobody.
const WEAK_SQUARE: i32 = 18;
/// A check from a square where the checking piece is lost.
const UNSAFE_CHECK: i32 = 14;
/// A piece that may not move away from the king.
const PIN: i32 = 10;
/// Without a queen there is seldom a mate.
const NO_QUEEN: i32 = -85;
/// Safe checks by knight, bishop, rook and queen; a second one of the same kind counts half as much again.
const CHECKS: [i32; 4] = [75, 60, 100, 75];

/// The files around the king on which attacks are counted: his wing, or the middle.
const FLANKS: [Bitboard; 8] = {
    const LEFT: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const MIDDLE: u64 = 0x3c3c_3c3c_3c3c_3c3c;
    let (left, middle, right) = (Bitboard(LEFT), Bitboard(MIDDLE), Bitboard(LEFT << 4));
    [left, left, left, middle, middle, right, right, right]
};

/// The own half of the board and the rank beyond it, as White sees it.
const CAMP: Bitboard = Bitboard(0x0000_00ff_ffff_ffff);

/// Counts what the king of `us` has and suffers.
#[inline(always)]
pub(super) fn count<S: Slides>(tally: &mut impl Tally, slides: S, board: &Board<'_>, us: Color) {
    shelter(tally, board, us);
    danger(tally, slides, board, us);
}

/// The pawns on the king's file and beside it, on his rank or before him.
#[inline(always)]
fn shelter(tally: &mut impl Tally, board: &Board<'_>, us: Color) {
    let (side, them) = (board.side(us), board.side(us.other()));
    let king = side.king;
    let rank = rank_of(us, king) as u8;
    let ahead = north_fill(Bitboard::rank(rank));
    let own = seen_by(us, side.pawns) & ahead;
    let theirs = seen_by(us, them.pawns) & ahead;
    let middle = king.file().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let (ours_here, theirs_here) = (own & Bitboard::file(file), theirs & Bitboard::file(file));
        // The hindmost has the lowest number; without one, the rank 0, where no pawn can be.
        let own_rank = if ours_here.is_empty() { 0 } else { ours_here.first().rank() as usize };
        tally.add(us, SHELTER.at(edge_distance(file) * 8 + own_rank), 1);
        if theirs_here.has_any() {
            let their_rank = theirs_here.first().rank() as usize;
            let blocked = own_rank > 0 && own_rank + 1 == their_rank;
            tally.add(us, STORM.at(usize::from(blocked) * 8 + their_rank), 1);
        }
    }
    let file = Bitboard::file(king.file());
    if (file & side.pawns).is_empty() {
        tally.add(us, KING_FILE.at(usize::from((file & them.pawns).is_empty())), 1);
    }
}

#[inline(always)]
fn danger<S: Slides>(tally: &mut impl Tally, slides: S, board: &Board<'_>, us: Color) {
    let (side, them) = (board.side(us), board.side(us.other()));
    let lightly = !side.all | side.by(Kind::King) | side.by(Kind::Queen);
    let weak = them.all & !side.twice & lightly;
    let (safe_checks, unsafe_checks) = checks(tally, slides, board, us, weak);
    let pins = pinned(board, us);
    tally.add(us, PINNED.one(), pins);

    let flank = FLANKS[side.king.file() as usize & 7] & seen_by(us, CAMP) & them.all;
    let flank_attacks = flank.len() + (flank & them.twice).len();
    tally.add(us, FLANK_ATTACK.one(), flank_attacks as i32);

    let pressure = &them.pressure;
    let queenless = i32::from(board.pieces(us.other(), Kind::Queen).is_empty());
    let points = pressure.attackers * pressure.weight
        + HIT * pressure.hits
        + WEAK_SQUARE * (side.zone & weak).len() as i32
        + UNSAFE_CHECK * unsafe_checks
        + PIN * pins
        + NO_QUEEN * queenless
        + safe_checks;
    let step = (points / STEP).clamp(0, DANGER_STEPS as i32 - 1);
    tally.add(us, DANGER.at(step as usize), 1);
}

/// The points for safe checks, and how many squares for other checks there are.
#[inline(always)]
fn checks<S: Slides>(
    tally: &mut impl Tally,
    slides: S,
    board: &Board<'_>,
    us: Color,
    weak: Bitboard,
) -> (i32, i32) {
    let (side, them) = (board.side(us), board.side(us.other()));
    // The own queen is expected to leave the line, or to be lost.
    let occupied = board.occupied & !board.pieces(us, Kind::Queen);
    let straight = slides.rook(side.king, occupied);
    let diagonal = slides.bishop(side.king, occupied);
    let possible = [
        geometry::knight(side.king) & them.by(Kind::Knight),
        diagonal & them.by(Kind::Bishop),
        straight & them.by(Kind::Rook),
        (straight | diagonal) & them.by(Kind::Queen) & !side.by(Kind::Queen),
    ];
    let safe = !them.own & (!side.all | (weak & them.twice));
    let mut points = 0;
    let mut others = Bitboard::NONE;
    for (which, squares) in possible.into_iter().enumerate() {
        let good = squares & safe;
        if good.has_any() {
            points += CHECKS[which] + if good.many() { CHECKS[which] / 2 } else { 0 };
            tally.add(us, SAFE_CHECK.at(which), 1);
        } else if which < 3 {
            others |= squares & !them.own;
        }
    }
    (points, others.len() as i32)
}

/// How many pieces of `us` stand alone between the king and an attacker.
#[inline(always)]
fn pinned(board: &Board<'_>, us: Color) -> i32 {
    let (side, them) = (board.side(us), board.side(us.other()));
    let king: Square = side.king;
    let lines = (geometry::rook_rays(king) & board.position.straight())
        | (geometry::bishop_rays(king) & board.position.diagonal());
    let mut pins = 0;
    for sniper in lines & them.own {
        let between = geometry::between(king, sniper) & board.occupied;
        pins += i32::from(between.has_any() && !between.many() && (between & side.own).has_any());
    }
    pins
}
