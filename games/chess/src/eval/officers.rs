//! Knights, bishops, rooks and queens one by one: mobility, pressure on the king, and where each kind likes to be.

use super::board::{Board, distance, rank_of};
use super::layout::{
    BEHIND_PAWN, BISHOP_MOBILITY, BISHOP_OUTPOST, BISHOP_PAWNS, DOUBLED_ROOKS, Group, IMMOBILE,
    KING_DISTANCE, KNIGHT_MOBILITY, KNIGHT_OUTPOST, LONG_DIAGONAL, QUEEN_FILE, QUEEN_MOBILITY,
    REACHABLE_OUTPOST, ROOK_FILE, ROOK_MOBILITY, SEVENTH, TRAPPED_BISHOP, TRAPPED_ROOK,
};
use super::spans::{attacked_south, seen_by, south, south_fill};
use super::tally::Tally;
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::piece::{Color, Kind};
use crate::slides::Slides;
use crate::square::Square;

/// What an attacker of the king's zone counts, by kind: in the scale of `king`.
const ATTACKER: [i32; 6] = [0, 8, 5, 5, 2, 0];

/// The four squares in the middle.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The ranks 4 to 6, where outposts are.
const OUTPOST_RANKS: Bitboard = Bitboard(0x0000_ffff_ff00_0000);
/// The files c to f.
const CENTRE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// A rook with so few squares beside its king is shut in.
const FEW_SQUARES: usize = 3;

/// Where minor pieces of `us` are safe from pawns for ever.
struct Outposts {
    all: Bitboard,
    protected: Bitboard,
}

impl Outposts {
    #[inline(always)]
    fn new(board: &Board<'_>, us: Color) -> Outposts {
        let reachable = south_fill(attacked_south(seen_by(us, board.side(us.other()).pawns)));
        let all = seen_by(us, OUTPOST_RANKS & !reachable);
        Outposts { all, protected: all & board.side(us).by(Kind::Pawn) }
    }

    #[inline(always)]
    fn count(&self, tally: &mut impl Tally, us: Color, group: Group, square: Square) {
        if self.all.has(square) {
            tally.add(us, group.at(usize::from(self.protected.has(square))), 1);
        }
    }
}

/// Counts all officers of `us`, and notes what they attack.
#[inline(always)]
pub(super) fn count<S: Slides>(tally: &mut impl Tally, slides: S, board: &mut Board<'_>, us: Color) {
    let outposts = Outposts::new(board, us);
    knights(tally, board, us, &outposts);
    bishops(tally, slides, board, us, &outposts);
    rooks(tally, slides, board, us);
    queens(tally, slides, board, us);
}

/// Notes what a piece attacks; how many squares count as its mobility.
#[inline(always)]
fn reach(
    tally: &mut impl Tally,
    board: &mut Board<'_>,
    us: Color,
    kind: Kind,
    group: Group,
    squares: Bitboard,
) -> usize {
    let (zone, king) = (board.side(us.other()).zone, board.side(us.other()).by(Kind::King));
    let side = &mut board.sides[us.index()];
    side.attack(kind, squares);
    if (squares & zone).has_any() {
        side.pressure.attackers += 1;
        side.pressure.weight += ATTACKER[kind.index()];
        side.pressure.hits += (squares & king).len() as i32;
    }
    let mobility = ((squares & side.area).len() as usize).min(group.len - 1);
    tally.add(us, group.at(mobility), 1);
    mobility
}

/// What knights and bishops share.
#[inline(always)]
fn minor(
    tally: &mut impl Tally,
    board: &Board<'_>,
    us: Color,
    square: Square,
    squares: Bitboard,
    kind: usize,
) {
    let (side, them) = (board.side(us), board.side(us.other()));
    tally.add(us, KING_DISTANCE.at(kind), distance(square, side.king));
    let stuck = (squares & !side.own & !them.by(Kind::Pawn)).is_empty() && rank_of(us, square) >= 4;
    tally.add(us, IMMOBILE.one(), i32::from(stuck));
}

#[inline(always)]
fn knights(tally: &mut impl Tally, board: &mut Board<'_>, us: Color, outposts: &Outposts) {
    for square in board.pieces(us, Kind::Knight) {
        let squares = geometry::knight(square);
        reach(tally, board, us, Kind::Knight, KNIGHT_MOBILITY, squares);
        minor(tally, board, us, square, squares, 0);
        outposts.count(tally, us, KNIGHT_OUTPOST, square);
        let near = squares & outposts.protected & !board.side(us).own;
        tally.add(us, REACHABLE_OUTPOST.one(), i32::from(near.has_any()));
    }
    behind_pawns(tally, board, us);
}

/// Minor pieces right behind a pawn of either side.
#[inline(always)]
fn behind_pawns(tally: &mut impl Tally, board: &Board<'_>, us: Color) {
    let minors = board.pieces(us, Kind::Knight) | board.pieces(us, Kind::Bishop);
    let pawns = seen_by(us, board.position.kind(Kind::Pawn));
    tally.add(us, BEHIND_PAWN.one(), (seen_by(us, minors) & south(pawns)).len() as i32);
}

#[inline(always)]
fn bishops<S: Slides>(
    tally: &mut impl Tally,
    slides: S,
    board: &mut Board<'_>,
    us: Color,
    outposts: &Outposts,
) {
    let occupied = board.occupied & !board.pieces(us, Kind::Queen);
    for square in board.pieces(us, Kind::Bishop) {
        let squares = slides.bishop(square, occupied);
        reach(tally, board, us, Kind::Bishop, BISHOP_MOBILITY, squares);
        minor(tally, board, us, square, squares, 1);
        outposts.count(tally, us, BISHOP_OUTPOST, square);
        let pawns = board.side(us).pawns;
        let color = if Bitboard::DARK.has(square) { Bitboard::DARK } else { !Bitboard::DARK };
        let blocked = pawns & board.before(us.other(), board.occupied) & CENTRE_FILES;
        tally.add(us, BISHOP_PAWNS.at(0), (pawns & color).len() as i32);
        tally.add(us, BISHOP_PAWNS.at(1), (blocked & color).len() as i32);
        tally.add(us, LONG_DIAGONAL.one(), i32::from(((squares | Bitboard::of(square)) & CENTRE).many()));
        trapped_bishop(tally, board, us, square);
    }
}

/// On a7 or h7 with a pawn of theirs on b6 or g6, or on a6 or h6 with one on b5 or g5.
#[inline(always)]
fn trapped_bishop(tally: &mut impl Tally, board: &Board<'_>, us: Color, square: Square) {
    let rank = rank_of(us, square);
    let edge = square.file() == 0 || square.file() == 7;
    if edge && (rank == 5 || rank == 6) {
        let shut = geometry::pawn(us.other(), square) & board.side(us.other()).pawns;
        tally.add(us, TRAPPED_BISHOP.one(), i32::from(shut.has_any()));
    }
}

#[inline(always)]
fn rooks<S: Slides>(tally: &mut impl Tally, slides: S, board: &mut Board<'_>, us: Color) {
    let rooks = board.pieces(us, Kind::Rook);
    let occupied = board.occupied & !rooks & !board.pieces(us, Kind::Queen);
    for square in rooks {
        let squares = slides.rook(square, occupied);
        let mobility = reach(tally, board, us, Kind::Rook, ROOK_MOBILITY, squares);
        let file = Bitboard::file(square.file());
        let (pawns, theirs) = (board.side(us).pawns, board.side(us.other()).pawns);
        if (file & pawns).is_empty() {
            tally.add(us, ROOK_FILE.at(usize::from((file & theirs).is_empty())), 1);
        } else if mobility <= FEW_SQUARES {
            trapped_rook(tally, board, us, square);
        }
        seventh(tally, board, us, square, 0);
        let mate = squares & file & rooks & !Bitboard::of(square);
        tally.add(us, DOUBLED_ROOKS.one(), i32::from(mate.has_any()));
        let queen = file & board.pieces(us.other(), Kind::Queen);
        tally.add(us, QUEEN_FILE.one(), i32::from(queen.has_any()));
    }
}

/// Between the king and the edge on his side of the board.
#[inline(always)]
fn trapped_rook(tally: &mut impl Tally, board: &Board<'_>, us: Color, square: Square) {
    let king = board.side(us).king.file();
    let shut = if king >= 4 { square.file() > king } else { square.file() < king };
    if shut {
        let castles = (board.position.castling() & board.side(us).own).has_any();
        tally.add(us, TRAPPED_ROOK.at(usize::from(!castles)), 1);
    }
}

/// On the seventh rank, where it matters: pawns there, or the king behind it.
#[inline(always)]
fn seventh(tally: &mut impl Tally, board: &Board<'_>, us: Color, square: Square, which: usize) {
    if rank_of(us, square) == 6 {
        let them = board.side(us.other());
        let worth = rank_of(us, them.king) == 7 || (them.pawns & Bitboard::rank(square.rank())).has_any();
        tally.add(us, SEVENTH.at(which), i32::from(worth));
    }
}

#[inline(always)]
fn queens<S: Slides>(tally: &mut impl Tally, slides: S, board: &mut Board<'_>, us: Color) {
    for square in board.pieces(us, Kind::Queen) {
        let squares = slides.rook(square, board.occupied) | slides.bishop(square, board.occupied);
        reach(tally, board, us, Kind::Queen, QUEEN_MOBILITY, squares);
        seventh(tally, board, us, square, 1);
    }
}
