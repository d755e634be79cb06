//! Open lines, by how far they have come.

use mossa_game::{Evaluate, Term, Value};

use crate::position::Position;
use crate::rules::Mnk;

/// Counts the lines that are still open for a player, each stone in one making it four times as valuable.
///
/// The document multiplies by ten; four keeps boards with k of 8 or more inside the range of guesses, and a
/// line with one stone more still outweighs three others.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLines;

impl OpenLines {
    /// What an open line with `stones` is worth.
    #[inline]
    pub const fn weight(stones: usize) -> i32 {
        let counted = if stones < SAME_WEIGHT { stones } else { SAME_WEIGHT };
        if stones == 0 { 0 } else { 1 << (2 * (counted - 1)) }
    }

    #[inline]
    fn points<const W: usize>(game: &Mnk<W>, position: &Position<W>, player: usize) -> i32 {
        // Lines with k stones have ended the game, except overlines, which are worth nothing.
        (1..game.board().k)
            .map(|stones| i32::from(position.open(player, stones)) * Self::weight(stones))
            .sum()
    }
}

impl<const W: usize> Evaluate<Mnk<W>> for OpenLines {
    /// The position counts its lines anyway.
    type State = ();

    fn fresh(&self, _: &Mnk<W>, _: &Position<W>) {}

    #[inline]
    fn value(&self, game: &Mnk<W>, position: &Position<W>, (): &()) -> Value {
        let me = position.to_move().index();
        Value::guess(Self::points(game, position, me) - Self::points(game, position, 1 - me))
    }

    fn explain(&self, game: &Mnk<W>, position: &Position<W>) -> Vec<Term> {
        let k = game.board().k;
        let points = |player: usize, stones: std::ops::Range<usize>| -> i32 {
            stones.map(|stones| i32::from(position.open(player, stones)) * Self::weight(stones)).sum()
        };
        let term = |name: String, stones: std::ops::Range<usize>| {
            Term::new(name, [0, 1].map(|player| points(player, stones.clone())).to_vec())
        };
        // From `SAME_WEIGHT` stones on all lines weigh the same, so they make up one term.
        let mut terms: Vec<Term> = (1..k.min(SAME_WEIGHT))
            .map(|stones| term(format!("open-lines-{stones}"), stones..stones + 1))
            .collect();
        if k > SAME_WEIGHT {
            terms.push(term("open-lines-more".to_owned(), SAME_WEIGHT..k));
        }
        terms
    }
}

/// From this many stones on, an open line weighs no more: 4^6 = 4096 is a seventh of the best guess, and several such
/// lines reach it.
const SAME_WEIGHT: usize = 7;
