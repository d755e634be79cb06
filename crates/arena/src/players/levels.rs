//! The levels of play as players.

use std::sync::Arc;

use mossa_engine::{Level, Means};
use mossa_search::{Limits, Table};

use super::searching::{answer, new_table, tightened};
use crate::budget::Budget;
use crate::contestant::{Answer, Contestant, Fault, NewGame, Turn};

/// A level at a board. Levels below 8 do not look at limits: they know how much to think.
pub struct LevelPlayer {
    level: Level,
    own: Budget,
    megabytes: usize,
    means: Means,
}

impl LevelPlayer {
    pub(super) fn new(level: Level, own: Budget, threads: usize, megabytes: usize) -> LevelPlayer {
        // Levels below 8 have a table of their own; this one has no more than one bucket until a game begins.
        let table = Arc::new(Table::with_buckets(1));
        let means = Means { seed: 0, limits: Limits::default(), threads, table };
        LevelPlayer { level, own, megabytes, means }
    }
}

impl Contestant for LevelPlayer {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault> {
        self.means.seed = game.seed;
        if self.level == Level::FULL {
            self.means.table = Arc::new(new_table(self.megabytes)?);
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault> {
        self.means.limits = tightened(turn.limits, &self.own);
        match self.level.choose(turn.position, &self.means, turn.stop) {
            Some((text, analysis)) => answer(Some(text), &analysis, turn),
            None => Err(Fault::Refused("found no move".to_owned())),
        }
    }
}
