//! What the search may know.

use mossa_game::{Flow, MoveSink, Tactics};

use crate::bitboard::Bitboard;
use crate::generate::Wanted;
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::rules::Chess;
use crate::see::EXCHANGE_VALUES;

/// What a capture counts in ordering, if the exchange loses nothing: more than the best history score.
const ORDER_CAPTURE: i32 = 20_000;

/// What a capture that loses material counts: less than every quiet move.
const ORDER_LOSING: i32 = -30_000;

impl Chess {
    /// The most valuable victim first, and of those that take it the least valuable attacker.
    #[inline]
    fn order_of_capture(position: &Position, m: ChessMove, victim: Option<Kind>) -> i32 {
        let won = victim.map_or(0, |kind| EXCHANGE_VALUES[kind.index()])
            + m.promotes_to().map_or(0, |kind| EXCHANGE_VALUES[kind.index()]);
        10 * won - position.code(m.from()).kind().index() as i32
    }
}

impl Tactics for Chess {
    /// The pieces that give check.
    type Node = Bitboard;

    const QUIESCENCE: bool = true;
    // What else may be guessed is to be measured first.
    const NULL_MOVE: bool = false;
    /// A pawn.
    const MARGIN: i32 = 100;

    #[inline]
    fn node(&self, position: &Position) -> Bitboard {
        position.checkers()
    }

    #[inline]
    fn is_quiet(&self, _: &Position, checkers: &Bitboard) -> bool {
        checkers.is_empty()
    }

    #[inline]
    fn order(&self, position: &Position, _: &Bitboard, m: ChessMove) -> i32 {
        let victim = position.captured(m);
        if victim.is_none() && m.promotes_to().is_none() {
            return 0;
        }
        let base = if position.exchange(m) >= 0 { ORDER_CAPTURE } else { ORDER_LOSING };
        base + Self::order_of_capture(position, m, victim)
    }

    #[inline]
    fn is_noisy(&self, position: &Position, _: &Bitboard, m: ChessMove) -> bool {
        position.is_noisy(m)
    }

    /// In check all moves; otherwise promotions, and captures that lose nothing.
    #[inline]
    fn noisy_moves(
        &self,
        position: &Position,
        checkers: &Bitboard,
        sink: &mut impl MoveSink<ChessMove>,
    ) -> Flow {
        if position.is_drawn_by_rule() {
            return Flow::Continue(());
        }
        if checkers.has_any() {
            return position.moves(sink);
        }
        position.some_moves(Wanted::Noisy, &mut Promising { position, sink })
    }

    fn history_slots(&self) -> usize {
        16 * 64
    }

    /// Which piece, and where to.
    #[inline]
    fn history_slot(&self, position: &Position, m: ChessMove) -> usize {
        position.code(m.from()).index() * 64 + m.to().index()
    }

    fn pass(&self, position: &mut Position) {
        position.pass();
    }

    fn undo_pass(&self, position: &mut Position) {
        position.undo_pass();
    }
}

/// Hands on moves that lose nothing at once.
struct Promising<'p, 's, K> {
    position: &'p Position,
    sink: &'s mut K,
}

impl<K: MoveSink<ChessMove>> MoveSink<ChessMove> for Promising<'_, '_, K> {
    #[inline]
    fn push(&mut self, m: ChessMove) -> Flow {
        if self.position.exchange(m) >= 0 { self.sink.push(m) } else { Flow::Continue(()) }
    }
}
