//! What mossa remembers from one day to the next: the database of commands that learn.

use std::sync::Arc;

use anyhow::anyhow;
use mossa_engine::AnyGame;
use mossa_store::{BlockingStore, Location, Opponent, OpponentKind, StoreError};

use crate::failure::Failure;

/// The database.
#[derive(Clone)]
pub(crate) struct Memory {
    db: Arc<BlockingStore>,
}

impl Memory {
    /// Opens the database that the option names, or MOSSA_DB, or the user's own. One that cannot be used is refused, and
    /// left as it is.
    pub(crate) fn open(option: Option<&str>) -> Result<Memory, Failure> {
        let db = BlockingStore::open(&Location::choose(option)?);
        let db = db.map_err(|error| Failure::Refused(error.to_string()))?;
        Ok(Memory { db: Arc::new(db) })
    }

    /// The store, and what waits for it.
    pub(crate) fn db(&self) -> &BlockingStore {
        &self.db
    }

    /// Whoever is called `name`: a person before a bot before an engine.
    pub(crate) fn find(&self, name: &str) -> Result<Opponent, Failure> {
        for kind in [OpponentKind::Human, OpponentKind::Bot, OpponentKind::Engine] {
            if let Some(found) = self.db.wait(self.db.find_opponent(kind, name))? {
                return Ok(found);
            }
        }
        Err(Failure::setting(format!("nobody called `{name}` is known"), "a name of `mossa profile list`"))
    }

    /// What is known of somebody in a game: see [`mossa_learner::profile`].
    pub(crate) fn profile(
        &self,
        opponent: &Opponent,
        game: &dyn AnyGame,
    ) -> Result<(Option<mossa_adapt::Profile>, u64), StoreError> {
        mossa_learner::profile(&self.db, opponent, game)
    }

    /// The store, for whoever keeps it.
    pub(crate) fn shared(&self) -> Arc<BlockingStore> {
        Arc::clone(&self.db)
    }
}

/// What somebody is called who says nothing: as the system calls them.
pub(crate) fn usual_name() -> String {
    let set = |name| std::env::var(name).ok().filter(|value: &String| !value.trim().is_empty());
    ["USER", "LOGNAME"]
        .into_iter()
        .find_map(set)
        .map_or_else(|| "player".to_owned(), |name| name.trim().to_owned())
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Input(error) => Failure::Input(error),
            StoreError::Foreign { .. }
            | StoreError::Corrupt { .. }
            | StoreError::Newer { .. }
            | StoreError::Unreachable { .. }
            | StoreError::Missing { .. }
            | StoreError::NameTaken { .. } => Failure::Refused(error.to_string()),
            error => Failure::Io(anyhow!("{error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_cannot_be_opened_is_refused() {
        for place in ["/no/such/folder/mossa.db", "mysql://host/db", "/dev/null/x"] {
            let refused = Memory::open(Some(place));
            assert!(matches!(refused, Err(Failure::Refused(_) | Failure::Input(_))), "{place}");
        }
    }

    #[test]
    fn nobody_is_found_by_a_wrong_name() {
        let memory = Memory::open(Some(":memory:")).unwrap();
        let Err(Failure::Input(error)) = memory.find("Ada") else { panic!() };
        assert_eq!(error.problem, "nobody called `Ada` is known");
    }
}
