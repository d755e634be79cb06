//! What the side that was proven right does: a move, or an argument why none is needed.

use std::sync::atomic::AtomicBool;

use mossa_game::Symmetric;

use super::hopeless::{Hopeless, hopeless};
use super::search::{Prover, Question};
use crate::board::CellIndex;
use crate::position::Position;
use crate::rules::Mark;

/// What to do in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// Mark this cell.
    Mark(CellIndex),
    /// The attacker cannot win any more.
    Hopeless(Hopeless),
}

/// Somebody who knows what to do. A checker asks, and believes nothing.
pub trait Adviser<const W: usize> {
    /// What to do in `position`; `None` if the adviser does not know.
    fn advise(&mut self, position: &Position<W>) -> Option<Advice>;
}

/// Advice of whoever was right about a question, from the table of the finished search; what the table has lost is
/// searched again.
pub struct FromTable<'a, const W: usize>(pub Question<'a, W>);

impl<const W: usize> Adviser<W> for FromTable<'_, W> {
    fn advise(&mut self, position: &Position<W>) -> Option<Advice> {
        let Question { game, rows, attacker, .. } = self.0;
        if let Some(argument) = hopeless(game.board(), rows, position, attacker.index()) {
            return Some(Advice::Hopeless(argument));
        }
        let (_, symmetry) = game.canonical_key(position);
        let best = Prover::new(self.0, &AtomicBool::new(false), 0).best_move(position)?;
        Some(Advice::Mark(game.map_move(game.inverse(symmetry), Mark::new(best)).cell()))
    }
}
