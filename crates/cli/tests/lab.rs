//! The laboratory as others meet it: files, signals, tournaments.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;

fn mossa(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    command.arg("lab").args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The objects that a run prints, and whether it ended well.
fn objects(args: &[&str]) -> (Vec<Value>, bool) {
    let output = mossa(args).wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), output.status.success())
}

/// An empty directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn path(directory: &Path, name: &str) -> String {
    directory.join(name).to_string_lossy().into_owned()
}

#[test]
fn tables_are_written_as_files() {
    let directory = directory("lab-files");
    std::fs::write(directory.join("positions.txt"), "b2 a1\n3/1x1/3 o\n").unwrap();
    let (file, csv, html) =
        (path(&directory, "positions.txt"), path(&directory, "lab.csv"), path(&directory, "lab.html"));
    let common = ["mnk:3,3,3", "--depth", "4", "--sets", "minimax;all", "--json", "--file", &file];
    let (rows, fine) = objects(&[&common[..], &["--csv", &csv, "--report", &html, "--lang", "it"]].concat());
    assert!(fine && rows.len() == 3 && rows[2]["rows"] == 2, "{rows:?}");
    let csv = std::fs::read_to_string(csv).unwrap();
    assert_eq!(csv.lines().count(), 1 + 2 * 3, "a head, and for each set two positions and their sum");
    assert!(csv.contains("\r\nminimax,2,\"mnk:3,3,3 3/1x1/3 o\",yes,yes,yes,4,"), "{csv}");
    assert!(csv.contains(&format!(
        "\r\nall,all,,no,yes,yes,{},{},",
        rows[1]["mean_depth"].as_f64().unwrap(),
        rows[1]["nodes"]
    )));
    let html = std::fs::read_to_string(html).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("lang=\"it\"") && html.contains("minimax"));
    assert_eq!(std::fs::read_dir(directory).unwrap().count(), 3, "nothing is left over");
}

#[test]
fn every_position_has_its_own_objects_if_asked_for() {
    let arguments = ["mnk", "--depth", "2", "--sets", "alphabeta;all", "--json"];
    let (rows, _) = objects(&arguments);
    let (each, _) = objects(&[&arguments[..], &["--each"]].concat());
    let positions = rows[2]["positions"].as_array().unwrap().len();
    assert_eq!((rows.len(), each.len()), (3, 2 * (positions + 1) + 1));
    assert_eq!((&each[1]["position"], &each[positions]["position"]), (&Value::from(1), &Value::Null));
    assert_eq!(each[positions]["nodes"], rows[0]["nodes"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_keeps_its_complete_rows() {
    let directory = directory("lab-interrupted");
    let csv = path(&directory, "lab.csv");
    let sets = "alphabeta,ordering;minimax;all";
    // Minimax would take days.
    let mut child = mossa(&["mnk:6,6,5", "--depth", "7", "--sets", sets, "--csv", &csv]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.by_ref().any(|line| line.unwrap().starts_with("alphabeta,ordering")));
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let rest: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(
        child.wait().unwrap().success() && rest.contains(&"interrupted after 1 of 3 rows".to_owned()),
        "{rest:?}"
    );
    assert_eq!(std::fs::read_to_string(csv).unwrap().lines().count(), 2);
}

#[test]
fn sets_play_against_each_other() {
    let directory = directory("lab-tournament");
    let (out, html) = (path(&directory, "games.jsonl"), path(&directory, "games.html"));
    let sets = "minimax;alphabeta,ordering;all";
    let common = ["mnk:4,4,3", "--tournament", "--nodes", "100", "--games", "2", "--sets", sets, "--json"];
    let (objects, fine) = objects(&[&common[..], &["--out", &out, "--report", &html]].concat());
    assert!(fine && std::fs::read_to_string(html).unwrap().contains("alphabeta ordering"));
    let pairs = objects.last().unwrap()["pairs"].as_array().unwrap();
    let names: Vec<_> = pairs.iter().map(|pair| (pair["first"].as_str(), pair["second"].as_str())).collect();
    let [minimax, middle, all] = ["minimax", "alphabeta ordering", "all"].map(Some);
    assert_eq!(names, [(middle, minimax), (all, middle)], "each meets the one before");
    for pair in pairs {
        let points = |player: usize| pair["points"][player].as_f64().unwrap();
        assert_eq!(points(0) + points(1), 2.0);
        assert_eq!(pair["boards"][0]["board"], "mnk:4,4,3");
    }
}

#[test]
fn a_tournament_that_a_game_brings_can_be_repeated() {
    let directory = directory("lab-preset");
    let out = path(&directory, "games.jsonl");
    let arguments =
        ["--preset", "mnk-document", "--boards", "mnk:3,3,3", "mnk:4,3,3", "--nodes", "50", "--games", "2"];
    let output = mossa(&[&arguments[..], &["--out", &out]].concat()).wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.lines().any(|line| line.starts_with("  mnk:3,3,3 (draw) ")), "{text}");
    assert!(text.lines().any(|line| line.starts_with("mnk-document:") && line.contains(" - ")), "{text}");
    assert!(!text.contains("published"), "other boards are not what was published");
    assert!(text.lines().last().unwrap().starts_with("source: "));
}

#[test]
fn openings_are_explored_one_by_one() {
    let boards = ["chinese-checkers:pieces=1,rules=free", "chinese-checkers:pieces=1"];
    let directory = directory("lab-openings");
    let csv = path(&directory, "openings.csv");
    let arguments = [boards[0], "--openings", "--depth", "9", "--boards", boards[1], "--csv", &csv, "--json"];
    let (objects, fine) = objects(&arguments);
    assert!(fine);
    let csv = std::fs::read_to_string(csv).unwrap();
    assert_eq!(csv.lines().count(), 1 + 8 * 3, "a head, and for each step two moves and their sum");
    assert!(csv.contains(",total,") && csv.contains(",player 1 wins in 9,"), "{csv}");
    // Four steps on each of two boards: what it is, two moves, their sum; last what all amounts to.
    assert_eq!(objects.len(), 8 * 4 + 1);
    for (step, rows) in objects.chunks_exact(4).enumerate() {
        let wins = if step < 4 { "player 1 wins in 9" } else { "player 1 wins in 7" };
        assert_eq!((&rows[1]["result"], &rows[2]["result"]), (&Value::from(wins), &Value::from(wins)));
        assert_eq!(rows[3]["opening"], "total");
        let nodes = |row: usize| rows[row]["nodes"].as_u64().unwrap();
        assert_eq!(nodes(1) + nodes(2), nodes(3));
    }
    let last = objects.last().unwrap();
    assert_eq!((&last["agree"], &last["complete"]), (&Value::from(true), &Value::from(true)));
}

#[test]
fn with_more_players_everybody_else_or_everybody_for_himself() {
    for (method, result) in [("paranoid", "the others win in 8"), ("maxn", "open")] {
        let game = "chinese-checkers:players=3,pieces=1";
        let (objects, fine) = objects(&[game, "--openings", "--depth", "9", "--method", method, "--json"]);
        assert!(fine);
        let first = objects.iter().filter(|object| object["number"] == 1);
        assert!(first.clone().count() > 2 && first.clone().all(|row| row["result"] == result), "{method}");
    }
}

#[test]
fn published_figures_are_found_again() {
    let board = "chinese-checkers:pieces=3,rules=free";
    let (objects, fine) = objects(&["--preset", "chinese-checkers-document", "--boards", board, "--json"]);
    let last = objects.last().unwrap();
    assert!(fine && objects.len() == 1 + 6 + 1 + 1, "{last}");
    assert_eq!((&last["equal"], &last["nodes"]), (&Value::from(true), &Value::from(46_382_196)));
    let other = ["--preset", "chinese-checkers-document", "--boards", board, "--depth", "5", "--json"];
    let (objects, fine) = self::objects(&other);
    assert!(fine && objects.last().unwrap()["equal"].is_null(), "other limits are not what was published");
}

#[test]
fn explorations_refuse_what_they_cannot_do() {
    for bad in [
        &["mnk:3,3,3", "--openings"][..],
        &["mnk:3,3,3", "--openings", "--depth", "3", "--method", "paranoid"],
        &["mnk:3,3,3", "--openings", "--depth", "3", "--report", "x.html"],
        &["mnk:3,3,3", "--openings", "--depth", "3", "--position", "xxx/oo1/3 o"],
        &["mnk:3,3,3", "--tournament", "--boards", "mnk:4,4,3"],
        &["--preset", "chinese-checkers-document", "--boards", "mnk:4,4,3"],
    ] {
        let output = mossa(bad).wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
    }
}
