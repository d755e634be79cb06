//! What mossa remembers: games with their full records, statistics of opening books, opponents with their profiles
//! over time, and runs.
//!
//! A [`Store`] is a SQLite file in WAL mode or a PostgreSQL database; a [`Location`] says which. Everything is one
//! SQL for both, and what a method has returned from is on disk: neither a crash nor a power failure takes it back,
//! as far as the system keeps its own promises.
//!
//! ```
//! # use mossa_store::*;
//! # use mossa_game::GameRecord;
//! # fn main() -> Result<(), StoreError> {
//! let db = BlockingStore::open(&Location::parse(":memory:")?)?;
//! let record = GameRecord { game: "mnk:3,3,3".into(), ..GameRecord::default() };
//! let game = GameEntry::new(record)?;
//! assert_eq!(db.wait(db.record_game(&game, &[], &[]))?, Recorded::Stored);
//! assert_eq!(db.wait(db.record_game(&game, &[], &[]))?, Recorded::AlreadyThere);
//! # Ok(())
//! # }
//! ```

mod blocking;
mod book;
mod changes;
mod check;
mod error;
mod exchange;
mod filter;
mod games;
mod ids;
mod location;
mod open;
mod opponents;
mod privacy;
mod profiles;
mod results;
mod runs;
mod schema;
mod store;
mod tables;
mod time;

pub use blocking::BlockingStore;
pub use book::{BookKey, BookRow, BookUpdate, MoveStatistics, Scope};
pub use error::StoreError;
pub use filter::GameFilter;
pub use games::{GameEntry, Recorded};
pub use ids::{GameId, OpponentId, RunId, TableId};
pub use location::{DATABASE_VARIABLE, Location};
pub use opponents::{Opponent, OpponentKind, OpponentSummary};
pub use privacy::{Erased, OpponentFile};
pub use profiles::{NewProfile, Profile};
pub use results::{OpponentResults, PlayerResults, Tally};
pub use runs::{NewRun, Run};
pub use schema::SCHEMA_VERSION;
pub use store::Store;
pub use tables::{StoredTable, TableChange, TableMove, TableState};
pub use time::UnixMillis;
