//! What the side that was proven right does: a move, or an argument why none is needed.

use std::sync::atomic::AtomicBool;

use mossa_game::{Halt, Player, Symmetric};

use super::hopeless::{Hopeless, hopeless};
use super::numbers::NumberTable;
use super::pairing::Rows;
use super::search::Prover;
use crate::board::CellIndex;
use crate::position::Position;
use crate::rules::{Mark, Mnk};

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

/// Advice from the table of a finished search; what the table has lost is searched again.
pub struct FromTable<'a, const W: usize> {
    game: &'a Mnk<W>,
    rows: &'a Rows<W>,
    table: &'a NumberTable,
    attacker: Player,
    halt: Halt<'a>,
}

impl<'a, const W: usize> FromTable<'a, W> {
    /// The strategy of whoever was right about the question whether `attacker` wins.
    pub fn new(
        game: &'a Mnk<W>,
        rows: &'a Rows<W>,
        table: &'a NumberTable,
        attacker: Player,
        halt: Halt<'a>,
    ) -> FromTable<'a, W> {
        FromTable { game, rows, table, attacker, halt }
    }
}

impl<const W: usize> Adviser<W> for FromTable<'_, W> {
    fn advise(&mut self, position: &Position<W>) -> Option<Advice> {
        if let Some(argument) = hopeless(self.game.board(), self.rows, position, self.attacker.index()) {
            return Some(Advice::Hopeless(argument));
        }
        let (_, symmetry) = self.game.canonical_key(position);
        let done = AtomicBool::new(false);
        let mut prover = Prover::new(self.game, self.rows, self.table, self.attacker, self.halt, &done, 0);
        let best = prover.best_move(position)?;
        let back = self.game.inverse(symmetry);
        Some(Advice::Mark(self.game.map_move(back, Mark::new(best)).cell()))
    }
}
