//! The search with its table.
//!
//! Managers tell their limits after a board was set up, some even during a game. So the table is made, or made anew, when
//! something is to be thought about, and is as large as the limits of that moment allow.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mossa_engine::{AnyGame, AnyPosition, Means};
use mossa_game::{InputError, Player};
use mossa_search::{Limits, StopSignal, Table};

use super::{Settings, memory};
use crate::thinker::{FIRST_LOOK, Pace, Thinker, Thought, search, warm_up};

/// What a search gets as long as nobody has asked for a move, in megabytes.
const FIRST_TABLE: usize = 1;

/// What there is to search with. The brain and the thread that thinks share it; only one of them searches at a time.
#[derive(Debug)]
pub(super) struct Workshop {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    threads: usize,
    /// The most that a table may have.
    most: usize,
    /// The most that the process may have, in bytes.
    limit: Option<u64>,
    /// Whether the table is as large as these say.
    fits: bool,
    megabytes: usize,
    table: Arc<Table>,
    /// The game whose positions are in the table; `None` if there are none.
    game: Option<String>,
}

impl Workshop {
    pub(super) fn new(settings: &Settings) -> Workshop {
        let state = State {
            threads: settings.threads,
            most: settings.megabytes,
            limit: None,
            fits: false,
            megabytes: FIRST_TABLE,
            table: Arc::new(Table::new(FIRST_TABLE)),
            game: None,
        };
        Workshop { state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The whole process may take so many bytes.
    pub(super) fn limit_memory(&self, bytes: Option<u64>) {
        let mut state = self.state();
        state.fits &= state.limit == bytes;
        state.limit = bytes;
    }

    pub(super) fn set_threads(&self, threads: usize) {
        let mut state = self.state();
        // More threads leave less memory for the table.
        state.fits &= state.threads == threads;
        state.threads = threads;
    }

    /// Gets ready for a new game while no clock runs: nothing is remembered, and the system provides the memory. As long
    /// as no manager has told how much there may be, little is taken.
    pub(super) fn clear(&self) -> Result<(), String> {
        if self.state().limit.is_some() {
            self.fit()?;
        }
        let mut state = self.state();
        state.table.populate();
        state.table.clear();
        state.game = None;
        Ok(())
    }

    /// Makes the table as large as the limits allow; an error if they are too narrow.
    pub(super) fn fit(&self) -> Result<(), String> {
        let mut state = self.state();
        if state.fits {
            return Ok(());
        }
        // Nothing but the rest of the process may be there when it is measured.
        state.table = Arc::new(Table::with_buckets(1));
        state.game = None;
        state.megabytes = match state.limit {
            Some(limit) => memory::table_megabytes(limit, memory::taken(), state.threads, state.most)?,
            None => state.most,
        };
        let table = Table::try_new(state.megabytes);
        state.table =
            Arc::new(table.ok_or_else(|| format!("no memory for a table of {} MB", state.megabytes))?);
        state.fits = true;
        Ok(())
    }

    /// What to search positions of `game` with.
    pub(super) fn means(&self, game: &dyn AnyGame, limits: Limits) -> Means {
        let mut state = self.state();
        if state.game.as_deref() != Some(game.name()) {
            // What is empty is not cleared: a new table would be touched from end to end, while a clock runs.
            if state.game.is_some() {
                state.table.clear();
            }
            state.game = Some(game.name().to_owned());
        }
        Means { seed: 0, limits, threads: state.threads, table: Arc::clone(&state.table) }
    }
}

/// Thinks in the workshop.
pub(super) struct Craftsman(pub(super) Arc<Workshop>);

impl Thinker for Craftsman {
    fn prepare(&mut self, game: &Arc<dyn AnyGame>, _: Player, stop: &StopSignal) -> Result<(), InputError> {
        game.prepare();
        warm_up(self, game, stop);
        Ok(())
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        pace: Pace,
        stop: &StopSignal,
        improved: &mut dyn FnMut(Thought),
    ) -> Option<Thought> {
        let game = position.game();
        // Without one complete iteration a search knows nothing.
        let knows_something = |thought: &Thought| thought.depth > Some(0);
        let mut told = |thought: Thought| {
            if knows_something(&thought) {
                improved(thought);
            }
        };
        let first = search(position, &self.0.means(&*game, Limits::nodes(FIRST_LOOK)), stop, &mut told);
        first.iter().cloned().for_each(&mut told);
        let best = search(position, &self.0.means(&*game, pace.limits()), stop, &mut told);
        best.filter(knows_something).or(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn megabytes(workshop: &Workshop) -> usize {
        workshop.fit().unwrap();
        workshop.state().megabytes
    }

    #[test]
    fn the_table_follows_the_limits() {
        let workshop = Workshop::new(&Settings { threads: 1, megabytes: 8 });
        assert_eq!(workshop.state().megabytes, FIRST_TABLE);
        assert_eq!(megabytes(&workshop), 8);
        workshop.limit_memory(Some(1 << 40));
        assert_eq!(megabytes(&workshop), 8, "no more than wanted");
        let needs: u64 = {
            workshop.limit_memory(Some(1));
            let error = workshop.fit().unwrap_err();
            error.split(' ').rev().nth(1).unwrap().parse().unwrap()
        };
        workshop.limit_memory(Some(needs + (2 << 20)));
        let small = megabytes(&workshop);
        assert!((1..=5).contains(&small), "{small}");
        workshop.limit_memory(None);
        assert_eq!(megabytes(&workshop), 8);
    }

    #[test]
    fn games_do_not_share_what_is_remembered() {
        let workshop = Workshop::new(&Settings { threads: 1, megabytes: 1 });
        let [five, six] = ["mnk:5,5,5", "mnk:6,6,5"].map(|name| mossa_engine::open(name).unwrap());
        let stored = |workshop: &Workshop, game: &Arc<dyn AnyGame>| {
            let means = workshop.means(&**game, Limits::nodes(500));
            means.table.probe(Arc::clone(game).start().key()).is_some()
        };
        let means = workshop.means(&*five, Limits::nodes(500));
        search(&*Arc::clone(&five).start(), &means, &StopSignal::new(), &mut |_| {}).unwrap();
        means.table.store(five.clone().start().key(), STORED);
        assert!(stored(&workshop, &five));
        assert!(!stored(&workshop, &six) && !stored(&workshop, &five));
    }

    const STORED: mossa_search::table::Stored = mossa_search::table::Stored {
        best: None,
        value: mossa_game::Value::DRAW,
        depth: 1,
        exhausted: false,
        bound: mossa_search::table::Bound::Exact,
    };
}
