//! Solves positions of random games on the usual board, one thread, with the shipped book, and prints how long the
//! mean and the worst of them took: what "at once" means.
//!
//! ```text
//! cargo run --release -p mossa-connect4 --example random_positions -- [positions] [seed] [MiB of table]
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Instant;

use mossa_connect4::geometry::Standard;
use mossa_connect4::solver::ExactSolver;
use mossa_connect4::{Connect4, Position};
use mossa_game::{Game, Notation, SolveRequest, Solver};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let count = numbers.first().copied().unwrap_or(10_000) as usize;
    let seed = numbers.get(1).copied().unwrap_or(1);
    let table = numbers.get(2).copied().unwrap_or(64) as usize;
    let game = Connect4::new(Standard::default());
    let solver = ExactSolver::new(Standard::default(), table << 20).expect("memory");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let request = SolveRequest { moves: false, line: false, ..SolveRequest::default() };
    let mut times: Vec<(f64, u64, Position<u64>)> = Vec::with_capacity(count);
    while times.len() < count {
        let Some(position) = somewhere(&game, &mut random) else { continue };
        let begun = Instant::now();
        let solution = solver.solve(&game, &position, &request, &|| false).expect("never stopped");
        times.push((begun.elapsed().as_secs_f64() * 1e3, solution.nodes, position));
    }
    let mean = times.iter().map(|(time, ..)| time).sum::<f64>() / count as f64;
    times.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{count} positions: mean {mean:.3} ms, worst {:.1} ms", times[0].0);
    for (part, name) in [(100, "99 %"), (1000, "99.9 %")] {
        println!("{name} within {:.1} ms", times[count / part].0);
    }
    for (time, nodes, position) in times.iter().take(5) {
        println!("{time:8.1} ms {nodes:9} nodes {}", game.position_text(position));
    }
}

/// A position of a random game with a random number of plies; `None` if the game ends before.
fn somewhere(game: &Connect4<Standard>, random: &mut Xoshiro256PlusPlus) -> Option<Position<u64>> {
    let mut position = game.start();
    for _ in 0..random.random_range(0..42) {
        let moves = game.legal_moves(&position);
        game.play(&mut position, moves[random.random_range(0..moves.len())]);
        if game.result(&position).is_some() {
            return None;
        }
    }
    Some(position)
}
