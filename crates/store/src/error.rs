//! What can go wrong, in one line each.

use mossa_game::InputError;
use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;
use thiserror::Error;

use crate::ids::{GameId, OpponentId, TableId};

/// Why something was not stored or not found. Nothing is stored in part: a method that gives an error has changed
/// nothing.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// What was given cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file is something else.
    #[error("{at} is not a database of mossa: {why}; it was left as it is")]
    Foreign {
        /// Where.
        at: String,
        /// What it is instead.
        why: String,
    },
    /// The database is damaged.
    #[error("{at} is damaged: {why}; it was left as it is")]
    Corrupt {
        /// Where.
        at: String,
        /// What is wrong with it.
        why: String,
    },
    /// The database knows more than this program.
    #[error(
        "{at} was written by a newer mossa (schema {found}, this one knows {known}); it was left as it is"
    )]
    Newer {
        /// Where.
        at: String,
        /// Its version.
        found: i64,
        /// The newest that this program knows.
        known: i64,
    },
    /// There is no way to the database.
    #[error("cannot open {at}: {why}")]
    Unreachable {
        /// Where.
        at: String,
        /// What the system says.
        why: String,
    },
    /// Others held the database for too long.
    #[error("the database is busy: {why}; try again")]
    Busy {
        /// What the database says.
        why: String,
    },
    /// The disk is full, or may not be written to.
    #[error("the database cannot be written: {why}")]
    Unwritable {
        /// What the database says.
        why: String,
    },
    /// Damage that was found while working.
    #[error("the database is damaged: {why}")]
    Damaged {
        /// What the database says.
        why: String,
    },
    /// Something is not there.
    #[error("no {what} {id}")]
    Missing {
        /// What sort of thing.
        what: &'static str,
        /// Which one.
        id: String,
    },
    /// Another game has this id.
    #[error("another game has the id {0}")]
    GameTaken(GameId),
    /// Another opponent of the same kind has this name.
    #[error("another {kind} is called \"{name}\"")]
    NameTaken {
        /// The kind of both.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// Somebody else has stored a newer profile: read it, and work on that.
    #[error("the profile of {opponent} for {family} is not at version {based_on}")]
    ProfileMoved {
        /// Whose.
        opponent: OpponentId,
        /// For which games.
        family: String,
        /// The version that the new profile was made from.
        based_on: u64,
    },
    /// Somebody else has changed the table meanwhile: read it again.
    #[error("the table {id} is not at version {based_on}")]
    TableMoved {
        /// Which one.
        id: TableId,
        /// The version that the change was made from.
        based_on: u64,
    },
    /// The system has no random numbers.
    #[error("the system gives no random numbers: {why}")]
    Random {
        /// What it says.
        why: String,
    },
    /// Reading or writing a file failed.
    #[error("{doing}: {source}")]
    File {
        /// What was tried.
        doing: &'static str,
        /// What the system says.
        source: std::io::Error,
    },
    /// A blocking call in a place that must not block.
    #[error("a blocking call to the store inside an asynchronous program")]
    WouldBlock,
    /// Everything else that the database says.
    #[error("the database says: {why}")]
    Database {
        /// Its words.
        why: String,
    },
}

/// The primary result codes of SQLite that have a meaning of their own here (<https://sqlite.org/rescode.html>).
pub(crate) mod code {
    pub(crate) const BUSY: i32 = 5;
    pub(crate) const LOCKED: i32 = 6;
    pub(crate) const READONLY: i32 = 8;
    pub(crate) const IOERR: i32 = 10;
    pub(crate) const CORRUPT: i32 = 11;
    pub(crate) const FULL: i32 = 13;
    pub(crate) const CANTOPEN: i32 = 14;
    pub(crate) const NOTADB: i32 = 26;
}

/// SQLite's primary result code, if `error` is one of SQLite: the low byte of the extended code.
pub(crate) fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?.try_downcast_ref::<SqliteError>()?;
    let code = sqlx::error::DatabaseError::code(error)?;
    code.parse::<i32>().ok().map(|code| code & 0xff)
}

/// PostgreSQL's error code, if `error` is one of PostgreSQL.
pub(crate) fn postgres_code(error: &sqlx::Error) -> Option<&str> {
    Some(error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?.code())
}

/// What the database says, on one line.
pub(crate) fn words(error: &sqlx::Error) -> String {
    let text = match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        error => error.to_string(),
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        use code::{BUSY, CORRUPT, FULL, IOERR, LOCKED, NOTADB, READONLY};
        let why = words(&error);
        match (sqlite_code(&error), postgres_code(&error)) {
            (Some(BUSY | LOCKED), _) => StoreError::Busy { why },
            (Some(READONLY | FULL | IOERR), _) => StoreError::Unwritable { why },
            (Some(CORRUPT | NOTADB), _) => StoreError::Damaged { why },
            // A deadlock, a lock that was not granted, a transaction that must be repeated; no disk left, read-only.
            (_, Some("40P01" | "55P03" | "40001")) => StoreError::Busy { why },
            (_, Some("53100" | "25006" | "42501")) => StoreError::Unwritable { why },
            (_, Some("XX001" | "XX002")) => StoreError::Damaged { why },
            _ if matches!(error, sqlx::Error::PoolTimedOut) => StoreError::Busy { why },
            _ => StoreError::Database { why },
        }
    }
}
