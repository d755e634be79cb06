//! What undecided positions are worth.
//!
//! | module | what it holds |
//! |---|---|
//! | `open_lines` | open lines, by how far they have come: for all boards |
//! | `shape_counts` | the shapes that stones could make, with learned weights: where positions keep them |

mod open_lines;
mod shape_counts;

use mossa_game::{Evaluate, Term, Value};

use crate::position::Position;
use crate::rules::Mnk;

pub use open_lines::OpenLines;

/// The evaluation that plays by default: shapes where positions keep them, otherwise open lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prospects;

impl<const W: usize> Evaluate<Mnk<W>> for Prospects {
    /// The position counts everything anyway.
    type State = ();

    fn fresh(&self, _: &Mnk<W>, _: &Position<W>) {}

    #[inline]
    fn value(&self, game: &Mnk<W>, position: &Position<W>, (): &()) -> Value {
        match position.shapes() {
            Some(shapes) => shape_counts::value(shapes, position.to_move()),
            None => OpenLines.value(game, position, &()),
        }
    }

    fn explain(&self, game: &Mnk<W>, position: &Position<W>) -> Vec<Term> {
        match position.shapes() {
            Some(shapes) => shape_counts::terms(shapes, position.to_move()),
            None => OpenLines.explain(game, position),
        }
    }
}
