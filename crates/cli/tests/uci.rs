//! The Universal Chess Interface between programs: mossa as an engine, and engines in mossa's own arena.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const MOSSA: &str = env!("CARGO_BIN_EXE_mossa");

fn run(args: &[&str]) -> Output {
    let output = Command::new(MOSSA).args(args).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The games of a match, as the program tells of them.
fn games(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let told = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    told.filter(|value| value.get("record").is_some()).collect()
}

/// Whether no game was lost by a fault.
fn are_fair(games: &[Value]) -> bool {
    games.iter().all(|game| game["ending"]["by"] != "forfeit")
}

#[test]
fn a_program_can_be_used_by_hand() {
    let mut child =
        Command::new(MOSSA).arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"position startpos moves e2e4\ngo depth 6\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.lines().last().unwrap().starts_with("bestmove "), "{text}");
}

/// Both sides of the protocol in one match, in chess and in Chess960.
#[test]
fn the_engine_plays_through_pipes_as_it_does_at_home() {
    for game in ["chess", "chess:960,start=77"] {
        let piped = format!("uci[nodes=200,table=1,name=piped]:'{MOSSA}' uci");
        let args = ["match", &piped, "mossa:nodes=200,name=home", "--game", game, "--games", "4", "--json"];
        let games = games(&run(&args));
        assert!(games.len() == 4 && are_fair(&games), "{games:?}");
    }
}

/// The program of another engine, if this machine has it.
fn stockfish() -> Option<&'static str> {
    let runs = |command: &&str| Command::new(command).arg("quit").output().is_ok();
    ["stockfish", "/usr/games/stockfish"].into_iter().find(runs)
}

#[test]
#[ignore = "needs stockfish, which scripts/prove does not install"]
fn another_engine_plays_twenty_games_without_a_fault() {
    let stockfish = stockfish().expect("stockfish is installed");
    let other = format!("uci[nodes=500,table=16,name=other]:{stockfish}");
    let args = ["match", &other, "mossa:nodes=2000", "--game", "chess", "--games", "20", "--json"];
    let games = games(&run(&args));
    assert!(games.len() == 20 && are_fair(&games), "{games:?}");
}
