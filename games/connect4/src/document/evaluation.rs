//! The report's evaluation: what a player's patterns are worth, less the opponent's.

use mossa_game::{Evaluate, Term, Value};

use super::game::Documented;
use crate::eval::centre;
use crate::geometry::{Geometry, Word};
use crate::position::Position;
use crate::threats::Side;

/// Counts of patterns, each with a weight.
#[derive(Clone, Copy, Debug, Default)]
pub struct PatternScore;

/// The names of the terms, and what one of each is worth.
///
/// The report names the patterns without weights. These keep its order of urgency: a threat that can be carried out
/// now outweighs one of the next turn, that an open three, that a split one (which one stone blocks), any three a
/// pair, and the middle decides between positions that are otherwise alike.
pub(crate) const TERMS: [(&str, i32); 6] = [
    ("threats-immediate", 100),
    ("threats-next", 50),
    ("open-threes", 40),
    ("split-threes", 30),
    ("alive-pairs", 10),
    ("centre", 3),
];

impl PatternScore {
    /// How often a player has each of [`TERMS`], in their order.
    #[inline]
    fn counts<G: Geometry>(geometry: G, side: &Side<G>) -> [u32; 6] {
        [
            side.immediate().count(),
            side.future().count(),
            side.count(Side::open_threes),
            side.count(Side::split_threes),
            side.count(Side::alive_pairs),
            centre(geometry, side.stones()),
        ]
    }
}

impl<G: Geometry> Evaluate<Documented<'_, G>> for PatternScore {
    type State = ();

    fn fresh(&self, _: &Documented<'_, G>, _: &Position<G::Word>) {}

    #[inline]
    fn value(&self, game: &Documented<'_, G>, position: &Position<G::Word>, (): &()) -> Value {
        let geometry = game.rules().geometry();
        let points = |side: Side<G>| -> i32 {
            let counts = Self::counts(geometry, &side);
            counts.into_iter().zip(TERMS).map(|(count, (_, weight))| count as i32 * weight).sum()
        };
        Value::guess(points(Side::mover(geometry, position)) - points(Side::opponent(geometry, position)))
    }

    fn explain(&self, game: &Documented<'_, G>, position: &Position<G::Word>) -> Vec<Term> {
        let geometry = game.rules().geometry();
        let counts = Side::both(geometry, position).map(|side| Self::counts(geometry, &side));
        let term = |(index, (name, weight)): (usize, (&str, i32))| {
            Term::new(name, counts.map(|counts| counts[index] as i32 * weight).to_vec())
        };
        TERMS.into_iter().enumerate().map(term).collect()
    }
}
