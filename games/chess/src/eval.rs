//! A first evaluation: material and where the pieces stand, weighed between middlegame and endgame.

use mossa_game::{Evaluate, Term, Value};

use crate::moves::ChessMove;
use crate::piece::{Code, Color, Kind};
use crate::position::Position;
use crate::rules::Chess;
use crate::square::Square;

/// Points in the middlegame and in the endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Points {
    middle: i32,
    end: i32,
}

const fn points(middle: i32, end: i32) -> Points {
    Points { middle, end }
}

impl Points {
    fn add(&mut self, other: Points, sign: i32) {
        self.middle += sign * other.middle;
        self.end += sign * other.end;
    }

    /// What counts when so much of the middlegame is left.
    #[inline]
    fn at(self, phase: i32) -> i32 {
        (self.middle * phase + self.end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

/// What a piece counts for the phase of the game: by what it can attack.
const PHASES: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// All pieces of the start.
const FULL_PHASE: i32 = 24;

/// Values that chess programs have used for decades; pawns and rooks count more when there is room for them.
const MATERIAL: [Points; 6] =
    [points(90, 110), points(320, 300), points(335, 315), points(480, 530), points(960, 960), points(0, 0)];

/// What it is worth to have the move.
const TURN: i32 = 10;

/// How near to the middle of the board, 0 in a corner to 6.
const fn centrality(file: i32, rank: i32) -> i32 {
    let across = if file < 4 { file } else { 7 - file };
    let along = if rank < 4 { rank } else { 7 - rank };
    across + along
}

/// What a piece of White gets for standing on a square: rules of thumb as formulas.
const fn placement(kind: Kind, square: Square) -> Points {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    let central = centrality(file, rank);
    let inner = if file == 3 || file == 4 { 1 } else { 0 };
    match kind {
        // Forward, in the middle first; in the endgame as far as possible.
        Kind::Pawn => points(3 * (rank - 1) + 6 * inner * (rank - 1), 2 * (rank - 1) * (rank - 1)),
        // A knight on the rim is dim.
        Kind::Knight => points(8 * central - 28, 5 * central - 16),
        Kind::Bishop => points(4 * central - 12 + if rank == 0 { -6 } else { 0 }, 3 * central - 9),
        // On the seventh rank, and towards the middle files.
        Kind::Rook => points(2 * centrality(file, 0) + if rank == 6 { 18 } else { 0 }, 4),
        Kind::Queen => points(central - 3, 4 * central - 12),
        // Hidden on a wing first, in the middle when the board is empty.
        Kind::King => {
            points(if rank == 0 { 24 - 8 * centrality(file, 0) } else { -14 * rank }, 9 * central - 30)
        }
    }
}

/// Placement by piece and square, with Black's board turned over.
const fn placements() -> [[Points; 64]; 12] {
    let mut table = [[points(0, 0); 64]; 12];
    let mut kind = 0;
    while kind < 6 {
        let mut square = 0;
        while square < 64 {
            let here = Square::new(square);
            let value = placement(Kind::ALL[kind], here);
            table[Code::new(Color::White, Kind::ALL[kind]).index()][here.index()] = value;
            table[Code::new(Color::Black, Kind::ALL[kind]).index()][here.mirrored().index()] = value;
            square += 1;
        }
        kind += 1;
    }
    table
}

static PLACEMENT: [[Points; 64]; 12] = placements();

/// Sums for White and Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    material: [Points; 2],
    placement: [Points; 2],
    phase: i32,
}

impl Sums {
    /// A piece appears (`sign` 1) or disappears (-1).
    #[inline]
    fn change(&mut self, code: Code, square: Square, sign: i32) {
        let (color, kind) = (code.color().index(), code.kind().index());
        self.material[color].add(MATERIAL[kind], sign);
        self.placement[color].add(PLACEMENT[code.index() % PLACEMENT.len()][square.index()], sign);
        self.phase += sign * PHASES[kind];
    }

    /// All that `m` changes, or takes back.
    #[inline]
    fn apply(&mut self, before: &Position, m: ChessMove, sign: i32) {
        let (us, from, to) = (before.to_move(), m.from(), m.to());
        let code = before.code(from);
        self.change(code, from, -sign);
        if m.is_castling() {
            let (king_to, rook_to) = ChessMove::castled(from, to);
            let rook = Code::new(us, Kind::Rook);
            self.change(rook, to, -sign);
            self.change(code, king_to, sign);
            self.change(rook, rook_to, sign);
            return;
        }
        self.change(m.promotes_to().map_or(code, |kind| Code::new(us, kind)), to, sign);
        if m.is_en_passant() {
            self.change(Code::new(us.other(), Kind::Pawn), to.offset(-us.forward()), -sign);
        } else if !before.code(to).is_empty() {
            self.change(before.code(to), to, -sign);
        }
    }

    /// The part of the middlegame that is left; promotions may bring more than the start had.
    #[inline]
    fn phase(&self) -> i32 {
        self.phase.min(FULL_PHASE)
    }

    /// What a term is worth to each player.
    #[inline]
    fn weighed(&self, term: [Points; 2]) -> [i32; 2] {
        term.map(|points| points.at(self.phase()))
    }
}

/// Material and placement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tapered;

impl Evaluate<Chess> for Tapered {
    type State = Sums;

    fn fresh(&self, _: &Chess, position: &Position) -> Sums {
        let mut sums = Sums::default();
        for square in position.occupied() {
            sums.change(position.code(square), square, 1);
        }
        sums
    }

    #[inline]
    fn play(&self, _: &Chess, before: &Position, m: ChessMove, sums: &mut Sums) {
        sums.apply(before, m, 1);
    }

    #[inline]
    fn undo(&self, _: &Chess, before: &Position, m: ChessMove, sums: &mut Sums) {
        sums.apply(before, m, -1);
    }

    #[inline]
    fn value(&self, _: &Chess, position: &Position, sums: &Sums) -> Value {
        let (us, them) = (position.to_move().index(), position.to_move().other().index());
        let terms = [sums.weighed(sums.material), sums.weighed(sums.placement)];
        Value::guess(TURN + terms.iter().map(|points| points[us] - points[them]).sum::<i32>())
    }

    fn explain(&self, game: &Chess, position: &Position) -> Vec<Term> {
        let sums = self.fresh(game, position);
        let mut turn = [0; 2];
        turn[position.to_move().index()] = TURN;
        let term = |name: &str, points: [i32; 2]| Term { name: name.to_owned(), points: points.to_vec() };
        vec![
            term("material", sums.weighed(sums.material)),
            term("placement", sums.weighed(sums.placement)),
            term("turn", turn),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mossa_game::Game;

    #[test]
    fn the_start_is_even_but_for_the_turn() {
        let game = Chess::default();
        let terms = Tapered.explain(&game, &game.start());
        assert!(terms[..2].iter().all(|term| term.points[0] == term.points[1]), "{terms:?}");
        assert_eq!(terms[0].points[0], 8 * 90 + 2 * (320 + 335 + 480) + 960, "nothing of the endgame yet");
    }
}
