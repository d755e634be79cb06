//! Where the men of an endgame stand.

use super::material::{self, Material};
use crate::bitboard::Bitboard;
use crate::piece::{Code, Color, Kind};
use crate::position::Position;
use crate::square::Square;

/// The men of an endgame, seen so that White is the side with more of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Men {
    pub(super) to_move: Color,
    /// White's and Black's.
    pub(super) kings: [Square; 2],
    /// The other pieces in the order of the material. With three men the second means nothing.
    pub(super) others: [Square; 2],
    /// Which of the others is a pawn that can be captured in passing.
    pub(super) passed: Option<usize>,
}

/// Exchanges the sides of the board.
#[inline]
const fn flipped(square: Square) -> Square {
    Square::new(square.number() ^ 56)
}

/// The square on which the pawn of `color` on `pawn` can be captured in passing.
#[inline]
pub(super) const fn passed_square(color: Color, pawn: Square) -> Square {
    pawn.offset(-color.forward())
}

impl Men {
    /// The men of a position of a game, and the number of their endgame; nothing if there are too few or too many of them,
    /// or if somebody may castle.
    #[inline]
    pub(super) fn of(position: &Position) -> Option<(usize, Men)> {
        let kings = position.kind(Kind::King);
        let others = position.occupied() & !kings;
        if others.is_empty() || others.len() > 2 || position.castling().has_any() {
            return None;
        }
        let (mut squares, mut codes) = ([others.first(); 2], [0; 2]);
        for (at, square) in others.into_iter().enumerate() {
            let code = position.code(square);
            squares[at] = square;
            codes[at] = material::code(code.color(), code.kind());
        }
        let seat = material::seat(codes)?;
        if seat.swaps {
            squares.swap(0, 1);
        }
        let passed = position.en_passant().map(|square| {
            let pawn = square.offset(-position.to_move().forward());
            usize::from(squares[0] != pawn)
        });
        let (white, black) = (position.king(Color::White), position.king(Color::Black));
        let men = Men { to_move: position.to_move(), kings: [white, black], others: squares, passed };
        Some((seat.number, if seat.flips { men.flipped() } else { men }))
    }

    /// The same with the colours exchanged.
    #[inline]
    fn flipped(self) -> Men {
        let [white, black] = self.kings.map(flipped);
        Men {
            to_move: self.to_move.other(),
            kings: [black, white],
            others: self.others.map(flipped),
            passed: self.passed,
        }
    }

    /// Whether two of them stand on one square.
    #[inline]
    pub(super) fn overlap(&self, material: Material) -> bool {
        self.occupied(material).len() != material.men()
    }

    /// Where they stand.
    #[inline]
    pub(super) fn occupied(&self, material: Material) -> Bitboard {
        let others = &self.others[..material.men() as usize - 2];
        self.kings.iter().chain(others).fold(Bitboard::NONE, |all, square| all | Bitboard::of(*square))
    }

    /// The position of a game, whether it can be or not. The men stand on different squares.
    #[inline]
    pub(super) fn position(&self, material: Material) -> Position {
        let mut position = Position::empty();
        for (color, king) in Color::BOTH.into_iter().zip(self.kings) {
            position.put(Code::new(color, Kind::King), king);
        }
        for ((color, kind), square) in material.others().zip(self.others) {
            position.put(Code::new(color, kind), square);
        }
        if self.to_move == Color::Black {
            position.turn();
        }
        if let Some(at) = self.passed {
            position.set_en_passant(Some(passed_square(self.to_move.other(), self.others[at])));
        }
        position
    }
}
