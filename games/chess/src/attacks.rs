//! Who attacks what.

use crate::bitboard::Bitboard;
use crate::geometry;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::slides::{self, Lines, Slides, Work};
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

    /// The pieces that attack the king of `color`.
    pub(crate) fn attackers_of_king(&self, color: Color) -> Bitboard {
        self.attackers(Lines, self.king(color), color.other(), self.occupied())
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
