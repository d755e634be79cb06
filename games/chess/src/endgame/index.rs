//! The men of an endgame as a number without large gaps.
//!
//! Rows are who is to move and where the kings are, columns where the others are. Officers may stand on 64 squares, pawns on
//! 48. Where a pawn can be captured in passing, that is one of eight more places of such a pawn: its file is enough.
//! Two like pieces are a set, so that each position has one number.

use std::sync::LazyLock;

use super::kings::{Kings, Place, Symmetry, on_diagonal};
use super::material::Material;
use super::men::Men;
use crate::piece::{Color, Kind};
use crate::square::Square;

/// How many squares pawns may stand on.
const PAWN_SQUARES: u64 = 48;

/// Where pieces of one kind may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Squares {
    /// Anywhere.
    Officer,
    /// On the second to the seventh rank.
    Pawn,
    /// The same, and once more for each file: on the fourth rank of its side, after two steps.
    Passing(Color),
}

impl Squares {
    fn of(material: Material, color: Color, kind: Kind) -> Squares {
        match kind {
            Kind::Pawn if material.may_pass_pawns() => Squares::Passing(color),
            Kind::Pawn => Squares::Pawn,
            _ => Squares::Officer,
        }
    }

    const fn count(self) -> u64 {
        match self {
            Squares::Officer => 64,
            Squares::Pawn => PAWN_SQUARES,
            Squares::Passing(_) => PAWN_SQUARES + 8,
        }
    }

    #[inline]
    const fn number(self, square: Square, passed: bool) -> u64 {
        match self {
            Squares::Officer => square.number() as u64,
            Squares::Passing(_) if passed => PAWN_SQUARES + square.file() as u64,
            // A pawn elsewhere would be no pawn; the number stays in range all the same.
            _ => (square.number() as u64).wrapping_sub(8) % PAWN_SQUARES,
        }
    }

    /// The square, and whether the pawn there can be captured in passing.
    #[inline]
    const fn square(self, number: u64) -> (Square, bool) {
        match self {
            Squares::Officer => (Square::new(number as u8), false),
            Squares::Passing(color) if number >= PAWN_SQUARES => {
                let rank = match color {
                    Color::White => 3,
                    Color::Black => 4,
                };
                (Square::at((number - PAWN_SQUARES) as u8, rank), true)
            }
            _ => (Square::new(number as u8 + 8), false),
        }
    }
}

/// How the pieces beside the kings make a column.
#[derive(Clone, Copy, Debug)]
enum Columns {
    One(Squares),
    Two(Squares, Squares),
    Pair(Squares),
}

/// The numbers of an endgame.
pub(super) struct Index {
    material: Material,
    kings: &'static Kings,
    columns: Columns,
    width: u64,
}

static ALL: LazyLock<Vec<Index>> = LazyLock::new(|| Material::all().map(Index::new).collect());

impl Index {
    /// That of the endgame with this number.
    #[inline]
    pub(super) fn of(number: usize) -> &'static Index {
        &ALL[number]
    }

    fn new(material: Material) -> Index {
        let squares: Vec<Squares> =
            material.others().map(|(color, kind)| Squares::of(material, color, kind)).collect();
        let (columns, width) = match squares[..] {
            [first, _] if material.is_pair() => {
                (Columns::Pair(first), first.count() * (first.count() - 1) / 2)
            }
            [first, second] => (Columns::Two(first, second), first.count() * second.count()),
            _ => (Columns::One(squares[0]), squares[0].count()),
        };
        Index { material, kings: Kings::of(material.has_pawns()), columns, width }
    }

    /// The endgame.
    #[inline]
    pub(super) fn material(&self) -> Material {
        self.material
    }

    /// Where kings may be.
    pub(super) fn kings(&self) -> &'static Kings {
        self.kings
    }

    /// How many rows there are: the kings with White to move, then with Black.
    #[inline]
    pub(super) fn rows(&self) -> u64 {
        2 * self.kings.count()
    }

    /// How many columns.
    #[inline]
    pub(super) fn columns(&self) -> u64 {
        self.width
    }

    /// How many numbers.
    pub(super) fn states(&self) -> u64 {
        self.rows() * self.columns()
    }

    /// The number of these men; nothing if their kings touch.
    #[inline]
    pub(super) fn number(&self, men: &Men) -> Option<u64> {
        let place = self.kings.place(men.kings)?;
        Some(self.turned(men, place))
    }

    #[inline]
    fn turned(&self, men: &Men, Place { number, symmetry }: Place) -> u64 {
        let row = men.to_move.index() as u64 * self.kings.count() + u64::from(number);
        row * self.width + self.column(men, symmetry)
    }

    #[inline]
    fn column(&self, men: &Men, symmetry: Symmetry) -> u64 {
        let at = |which: usize, squares: Squares| {
            squares.number(symmetry.apply(men.others[which]), men.passed == Some(which))
        };
        match self.columns {
            Columns::One(squares) => at(0, squares),
            Columns::Two(first, second) => at(0, first) * second.count() + at(1, second),
            Columns::Pair(squares) => {
                let (a, b) = (at(0, squares), at(1, squares));
                let (low, high) = if a < b { (a, b) } else { (b, a) };
                high * (high.saturating_sub(1)) / 2 + low
            }
        }
    }

    /// The men with this number. Some may stand on one square.
    #[inline]
    pub(super) fn men(&self, number: u64) -> Men {
        let (row, column) = (number / self.width, number % self.width);
        let (side, kings) = (row / self.kings.count(), row % self.kings.count());
        let [(first, first_passed), (second, second_passed)] = match self.columns {
            Columns::One(squares) => [squares.square(column); 2],
            Columns::Two(first, second) => {
                [first.square(column / second.count()), second.square(column % second.count())]
            }
            Columns::Pair(squares) => {
                let high = (1 + 8 * column).isqrt().div_ceil(2);
                [squares.square(column - high * (high - 1) / 2), squares.square(high)]
            }
        };
        let passed = if first_passed { Some(0) } else { second_passed.then_some(1) };
        Men {
            to_move: if side == 0 { Color::White } else { Color::Black },
            kings: self.kings.pair(kings as usize),
            others: [first, second],
            passed,
        }
    }

    /// Whether the mirror image of these men has a number of its own: nothing tells it from them. The kings are as a number
    /// has them.
    #[inline]
    pub(super) fn has_twin(&self, men: &Men) -> bool {
        !self.material.has_pawns() && men.kings.iter().all(|king| on_diagonal(*king))
    }

    /// The numbers of the men and, if it has one of its own, of their mirror image; nothing if the kings touch.
    #[inline]
    pub(super) fn numbers(&self, men: &Men) -> Option<(u64, Option<u64>)> {
        let place = self.kings.place(men.kings)?;
        let number = self.turned(men, place);
        let turned = men.kings.map(|king| place.symmetry.apply(king));
        if self.material.has_pawns() || !turned.iter().all(|king| on_diagonal(*king)) {
            return Some((number, None));
        }
        let mirrored = Men {
            kings: turned,
            others: men.others.map(|square| Symmetry::DIAGONAL.apply(place.symmetry.apply(square))),
            ..*men
        };
        Some((number, self.number(&mirrored)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_men_belong_together() {
        for (which, material) in Material::all().enumerate() {
            let index = Index::of(which);
            assert_eq!(index.material(), material);
            let mut valid = 0;
            for number in (0..index.states()).step_by(97) {
                let men = index.men(number);
                let both = men.passed.is_some() && {
                    // Both pawns as if just moved: the second one is forgotten, and comes back as another number.
                    index.number(&men) != Some(number)
                };
                if !both && !men.overlap(material) {
                    assert_eq!(index.number(&men), Some(number), "{material} {men:?}");
                    valid += 1;
                }
            }
            assert!(valid > index.states() / 97 / 2, "{material}");
        }
    }

    #[test]
    fn positions_of_games_are_found_in_both_colours() {
        for text in [
            "8/8/3k4/8/8/2R5/8/K7 w - - 0 1",
            "8/2r5/8/8/3K4/8/8/k7 b - - 0 1",
            "7K/8/5r2/8/8/4k3/8/8 b - - 0 1",
        ] {
            let position = crate::fen::read(text, crate::fen::Variant::Chess).unwrap();
            let (number, men) = Men::of(&position).unwrap();
            let index = Index::of(number);
            assert_eq!(index.material().to_string(), "KRK");
            assert_eq!(men.to_move, Color::White);
            let again = index.men(index.number(&men).unwrap());
            assert!(index.number(&again) == index.number(&men));
        }
    }
}
