//! The rules as the contract asks for them.

use std::sync::{Arc, OnceLock};

use mossa_game::{Flow, Game, Halt, MoveSink, Outcome, Player, Symmetric, Turns};

use crate::bitboard::Bitboard;
use crate::endgame::Loaded;
use crate::fen::Variant;
use crate::moves::ChessMove;
use crate::piece::Kind;
use crate::position::Position;
use crate::start::StartNumber;

/// Chess, or Chess960, from one of its arrangements.
#[derive(Clone, Debug)]
pub struct Chess {
    variant: Variant,
    start: StartNumber,
    /// Endgame tables that somebody had loaded.
    loaded: Arc<OnceLock<Arc<Loaded>>>,
}

/// A game without captures and pawn moves is drawn after so many plies: fifty moves of both.
pub(crate) const DRAWN_CLOCK: u8 = 100;

/// More than the 218 moves of the position with the most.
const MOST_MOVES: usize = 256;

impl Default for Chess {
    fn default() -> Chess {
        Chess::new(Variant::Chess, StartNumber::CHESS)
    }
}

impl Chess {
    /// The game from the arrangement `start`.
    pub fn new(variant: Variant, start: StartNumber) -> Chess {
        Chess { variant, start, loaded: Arc::default() }
    }

    /// Endgame tables that were loaded.
    #[inline]
    pub(crate) fn loaded(&self) -> &OnceLock<Arc<Loaded>> {
        &self.loaded
    }

    /// How castling is meant and written.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The arrangement in which a game begins.
    pub const fn start_number(&self) -> StartNumber {
        self.start
    }
}

impl Position {
    /// Whether nobody has enough to give mate, whatever both do: kings with one knight, or with bishops on squares of one
    /// colour.
    #[inline]
    pub fn lacks_material(&self) -> bool {
        let strong = self.straight() | self.kind(Kind::Pawn);
        if strong.has_any() {
            return false;
        }
        let (knights, bishops) = (self.kind(Kind::Knight), self.kind(Kind::Bishop));
        if knights.has_any() {
            return bishops.is_empty() && !knights.many();
        }
        (bishops & Bitboard::DARK).is_empty() || (bishops & !Bitboard::DARK).is_empty()
    }

    /// Whether a rule ends the game undecided: fifty moves without progress (unless the last one gave mate), or want of
    /// material; not where [nobody claims it](Position::unclaimed).
    #[inline]
    pub fn is_drawn_by_rule(&self) -> bool {
        let drawn_by_clock = self.clock() >= DRAWN_CLOCK && !self.is_mate();
        (drawn_by_clock || self.lacks_material()) && !self.goes_on
    }

    /// The position as one in which nobody claims a draw, until the next move.
    pub fn unclaimed(&self) -> Position {
        let mut on = *self;
        on.goes_on = true;
        on
    }

    /// Whether the side to move is in check and has no move.
    pub fn is_mate(&self) -> bool {
        self.checkers().has_any() && !self.can_move()
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = ChessMove;
    /// The position before: copying it back takes less time than taking a move back piece by piece.
    type Undo = Position;

    const MAY_REPEAT: bool = true;

    /// The third time, by anybody's claim.
    fn repetitions(&self) -> Option<u32> {
        Some(3)
    }

    /// Captures and moves of pawns cannot be taken back.
    #[inline]
    fn reversible_plies(&self, position: &Position) -> u32 {
        position.clock().into()
    }

    fn start(&self) -> Position {
        self.start.position()
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move().player()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.is_drawn_by_rule().then(|| Outcome::draw(2))
    }

    fn unclaimed(&self, position: &Position) -> Option<Position> {
        (position.is_drawn_by_rule() && position.can_move()).then(|| position.unclaimed())
    }

    /// Mate, if the king is in check, otherwise stalemate.
    fn without_moves(&self, position: &Position) -> Outcome {
        if position.checkers().is_empty() {
            Outcome::draw(2)
        } else {
            Outcome::win(position.to_move().other().player(), 2)
        }
    }

    #[inline]
    fn moves(&self, position: &Position, sink: &mut impl MoveSink<ChessMove>) -> Flow {
        if position.is_drawn_by_rule() {
            return Flow::Continue(());
        }
        position.moves(sink)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        if position.is_drawn_by_rule() { 0 } else { u64::from(position.count_moves()) }
    }

    fn positions_after(&self, position: &Position, depth: u32, halt: Halt<'_>) -> Option<u64> {
        Some(position.perft_until(depth, halt))
    }

    #[inline]
    fn is_legal(&self, position: &Position, m: ChessMove) -> bool {
        position.is_legal(m) && !position.is_drawn_by_rule()
    }

    fn most_moves(&self) -> usize {
        MOST_MOVES
    }

    #[inline]
    fn play(&self, position: &mut Position, m: ChessMove) -> Position {
        let before = *position;
        position.play(m);
        before
    }

    #[inline]
    fn undo(&self, position: &mut Position, _: ChessMove, before: Position) {
        *position = before;
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn recomputed_key(&self, position: &Position) -> u64 {
        position.with_fresh_keys().key()
    }
}

/// Castling and the direction of pawns leave no symmetry but an exchange of colours, which is not used yet.
impl Symmetric for Chess {}

impl Turns for Chess {}
