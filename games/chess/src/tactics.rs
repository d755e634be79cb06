//! What the search may know.

use mossa_game::{
    Flow, ForcedWin, MoveSink, RankedMove, Tactics, Value, Verdict, WinHunt, WinMemory, WinOrder,
};

use crate::bitboard::Bitboard;
use crate::endgame::Endgame;
use crate::generate::Wanted;
use crate::geometry;
use crate::mate::{MateMemory, MateSearch, Mated};
use crate::moves::ChessMove;
use crate::piece::{Color, Kind};
use crate::position::Position;
use crate::rules::{Chess, DRAWN_CLOCK};
use crate::see::EXCHANGE_VALUES;

/// What a capture counts in ordering: more than the best experience with a quiet move.
const ORDER_CAPTURE: i32 = 70_000;

/// What is above this looks like a good capture: no quiet move has as much ([`Tactics::FIRST_STAGE`]).
const ORDER_LOOKS_GOOD: i32 = 60_000;

/// What a capture that loses material counts: less than every quiet move.
const ORDER_LOSING: i32 = -85_000;

impl Chess {
    /// The most valuable victim first, and of those that take it the least valuable attacker.
    #[inline]
    fn order_of_capture(position: &Position, m: ChessMove, victim: Option<Kind>) -> i32 {
        let won = victim.map_or(0, |kind| EXCHANGE_VALUES[kind.index()])
            + m.promotes_to().map_or(0, |kind| EXCHANGE_VALUES[kind.index()]);
        8 * won - position.code(m.from()).kind().index() as i32
    }
}

impl Tactics for Chess {
    /// The pieces that give check.
    type Node = Bitboard;

    const QUIESCENCE: bool = true;
    const NULL_MOVE: bool = true;
    const REVERSE_FUTILITY: bool = true;
    const LATE_MOVE_PRUNING: bool = true;
    const SINGULAR_EXTENSIONS: bool = true;
    const ASSESSMENT: bool = true;
    const EXCHANGES: bool = true;
    /// Pawns, and the pieces of each side.
    const CORRECTIONS: usize = 3;
    const ANSWERS_ALL: bool = true;
    /// Captures that are believed to be good. Experience with a quiet move, a killer's and a countermove's credit are at
    /// most 3 x 16384 + 4000 + 3000 together.
    const FIRST_STAGE: Option<i32> = Some(ORDER_LOOKS_GOOD);
    /// A pawn.
    const MARGIN: i32 = 100;
    /// Few positions have a mate; where things look well, there is more time later.
    const WIN_PART: u32 = 32;
    /// Enough for nearly all mates in three.
    const WIN_POSITIONS: u64 = 20_000;
    const WIN_AGAIN: bool = true;
    /// Mates that the general search does not see are rare in games, and looking for them loses some: see
    /// `docs/adr/0024-mates.md`.
    const WIN_UNSEEN_IN_GAMES: bool = false;

    #[inline]
    fn node(&self, position: &Position) -> Bitboard {
        position.checkers()
    }

    /// From endgame tables, if some are loaded.
    #[inline]
    fn proven(&self, position: &Position, _: &Bitboard) -> Option<(Verdict, u32)> {
        match self.endgame(position) {
            Some(Endgame::Certain(verdict, plies)) => Some((verdict, plies)),
            _ => None,
        }
    }

    /// Where the clock of fifty moves may come before the mate of a table.
    #[inline]
    fn bounds(&self, position: &Position, _: &Bitboard) -> (Value, Value) {
        match self.endgame(position) {
            Some(Endgame::Between(least, most)) => (least, most),
            _ => (Value::MIN, Value::MAX),
        }
    }

    /// Mates.
    fn forced_win(
        &self,
        position: &Position,
        order: &WinOrder<'_>,
        memory: &mut WinMemory,
    ) -> WinHunt<ChessMove> {
        let within = order.within.map(|plies| u8::try_from(plies.div_ceil(2)).unwrap_or(u8::MAX));
        let WinOrder { positions, barred, halt, .. } = *order;
        let mut search = match memory.take::<MateMemory>() {
            Some(known) => MateSearch::resume(known, positions, barred, halt),
            None => MateSearch::new(positions, barred, halt),
        };
        let found = search.search(position, within);
        let win =
            |Mated { line, moves, shortest }| ForcedWin { line, plies: 2 * u32::from(moves) - 1, shortest };
        let hunt = WinHunt {
            near: found.is_none() && search.seems_near(),
            win: found.map(win),
            positions: search.nodes(),
        };
        memory.keep(search.into_memory());
        hunt
    }

    fn ranked_by_tables(&self, position: &Position) -> Option<Vec<RankedMove<ChessMove>>> {
        self.ranked_by_distance(position)
    }

    #[inline]
    fn plies_to_draw(&self, position: &Position) -> Option<u32> {
        Some(u32::from(DRAWN_CLOCK).saturating_sub(position.clock().into()))
    }

    #[inline]
    fn key_after(&self, position: &Position, m: ChessMove) -> Option<u64> {
        Some(position.likely_key_after(m))
    }

    #[inline]
    fn is_quiet(&self, _: &Position, checkers: &Bitboard) -> bool {
        checkers.is_empty()
    }

    /// Captures and promotions to queens are believed to be good until their turn comes.
    #[inline]
    fn order(&self, position: &Position, _: &Bitboard, m: ChessMove) -> i32 {
        let victim = position.captured(m);
        let base = match m.promotes_to() {
            None if victim.is_none() => return 0,
            None | Some(Kind::Queen) => ORDER_CAPTURE,
            Some(_) => ORDER_LOSING,
        };
        base + Self::order_of_capture(position, m, victim)
    }

    #[inline]
    fn order_again(&self, position: &Position, m: ChessMove, score: i32) -> i32 {
        if score < ORDER_LOOKS_GOOD || position.exchange_reaches(m, 0) {
            score
        } else {
            score - ORDER_CAPTURE + ORDER_LOSING
        }
    }

    #[inline]
    fn is_noisy(&self, position: &Position, _: &Bitboard, m: ChessMove) -> bool {
        position.is_noisy(m)
    }

    #[inline]
    fn is_forcing(&self, position: &Position, m: ChessMove) -> bool {
        Near::new(position).may_check(m) && position.gives_check(m)
    }

    #[inline]
    fn exchange_reaches(&self, position: &Position, m: ChessMove, least: i32) -> bool {
        position.exchange_reaches(m, least)
    }

    #[inline]
    fn gain(&self, position: &Position, m: ChessMove) -> i32 {
        position.gain(m)
    }

    /// In check all moves; otherwise promotions to queens, and captures.
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
        position.some_moves(Wanted::Noisy, &mut Usual(sink))
    }

    #[inline]
    fn other_moves(&self, position: &Position, _: &Bitboard, sink: &mut impl MoveSink<ChessMove>) -> Flow {
        position.some_moves(Wanted::Quiet, sink)?;
        // Promotions to lesser pieces, which need a pawn before the last rank.
        let us = position.to_move();
        let pawns = position.color(us)
            & position.kind(Kind::Pawn)
            & Bitboard::rank(if us == Color::White { 6 } else { 1 });
        if pawns.is_empty() {
            return Flow::Continue(());
        }
        position.moves_from(Wanted::Noisy, pawns, &mut Unusual(sink))
    }

    #[inline]
    fn forcing_moves(&self, position: &Position, _: &Bitboard, sink: &mut impl MoveSink<ChessMove>) -> Flow {
        position.moves_that_may_check(Wanted::Quiet, &mut Checks { position, sink })
    }

    fn history_slots(&self) -> usize {
        6 * 64
    }

    /// Which kind of piece, and where to.
    #[inline]
    fn history_slot(&self, position: &Position, m: ChessMove) -> usize {
        position.code(m.from()).kind().index() * 64 + m.to().index()
    }

    #[inline]
    fn correction_key(&self, position: &Position, which: usize) -> u64 {
        match which {
            0 => position.pawn_key(),
            1 => position.piece_key(Color::White),
            _ => position.piece_key(Color::Black),
        }
    }

    /// With pawns alone a player may be glad not to have to move.
    #[inline]
    fn may_pass(&self, position: &Position) -> bool {
        let simple = position.kind(Kind::Pawn) | position.kind(Kind::King);
        (position.color(position.to_move()) & !simple).has_any()
    }

    fn pass(&self, position: &mut Position) {
        position.pass();
    }

    fn undo_pass(&self, position: &mut Position) {
        position.undo_pass();
    }
}

/// Hands on all but promotions to lesser pieces.
struct Usual<'s, K>(&'s mut K);

impl<K: MoveSink<ChessMove>> MoveSink<ChessMove> for Usual<'_, K> {
    #[inline]
    fn push(&mut self, m: ChessMove) -> Flow {
        if matches!(m.promotes_to(), None | Some(Kind::Queen)) { self.0.push(m) } else { Flow::Continue(()) }
    }
}

/// Hands on promotions to lesser pieces.
struct Unusual<'s, K>(&'s mut K);

impl<K: MoveSink<ChessMove>> MoveSink<ChessMove> for Unusual<'_, K> {
    #[inline]
    fn push(&mut self, m: ChessMove) -> Flow {
        if matches!(m.promotes_to(), None | Some(Kind::Queen)) { Flow::Continue(()) } else { self.0.push(m) }
    }
}

/// The squares around the king of the side that is not to move from which anything could ever attack him.
struct Near {
    /// On his lines.
    lines: Bitboard,
    /// On his lines, or a knight's jump away.
    all: Bitboard,
}

impl Near {
    #[inline]
    fn new(position: &Position) -> Near {
        let king = position.king(position.to_move().other());
        let lines = geometry::rook_rays(king) | geometry::bishop_rays(king);
        Near { lines, all: lines | geometry::knight(king) }
    }

    /// Whether a closer look is needed to see that `m` gives no check: most moves neither come near the king nor open a
    /// line to him.
    #[inline]
    fn may_check(&self, m: ChessMove) -> bool {
        self.all.has(m.to()) || self.lines.has(m.from()) || m.is_en_passant()
    }
}

/// Hands on checks.
struct Checks<'s, K> {
    position: &'s Position,
    sink: &'s mut K,
}

impl<K: MoveSink<ChessMove>> MoveSink<ChessMove> for Checks<'_, K> {
    #[inline]
    fn push(&mut self, m: ChessMove) -> Flow {
        if self.position.gives_check(m) { self.sink.push(m) } else { Flow::Continue(()) }
    }
}
