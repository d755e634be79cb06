//! Any sequence of updates, in any batches, adds up to what plain addition gives.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::cell::Cell;
use std::collections::BTreeMap;

use common::Database;
use mossa_store::{BookKey, BookRow, BookUpdate, Scope, Store};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Batches of updates of few rows; scores in eighths, so that sums are exact in any order.
fn batches() -> impl Strategy<Value = Vec<Vec<(u8, u8, u64, u64)>>> {
    let update = (0u8..3, 0u8..3, 0u64..1000, 0u64..=8);
    prop::collection::vec(prop::collection::vec(update, 0..12), 0..6)
}

fn update(game: &str, (position, text, visits, eighths): (u8, u8, u64, u64)) -> BookUpdate {
    let (position, text) = (format!("p{position}"), format!("m{text}"));
    let key = BookKey { scope: Scope::Shared, game: game.to_owned(), position, text };
    BookUpdate { key, visits, score: visits as f64 * eighths as f64 / 8.0 }
}

async fn check(store: &Store, game: &str, batches: Vec<Vec<(u8, u8, u64, u64)>>) {
    let mut expected: BTreeMap<BookKey, (u64, f64)> = BTreeMap::new();
    for batch in batches {
        let batch: Vec<_> = batch.into_iter().map(|numbers| update(game, numbers)).collect();
        store.add_to_book(&batch).await.unwrap();
        for BookRow { key, visits, score } in batch {
            let sum = expected.entry(key).or_default();
            *sum = (sum.0 + visits, sum.1 + score);
        }
    }
    let rows = store.book_most_visited(Scope::Shared, game, 100).await.unwrap();
    let found: BTreeMap<_, _> = rows.into_iter().map(|row| (row.key, (row.visits, row.score))).collect();
    assert_eq!(found, expected);
}

fn sums_are_right(store: &Store, runtime: &tokio::runtime::Runtime, cases: u32) {
    let game = Cell::new(0);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let result = runner.run(&batches(), |batches| {
        game.set(game.get() + 1);
        runtime.block_on(check(store, &format!("game {}", game.get()), batches));
        Ok(())
    });
    result.unwrap();
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

#[test]
fn sqlite_adds_up() {
    let (database, runtime) = (Database::sqlite(), runtime());
    let store = runtime.block_on(database.open());
    sums_are_right(&store, &runtime, 64);
}

#[test]
fn postgres_adds_up() {
    let runtime = runtime();
    let Some(database) = runtime.block_on(Database::postgres()) else {
        println!("SKIPPED: MOSSA_TEST_POSTGRES is not set");
        return;
    };
    let store = runtime.block_on(database.open());
    sums_are_right(&store, &runtime, 32);
    runtime.block_on(async {
        store.close().await;
        database.clean_up().await;
    });
}
