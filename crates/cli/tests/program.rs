//! The program as others meet it: pipes that close, signals, files.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use mossa_game::GameRecord;

fn mossa(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_mossa"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let endless = [
        &["analyse", "mnk:15,15,5", "--time", "60000", "--json"][..],
        &["perft", "mnk:15,15,5", "--depth", "2", "--divide"],
        &["play", "mnk:15,15,5", "--side", "none", "--level", "1"],
        &["man"],
        &["completions", "bash"],
        &["analyse", "--help"],
    ];
    for args in endless {
        let mut child = mossa(args);
        // The first bytes are read, the rest is refused.
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 1]).unwrap();
        drop(stdout);
        let began = Instant::now();
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && stderr.is_empty(), "{args:?}: {:?} {stderr}", output.status);
        assert!(began.elapsed() < Duration::from_secs(30), "{args:?} went on without readers");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_still_prints_its_result() {
    let mut child = mossa(&["analyse", "mnk:15,15,5", "--time", "60000"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The search has begun when its table has.
    assert!(lines.by_ref().any(|line| line.unwrap().starts_with("depth")));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let began = Instant::now();
    let last = lines.map_while(Result::ok).last().unwrap();
    assert!(last.starts_with("best ") && last != "best -", "{last}");
    assert!(child.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[cfg(unix)]
#[test]
fn an_interrupted_solver_gives_up() {
    let mut child = mossa(&["solve", "mnk:15,15,5"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.by_ref().any(|line| line.unwrap().starts_with("X to move")));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let began = Instant::now();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), &*stderr),
        (Some(1), "error: stopped before the position was solved\n")
    );
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn positions_are_read_from_standard_input() {
    let solve = |args: &[&str], text: &str| {
        let mut child = mossa(&[&["solve", "tic-tac-toe", "--file", "-"], args].concat());
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), texts)
    };
    let (code, [stdout, _]) = solve(&["--json", "--threads", "2"], "3/3/3 x draw\n1x1/ox1/o2 x win in 1\n");
    let lines: Vec<serde_json::Value> =
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, lines.len()), (Some(0), 3));
    assert_eq!((&lines[1]["outcome"], &lines[1]["right"]), (&"win".into(), &true.into()));
    assert_eq!((&lines[2]["solved"], &lines[2]["wrong"]), (&2.into(), &0.into()));
    let (code, [stdout, _]) = solve(&[], "3/3/3 x win\n");
    assert!(code == Some(1) && stdout.contains("wrong, expected win"), "{stdout}");
    let (code, [stdout, stderr]) = solve(&[], "3/3/3 x draw\nnonsense\n");
    assert!(code == Some(2) && stdout.is_empty() && stderr.starts_with("error: -:2: "), "{stdout}{stderr}");
    let (code, [_, stderr]) = solve(&["--time", "1"], "# nothing\n");
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "no position, no mistake");
}

#[test]
fn a_record_is_kept_and_can_be_read_back() {
    let directory = directory("records");
    let path = directory.join("game.txt");
    let mut child =
        mossa(&["play", "mnk:3,3,3", "--side", "all", "--seed", "5", "--save", path.to_str().unwrap()]);
    child.stdin.take().unwrap().write_all(b"a1\na2\nb1\nb2\nundo\nc3\nc1\n").unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    let record = GameRecord::from_text(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let moves: Vec<&str> = record.moves.iter().map(|m| m.text.as_str()).collect();
    assert_eq!(moves, ["a1", "a2", "b1", "c3", "c1"]);
    assert_eq!(record.result.unwrap().to_string(), "1-0");
    assert_eq!(record.tags, [("Seed".to_owned(), "5".to_owned())]);
    let left: Vec<_> = std::fs::read_dir(&directory).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing but the record is left: {left:?}");
}

#[test]
fn no_record_is_ever_overwritten() {
    let directory = directory("overwriting");
    let path = directory.join("game.txt");
    let play = |moves: &[u8]| {
        let mut child = mossa(&["play", "mnk:3,3,3", "--side", "all", "--save", path.to_str().unwrap()]);
        // A program that has refused does not read any more.
        let _ = child.stdin.take().unwrap().write_all(moves);
        child.wait_with_output().unwrap().status.code()
    };
    let save = format!("save {}\n", path.display());
    assert_eq!(play(&[b"a1\n\xff\xfe\na2\nnew\nc3\n", save.as_bytes()].concat()), Some(0));
    let moves = |name: &str| {
        let text = std::fs::read_to_string(directory.join(name)).unwrap();
        let record = GameRecord::from_text(&text).unwrap();
        record.moves.into_iter().map(|m| m.text).collect::<Vec<_>>()
    };
    assert_eq!(moves("game.txt"), ["a1", "a2"]);
    assert_eq!(moves("game-2.txt"), ["c3"], "a new game has a new file");
    assert_eq!(play(b"b2\n"), Some(2), "a file that is there is not written");
    assert_eq!(moves("game.txt"), ["a1", "a2"]);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let play = |seed: &str| {
        let child = mossa(&["play", "mnk:5,5,4", "--side", "none", "--level", "2", "--seed", seed]);
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
    };
    assert_eq!(play("3"), play("3"));
    assert!((4..14).any(|seed| play(&seed.to_string()) != play("3")));
}

#[test]
fn every_command_gets_a_manual_page() {
    let directory = directory("man");
    let child = mossa(&["man", "--out", directory.to_str().unwrap()]);
    assert!(child.wait_with_output().unwrap().status.success());
    for name in [
        "mossa",
        "mossa-games",
        "mossa-play",
        "mossa-analyse",
        "mossa-perft",
        "mossa-bench",
        "mossa-solve",
        "mossa-book",
        "mossa-book-solve",
    ] {
        let page = std::fs::read_to_string(directory.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")) && page.contains("Examples:"), "{name}");
    }
}

#[test]
fn the_environment_chooses_the_language() {
    let child = Command::new(env!("CARGO_BIN_EXE_mossa"))
        .args(["play", "mnk:3,3,3"])
        .env("MOSSA_LANG", "it_IT.UTF-8")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&child.stdout).contains("Tocca a te"));
}
