//! Solves files of positions (`moves score` on each line) with one thread and no book, and prints how long it took in
//! processor time: what the solver is compared with others by.
//!
//! ```text
//! cargo run --release -p mossa-connect4 --example solve_sets -- [MiB of table] FILE[:most positions] ...
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Instant;

use mossa_connect4::geometry::Standard;
use mossa_connect4::solver::ExactSolver;
use mossa_connect4::{Connect4, Position};
use mossa_game::{Notation, Strength};

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let megabytes =
        arguments.next_if(|first| first.parse::<usize>().is_ok()).map_or(64, |text| text.parse().unwrap());
    let board = Standard::default();
    let game = Connect4::new(board);
    for argument in arguments {
        let (file, most) = argument
            .split_once(':')
            .map_or((argument.as_str(), usize::MAX), |(file, most)| (file, most.parse().unwrap()));
        let text = std::fs::read_to_string(file).expect("a file of positions");
        let solver = ExactSolver::new(board, megabytes << 20).unwrap();
        warm(&solver);
        let (mut count, mut wrong, mut nodes, mut worst) = (0u64, 0, 0, 0f64);
        let begun = processor_seconds();
        for line in text.lines().take(most) {
            let (moves, score) = line.split_once(' ').expect("moves and a score");
            let position: Position<u64> = game.parse_position(moves).unwrap();
            let started = Instant::now();
            let (found, visited) = solver.score(&position, Strength::Strong);
            worst = worst.max(started.elapsed().as_secs_f64());
            wrong += u64::from(found != score.trim().parse::<i32>().unwrap());
            nodes += visited;
            count += 1;
        }
        let seconds = processor_seconds() - begun;
        let name = file.rsplit('/').next().unwrap_or(file);
        println!(
            "{name:12} {count:5} positions {wrong} wrong, mean {:9.4} ms worst {:8.2} ms, {:8} nodes each, {:6.0} k/s",
            seconds * 1e3 / count as f64,
            worst * 1e3,
            nodes / count,
            nodes as f64 / seconds / 1e3
        );
    }
}

/// Solves something, so that the first file does not pay for the tables' first touch.
fn warm(solver: &ExactSolver<Standard>) {
    let game = Connect4::new(Standard::default());
    let position = game.parse_position("32164625").unwrap();
    solver.score(&position, Strength::Strong);
}

/// The processor time of this process. The system brings it up to date when the thread gives way.
fn processor_seconds() -> f64 {
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok()).unwrap_or_default() / 1e9
}
