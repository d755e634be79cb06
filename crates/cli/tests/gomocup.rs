//! The Gomocup protocol between programs: mossa as a brain, under either name, and brains in mossa's own arena.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const MOSSA: &str = env!("CARGO_BIN_EXE_mossa");

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gomocup-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// The program under the name of a brain.
    fn brain(&self, name: &str) -> String {
        std::os::unix::fs::symlink(MOSSA, self.0.join(name)).unwrap();
        self.file(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A brain that was started.
struct Brain {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Brain {
    fn start(program: &str, args: &[&str]) -> Brain {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Brain { child, input, output }
    }

    fn say(&mut self, lines: &str) {
        self.input.write_all(format!("{lines}\r\n").as_bytes()).unwrap();
    }

    fn ask(&mut self, lines: &str) -> String {
        self.say(lines);
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn ask_move(&mut self, lines: &str) -> (usize, usize) {
        let answer = self.ask(lines);
        let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("no move: {answer}"));
        (x.parse().unwrap(), y.parse().unwrap())
    }

    /// Plays against somebody who takes the first free cells; ends before anybody can win.
    fn plays(&mut self, moves: usize) {
        let mut taken = vec![self.ask_move("BEGIN")];
        for _ in 1..moves {
            // Every second cell of every second row: never five together.
            let cells = (0..8).flat_map(|y| (0..8).map(move |x| (2 * x, 2 * y)));
            let free = cells.filter(|cell| !taken.contains(cell)).nth(taken.len() % 5).unwrap();
            taken.push(free);
            match self.ask(&format!("TURN {},{}", free.0, free.1)).split_once(',') {
                Some((x, y)) => taken.push((x.parse().unwrap(), y.parse().unwrap())),
                None => return,
            }
        }
    }

    /// The most memory that the process has had, in bytes.
    fn peak(&self) -> Option<u64> {
        peak_of(&format!("/proc/{}", self.child.id()))
    }

    fn leaves(mut self) {
        let began = Instant::now();
        self.say("END");
        assert!(self.child.wait().unwrap().success());
        assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
        let mut rest = String::new();
        assert_eq!(self.output.read_line(&mut rest).unwrap(), 0, "{rest}");
    }
}

/// The most memory that the process in this folder of `/proc` has had, in bytes.
fn peak_of(process: &str) -> Option<u64> {
    let status = fs::read_to_string(Path::new(process).join("status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[test]
fn mossa_is_a_brain_under_either_name() {
    let folder = Folder::new("names");
    let linked = folder.brain("pbrain-mossa");
    let programs: [(&str, &[&str]); 3] = [
        (MOSSA, &["gomocup", "--hash", "2"]),
        (&linked, &[]),
        (&linked, &["--threads", "2", "--table", "2"]),
    ];
    for (program, args) in programs {
        let mut brain = Brain::start(program, args);
        assert!(brain.ask("ABOUT").starts_with("name=\"mossa\", version=\""));
        assert_eq!(brain.ask("START 20"), "OK");
        brain.say("INFO timeout_turn 100\r\nINFO max_memory 367001600\r\nINFO rule 0");
        let (x, y) = brain.ask_move("BEGIN");
        assert!(x < 20 && y < 20);
        assert_ne!(brain.ask_move(&format!("TURN {},{y}", x ^ 1)), (x, y));
        assert_eq!(brain.ask("SPEAK"), "UNKNOWN command `SPEAK`");
        brain.leaves();
    }
    let refused = Command::new(&linked).arg("--threads=0").output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(refused.stdout.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn the_whole_process_stays_within_its_memory() {
    for (megabytes, before) in [(350, true), (350, false), (80, true), (80, false), (48, false)] {
        let limit = megabytes << 20;
        let mut brain = Brain::start(MOSSA, &["gomocup", "--hash", "1000", "--threads", "2"]);
        let info = format!("INFO max_memory {limit}");
        if before {
            brain.say(&info);
        }
        assert_eq!(brain.ask("START 15"), "OK");
        brain.say(&info);
        brain.say("INFO timeout_turn 150");
        brain.plays(6);
        let peak = brain.peak().unwrap();
        assert!(peak < limit, "{peak} of {limit} bytes");
        // A table that was told before the board is all there; the others grow into it.
        assert!(!before || peak > limit / 2, "{peak} of {limit} bytes: the memory is not used");
        println!(
            "{megabytes} MB, told {}: peak {:.1} MB",
            if before { "before" } else { "after" },
            peak as f64 / 1048576.0
        );
        brain.leaves();
    }
    let mut brain = Brain::start(MOSSA, &["gomocup"]);
    brain.say("INFO max_memory 1000000");
    assert!(brain.ask("START 15").starts_with("ERROR max_memory 1000000 is too small"));
    brain.leaves();
}

/// Runs a match and gives its summary.
fn summary(args: &[&str]) -> Value {
    let output =
        Command::new(MOSSA).arg("match").args(args).arg("--json").stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

/// Our own brain through our own manager, on square and other boards, by all rules, from openings and from the start.
#[test]
fn brains_play_in_the_arena() {
    let folder = Folder::new("arena");
    let brain = folder.brain("pbrain-mossa");
    for (index, (game, openings, time)) in [
        ("mnk:15,15,5", "random:4", &["--time", "60"]),
        ("mnk:12,16,5,rule=exact", "start", &["--time", "60"]),
        ("renju", "random:3", &["--tc", "2+0.05"]),
    ]
    .into_iter()
    .enumerate()
    {
        let out = folder.file(&format!("{index}.jsonl"));
        let player = format!("gomocup[name=brain]:{brain} --hash 4");
        let args =
            [&player, "level:3", "--game", game, "--openings", openings, "--games", "4", "--out", &out];
        let last = summary(&[&args[..], time].concat());
        assert_eq!(last["games"], 4, "{game}: {last}");
        assert_eq!(last["summary"]["forfeits"].as_array().unwrap().len(), 0, "{game}: {last}");
        assert!(
            last["wins"].as_u64() > last["losses"].as_u64(),
            "{game}: full strength beats level 3: {last}"
        );
    }
    let args =
        ["level:1", &format!("gomocup:{brain}"), "--game", "connect4", "--out", &folder.file("no.jsonl")];
    let refused = Command::new(MOSSA).arg("match").args(args).output().unwrap();
    let error = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(error.contains("programs of Gomocup cannot play connect4; expected five in a row"), "{error}");
}

/// Two brains meet; nobody is late, and nobody takes more memory than was given. How many games, how many milliseconds a
/// move, how many megabytes and how many games at once: `MOSSA_GAMES`, `MOSSA_MILLIS`, `MOSSA_MEMORY`, `MOSSA_CONCURRENCY`.
/// 200 games at 500 ms take nearly an hour; `--nocapture` shows how they go.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "nearly an hour, unless it is told to play fewer games"]
fn many_games_without_a_timeout_and_within_the_memory() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
    };
    let (games, millis) = (number("MOSSA_GAMES", 200), number("MOSSA_MILLIS", 500));
    let (megabytes, at_once) = (number("MOSSA_MEMORY", 350), number("MOSSA_CONCURRENCY", 1));
    let folder = Folder::new("many");
    let name = format!("pbrain-mossa-{}", std::process::id());
    let (brain, out) = (folder.brain(&name), folder.file("run.jsonl"));
    let player = |letter: &str| format!("gomocup[memory={megabytes},name={letter}]:{brain} --hash 1000");
    let mut child = Command::new(MOSSA)
        .args(["match", &player("a"), &player("b"), "--game", "mnk:15,15,5", "--json", "--out", &out])
        .args(["--games", &games.to_string(), "--time", &millis.to_string()])
        .args(["--concurrency", &at_once.to_string()])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let (mut peak, mut seen) = (0, 0);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(100));
        peak = peak
            .max(processes_called(&name).iter().filter_map(|process| peak_of(process)).max().unwrap_or(0));
        let played = fs::read_to_string(&out).map_or(0, |text| text.lines().count().saturating_sub(1));
        if played > seen {
            seen = played;
            println!("{seen} games, peak {:.1} MB", peak as f64 / 1_048_576.0);
        }
    };
    assert!(status.success());
    let last = summary(&["--resume", &out]);
    let forfeits = last["summary"]["forfeits"].as_array().unwrap();
    println!(
        "{} games at {millis} ms, forfeits {}, peak {peak} of {} bytes",
        last["games"],
        forfeits.len(),
        megabytes << 20
    );
    assert_eq!((last["games"].as_u64(), forfeits.len()), (Some(games), 0), "{forfeits:?}");
    assert!(peak > 0 && peak < megabytes << 20, "{peak}");
}

/// The folders in `/proc` of processes whose program is called `name`.
#[cfg(target_os = "linux")]
fn processes_called(name: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let paths = entries.flatten().map(|entry| entry.path()).filter(|path| {
        let command = fs::read(path.join("cmdline")).unwrap_or_default();
        command.split(|byte| *byte == 0).next().is_some_and(|word| word.ends_with(name.as_bytes()))
    });
    paths.map(|path| path.display().to_string()).collect()
}
