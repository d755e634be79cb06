//! A file of SQLite takes a thousand book updates a second, each game's on disk before the next.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::time::Instant;

use common::{Database, entry, on_sqlite, record, update};
use mossa_store::*;

/// Games of forty plies, each with as many updates.
const GAMES: u32 = 50;
const PLIES: u32 = 40;

/// Disks are shared with others, who may be busy: one of so many rounds has to be fast enough.
const ROUNDS: u32 = 5;

/// Stores games, and gives the number of book updates a second.
async fn rate(store: &Store, round: u32) -> f64 {
    let begun = Instant::now();
    for number in 0..GAMES {
        let game = entry(record("connect4", ["A", "B"], &["4"; PLIES as usize], None), i64::from(number));
        let branch = |ply: u32| if ply < 4 { 0 } else { round * GAMES + number };
        let position = |ply: u32| format!("position {} at ply {ply}", branch(ply));
        let book = (0..PLIES).map(|ply| update(Scope::Shared, &position(ply), "4", 1, 0.5));
        store.record_game(&game, &book.collect::<Vec<_>>(), &[]).await.unwrap();
    }
    f64::from(GAMES * PLIES) / begun.elapsed().as_secs_f64()
}

#[test]
fn a_thousand_updates_a_second() {
    on_sqlite(async |database: &Database| {
        let store = database.open().await;
        let mut best: f64 = 0.0;
        for round in 0..ROUNDS {
            let rate = rate(&store, round).await;
            println!("{rate:.0} book updates a second, in {GAMES} transactions of {PLIES}");
            best = best.max(rate);
        }
        assert!(best >= 1000.0, "{best:.0} a second");
    });
}
