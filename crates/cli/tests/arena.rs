//! Matches as people run them: with programs that misbehave, killed at any moment, and at what cost.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("mossa-arena-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn mossa(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mossa"));
    command.args(args).current_dir(ROOT).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    let output = mossa(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The objects that a command printed.
fn objects(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn games_in(path: &str) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let games = text.split_inclusive('\n').skip(1).filter(|line| line.ends_with('\n'));
    games.map(|line| serde_json::from_str::<Value>(line).unwrap()["number"].as_u64().unwrap()).collect()
}

#[test]
fn a_run_killed_ten_times_ends_with_all_its_games() {
    let folder = Folder::new("killed");
    let path = folder.file("run.jsonl");
    let args =
        ["match", "mossa:nodes=3000", "level:3", "--game", "mnk:5,5,4", "--games", "200", "--out", &path];
    let killed_after = |millis| {
        let mut child = mossa(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(millis));
        child.kill().unwrap();
        !child.wait().unwrap().success()
    };
    // Moments without a pattern: multiples of the golden ratio, between 30 and 190 ms.
    let moments = (1..=10).map(|i: u64| 30 + (i * 618_034) % 1_000_000 * 160 / 1_000_000);
    let kills = moments.filter(|millis| killed_after(*millis)).count();
    assert!(kills >= 8, "the run was over too soon to be killed: {kills}");
    // A busy machine may need longer than that for the first game.
    for millis in [400, 800, 1600, 3200, 6400] {
        if games_in(&path).is_empty() {
            killed_after(millis);
        }
    }
    let before = games_in(&path).len();
    let last = objects(&run(&["match", "--resume", &path, "--json"])).pop().unwrap();
    let numbers = games_in(&path);
    assert!(before > 0 && numbers.len() == 200, "{before}, then {}", numbers.len());
    assert_eq!(numbers.into_iter().collect::<BTreeSet<u64>>(), (0..200).collect());
    assert_eq!((last["games"].as_u64(), &last["complete"]), (Some(200), &Value::Bool(true)));

    // The same without interruption.
    let whole = folder.file("whole.jsonl");
    let mut args = args;
    args[8] = &whole;
    run(&args);
    let again = objects(&run(&["match", "--resume", &whole, "--json"])).pop().unwrap();
    for key in ["wins", "draws", "losses", "pentanomial", "elo", "error", "los"] {
        assert_eq!(last[key], again[key], "{key}");
    }
}

#[test]
fn the_example_bot_plays_every_game_of_a_match() {
    let folder = Folder::new("bot");
    let path = folder.file("run.jsonl");
    let bot = "line[name=bot]:python3 examples/bot.py";
    let args = ["match", "level:2", bot, "--game", "mnk:4,4,3", "--games", "200", "--json", "--out", &path];
    let printed = objects(&run(&args));
    assert_eq!(printed.len(), 201);
    let last = printed.last().unwrap();
    assert_eq!(last["games"], 200);
    assert_eq!(last["summary"]["forfeits"].as_array().unwrap().len(), 0);
    assert!(last["wins"].as_u64() > last["losses"].as_u64(), "a level beats chance: {last}");
}

#[test]
fn programs_that_misbehave_lose_their_games_and_the_run_goes_on() {
    let folder = Folder::new("hostile");
    let cases = [
        ("crash_in_game.py", "crashed"),
        ("hang.py", "lost on time"),
        ("garbage.py", "garbage"),
        ("flood_lines.py", "flooded"),
        ("illegal.py", "illegal move"),
    ];
    for (bot, reason) in cases {
        let script = format!("crates/arena/tests/bots/{bot}");
        assert!(Path::new(ROOT).join(&script).exists(), "{script}");
        let (path, player) = (folder.file(bot), format!("line[name=bot,time=200]:python3 {script} marker"));
        let args =
            ["match", "level:2", &player, "--game", "mnk:5,5,4", "--games", "4", "--json", "--out", &path];
        let last = objects(&run(&args)).pop().unwrap();
        assert_eq!((last["games"].as_u64(), last["losses"].as_u64()), (Some(4), Some(0)), "{bot}: {last}");
        let forfeits = last["summary"]["forfeits"].as_array().unwrap();
        assert!(!forfeits.is_empty(), "{bot}");
        for forfeit in forfeits {
            assert_eq!(forfeit["player"], "bot");
            assert!(forfeit["reason"].as_str().unwrap().contains(reason), "{bot}: {forfeit}");
        }
    }
}

#[test]
fn reports_are_written_and_bad_places_refused_before_the_first_game() {
    let folder = Folder::new("report");
    let (path, report) = (folder.file("run.jsonl"), folder.file("report.html"));
    let players = ["level:1", "level:3", "random"];
    let options =
        ["--game", "mnk:3,3,3", "--rounds", "2", "--out", &path, "--report", &report, "--lang", "it"];
    run(&[&["tournament"], &players[..], &options[..]].concat());
    let html = fs::read_to_string(&report).unwrap();
    assert!(
        html.contains("<html lang=\"it\"") && html.contains("level:3") && html.contains("<svg"),
        "{html}"
    );
    let (unused, nowhere) = (folder.file("unused.jsonl"), folder.file("no/such/folder.html"));
    let options = ["--game", "mnk:3,3,3", "--out", &unused, "--report", &nowhere];
    let refused = mossa(&[&["tournament"], &players[..], &options[..]].concat()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(!Path::new(&unused).exists());
}

#[test]
fn an_interrupted_run_tells_how_to_go_on() {
    let folder = Folder::new("interrupted");
    let path = folder.file("run.jsonl");
    let args =
        ["match", "mossa", "mossa", "--game", "gomoku", "--time", "200", "--games", "100", "--out", &path];
    let child = mossa(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(600));
    let began = Instant::now();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.code() == Some(1) && text.contains(&format!("go on with --resume {path}")),
        "{text}"
    );
}
