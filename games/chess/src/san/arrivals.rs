//! Who can go to a square: found from the square backwards, without listing the moves of all pieces.

use crate::bitboard::Bitboard;
use crate::geometry;
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::slides::{self, Slides, Work};
use crate::square::Square;

/// Legal moves of one kind of piece to one square. Castling is none of them.
#[derive(Clone, Copy)]
pub(super) struct Arrivals<'p> {
    pub(super) position: &'p Position,
    pub(super) kind: Kind,
    pub(super) to: Square,
    /// Only from these squares.
    pub(super) sources: Bitboard,
}

impl Arrivals<'_> {
    /// The squares from which such a piece can legally go there.
    pub(super) fn origins(self) -> Bitboard {
        slides::run(self)
    }

    /// The move from one of these squares. A pawn on the last rank becomes `kind`.
    pub(super) fn movement(self, from: Square, becomes: Option<Kind>) -> ChessMove {
        match becomes {
            Some(kind) => ChessMove::promotion(from, self.to, kind),
            None if self.is_en_passant() => ChessMove::en_passant(from, self.to),
            None => ChessMove::plain(from, self.to),
        }
    }

    fn is_en_passant(self) -> bool {
        self.kind == Kind::Pawn && self.position.en_passant() == Some(self.to)
    }

    /// Where pawns can come from: beside if something is captured, otherwise from behind.
    #[inline(always)]
    fn pawns(self) -> Bitboard {
        let (us, to) = (self.position.to_move(), self.to);
        if self.position.color(us.other()).has(to) || self.is_en_passant() {
            return geometry::pawn(us.other(), to);
        }
        let near = to.offset(-us.forward());
        let double_rank = us.home_rank().abs_diff(3);
        if to.rank() == double_rank && self.position.code(near).is_empty() {
            return Bitboard::of(near.offset(-us.forward()));
        }
        // No pawn is on the last rank, which `offset` may have come to from beyond the first.
        Bitboard::of(near)
    }

    /// Whether the king is safe after the move from `from`.
    #[inline(always)]
    fn is_safe(self, slides: impl Slides, from: Square) -> bool {
        let (position, us) = (self.position, self.position.to_move());
        if self.is_en_passant() {
            let captured = self.to.offset(-us.forward());
            return position.en_passant_is_legal(slides, us, from, self.to, captured);
        }
        let king = if self.kind == Kind::King { self.to } else { position.king(us) };
        let after = (position.occupied() & !Bitboard::of(from)) | Bitboard::of(self.to);
        let attackers = position.attackers(slides, king, us.other(), after);
        (attackers & !Bitboard::of(self.to)).is_empty()
    }
}

impl Work for Arrivals<'_> {
    type Output = Bitboard;

    #[inline(always)]
    fn run<S: Slides>(self, slides: S) -> Bitboard {
        let (us, to, occupied) = (self.position.to_move(), self.to, self.position.occupied());
        if self.position.color(us).has(to) {
            return Bitboard::NONE;
        }
        let reach = match self.kind {
            Kind::Pawn => self.pawns(),
            Kind::Knight => geometry::knight(to),
            Kind::Bishop => slides.bishop(to, occupied),
            Kind::Rook => slides.rook(to, occupied),
            Kind::Queen => slides.bishop(to, occupied) | slides.rook(to, occupied),
            Kind::King => geometry::king(to),
        };
        let mut origins = Bitboard::NONE;
        for from in reach & self.position.pieces(us, self.kind) & self.sources {
            if self.is_safe(slides, from) {
                origins |= Bitboard::of(from);
            }
        }
        origins
    }
}
