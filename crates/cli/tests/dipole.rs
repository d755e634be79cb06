//! Dipole over TCP between programs: servers, players, leagues, and Ctrl-C.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use mossa_game::GameRecord;

fn mossa(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    command.arg("dipole").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// A server, and where it listens.
fn server(args: &[&str]) -> (Child, BufReader<std::process::ChildStdout>, String) {
    let mut child = mossa(&[&["host", "--port", "0", "--warmup", "0"], args].concat());
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    let address = first.trim().strip_prefix("listening on ").expect(&first).to_owned();
    (child, lines, address)
}

fn unused(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn two_programs_play_at_a_third() {
    let log = unused("dipole-host.jsonl");
    let (mut host, mut told, address) =
        server(&["--time", "20000", "--games", "2", "--log", log.to_str().unwrap()]);
    for _ in 0..2 {
        let white = mossa(&["join", &address, "--level", "1", "--seed", "1", "--json"]);
        let mut welcome = String::new();
        let mut line = || {
            welcome.clear();
            told.read_line(&mut welcome).unwrap();
            welcome.clone()
        };
        while !line().starts_with("White is group 0 from 127.0.0.1:") {}
        let black = mossa(&["join", &address, "--time", "30", "--table", "1"]);
        let (white, black) = (white.wait_with_output().unwrap(), black.wait_with_output().unwrap());
        let (white_said, black_said) =
            (String::from_utf8(white.stdout).unwrap(), String::from_utf8(black.stdout).unwrap());
        assert!(white_said.starts_with("{\"event\":\"welcome\",\"side\":\"White\"}\n"), "{white_said}");
        assert!(
            black_said.starts_with("we play Black\nthe server says: Group 1, please wait"),
            "{black_said}"
        );
        let results = (white_said.lines().last().unwrap(), black_said.lines().last().unwrap());
        match results.1 {
            "won" => assert!(results.0.contains("\"result\":\"loss\"") && white.status.code() == Some(1)),
            "lost" => assert!(results.0.contains("\"result\":\"win\"") && black.status.code() == Some(1)),
            other => assert_eq!(other, "tie"),
        }
        assert!(black_said.contains("\nmossa    ") && black_said.contains(", depth "), "{black_said}");
    }
    let mut rest = String::new();
    told.read_to_string(&mut rest).unwrap();
    let told = |reason: &str| rest.contains(&format!("{reason}, after "));
    let by_the_rules = told("has no pieces left") || told("pieces counted");
    assert!(host.wait().unwrap().success() && by_the_rules, "{rest}");
    let records = std::fs::read_to_string(log).unwrap();
    assert_eq!(records.lines().count(), 2);
    for line in records.lines() {
        let record = GameRecord::from_json(line).unwrap();
        assert!(record.result.is_some() && record.moves.len() > 2);
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let mut kill = Command::new("kill");
    assert!(kill.args(["-s", name, &child.id().to_string()]).status().unwrap().success());
}

/// Whether a process runs. One that has ended, but that its parent has not noticed yet, does not.
#[cfg(unix)]
fn lives(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let ended = stat.rsplit_once(") ").is_some_and(|(_, fields)| fields.starts_with('Z'));
    let mut kill = Command::new("kill");
    !ended && kill.args(["-0", process]).stderr(Stdio::null()).status().unwrap().success()
}

#[cfg(unix)]
#[test]
fn an_interrupted_server_tells_its_players() {
    let (mut host, mut told, address) = server(&["--time", "60000"]);
    let white = mossa(&["join", &address, "--level", "1"]);
    let mut line = String::new();
    told.read_line(&mut line).unwrap();
    assert!(line.starts_with("White is group 0 from "), "{line}");
    signal(&host, "INT");
    let said = white.wait_with_output().unwrap();
    assert_eq!((host.wait().unwrap().code(), said.status.code()), (Some(1), Some(2)));
    assert!(String::from_utf8(said.stdout).unwrap().ends_with("the server says: The server was stopped\n"));
    let error = String::from_utf8(said.stderr).unwrap();
    assert_eq!(error, "error: the server closed the connection before the game was over\n");
}

/// A league whose program has been started, and the number of the program.
#[cfg(unix)]
fn league_with_a_program(name: &str) -> (Child, String) {
    let note = unused(name);
    let sleeper = format!("sleeper=sh -c 'echo $$ > {}; sleep 1000; : {{port}}'", note.display());
    let league = mossa(&["tournament", &sleeper, "random"]);
    let began = Instant::now();
    let pid = loop {
        let pid = std::fs::read_to_string(&note).unwrap_or_default();
        if pid.ends_with('\n') {
            break pid.trim().to_owned();
        }
        assert!(began.elapsed() < Duration::from_secs(20), "the program was not started");
        std::thread::sleep(Duration::from_millis(10));
    };
    (league, pid)
}

/// The program of a league is gone when the league is, however it ends.
#[cfg(unix)]
#[test]
fn an_interrupted_league_ends_its_programs() {
    let (mut league, program) = league_with_a_program("dipole-interrupted");
    assert!(lives(&program));
    signal(&league, "INT");
    assert_eq!(league.wait().unwrap().code(), Some(1));
    assert!(!lives(&program));
}

#[cfg(unix)]
#[test]
fn a_killed_league_ends_its_programs() {
    let (mut league, program) = league_with_a_program("dipole-killed");
    assert!(lives(&program));
    signal(&league, "KILL");
    league.wait().unwrap();
    let began = Instant::now();
    while lives(&program) {
        assert!(began.elapsed() < Duration::from_secs(20), "the program lives on");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What the server does not accept is probably due to another game.
#[test]
fn an_invalid_move_comes_with_a_hint() {
    let (mut host, _told, address) = server(&["--time", "60000"]);
    let steere = mossa(&["join", &address, "--level", "1", "--start", "steere"]);
    // White or Black does not matter: either begins from H3.
    let other = mossa(&["join", &address, "--level", "1", "--start", "steere"]);
    let said: Vec<_> = [steere, other].into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let lost = said.iter().find(|said| said.status.code() == Some(1)).expect("somebody has lost");
    let lines = String::from_utf8(lost.stdout.clone()).unwrap();
    let hint = "You have sent an invalid move (--start and --limit must be those of the server)\nlost\n";
    assert!(lines.ends_with(hint), "{lines}");
    host.wait().unwrap();
}

#[test]
fn a_league_keeps_its_logs_and_its_standings() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dipole-league");
    let _ = std::fs::remove_dir_all(&folder);
    let log = folder.to_str().unwrap();
    let league = ["tournament", "a=random", "b=random", "--time", "20000", "--log", log];
    let played = mossa(&league).wait_with_output().unwrap();
    assert!(played.status.success(), "{played:?}");
    let printed = String::from_utf8(played.stdout).unwrap();
    let (_, table) = printed.split_once("\n\n").unwrap();
    assert_eq!(std::fs::read_to_string(folder.join("standings.txt")).unwrap(), table);
    assert!(folder.join("game-001.log").exists() && folder.join("game-002.log").exists());
    let again = mossa(&league).wait_with_output().unwrap();
    assert_eq!((again.status.code(), again.stdout.len()), (Some(2), 0));
    let error = String::from_utf8(again.stderr).unwrap();
    let expected =
        format!("error: the folder {log} has logs of games; expected a new folder, or an empty one\n");
    assert_eq!(error, expected);
}

#[test]
fn the_help_of_join_offers_what_works_and_tells_the_exit_codes() {
    let help = String::from_utf8(mossa(&["join", "--help"]).wait_with_output().unwrap().stdout).unwrap();
    assert!(!help.contains("perfect"), "{help}");
    assert!(help.contains("--start and --limit must\nbe those of the server"), "{help}");
    assert!(help.contains("Exit codes: 0 won or tied, 1 lost, 2 no result"), "{help}");
}
