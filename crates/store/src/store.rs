//! The store itself: a pool of connections, and whose turn it is to write.

use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::error::StoreError;
use crate::location::{Location, Place};
use crate::open;

/// What mossa remembers. Clones share the same connections.
///
/// Every method that writes is one transaction: when it returns, everything of it is on disk, and if it fails or is
/// dropped, nothing is. Any number of tasks and processes may use one database at the same time.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    location: Location,
    /// SQLite has one writer at a time. Tasks of this process queue here, in order; other processes are waited for by
    /// SQLite, which looks again and again.
    turn: Option<Arc<Mutex<()>>>,
}

/// A transaction that may write. Without [`commit`](Writing::commit) it leaves no trace.
pub(crate) struct Writing {
    transaction: Transaction<'static, Any>,
    // Dropped after the transaction: fields go in order.
    _turn: Option<OwnedMutexGuard<()>>,
}

impl Writing {
    pub(crate) fn connection(&mut self) -> &mut AnyConnection {
        &mut self.transaction
    }

    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        Ok(self.transaction.commit().await?)
    }
}

impl Store {
    /// Opens the database at `location`. A new one gets its tables, an older one is brought up to date; one that is
    /// damaged, newer or no database of mossa is refused and left as it is.
    pub async fn open(location: &Location) -> Result<Store, StoreError> {
        let pool = open::open(location).await?;
        let single = !matches!(location.0, Place::Server { .. });
        let turn = single.then(|| Arc::new(Mutex::new(())));
        Ok(Store { pool, location: location.clone(), turn })
    }

    /// Where the database is.
    pub fn location(&self) -> &Location {
        &self.location
    }

    /// Waits for what is under way and closes all connections. Nothing is lost without it.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    /// Looks at the whole database: SQLite checks every page and index, and that nothing refers to what is not there.
    /// For PostgreSQL nothing is done, which has tools of its own for whoever runs it.
    pub async fn verify(&self) -> Result<(), StoreError> {
        if !self.is_sqlite() {
            return Ok(());
        }
        let mut connection = self.reading().await?;
        let (verdict,): (String,) =
            sqlx::query_as("PRAGMA integrity_check(1)").fetch_one(&mut *connection).await?;
        if verdict != "ok" {
            return Err(StoreError::Damaged { why: verdict });
        }
        let dangling = sqlx::query("PRAGMA foreign_key_check").fetch_optional(&mut *connection).await?;
        match dangling {
            Some(_) => Err(StoreError::Damaged { why: "something refers to what is not there".to_owned() }),
            None => Ok(()),
        }
    }

    pub(crate) fn is_sqlite(&self) -> bool {
        self.turn.is_some()
    }

    pub(crate) async fn reading(&self) -> Result<PoolConnection<Any>, StoreError> {
        Ok(self.pool.acquire().await?)
    }

    /// A transaction in which all questions get answers of the same moment.
    pub(crate) async fn snapshot(&self) -> Result<Transaction<'static, Any>, StoreError> {
        let begin =
            if self.is_sqlite() { "BEGIN" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" };
        Ok(self.pool.begin_with(begin).await?)
    }

    pub(crate) async fn writing(&self) -> Result<Writing, StoreError> {
        let turn = match &self.turn {
            Some(turn) => Some(Arc::clone(turn).lock_owned().await),
            None => None,
        };
        // SQLite takes the lock at once: a reader that turns into a writer could not wait for another one.
        let begin = if self.is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
        Ok(Writing { transaction: self.pool.begin_with(begin).await?, _turn: turn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameEntry, GameFilter, OpponentId};

    fn is_send<T: Send>(_: &T) {}

    /// A server runs these on any of its threads. That it compiles is the test.
    #[test]
    fn futures_may_move_between_threads() {
        fn all(store: &Store, game: &GameEntry, filter: &GameFilter, id: OpponentId, text: &mut Vec<u8>) {
            is_send(&Store::open(store.location()));
            is_send(&store.record_game(game, &[], &[]));
            is_send(&store.games(filter));
            is_send(&store.results_by_run(filter));
            is_send(&store.export_opponent(id));
            is_send(&store.erase_opponent(id));
            is_send(&store.reset_profile(id, ""));
            is_send(&store.export_book(None, text));
            is_send(&store.import_book(&mut [].as_slice()));
            is_send(&store.close());
        }
        let _ = all;
    }
}
