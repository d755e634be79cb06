//! How fast moves are generated, beside cozy-chess and, if it is installed, Stockfish: perft with the last ply counted
//! in bulk, on one thread.
//!
//! ```console
//! $ cargo run --release -p mossa-chess --example perft_speed [ROUNDS]
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mossa_chess::fen::Variant;
use mossa_chess::{Chess, fen};
use mossa_game::{Perft, perft};

const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("start, depth 6", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "Kiwipete, depth 5",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];

/// Counts once: how many positions, and how long it took.
type Count<'a> = Box<dyn Fn() -> (u64, Duration) + 'a>;

fn main() {
    let rounds: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(3).max(1);
    for (name, position, depth, expected) in POSITIONS {
        println!("{name}: {expected} positions; million positions per second, {rounds} rounds: best, median");
        let mut players: Vec<(&str, Count<'_>)> = vec![
            ("mossa, on copies", Box::new(move || timed(|| ours(position).perft(depth)))),
            ("mossa, through the contract", Box::new(move || timed(|| contract(position, depth)))),
            ("cozy-chess", Box::new(move || timed(|| cozy(&position.parse().expect("a position"), depth)))),
        ];
        if stockfish(position, 1).is_some() {
            players.push(("Stockfish", Box::new(move || stockfish(position, depth).expect("an answer"))));
        }
        let mut times = vec![Vec::new(); players.len()];
        // In turns, so that what else the machine does meets all of them.
        for _ in 0..rounds {
            for ((who, count), times) in players.iter().zip(&mut times) {
                let (nodes, time) = count();
                assert_eq!(nodes, expected, "{who}");
                times.push(time);
            }
        }
        for ((who, _), mut times) in players.into_iter().zip(times) {
            times.sort();
            let speed = |time: Duration| expected as f64 / time.as_secs_f64() / 1e6;
            println!("  {who:<38} {:>7.1} {:>7.1}", speed(times[0]), speed(times[rounds / 2]));
        }
    }
}

fn timed(count: impl FnOnce() -> u64) -> (u64, Duration) {
    let begin = Instant::now();
    (count(), begin.elapsed())
}

fn ours(position: &str) -> mossa_chess::Position {
    fen::read(position, Variant::Chess).expect("a position")
}

fn contract(position: &str, depth: u32) -> u64 {
    perft(&Chess::default(), &mut ours(position), depth, Perft::default())
}

fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for m in moves {
                let mut after = board.clone();
                after.play_unchecked(m);
                nodes += cozy(&after, depth - 1);
            }
            false
        });
    }
    nodes
}

/// What Stockfish counts, and how long it takes beyond starting; `None` without Stockfish.
fn stockfish(position: &str, depth: u32) -> Option<(u64, Duration)> {
    let program = if Command::new("stockfish").arg("quit").output().is_ok() {
        "stockfish"
    } else {
        // Where Debian puts games.
        "/usr/games/stockfish"
    };
    let ask = |depth: u32| {
        let begin = Instant::now();
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        writeln!(child.stdin.take()?, "position fen {position}\ngo perft {depth}").ok()?;
        let output = child.wait_with_output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let nodes = text.lines().find_map(|line| line.strip_prefix("Nodes searched: "))?;
        Some((nodes.trim().parse().ok()?, begin.elapsed()))
    };
    let (_, starting) = ask(1)?;
    let (nodes, time) = ask(depth)?;
    Some((nodes, time.saturating_sub(starting)))
}
