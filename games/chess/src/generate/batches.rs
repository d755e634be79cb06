//! Where generated moves go: counted many at a time, or listed one by one.

use mossa_game::{Flow, MoveSink};

use crate::bitboard::Bitboard;
use crate::moves::ChessMove;
use crate::piece::Kind;
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
