//! A position: sets of squares by kind and by colour, and beside them what stands on each square.

use crate::bitboard::Bitboard;
use crate::piece::{Code, Color, Kind};
use crate::square::Square;
use crate::zobrist;

/// All that the rules look at.
///
/// En passant is kept only where such a capture is legal, so that positions that are the same for the rule of
/// repetition are equal and have the same key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// By kind; two more, always empty, make room for every code.
    kinds: [Bitboard; 8],
    colors: [Bitboard; 2],
    board: [Code; 64],
    /// Of pawns, of White's other pieces, of Black's, and of everything that is no piece.
    keys: [u64; 4],
    /// The rooks that may still castle with their kings.
    castling: Bitboard,
    pub(crate) en_passant: Option<Square>,
    /// What [`Position::pass`] took away, for the way back.
    passed: Option<Square>,
    /// Plies since the last capture or move of a pawn.
    pub(crate) clock: u8,
    /// The number of the move, from 1.
    pub(crate) number: u16,
    to_move: Color,
    /// Whether nobody claims a draw here: see [`Position::unclaimed`].
    pub(crate) goes_on: bool,
}

/// The index in `keys` of what is no piece.
const OTHERS: usize = 3;

impl Position {
    /// The most plies that the clock of the fifty-move rule counts: twice 75 moves, when a game ends without being asked.
    pub const MOST_CLOCK: u8 = 150;

    /// A board without pieces, White to move.
    pub(crate) const fn empty() -> Position {
        Position {
            kinds: [Bitboard::NONE; 8],
            colors: [Bitboard::NONE; 2],
            board: [Code::EMPTY; 64],
            keys: [0; 4],
            castling: Bitboard::NONE,
            en_passant: None,
            passed: None,
            clock: 0,
            number: 1,
            to_move: Color::White,
            goes_on: false,
        }
    }

    /// Whose turn it is.
    #[inline]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// All pieces of a kind.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// All pieces of a colour.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The pieces of a colour and kind.
    #[inline]
    pub fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        self.color(color) & self.kind(kind)
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Rooks and queens of both colours.
    #[inline]
    pub(crate) fn straight(&self) -> Bitboard {
        self.kind(Kind::Rook) | self.kind(Kind::Queen)
    }

    /// Bishops and queens of both colours.
    #[inline]
    pub(crate) fn diagonal(&self) -> Bitboard {
        self.kind(Kind::Bishop) | self.kind(Kind::Queen)
    }

    /// Where the king of `color` is.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(color, Kind::King).first()
    }

    /// The piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<(Color, Kind)> {
        self.code(square).piece()
    }

    #[inline]
    pub(crate) const fn code(&self, square: Square) -> Code {
        self.board[square.index()]
    }

    /// The rooks of both colours that may still castle.
    #[inline]
    pub const fn castling(&self) -> Bitboard {
        self.castling
    }

    /// Where a pawn can legally be captured in passing.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or move of a pawn.
    #[inline]
    pub const fn clock(&self) -> u8 {
        self.clock
    }

    /// The number of the move, from 1; it counts on after Black's moves.
    #[inline]
    pub const fn number(&self) -> u16 {
        self.number
    }

    /// The key of everything but the clock and the number of the move: the same for positions that are the same for the
    /// rule of repetition.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.keys[0] ^ self.keys[1] ^ self.keys[2] ^ self.keys[OTHERS]
    }

    /// The key of all pawns.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.keys[0]
    }

    /// The key of all pieces of `color` that are no pawns.
    #[inline]
    pub const fn piece_key(&self, color: Color) -> u64 {
        self.keys[1 + color.index()]
    }

    /// A position with the same content and keys computed from nothing.
    pub fn with_fresh_keys(&self) -> Position {
        let mut fresh = *self;
        fresh.keys = [0; 4];
        for square in self.occupied() {
            let code = self.code(square);
            fresh.keys[Self::key_of(code)] ^= zobrist::piece(code, square);
        }
        self.castling.for_each(|rook| fresh.keys[OTHERS] ^= zobrist::castling(rook));
        if let Some(square) = self.en_passant {
            fresh.keys[OTHERS] ^= zobrist::en_passant(square);
        }
        if self.to_move == Color::Black {
            fresh.keys[OTHERS] ^= zobrist::black();
        }
        fresh
    }

    /// The index of the key that a piece belongs to.
    #[inline]
    fn key_of(code: Code) -> usize {
        if code.kind() == Kind::Pawn { 0 } else { 1 + code.color().index() }
    }

    /// Puts a piece on an empty square, or takes it from there: both change the same bits.
    #[inline]
    fn toggle(&mut self, code: Code, square: Square) {
        let bit = Bitboard::of(square);
        self.kinds[code.kind_index()] ^= bit;
        self.colors[code.color().index()] ^= bit;
        self.keys[Self::key_of(code)] ^= zobrist::piece(code, square);
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, code: Code, square: Square) {
        self.toggle(code, square);
        self.board[square.index()] = code;
    }

    /// Takes the piece `code` from its square.
    #[inline]
    pub(crate) fn take(&mut self, code: Code, square: Square) {
        self.toggle(code, square);
        self.board[square.index()] = Code::EMPTY;
    }

    /// The other side moves.
    #[inline]
    pub(crate) fn turn(&mut self) {
        self.to_move = self.to_move.other();
        self.keys[OTHERS] ^= zobrist::black();
    }

    /// Sets or forgets where a pawn can be captured in passing.
    #[inline]
    pub(crate) fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(old) = self.en_passant {
            self.keys[OTHERS] ^= zobrist::en_passant(old);
        }
        if let Some(new) = square {
            self.keys[OTHERS] ^= zobrist::en_passant(new);
        }
        self.en_passant = square;
    }

    /// Gives or takes the right to castle: exactly `rooks` change theirs.
    #[inline]
    pub(crate) fn change_castling(&mut self, rooks: Bitboard) {
        self.castling ^= rooks;
        for rook in rooks {
            self.keys[OTHERS] ^= zobrist::castling(rook);
        }
    }

    /// Gives the turn to the other side without a move. Not to be done in check.
    pub fn pass(&mut self) {
        self.passed = self.en_passant;
        self.set_en_passant(None);
        self.turn();
    }

    /// Takes back [`Position::pass`].
    pub fn undo_pass(&mut self) {
        self.turn();
        self.set_en_passant(self.passed);
        self.passed = None;
    }
}
