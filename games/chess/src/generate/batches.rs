//! Where generated moves go: counted many at a time, or listed one by one.

use mossa_game::{Flow, MoveSink};

use crate::bitboard::Bitboard;
use crate::geometry;
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::slides::Slides;
use crate::square::Square;

/// Takes moves of one kind together.
pub(super) trait Batches {
    /// Moves of the piece on `from`.
    fn steps(&mut self, from: Square, targets: Bitboard) -> Flow;

    /// Moves of pawns, each from the square `by` numbers before its target.
    fn pawns(&mut self, targets: Bitboard, by: i8) -> Flow;

    /// The same onto the last rank.
    fn promotions(&mut self, targets: Bitboard, by: i8) -> Flow;

    /// One move.
    fn one(&mut self, m: ChessMove) -> Flow;
}

/// Counts moves without listing them.
pub(super) struct Counted(pub(super) u32);

impl Batches for Counted {
    #[inline(always)]
    fn steps(&mut self, _: Square, targets: Bitboard) -> Flow {
        self.0 += targets.len();
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8) -> Flow {
        self.0 += targets.len();
        Flow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _: i8) -> Flow {
        self.0 += 4 * targets.len();
        Flow::Continue(())
    }

    #[inline(always)]
    fn one(&mut self, _: ChessMove) -> Flow {
        self.0 += 1;
        Flow::Continue(())
    }
}

/// Hands moves on one by one.
pub(super) struct Listed<'s, K>(pub(super) &'s mut K);

impl<K: MoveSink<ChessMove>> Batches for Listed<'_, K> {
    #[inline(always)]
    fn steps(&mut self, from: Square, targets: Bitboard) -> Flow {
        for to in targets {
            self.0.push(ChessMove::plain(from, to))?;
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, by: i8) -> Flow {
        for to in targets {
            self.0.push(ChessMove::plain(to.offset(-by), to))?;
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, by: i8) -> Flow {
        for to in targets {
            for kind in Kind::PROMOTIONS {
                self.0.push(ChessMove::promotion(to.offset(-by), to, kind))?;
            }
        }
        Flow::Continue(())
    }

    #[inline(always)]
    fn one(&mut self, m: ChessMove) -> Flow {
        self.0.push(m)
    }
}

/// Hands on moves that may give check. Most moves neither go where a piece of their kind attacks the king nor leave a line to
/// him, and are left out together.
pub(super) struct Checking<'p, 's, K> {
    position: &'p Position,
    /// From where each kind of piece attacks the king; by [`Kind::index`].
    direct: [Bitboard; 6],
    /// The pieces of the side to move that are the first on a line to him: behind them something may stand.
    screens: Bitboard,
    sink: Listed<'s, K>,
}

impl<'p, 's, K> Checking<'p, 's, K> {
    #[inline(always)]
    pub(super) fn new(position: &'p Position, slides: impl Slides, sink: &'s mut K) -> Self {
        let us = position.to_move();
        let king = position.king(us.other());
        let straight = slides.rook(king, position.occupied());
        let diagonal = slides.bishop(king, position.occupied());
        let mut direct = [Bitboard::NONE; 6];
        direct[Kind::Pawn.index()] = geometry::pawn(us.other(), king);
        direct[Kind::Knight.index()] = geometry::knight(king);
        direct[Kind::Bishop.index()] = diagonal;
        direct[Kind::Rook.index()] = straight;
        direct[Kind::Queen.index()] = straight | diagonal;
        let screens = (straight | diagonal) & position.color(us);
        Checking { position, direct, screens, sink: Listed(sink) }
    }
}

impl<K: MoveSink<ChessMove>> Batches for Checking<'_, '_, K> {
    #[inline(always)]
    fn steps(&mut self, from: Square, targets: Bitboard) -> Flow {
        if self.screens.has(from) {
            return self.sink.steps(from, targets);
        }
        let kind = self.position.code(from).kind();
        self.sink.steps(from, targets & self.direct[kind.index()])
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, by: i8) -> Flow {
        let screens = self.screens.shifted(by);
        self.sink.pawns(targets & (self.direct[Kind::Pawn.index()] | screens), by)
    }

    /// The piece that the pawn becomes may attack through the square that he leaves.
    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, by: i8) -> Flow {
        self.sink.promotions(targets, by)
    }

    /// En passant opens lines on two squares, and castling checks with the rook.
    #[inline(always)]
    fn one(&mut self, m: ChessMove) -> Flow {
        self.sink.one(m)
    }
}
