//! What all terms look at: who attacks what, and where kings and mobile pieces live.

use super::spans::{attacked_north, north, seen_by, south};
use crate::bitboard::Bitboard;
use crate::geometry;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::square::Square;

/// One side's pieces and what they attack.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub(super) own: Bitboard,
    pub(super) pawns: Bitboard,
    pub(super) king: Square,
    /// By kind. Bishops look through own queens, rooks through own rooks and queens.
    pub(super) attacks: [Bitboard; 6],
    /// What anything attacks.
    pub(super) all: Bitboard,
    /// What is attacked more than once.
    pub(super) twice: Bitboard,
    /// The nine squares around the king, moved away from the edge.
    pub(super) zone: Bitboard,
    /// The squares that count as mobility.
    pub(super) area: Bitboard,
    /// What its pieces do to the other king.
    pub(super) pressure: Pressure,
}

/// What the pieces of one side do to the zone of the other king.
#[derive(Clone, Copy, Default)]
pub(super) struct Pressure {
    /// How many pieces attack it.
    pub(super) attackers: i32,
    /// What these pieces count together.
    pub(super) weight: i32,
    /// How often squares beside the king are attacked.
    pub(super) hits: i32,
}

impl Side {
    /// Attacks of pawns and king only.
    #[inline(always)]
    fn new(position: &Position, us: Color) -> Side {
        let pawns = position.pieces(us, Kind::Pawn);
        let king = position.king(us);
        let by_pawns = seen_by(us, attacked_north(seen_by(us, pawns)));
        let by_king = geometry::king(king);
        let mut attacks = [Bitboard::NONE; 6];
        attacks[Kind::Pawn.index()] = by_pawns;
        attacks[Kind::King.index()] = by_king;
        let middle = Square::at(king.file().clamp(1, 6), king.rank().clamp(1, 6));
        Side {
            own: position.color(us),
            pawns,
            king,
            attacks,
            all: by_pawns | by_king,
            twice: (by_pawns & by_king) | twice_by_pawns(us, pawns),
            zone: geometry::king(middle) | Bitboard::of(middle),
            area: Bitboard::NONE,
            pressure: Pressure::default(),
        }
    }

    #[inline(always)]
    pub(super) const fn by(&self, kind: Kind) -> Bitboard {
        self.attacks[kind.index()]
    }

    /// Adds what one piece attacks.
    #[inline(always)]
    pub(super) fn attack(&mut self, kind: Kind, reach: Bitboard) {
        self.twice |= self.all & reach;
        self.all |= reach;
        self.attacks[kind.index()] |= reach;
    }
}

/// The squares that two pawns attack.
#[inline(always)]
fn twice_by_pawns(us: Color, pawns: Bitboard) -> Bitboard {
    let forward = us.forward();
    pawns.towards_a(forward - 1) & pawns.towards_h(forward + 1)
}

/// A position with both sides.
pub(super) struct Board<'p> {
    pub(super) position: &'p Position,
    pub(super) occupied: Bitboard,
    pub(super) sides: [Side; 2],
}

impl<'p> Board<'p> {
    /// Without the attacks of pieces, which are added as mobility is counted.
    #[inline(always)]
    pub(super) fn new(position: &'p Position) -> Board<'p> {
        let mut board = Board {
            position,
            occupied: position.occupied(),
            sides: [Side::new(position, Color::White), Side::new(position, Color::Black)],
        };
        board.set_area(Color::White);
        board.set_area(Color::Black);
        board
    }

    #[inline(always)]
    pub(super) const fn side(&self, us: Color) -> &Side {
        &self.sides[us.index()]
    }

    #[inline(always)]
    pub(super) fn pieces(&self, us: Color, kind: Kind) -> Bitboard {
        self.position.pieces(us, kind)
    }

    /// Not where their pawns attack, nor where king, queen or pawns that cannot go on, or have not begun to, stand.
    #[inline(always)]
    fn set_area(&mut self, us: Color) {
        let (side, them) = (self.side(us), self.side(us.other()));
        let pawns = seen_by(us, side.pawns);
        let stuck = pawns & (south(seen_by(us, self.occupied)) | Bitboard::rank(1) | Bitboard::rank(2));
        let taken = seen_by(us, stuck) | Bitboard::of(side.king) | self.pieces(us, Kind::Queen);
        self.sides[us.index()].area = !(taken | them.by(Kind::Pawn));
    }

    /// The squares before `squares`, as `us` sees the board.
    #[inline(always)]
    pub(super) fn before(&self, us: Color, squares: Bitboard) -> Bitboard {
        seen_by(us, north(seen_by(us, squares)))
    }

    /// All pieces of `us` but pawns and the king.
    #[inline(always)]
    pub(super) fn officers(&self, us: Color) -> Bitboard {
        self.side(us).own & !self.side(us).pawns & !Bitboard::of(self.side(us).king)
    }
}

/// A square's rank as `us` counts, from 0.
#[inline(always)]
pub(super) fn rank_of(us: Color, square: Square) -> usize {
    let rank = square.rank() as usize;
    match us {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// The moves of a king from one square to the other on an empty board.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank())))
}

/// How far a file is from the edge, 0 to 3.
#[inline(always)]
pub(super) const fn edge_distance(file: u8) -> usize {
    (if file < 4 { file } else { 7 - file }) as usize & 3
}
