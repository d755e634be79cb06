//! Who attacks what.

use crate::bitboard::Bitboard;
use crate::geometry;
use crate::moves::ChessMove;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::slides::{self, Slides, Work};
use crate::square::Square;

impl Position {
    /// The pieces of `by` that attack `square` if `occupied` squares are in the way.
    #[inline(always)]
    pub(crate) fn attackers(
        &self,
        slides: impl Slides,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        let all = self.leapers(square, by)
            | (slides.rook(square, occupied) & self.straight())
            | (slides.bishop(square, occupied) & self.diagonal());
        all & self.color(by)
    }

    /// Pawns of `by`, and knights and kings of both, that attack `square`.
    #[inline(always)]
    fn leapers(&self, square: Square, by: Color) -> Bitboard {
        (geometry::pawn(by.other(), square) & self.kind(Kind::Pawn))
            | (geometry::knight(square) & self.kind(Kind::Knight))
            | (geometry::king(square) & self.kind(Kind::King))
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        slides::run(Checkers(self, self.to_move()))
    }

    /// Whether `m` gives check. Castling is said to give none.
    pub fn gives_check(&self, m: ChessMove) -> bool {
        !m.is_castling() && slides::run(GivesCheck(self, m))
    }

    /// The pieces that attack the king of `color`.
    pub(crate) fn attackers_of_king(&self, color: Color) -> Bitboard {
        slides::run(Checkers(self, color))
    }
}

struct GivesCheck<'a>(&'a Position, ChessMove);

impl Work for GivesCheck<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> bool {
        let GivesCheck(position, m) = self;
        let (us, from, to) = (position.to_move(), Bitboard::of(m.from()), Bitboard::of(m.to()));
        let king = position.king(us.other());
        let mut occupied = (position.occupied() & !from) | to;
        if m.is_en_passant() {
            occupied &= !Bitboard::of(m.to().offset(-us.forward()));
        }
        let kind = m.promotes_to().unwrap_or(position.code(m.from()).kind());
        let (straight, diagonal) = (slides.rook(king, occupied), slides.bishop(king, occupied));
        let direct = match kind {
            Kind::Pawn => geometry::pawn(us.other(), king),
            Kind::Knight => geometry::knight(king),
            Kind::Bishop => diagonal,
            Kind::Rook => straight,
            Kind::Queen => straight | diagonal,
            Kind::King => Bitboard::NONE,
        };
        let others = position.color(us) & !from;
        let behind = (straight & position.straight()) | (diagonal & position.diagonal());
        (direct & to).has_any() || (behind & others).has_any()
    }
}

struct Checkers<'a>(&'a Position, Color);

impl Work for Checkers<'_> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> Bitboard {
        let Checkers(position, us) = self;
        position.attackers(slides, position.king(us), us.other(), position.occupied())
    }
}

/// Where a piece other than a pawn reaches from `square` if `occupied` squares are in the way.
#[inline]
pub(crate) fn reach(kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    slides::run(Reach { kind, square, occupied })
}

struct Reach {
    kind: Kind,
    square: Square,
    occupied: Bitboard,
}

impl Work for Reach {
    type Output = Bitboard;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> Bitboard {
        let Reach { kind, square, occupied } = self;
        match kind {
            Kind::Queen => slides.rook(square, occupied) | slides.bishop(square, occupied),
            Kind::Rook => slides.rook(square, occupied),
            Kind::Bishop => slides.bishop(square, occupied),
            Kind::Knight => geometry::knight(square),
            Kind::King => geometry::king(square),
            Kind::Pawn => Bitboard::NONE,
        }
    }
}
