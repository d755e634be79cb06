//! Databases for tests: files of SQLite, and schemas of the PostgreSQL server that `MOSSA_TEST_POSTGRES` names.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::future::Future;
use std::path::PathBuf;

use mossa_game::{GameRecord, Outcome, Player, RecordedMove, Seat};
use mossa_store::{BookKey, BookUpdate, GameEntry, GameId, Location, Scope, Store, UnixMillis};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, raw_sql};
use tempfile::TempDir;

/// A database of a test's own, gone at its end.
pub(crate) struct Database {
    location: Location,
    /// What [`Location::parse`] takes: for processes of their own.
    pub(crate) name: String,
    folder: Option<TempDir>,
    schema: Option<(String, String)>,
}

impl Database {
    /// A new file.
    pub(crate) fn sqlite() -> Database {
        let folder = TempDir::new().unwrap();
        let name = folder.path().join("games & 100%?.db").to_str().unwrap().to_owned();
        let location = Location::parse(&name).unwrap();
        Database { location, name, folder: Some(folder), schema: None }
    }

    /// A new schema, if there is a server.
    pub(crate) async fn postgres() -> Option<Database> {
        let server = postgres_server()?;
        let schema = format!("test_{}", GameId::random().unwrap());
        administrate(&server, &format!("CREATE SCHEMA {schema}")).await;
        let joint = if server.contains('?') { '&' } else { '?' };
        let name = format!("{server}{joint}options=-csearch_path%3D{schema}");
        let location = Location::parse(&name).unwrap();
        Some(Database { location, name, folder: None, schema: Some((server, schema)) })
    }

    pub(crate) fn path(&self) -> PathBuf {
        PathBuf::from(&self.name)
    }

    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.location).await.unwrap()
    }

    pub(crate) fn location(&self) -> &Location {
        &self.location
    }

    /// Runs SQL beside the store.
    pub(crate) async fn administrate(&self, sql: &str) {
        match self.schema {
            Some(_) => administrate(&self.name, sql).await,
            None => {
                let path: String = self.name.bytes().map(|byte| format!("%{byte:02X}")).collect();
                administrate(&format!("sqlite:{path}"), sql).await;
            }
        }
    }

    pub(crate) async fn clean_up(self) {
        if let Some((server, schema)) = self.schema {
            administrate(&server, &format!("DROP SCHEMA {schema} CASCADE")).await;
        }
    }
}

/// The server for tests, if there is one.
pub(crate) fn postgres_server() -> Option<String> {
    std::env::var("MOSSA_TEST_POSTGRES").ok().filter(|url| !url.is_empty())
}

async fn administrate(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// Runs a test on a new file of SQLite.
pub(crate) fn on_sqlite(test: impl AsyncFnOnce(&Database)) {
    block_on(async {
        let database = Database::sqlite();
        test(&database).await;
        database.clean_up().await;
    });
}

/// Runs a test on PostgreSQL, or says that it does not.
pub(crate) fn on_postgres(test: impl AsyncFnOnce(&Database)) {
    block_on(async {
        let Some(database) = Database::postgres().await else {
            println!("SKIPPED: MOSSA_TEST_POSTGRES is not set");
            return;
        };
        test(&database).await;
        database.clean_up().await;
    });
}

/// One body, two tests.
#[macro_export]
macro_rules! on_both {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $test() { $crate::common::on_sqlite(super::$test); })*
        }
        mod postgres {
            $(#[test] fn $test() { $crate::common::on_postgres(super::$test); })*
        }
    };
}

/// A finished game of two with these moves.
pub(crate) fn record(game: &str, players: [&str; 2], moves: &[&str], winner: Option<Player>) -> GameRecord {
    let play = |text: &&str| RecordedMove { text: (*text).to_owned(), ..RecordedMove::default() };
    GameRecord {
        game: game.to_owned(),
        players: players.map(|name| Seat { name: name.to_owned() }).to_vec(),
        moves: moves.iter().map(play).collect(),
        result: Some(winner.map_or(Outcome::draw(2), |winner| Outcome::win(winner, 2))),
        ..GameRecord::default()
    }
}

/// A game at a moment.
pub(crate) fn entry(record: GameRecord, played: i64) -> GameEntry {
    GameEntry { played: UnixMillis(played), ..GameEntry::new(record).unwrap() }
}

/// What a game adds to the book.
pub(crate) fn update(scope: Scope, position: &str, text: &str, visits: u64, score: f64) -> BookUpdate {
    let (game, position, text) = ("connect4".to_owned(), position.to_owned(), text.to_owned());
    BookUpdate { key: BookKey { scope, game, position, text }, visits, score }
}
