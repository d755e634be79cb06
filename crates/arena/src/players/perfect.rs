//! Perfect play as a player.
//!
//! Each move is the first of the best ones in the game's order, as the solver that the game brings says: so games are
//! repeatable, whatever the solver remembers. Time limits the solver: it gets seven eighths of what the move may take,
//! or half of it if it is not quick, and what is left is for the full search, should there be no answer by then. Without
//! a limit of time the solver is waited for. Nodes and depth limit the full search alone.

use std::sync::Arc;

use mossa_engine::{Means, Perfect};
use mossa_search::{Limits, Table};

use super::searching::{answer, new_table, tightened};
use super::settings::DEFAULT_MEGABYTES;
use crate::budget::Budget;
use crate::contestant::{Answer, Contestant, Fault, NewGame, Turn};

/// A perfect player at a board.
pub struct PerfectPlayer {
    perfect: Perfect,
    own: Budget,
    means: Means,
    /// Whether the solver has been at work before.
    warm: bool,
}

impl PerfectPlayer {
    pub(super) fn new(perfect: Perfect, own: Budget, threads: usize) -> PerfectPlayer {
        // The search hardly ever has something to remember; this table has no more than one bucket until a game begins.
        let table = Arc::new(Table::with_buckets(1));
        let means = Means { seed: 0, limits: Limits::default(), threads, table };
        PerfectPlayer { perfect, own, means, warm: false }
    }
}

impl Contestant for PerfectPlayer {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault> {
        self.means.seed = game.seed;
        self.means.table = Arc::new(new_table(DEFAULT_MEGABYTES)?);
        if !std::mem::replace(&mut self.warm, true) {
            self.perfect.warm_up(game.game, game.stop);
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.means.limits = tightened(turn.limits, &self.own);
        match self.perfect.choose(turn.position, &self.means, turn.stop) {
            Some((text, analysis)) => answer(Some(text), &analysis, turn),
            None => Err(Fault::Refused("found no move".to_owned())),
        }
    }
}
