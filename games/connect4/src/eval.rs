//! The evaluation that plays by default: a sum of named terms.
//!
//! The weights are those of a logistic regression: how the terms of a position, one's own less the opponent's, predict
//! its exact result. It was fitted to the 3043 positions of the five well-known test sets (P. Pons) in which nobody
//! wins or must block at once; 100 points are one unit of log odds. On those positions the sign of the evaluation is
//! that of the result for 86 % of all that are not drawn. Open and split threes add nothing to that, for the cells
//! which complete them are threats already; nor do threats in rows of the other parity, unless they are threats of the
//! next turn.

use mossa_game::{Evaluate, Term, Value};

use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::rules::Connect4;
use crate::threats::{Side, rows_of_first_player};

/// Threats that will fall to their player, threats of the next turn, pairs and lines that can grow, and the middle.
#[derive(Clone, Copy, Debug, Default)]
pub struct WhiteBox;

/// How often a player has each of [`TERMS`], in their order.
type Counts = [u32; 6];

/// The names of the terms, and what one of each is worth.
const TERMS: [(&str, i32); 6] = [
    // Winning cells in rows that fall to the player when all other columns are full.
    ("threats-own-rows", 127),
    // Winning cells above a playable one: they keep the opponent from playing below them.
    ("threats-next", 89),
    // Neighbours that two more stones make four.
    ("alive-pairs", 40),
    // For each stone its distance from the nearer edge, in columns.
    ("centre", 8),
    // Fours that the opponent has no stone in.
    ("open-lines", 19),
    // Whoever is to move.
    ("turn", 174),
];

/// The place of the last term, which is no pattern.
const TURN: usize = TERMS.len() - 1;

impl WhiteBox {
    #[inline]
    fn counts<G: Geometry>(geometry: G, side: &Side<G>, own_rows: G::Word) -> Counts {
        [
            (side.winning_cells() & own_rows).count(),
            side.future().count(),
            side.count(Side::alive_pairs),
            centre(geometry, side.stones()),
            side.count(Side::open_lines),
            0,
        ]
    }

    /// The counts of both players, in the order of seats.
    #[inline]
    fn both<G: Geometry>(geometry: G, position: &Position<G::Word>) -> [Counts; 2] {
        let firsts = rows_of_first_player(geometry);
        let [first, second] = Side::both(geometry, position);
        let mut both = [Self::counts(geometry, &first, firsts), Self::counts(geometry, &second, !firsts)];
        both[position.to_move().index()][TURN] = 1;
        both
    }

    #[inline]
    fn points(counts: &Counts) -> i32 {
        counts.iter().zip(TERMS).map(|(count, (_, weight))| *count as i32 * weight).sum()
    }
}

/// For each stone, how many columns lie between it and the nearer edge, all added up: a stone that has k columns on
/// both sides is counted once for each number up to k.
#[inline]
pub(crate) fn centre<G: Geometry>(geometry: G, stones: G::Word) -> u32 {
    let step = geometry.height() + 1;
    let inside = |columns: u32| {
        let cells = (geometry.full() << (columns * step)) & (geometry.full() >> (columns * step));
        (stones & cells).count()
    };
    (1..=(geometry.width() - 1) / 2).map(inside).sum()
}

impl<G: Geometry> Evaluate<Connect4<G>> for WhiteBox {
    /// All is found anew by a few shifts.
    type State = ();

    fn fresh(&self, _: &Connect4<G>, _: &Position<G::Word>) {}

    #[inline]
    fn value(&self, game: &Connect4<G>, position: &Position<G::Word>, (): &()) -> Value {
        let points = Self::both(game.geometry(), position).map(|counts| Self::points(&counts));
        let me = position.to_move().index();
        Value::guess(points[me] - points[1 - me])
    }

    fn explain(&self, game: &Connect4<G>, position: &Position<G::Word>) -> Vec<Term> {
        let counts = Self::both(game.geometry(), position);
        let term = |(index, (name, weight)): (usize, (&str, i32))| {
            Term::new(name, counts.map(|counts| counts[index] as i32 * weight).to_vec())
        };
        TERMS.into_iter().enumerate().map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Any, Standard};

    #[test]
    fn the_middle_counts_columns_to_the_nearer_edge() {
        let counted = |column: u32| centre(Standard::default(), Standard::default().cell(column, 0));
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(counted), [0, 1, 2, 3, 2, 1, 0]);
        let even = Any::<u64>::new(8, 7).unwrap();
        assert_eq!([0, 3, 4, 7].map(|column| centre(even, even.cell(column, 6))), [0, 3, 3, 0]);
        assert_eq!(centre(even, even.full()), 2 * 7 * (1 + 2 + 3));
        let wide = Any::<u128>::new(35, 2).unwrap();
        assert_eq!([0, 17, 33].map(|column| centre(wide, wide.cell(column, 1))), [0, 17, 1]);
    }
}
