//! The opponent that adapts to one person, at a table of the server.
//!
//! Everything here happens in threads that think: the database is waited for.

use std::sync::{Arc, Mutex};

use mossa_adapt::{Settings, Style};
use mossa_engine::{AnyGame, AnyPosition};
use mossa_learner::Database;
use mossa_store::{Store, StoreError};
use tokio::runtime::Handle;

/// A learner that is made when it is first needed.
pub(crate) type SharedLearner = Arc<Mutex<Option<Learner>>>;

/// The database, for threads that may wait for it.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) store: Store,
    pub(crate) runtime: Handle,
}

impl Database for Memory {
    fn store(&self) -> &Store {
        &self.store
    }

    fn wait<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        self.runtime.block_on(work)
    }
}

/// The opponent that adapts, and the seat of the person.
pub(crate) struct Learner {
    pub(crate) mind: mossa_learner::Learner<Memory>,
    seat: usize,
}

impl Learner {
    /// The opponent of whoever is called `name` and has `seat`, with what is known of them.
    pub(crate) fn open(
        game: &Arc<dyn AnyGame>,
        name: &str,
        seat: usize,
        style: Style,
        memory: Memory,
    ) -> Result<Learner, StoreError> {
        let settings = Settings::new(style, mossa_learner::usual_means(&**game));
        Ok(Learner { mind: mossa_learner::Learner::open(game, name, settings, memory)?, seat })
    }

    /// Sees what the person has played up to `position`; what was taken back is forgotten.
    pub(crate) fn follow(&mut self, position: &dyn AnyPosition) {
        self.mind.follow(position, self.seat);
    }

    /// Its move.
    pub(crate) fn choose(&mut self, position: &dyn AnyPosition) -> Option<String> {
        self.follow(position);
        self.mind.choose(position)
    }
}
