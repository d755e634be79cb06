//! Playing moves.

use crate::bitboard::Bitboard;
use crate::geometry;
use crate::moves::ChessMove;
use crate::piece::{Code, Color, Kind};
use crate::position::Position;
use crate::slides::{Lines, Slides};
use crate::square::Square;
use crate::zobrist;

impl Position {
    /// Plays a legal move. (As part of what calls it, it was slower by a tenth.)
    #[inline(never)]
    pub fn play(&mut self, m: ChessMove) {
        let (us, from, to) = (self.to_move(), m.from(), m.to());
        let code = self.code(from);
        self.set_en_passant(None);
        self.goes_on = false;
        self.clock = self.clock.saturating_add(1).min(Position::MOST_CLOCK);
        self.number = self.number.saturating_add(us as u16);
        self.lose_castling(us, code, from, to);
        if m.is_castling() {
            self.castle(us, from, to);
            self.turn();
            return;
        }
        let captured = self.code(to);
        if !captured.is_empty() {
            self.take(captured, to);
            self.clock = 0;
        }
        self.take(code, from);
        if code.kind() == Kind::Pawn {
            self.clock = 0;
            self.put(m.promotes_to().map_or(code, |kind| Code::new(us, kind)), to);
            if m.is_en_passant() {
                self.take(Code::new(us.other(), Kind::Pawn), to.offset(-us.forward()));
            } else if from.number().abs_diff(to.number()) == 16 {
                let passed = to.offset(-us.forward());
                if self.can_be_captured_in_passing(us, passed, to) {
                    self.set_en_passant(Some(passed));
                }
            }
        } else {
            self.put(code, to);
        }
        self.turn();
    }

    /// The key after a move that neither castles, nor promotes, nor changes rights to castle or to capture in passing.
    #[inline]
    pub(crate) fn likely_key_after(&self, m: ChessMove) -> u64 {
        let (code, captured) = (self.code(m.from()), self.code(m.to()));
        self.key()
            ^ zobrist::piece(code, m.from())
            ^ zobrist::piece(code, m.to())
            ^ zobrist::piece(captured, m.to())
            ^ zobrist::black()
    }

    /// Rooks that move or are captured lose their right, and a king's move takes that of both.
    #[inline]
    fn lose_castling(&mut self, us: Color, code: Code, from: Square, to: Square) {
        if self.castling().is_empty() {
            return;
        }
        let mut lost = Bitboard::of(from) | Bitboard::of(to);
        if code.kind() == Kind::King {
            lost |= Bitboard::rank(us.home_rank());
        }
        self.change_castling(self.castling() & lost);
    }

    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let (king_to, rook_to) = ChessMove::castled(king, rook);
        let (king_code, rook_code) = (Code::new(us, Kind::King), Code::new(us, Kind::Rook));
        self.take(king_code, king);
        self.take(rook_code, rook);
        self.put(king_code, king_to);
        self.put(rook_code, rook_to);
    }

    /// Whether the pawn of `us` on `pawn`, which has just passed over `passed`, can legally be captured there.
    #[inline]
    pub(crate) fn can_be_captured_in_passing(&self, us: Color, passed: Square, pawn: Square) -> bool {
        let capturers = geometry::pawn(us, passed) & self.pieces(us.other(), Kind::Pawn);
        capturers.into_iter().any(|from| self.en_passant_is_legal(Lines, us.other(), from, passed, pawn))
    }

    /// Whether the king of `us` is safe once the pawn on `from` has captured the one on `pawn` in passing.
    #[inline]
    pub(crate) fn en_passant_is_legal(
        &self,
        slides: impl Slides,
        us: Color,
        from: Square,
        to: Square,
        pawn: Square,
    ) -> bool {
        let occupied = self.occupied() ^ Bitboard::of(from) ^ Bitboard::of(pawn) | Bitboard::of(to);
        let attackers = self.attackers(slides, self.king(us), us.other(), occupied);
        (attackers & !Bitboard::of(pawn)).is_empty()
    }
}
