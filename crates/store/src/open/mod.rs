//! Opening a database: looking at it first, and touching it only if it is one that this program understands.

mod header;
mod postgres;
mod sqlite;

use std::time::Duration;

use sqlx::AnyPool;

use crate::error::StoreError;
use crate::location::{Location, Place};

/// How long somebody waits for others who write. Each write is a few milliseconds, so that this is a very long queue.
const PATIENCE: Duration = Duration::from_secs(30);

/// Opens the database at `location`, and makes its tables if it is new or older.
pub(crate) async fn open(location: &Location) -> Result<AnyPool, StoreError> {
    sqlx::any::install_default_drivers();
    let at = location.to_string();
    match &location.0 {
        Place::Memory => sqlite::open_memory(&at).await,
        Place::File { path, usual } => sqlite::open_file(path, *usual, &at).await,
        Place::Server { url } => postgres::open(url, &at).await,
    }
}
