//! Books of exact values and perfect play as people use them: files, Ctrl-C, matches.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn mossa(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    command.args(args).current_dir(directory).stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    command
}

fn run(directory: &Path, args: &[&str]) -> (Option<i32>, [String; 2]) {
    texts(mossa(directory, args).output().unwrap())
}

fn texts(output: Output) -> (Option<i32>, [String; 2]) {
    (output.status.code(), [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()))
}

fn object(text: &str) -> Value {
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn a_book_is_made_and_checked() {
    let directory = directory("book");
    let (code, [told, _]) =
        run(&directory, &["book", "solve", "connect4:4x4", "--plies", "4", "--out", "4.book"]);
    assert_eq!(code, Some(0), "{told}");
    let size = fs::metadata(directory.join("4.book")).unwrap().len();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!((lines[0], lines[2]), ("connect4:4x4: book of 4 plies in 4.book", "book 4.book"));
    assert!(lines[1].starts_with(&format!("up to 4 plies, 91 positions, {size} bytes, ")), "{told}");
    assert!(!directory.join("4.book.part").exists());

    let (code, [told, _]) = run(&directory, &["book", "verify", "connect4:4x4", "--file", "4.book"]);
    assert!(code == Some(0) && told.contains("\nchecked 91, wrong 0, "), "{told}");
    let sample = ["book", "verify", "connect4:4x4", "--file", "4.book", "--sample", "20", "--json"];
    let (code, [told, _]) = run(&directory, &[&sample[..], &["--seed", "3", "--threads", "2"]].concat());
    let verdict = object(&told);
    assert_eq!((code, &verdict["checked"], &verdict["wrong"]), (Some(0), &20.into(), &0.into()), "{told}");

    let again = ["book", "solve", "connect4:4x4", "--plies", "4", "--out", "4.book"];
    let (code, [_, error]) = run(&directory, &again);
    assert_eq!(
        (code, error.as_str()),
        (Some(2), "error: 4.book exists and stays as it is; expected a new file\n")
    );
    let (code, [_, error]) = run(&directory, &["book", "verify", "connect4:5x4", "--file", "4.book"]);
    assert_eq!(
        (code, error.as_str()),
        (Some(2), "error: 4.book is a book of 4x4; expected a book of the same board\n")
    );
}

#[test]
fn a_book_has_a_name_of_its_own_unless_it_gets_one() {
    let directory = directory("book-name");
    let (code, [told, _]) = run(&directory, &["book", "solve", "connect4:4x4", "--plies", "1", "--json"]);
    let made = object(&told);
    assert_eq!((code, &made["file"], &made["plies"]), (Some(0), &"connect4-4x4-1.book".into(), &1.into()));
    assert!(directory.join("connect4-4x4-1.book").exists());
}

/// Ends the work when some of it is on disk. What was finished is not done again, and the book is the same.
#[cfg(unix)]
#[test]
fn a_book_that_was_broken_off_is_gone_on_with() {
    const ORDER: [&str; 5] = ["book", "solve", "connect4:5x5", "--plies", "8"];
    let directory = directory("book-broken-off");
    let mut child = mossa(&directory, &[&ORDER[..], &["--out", "parts.book"]].concat()).spawn().unwrap();
    let began = Instant::now();
    let journal = directory.join("parts.book.part");
    // A line of text, and then a part: 4 bytes, 64 scores, 8 bytes.
    while fs::metadata(&journal).map_or(0, |file| file.len()) < 400 {
        assert!(began.elapsed() < Duration::from_secs(60), "no part was finished");
        assert!(child.try_wait().unwrap().is_none(), "all was finished too soon");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let (code, [_, error]) = texts(child.wait_with_output().unwrap());
    assert_eq!(
        (code, error.as_str()),
        (Some(1), "error: stopped; the same command goes on with what was finished\n")
    );
    assert!(!directory.join("parts.book").exists());

    let (code, [told, _]) = run(&directory, &[&ORDER[..], &["--out", "parts.book"]].concat());
    assert!(code == Some(0) && told.contains("parts.book, going on with earlier work\n"), "{told}");
    let whole = [&ORDER[..], &["--out", "whole.book", "--threads", "2", "--table", "1"]].concat();
    assert_eq!(run(&directory, &whole).0, Some(0));
    let read = |name: &str| fs::read(directory.join(name)).unwrap();
    assert!(read("parts.book") == read("whole.book"), "the books differ");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 2, "nothing but the books is left");
}

#[test]
fn work_on_another_book_is_not_taken_over() {
    let directory = directory("book-other-work");
    fs::write(directory.join("b.part"), "mossa connect4 5x4 4 plies, by 64\n").unwrap();
    let (code, [_, error]) =
        run(&directory, &["book", "solve", "connect4:4x4", "--plies", "4", "--out", "b"]);
    assert_eq!(code, Some(2));
    assert!(
        error.starts_with("error: b.part holds other work (\"mossa connect4 5x4 4 plies, by 64\")"),
        "{error}"
    );
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "and it stays");
}

/// Nobody is stronger: from each opening the perfect player gets at least what the other one got from it.
#[test]
fn nobody_beats_the_perfect_player_twice() {
    let directory = directory("perfect");
    let players = ["match", "perfect:table=1", "level:5", "--game", "connect4:5x4", "--games", "12"];
    let how = ["--openings", "random:5", "--seed", "7", "--nodes", "100", "--out", "m.jsonl", "--json"];
    let (code, [told, error]) = run(&directory, &[&players[..], &how].concat());
    assert_eq!((code, error.as_str()), (Some(0), ""), "{told}");
    let text = fs::read_to_string(directory.join("m.jsonl")).unwrap();
    let games: Vec<Value> = text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 12);
    let summary = object(&told);
    let pairs = summary["pentanomial"].as_array().unwrap_or_else(|| panic!("{told}"));
    let pairs: Vec<u64> = pairs.iter().map(|count| count.as_u64().unwrap()).collect();
    assert_eq!((pairs[0], pairs[1], pairs.iter().sum::<u64>()), (0, 0, 6), "{told}");
    assert!(pairs[3] + pairs[4] > 0, "level 5 makes mistakes: {told}");
}

/// The preset of the report, on one of its positions and not so deep.
#[test]
fn the_experiment_of_the_report_can_be_repeated() {
    let directory = directory("connect4-document");
    let preset = ["lab", "--preset", "connect4-document", "--depth", "5", "--json"];
    let (code, [told, _]) = run(&directory, &preset);
    assert_eq!(code, Some(0), "{told}");
    let rows: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let nodes: Vec<u64> = rows[..5].iter().map(|row| row["nodes"].as_u64().unwrap()).collect();
    assert!(nodes.windows(2).all(|pair| pair[1] < pair[0]), "each technique saves nodes: {nodes:?}");
    let summary = &rows[5];
    assert_eq!(
        (&summary["rows"], &summary["agree"], &summary["complete"]),
        (&5.into(), &true.into(), &true.into())
    );
    assert_eq!(summary["positions"].as_array().unwrap().len(), 5);
}

#[test]
fn the_players_of_the_report_meet() {
    let directory = directory("connect4-document-match");
    let players = ["match", "connect4-document:table,depth=4", "connect4-document:minimax,depth=2"];
    let how = ["--game", "connect4", "--games", "4", "--seed", "1", "--out", "m.jsonl"];
    let (code, [told, error]) = run(&directory, &[&players[..], &how].concat());
    assert_eq!((code, error.as_str()), (Some(0), ""), "{told}");
    assert!(told.contains("ended by: rules 4"), "{told}");
}
