//! Material and placement, kept up to date from move to move.

use super::layout::{MATERIAL, PLACEMENT};
use super::score::{FULL_PHASE, PHASES, Score};
use super::tally;
use crate::moves::ChessMove;
use crate::piece::{Code, Color, Kind};
use crate::position::Position;
use crate::square::Square;

/// What each piece is worth on each square, with Black's board turned over.
static WORTH: [[Score; 64]; 16] = worth();

const fn worth() -> [[Score; 64]; 16] {
    let mut table = [[Score::ZERO; 64]; 16];
    let mut kind = 0;
    while kind < 6 {
        let material = if kind < MATERIAL.len { tally::weight(MATERIAL.at(kind)) } else { Score::ZERO };
        let mut number = 0;
        while number < 64 {
            let square = Square::new(number);
            let here = material.plus(tally::weight(placement(Kind::ALL[kind], square)));
            table[Code::new(Color::White, Kind::ALL[kind]).index()][square.index()] = here;
            table[Code::new(Color::Black, Kind::ALL[kind]).index()][square.mirrored().index()] = here;
            number += 1;
        }
        kind += 1;
    }
    table
}

/// The number of the weight of a piece of White's on a square.
pub(super) const fn placement(kind: Kind, square: Square) -> usize {
    PLACEMENT.at(kind.index() * 64 + square.index())
}

/// What White and Black have in material and placement, and how much of the middlegame is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    pub(super) sides: [Score; 2],
    phase: i32,
}

impl Sums {
    /// Those of a position, computed from nothing.
    pub(crate) fn of(position: &Position) -> Sums {
        let mut sums = Sums::default();
        for square in position.occupied() {
            sums.put(position.code(square), square);
        }
        sums
    }

    /// A piece appears.
    #[inline]
    fn put(&mut self, code: Code, square: Square) {
        self.sides[code.color().index()] += WORTH[code.index()][square.index()];
        self.phase += PHASES[code.kind().index()];
    }

    /// A piece disappears.
    #[inline]
    fn take(&mut self, code: Code, square: Square) {
        self.sides[code.color().index()] -= WORTH[code.index()][square.index()];
        self.phase -= PHASES[code.kind().index()];
    }

    /// All that `m` changes.
    #[inline]
    pub(super) fn play(&mut self, before: &Position, m: ChessMove) {
        let (us, from, to) = (before.to_move(), m.from(), m.to());
        let code = before.code(from);
        self.take(code, from);
        if m.is_castling() {
            let (king_to, rook_to) = ChessMove::castled(from, to);
            let rook = Code::new(us, Kind::Rook);
            self.take(rook, to);
            self.put(code, king_to);
            self.put(rook, rook_to);
            return;
        }
        self.put(m.promotes_to().map_or(code, |kind| Code::new(us, kind)), to);
        if m.is_en_passant() {
            self.take(Code::new(us.other(), Kind::Pawn), to.offset(-us.forward()));
        } else if !before.code(to).is_empty() {
            self.take(before.code(to), to);
        }
    }

    /// Takes back [`Sums::play`].
    #[inline]
    pub(super) fn undo(&mut self, before: &Position, m: ChessMove) {
        let mut change = Sums::default();
        change.play(before, m);
        for us in Color::BOTH {
            self.sides[us.index()] -= change.sides[us.index()];
        }
        self.phase -= change.phase;
    }

    /// The part of the middlegame that is left; promotions may bring more than the start had.
    #[inline]
    pub(crate) fn phase(&self) -> i32 {
        self.phase.min(FULL_PHASE)
    }
}
