//! Games of the arena for other programs.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn run(directory: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    let output = command.args(args).current_dir(directory).stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn games_of_chess_are_written_as_pgn_and_read_again() {
    let directory = directory("pgn-chess");
    let players = ["mossa:nodes=300,name=A", "mossa:nodes=200,name=B"];
    let rest =
        ["--game", "chess", "--games", "2", "--max-plies", "60", "--out", "run.jsonl", "--pgn", "games.pgn"];
    let (code, told) = run(&directory, &[&["match"][..], &players, &rest].concat());
    assert_eq!(code, Some(0), "{told}");
    let text = fs::read_to_string(directory.join("games.pgn")).unwrap();
    assert_eq!(text.matches("[Event \"mossa match: A - B\"]").count(), 2, "{text}");
    for expected in
        ["[White \"A\"]\n[Black \"B\"]", "[White \"B\"]\n[Black \"A\"]", "[Termination \"", "\n\n1. "]
    {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    assert!(text.contains("s}"), "times are told: {text}");
    // A resumed run has nothing left to play, and writes the same games.
    fs::rename(directory.join("games.pgn"), directory.join("first.pgn")).unwrap();
    let (code, told) = run(&directory, &["match", "--resume", "run.jsonl", "--pgn", "games.pgn"]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(fs::read_to_string(directory.join("games.pgn")).unwrap(), text);
    let (code, told) = run(
        &directory,
        &["book", "make", "games.pgn", "--min-games", "1", "--plies", "4", "--out", "book.bin"],
    );
    assert!(code == Some(0) && told.starts_with("2 games, 0 games left out"), "{told}");
    let (code, told) = run(&directory, &["book", "show", "chess", "--file", "book.bin"]);
    assert_eq!(code, Some(0), "{told}");
    let openings =
        ["match", "random", "random", "--game", "chess", "--games", "2", "--openings", "games.pgn"];
    let (code, told) = run(&directory, &[&openings[..], &["--plies", "6", "--max-plies", "8"]].concat());
    assert_eq!(code, Some(0), "{told}");
}

#[test]
fn other_games_are_written_as_our_own_records() {
    let directory = directory("pgn-mnk");
    let rest = ["--game", "mnk:3,3,3", "--games", "2", "--out", "run.jsonl", "--pgn", "games.pgn"];
    let (code, told) = run(&directory, &[&["match", "random", "level:1"][..], &rest].concat());
    assert_eq!(code, Some(0), "{told}");
    let text = fs::read_to_string(directory.join("games.pgn")).unwrap();
    assert_eq!(text.matches("[Game \"mnk:3,3,3\"]").count(), 2, "{text}");
}

#[test]
fn nothing_else_is_overwritten() {
    let directory = directory("pgn-refused");
    fs::write(directory.join("notes.txt"), "mine").unwrap();
    let rest = ["--game", "mnk:3,3,3", "--games", "2", "--pgn", "notes.txt"];
    let (code, told) = run(&directory, &[&["match", "random", "level:1"][..], &rest].concat());
    assert!(code == Some(2) && told.contains("another file is there"), "{told}");
    assert_eq!(fs::read_to_string(directory.join("notes.txt")).unwrap(), "mine");
    // Games that somebody else collected are no less.
    let theirs = "[Event \"Linares\"]\n\n1. e4 *\n";
    fs::write(directory.join("theirs.pgn"), theirs).unwrap();
    let rest = ["--game", "mnk:3,3,3", "--games", "2", "--pgn", "theirs.pgn"];
    let (code, told) = run(&directory, &[&["match", "random", "level:1"][..], &rest].concat());
    assert!(code == Some(2) && told.contains("another file is there"), "{told}");
    assert_eq!(fs::read_to_string(directory.join("theirs.pgn")).unwrap(), theirs);
    // Neither is the run itself, nor another thing that it writes.
    for [first, second] in [["--out", "--pgn"], ["--out", "--report"], ["--report", "--pgn"]] {
        let rest = ["--game", "mnk:3,3,3", "--games", "2", first, "same", second, "./same"];
        let (code, told) = run(&directory, &[&["match", "random", "level:1"][..], &rest].concat());
        assert!(code == Some(2) && told.contains("two things cannot both be written"), "{told}");
        assert!(!directory.join("same").exists());
    }
}

/// A device may have no end.
#[test]
#[cfg(unix)]
fn runs_are_kept_in_plain_files() {
    let directory = directory("no-file");
    for rest in
        [&["random", "random", "--game", "mnk:3,3,3", "--out", "/dev/zero"][..], &["--resume", "/dev/zero"]]
    {
        let (code, told) = run(&directory, &[&["match"][..], rest].concat());
        let expected = "error: /dev/zero is not a plain file; expected another name\n";
        assert!(code == Some(2) && told.ends_with(expected), "{told}");
    }
}

#[test]
fn openings_that_cannot_be_read_are_left_out_and_told() {
    let directory = directory("bad-openings");
    let good = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let bad = "[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n\n[Event \"x\"]\n\n1. d4 {no end\n\n";
    fs::write(directory.join("some.pgn"), format!("{good}{bad}{}", good.replace("Nf3", "Nc3"))).unwrap();
    fs::write(directory.join("none.pgn"), bad).unwrap();
    let rest = ["--game", "chess", "--games", "4", "--max-plies", "6", "--out"];
    let play = |file: &str, out: &str| {
        run(&directory, &[&["match", "random", "random", "--openings", file][..], &rest, &[out]].concat())
    };
    let (code, told) = play("some.pgn", "run.jsonl");
    assert_eq!(code, Some(0), "{told}");
    for expected in [
        "left out: some.pgn, game 2, line 8: `Ke3` is not legal here; expected ",
        "left out: some.pgn, game 3, line 12: a comment without an end; expected ",
        "\n2 openings left out, 2 used\n",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let (code, told) = play("none.pgn", "none.jsonl");
    assert_eq!(code, Some(2), "{told}");
    assert!(told.starts_with("error: none of 2 openings can be read; none.pgn, game 1, line 4: "), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}
