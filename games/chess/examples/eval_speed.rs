//! How long an evaluation takes, in nanoseconds: best of some rounds over positions of games.
//!
//! ```console
//! $ cargo run --release -p mossa-chess --example eval_speed [ROUNDS]
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use mossa_chess::fen::{self, Variant};
use mossa_chess::{Chess, Position, Tapered};
use mossa_game::Evaluate;

fn main() {
    let rounds: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200);
    let game = Chess::default();
    let positions: Vec<Position> = include_str!("../tests/data/results.epd")
        .lines()
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').take(4).collect();
            fen::read(&fields.join(" "), Variant::Chess).expect("a position")
        })
        .collect();
    let states: Vec<_> = positions.iter().map(|position| Tapered.fresh(&game, position)).collect();
    let mut best = Duration::MAX;
    for _ in 0..rounds {
        let begin = Instant::now();
        for (position, state) in positions.iter().zip(&states) {
            black_box(Tapered.value(&game, black_box(position), black_box(state)));
        }
        best = best.min(begin.elapsed());
    }
    println!("{:.1} ns per evaluation", best.as_nanos() as f64 / positions.len() as f64);
}
