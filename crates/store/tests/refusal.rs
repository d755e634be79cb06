//! What cannot be opened gets a clear error, and stays as it was.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{Database, block_on, entry, on_postgres, on_sqlite, record, update};
use mossa_store::*;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tempfile::TempDir;

/// Opens `path`, which must fail and leave the file as it is; gives the error.
fn refusal(path: &Path) -> String {
    let before = fs::read(path).unwrap();
    let error = block_on(Store::open(&Location::file(path))).expect_err("it must be refused").to_string();
    assert!(fs::read(path).unwrap() == before, "the file was changed: {error}");
    assert!(error.contains(path.to_str().unwrap()) && !error.contains('\n'), "{error}");
    error
}

/// The file of a database with some hundred games.
fn filled(folder: &TempDir) -> PathBuf {
    let path = folder.path().join("games.db");
    block_on(async {
        let store = Store::open(&Location::file(&path)).await.unwrap();
        let rows: Vec<_> =
            (0..3000).map(|n| update(Scope::Shared, &format!("position {n}"), "a", 1, 0.5)).collect();
        store.add_to_book(&rows).await.unwrap();
        for played in 0..100 {
            let game = entry(record("connect4", ["Ada", "Bob"], &["4"; 30], None), played);
            store.record_game(&game, &[], &[]).await.unwrap();
        }
        store.close().await;
    });
    path
}

#[test]
fn other_files_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.db");
    let mut bytes = vec![0; 20_000];
    Xoshiro256PlusPlus::seed_from_u64(1).fill_bytes(&mut bytes);
    let almost = [b"SQLite format 3\0".as_slice(), &bytes].concat();
    for bytes in [bytes.as_slice(), b"x", b"SQLite format 3\0", &almost, "text\n".repeat(1000).as_bytes()] {
        fs::write(&path, bytes).unwrap();
        let error = refusal(&path);
        assert!(
            error.contains("is not a database of mossa") && error.ends_with("it was left as it is"),
            "{error}"
        );
    }
}

#[test]
fn an_empty_file_is_a_new_database() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("x.db");
    fs::write(&path, b"").unwrap();
    let store = block_on(Store::open(&Location::file(&path))).unwrap();
    block_on(store.verify()).unwrap();
}

#[test]
fn truncated_databases_are_refused() {
    let folder = TempDir::new().unwrap();
    let path = filled(&folder);
    let whole = fs::read(&path).unwrap();
    assert!(whole.len() > 20 * 4096, "{}", whole.len());
    for length in [whole.len() - 4096, whole.len() - 1, whole.len() - 4095, whole.len() / 2, 4096, 4095, 101]
    {
        fs::write(&path, &whole[..length]).unwrap();
        let error = refusal(&path);
        assert!(error.contains("is damaged") || error.contains("is not a database"), "{length}: {error}");
    }
    fs::write(&path, &whole).unwrap();
    block_on(Store::open(&Location::file(&path))).unwrap();
}

#[test]
fn overwritten_pages_are_found() {
    let folder = TempDir::new().unwrap();
    let path = filled(&folder);
    let whole = fs::read(&path).unwrap();
    let mut noise = vec![0; 4096];
    Xoshiro256PlusPlus::seed_from_u64(2).fill_bytes(&mut noise);
    for page in 1..whole.len() / 4096 {
        let mut damaged = whole.clone();
        damaged[page * 4096..(page + 1) * 4096].copy_from_slice(&noise);
        fs::write(&path, &damaged).unwrap();
        let error = refusal(&path);
        assert!(error.contains("is damaged"), "page {page}: {error}");
    }
}

#[test]
fn databases_of_others_are_refused() {
    on_sqlite(async |database: &Database| {
        fs::write(database.path(), b"").unwrap();
        database.administrate("CREATE TABLE recipes (name TEXT)").await;
        let before = fs::read(database.path()).unwrap();
        let error = Store::open(database.location()).await.unwrap_err().to_string();
        assert!(error.contains("the tables of another program"), "{error}");
        assert_eq!(fs::read(database.path()).unwrap(), before);
    });
}

const NEWER: &str = "INSERT INTO mossa_schema (version, description, success, checksum, execution_time) \
                     VALUES (7, 'later', TRUE, '', 0)";

async fn a_newer_database_is_refused(database: &Database) {
    database.open().await.close().await;
    database.administrate(NEWER).await;
    let before = fs::read(database.path()).ok();
    let error = Store::open(database.location()).await.unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 7, known: SCHEMA_VERSION, .. }), "{error:?}");
    let expected = format!("was written by a newer mossa (schema 7, this one knows {SCHEMA_VERSION})");
    assert!(error.to_string().contains(&expected), "{error}");
    assert_eq!(fs::read(database.path()).ok(), before);
}

#[test]
fn sqlite_refuses_newer_ones() {
    on_sqlite(a_newer_database_is_refused);
}

#[test]
fn postgres_refuses_newer_ones() {
    on_postgres(a_newer_database_is_refused);
}

#[test]
fn postgres_leaves_the_tables_of_others() {
    on_postgres(async |database: &Database| {
        database.administrate("CREATE TABLE games (recipe TEXT)").await;
        let error = Store::open(database.location()).await.unwrap_err().to_string();
        assert!(error.contains("is not a database of mossa") && error.contains("games"), "{error}");
        database.administrate("INSERT INTO games VALUES ('pasta')").await;
        database.administrate("CREATE TABLE book (title TEXT)").await;
    });
}

#[test]
fn places_that_cannot_be_are_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, b"").unwrap();
    let nowhere = [folder.path().join("no/such/folder/x.db"), folder.path().to_owned(), file.join("x.db")];
    for path in nowhere {
        let error = block_on(Store::open(&Location::file(&path))).unwrap_err();
        assert!(matches!(error, StoreError::Unreachable { .. }), "{error}");
        assert!(error.to_string().starts_with(&format!("cannot open {}", path.display())), "{error}");
    }
}

#[test]
fn servers_that_do_not_answer_are_named() {
    // Bound and dropped: nobody listens there.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let location = Location::parse(&format!("postgres://me:secret@127.0.0.1:{port}/games")).unwrap();
    let error = block_on(Store::open(&location)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot open postgres://127.0.0.1:{port}/games: ")), "{error}");
    assert!(!error.contains("secret"), "{error}");
}

#[test]
fn a_database_that_does_not_exist_on_the_server_is_named() {
    let Some(server) = common::postgres_server() else {
        println!("SKIPPED: MOSSA_TEST_POSTGRES is not set");
        return;
    };
    let mut parts = server.rsplitn(2, '/');
    let (_, host) = (parts.next().unwrap(), parts.next().unwrap());
    let location = Location::parse(&format!("{host}/no_such_database")).unwrap();
    let error = block_on(Store::open(&location)).unwrap_err().to_string();
    assert!(error.contains("no_such_database") && error.contains("does not exist"), "{error}");
}

#[test]
fn only_the_user_reads_a_new_file() {
    on_sqlite(async |database: &Database| {
        database.open().await.close().await;
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(
                &fs::metadata(database.path()).unwrap().permissions(),
            );
            assert_eq!(mode & 0o777, 0o600);
        }
    });
}
