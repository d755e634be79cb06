//! What an interface can do to an engine: anything, at any moment; and what the engine owes it: one legal move for each
//! `go`, and an answer to `isready`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod interface;
mod random;

use std::io::pipe;
use std::time::Duration;

use interface::Interface;
use mossa_protocol::uci::{Settings, serve};
use random::Random;

impl Random {
    fn words(&mut self, most: usize) -> String {
        let words: Vec<&str> = (0..self.below(most)).map(|_| self.one_of(&WORDS)).collect();
        words.join(self.one_of(&[" ", "  ", "\t"]))
    }
}

/// No `go`: words before a command that mean nothing are passed over, and who asks for a move gets one.
const WORDS: [&str; 39] = [
    "uci",
    "debug",
    "on",
    "off",
    "isready",
    "setoption",
    "name",
    "value",
    "ucinewgame",
    "position",
    "fen",
    "startpos",
    "moves",
    "e2e4",
    "e7e5",
    "e1g1",
    "a7a8q",
    "0000",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "stop",
    "ponderhit",
    "1",
    "0",
    "-7",
    "99999999999999999999",
    "Hash",
    "Threads",
    "MultiPV",
    "true",
    "\u{265e}",
];

const POSITIONS: [&str; 11] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 moves e2e4 f4e3",
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "fen 8/8/8/4k3/8/8/4K3/7R w - - 100 90",
    "fen 8/8/8/4k3/8/8/8/4K3 w - - 0 1 moves e1e2",
    "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8",
    "fen R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
];

const OPTIONS: [&str; 12] = [
    "Hash value 1",
    "Hash value 3",
    "Hash value 999999999999",
    "Hash value -1",
    "Threads value 2",
    "Threads value 1",
    "MultiPV value 1",
    "MultiPV value 500",
    "UCI_Chess960 value true",
    "UCI_Chess960 value false",
    "Clear Hash",
    "UCI_LimitStrength value sometimes",
];

/// A line that an interface might send, or that looks like one, or nothing of the kind; and how many moves it asks for.
fn line(random: &mut Random) -> (Vec<u8>, u32) {
    let bytes = |text: String| text.into_bytes();
    match random.below(12) {
        0 => ((0..random.below(80)).map(|_| random.below(256) as u8).filter(|b| *b != b'\n').collect(), 0),
        1 | 2 => (bytes(format!("position {}", random.one_of(&POSITIONS))), 0),
        3 => (bytes(format!("setoption name {}", random.one_of(&OPTIONS))), 0),
        4 => (bytes(format!("position {}", random.words(9))), 0),
        5 => (bytes(format!("setoption {}", random.words(6))), 0),
        6 => (b"stop".to_vec(), 0),
        7 => {
            (random.one_of(&["ponderhit", "ucinewgame", "debug on", "debug off", "", "d", "eval"]).into(), 0)
        }
        8 => (bytes(format!("go nodes {}", 1 + random.below(300))), 1),
        9 => (bytes(format!("go movetime {}", random.below(4))), 1),
        10 => (random.one_of(&["go infinite", "go ponder", "go depth 2", "go wtime 5 btime 5"]).into(), 1),
        _ => (bytes(format!("go nodes 20 {}", random.words(7))), 1),
    }
}

fn torture(commands: usize, seed: u64) {
    let mut random = Random(seed);
    let mut interface = Interface::new();
    let mut answers = 0;
    for number in 0..commands {
        let (mut bytes, owed) = line(&mut random);
        // Whatever the rest of the line makes of a search, it is ended here.
        bytes.push(b'\n');
        interface.say_bytes(&bytes);
        if owed == 0 {
            continue;
        }
        if random.below(2) == 0 {
            std::thread::sleep(Duration::from_micros(random.below(3000) as u64));
        }
        interface.say("stop");
        let best = interface.searched().best;
        let legal = interface.legal_moves();
        let shown = String::from_utf8_lossy(&bytes);
        assert!(
            legal.contains(&best) || (best == "0000" && legal.is_empty()),
            "command {number}: {shown:?} gave {best}, legal are {legal:?}"
        );
        answers += 1;
    }
    assert!(answers > commands / 4, "{answers}");
    interface.until("isready", "readyok");
    interface.leave(Some("quit"));
}

#[test]
fn random_lines_never_break_it() {
    torture(1000, 1);
}

/// The same for longer: `scripts/prove` runs it.
#[test]
#[ignore = "takes a minute"]
fn ten_thousand_random_lines_never_break_it() {
    torture(10_000, 7);
}

#[test]
fn stops_at_any_moment_are_answered_once() {
    let mut random = Random(3);
    let mut interface = Interface::new();
    interface.say("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let legal = interface.legal_moves();
    assert_eq!(legal.len(), 48);
    for _ in 0..200 {
        interface.say(random.one_of(&[
            "go infinite",
            "go ponder",
            "go movetime 1",
            "go nodes 1",
            "go depth 30",
        ]));
        std::thread::sleep(Duration::from_micros(random.below(2000) as u64));
        interface.say("stop");
        let best = interface.searched().best;
        assert!(legal.contains(&best), "{best}");
    }
    assert_eq!(interface.until("isready", "readyok").len(), 1, "no second answer");
}

#[test]
fn an_interface_that_no_longer_reads_ends_the_program() {
    let ((input, mut to), (output, answers)) = (pipe().unwrap(), pipe().unwrap());
    drop(output);
    let settings = Settings { threads: 1, megabytes: 1 };
    let program = std::thread::spawn(move || serve(input, answers, &settings));
    std::io::Write::write_all(&mut to, b"uci\ngo infinite\nisready\n").unwrap();
    let ended = program.join().unwrap();
    assert_eq!(ended.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
}
