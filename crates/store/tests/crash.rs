//! Processes that are killed while they write, and processes that write at the same time.
//!
//! The processes are this very program: the test `worker` does what `MOSSA_STORE_WORK` says, and nothing without it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use common::{Database, block_on, entry, on_postgres, on_sqlite, record, update};
use mossa_store::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

const WORK: &str = "MOSSA_STORE_WORK";

/// Starts a process that stores games: `how` is how many, and whether with profiles.
fn start(database: &Database, how: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "worker", "--nocapture"])
        .env(WORK, how)
        .env(DATABASE_VARIABLE, &database.name)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What comes from a process, line by line, each complete.
fn lines(child: &mut Child) -> mpsc::Receiver<String> {
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        while output.read_line(&mut line).is_ok_and(|read| read > 0) && line.ends_with('\n') {
            // The harness of tests begins a line that ours then ends.
            let word = line.rfind("WORKER ").map_or("", |at| line[at + 7..].trim());
            if !word.is_empty() && sender.send(word.to_owned()).is_err() {
                break;
            }
            line.clear();
        }
    });
    receiver
}

fn say(word: &str) {
    let mut output = std::io::stdout().lock();
    writeln!(output, "WORKER {word}").unwrap();
    output.flush().unwrap();
}

#[test]
fn worker() {
    let Ok(how) = std::env::var(WORK) else { return };
    let (count, profiles) = how.split_once(' ').unwrap();
    block_on(work(count.parse().unwrap(), profiles == "profiles"));
}

/// Stores games, and tells the id of each after the store has returned.
async fn work(count: u64, with_profiles: bool) {
    let store = Store::open(&Location::choose(None).unwrap()).await.unwrap();
    let who = store.find_or_add_opponent(OpponentKind::Bot, "crash test").await.unwrap().id;
    let mut based_on = store.current_profile(who, "connect4").await.unwrap().map_or(0, |p| p.version);
    say("ready");
    for number in 0..count {
        let moves: Vec<_> = (0..10).map(|ply| ["1", "2", "3"][(number as usize + ply) % 3]).collect();
        let mut game = entry(record("connect4", ["crash test", "B"], &moves, None), number as i64);
        game.opponents = vec![Some(who), None];
        let book = book_of(&game);
        let (family, taken, profile) =
            ("connect4".to_owned(), game.played, Some(json!({"games": based_on + 1})));
        let profile = NewProfile { opponent: who, family, based_on, taken, profile };
        let profiles = if with_profiles { &[profile][..] } else { &[] };
        assert_eq!(store.record_game(&game, &book, profiles).await.unwrap(), Recorded::Stored);
        based_on += 1;
        say(&game.id.to_string());
    }
    say("done");
}

/// What a game of [`work`] adds to the book.
fn book_of(game: &GameEntry) -> Vec<BookUpdate> {
    let moves = game.record.moves.iter().enumerate();
    moves.map(|(ply, m)| update(Scope::Shared, &format!("ply {ply}"), &m.text, 1, 0.5)).collect()
}

/// Every acknowledged game is there once, and the book is the sum of the games that are there. Gives their number.
async fn check(database: &Database, acknowledged: &[GameId]) -> usize {
    let store = database.open().await;
    store.verify().await.unwrap();
    let games = store.games(&GameFilter::default()).await.unwrap();
    let mut times: BTreeMap<GameId, u32> = games.iter().map(|game| (game.id, 0)).collect();
    assert_eq!(times.len(), games.len(), "a game is there twice");
    for id in acknowledged {
        *times.get_mut(id).expect("an acknowledged game is lost") += 1;
    }
    assert!(times.values().all(|&times| times <= 1));
    let mut expected: BTreeMap<BookKey, u64> = BTreeMap::new();
    for row in games.iter().flat_map(book_of) {
        *expected.entry(row.key).or_default() += row.visits;
    }
    let rows = store.book_most_visited(Scope::Shared, "connect4", 1000).await.unwrap();
    assert!(rows.iter().all(|row| row.score == row.visits as f64 / 2.0));
    assert_eq!(rows.into_iter().map(|row| (row.key, row.visits)).collect::<BTreeMap<_, _>>(), expected);
    store.close().await;
    games.len()
}

/// Kills a process `times` times while it stores games, each after its first game and 5 to 60 ms.
async fn kill(database: &Database, times: u32) {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(u64::from(times));
    let mut acknowledged: Vec<GameId> = Vec::new();
    for _ in 0..times {
        let mut child = start(database, "1000000 profiles");
        let lines = lines(&mut child);
        assert_eq!(lines.recv().unwrap(), "ready");
        acknowledged.push(lines.recv().unwrap().parse().unwrap());
        std::thread::sleep(Duration::from_millis(dice.random_range(5..=60)));
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged.extend(lines.iter().map(|id| id.parse::<GameId>().unwrap()));
    }
    let stored = check(database, &acknowledged).await;
    // A game may be stored whose acknowledgement did not come through, one for each kill.
    assert!(stored <= acknowledged.len() + times as usize);
    let store = database.open().await;
    let who = store.find_or_add_opponent(OpponentKind::Bot, "crash test").await.unwrap().id;
    assert_eq!(store.current_profile(who, "connect4").await.unwrap().unwrap().version, stored as u64);
    println!("killed {times} times: {} games acknowledged, {stored} stored", acknowledged.len());
}

#[test]
fn sqlite_survives_being_killed_100_times() {
    on_sqlite(async |database: &Database| kill(database, 100).await);
}

#[test]
fn postgres_survives_clients_being_killed() {
    on_postgres(async |database: &Database| kill(database, 20).await);
}

/// Kills a process at any moment from its start, while it makes the database.
#[test]
fn sqlite_survives_being_killed_while_it_is_made() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..30 {
        on_sqlite(async |database: &Database| {
            let mut child = start(database, "1000000 plain");
            let lines = lines(&mut child);
            std::thread::sleep(Duration::from_micros(dice.random_range(2_000..40_000)));
            child.kill().unwrap();
            child.wait().unwrap();
            let acknowledged: Vec<GameId> = lines.iter().filter_map(|line| line.parse().ok()).collect();
            check(database, &acknowledged).await;
        });
    }
}

/// Two processes make the database, and write to the same rows.
async fn two_at_once(database: &Database) {
    let mut children = [start(database, "200 plain"), start(database, "200 plain")];
    let outputs = children.each_mut().map(lines);
    let mut acknowledged: Vec<GameId> = Vec::new();
    for (child, output) in children.iter_mut().zip(outputs) {
        let words: Vec<String> = output.iter().collect();
        assert!(child.wait().unwrap().success());
        assert_eq!((words.first().unwrap().as_str(), words.last().unwrap().as_str()), ("ready", "done"));
        acknowledged.extend(words.iter().filter_map(|word| word.parse::<GameId>().ok()));
    }
    assert_eq!(acknowledged.len(), 400);
    assert_eq!(check(database, &acknowledged).await, 400);
}

#[test]
fn two_processes_share_a_file() {
    on_sqlite(two_at_once);
}

#[test]
fn two_processes_share_a_server() {
    on_postgres(two_at_once);
}
