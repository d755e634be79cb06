//! How many mates of a suite (EPD with `ce +M3`) are proven, and how fast.
//!
//! `cargo run --release -p mossa-chess --example mate_speed -- FILE POSITIONS STEP [given]`: the prover visits at
//! most so many positions for every STEP-th one of the suite; with `given` the prover is told in how many moves.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::time::{Duration, Instant};

use mossa_chess::Chess;
use mossa_chess::mate::MateSearch;
use mossa_game::Notation;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let limit: u64 = args[2].parse().unwrap();
    let step: usize = args[3].parse().unwrap();
    let given = args.len() > 4;
    let game = Chess::default();
    let (mut found, mut shortest, mut nodes, mut times) = (0, 0, 0, Vec::new());
    let text = std::fs::read_to_string(&args[1]).unwrap();
    for line in text.lines().filter(|line| !line.trim().is_empty()).step_by(step) {
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let moves = line.split("+M").nth(1).and_then(|rest| rest.split(';').next()).unwrap();
        let moves: u8 = moves.parse().unwrap();
        let position = game.parse_position(&(fen.join(" ") + " 0 1")).unwrap();
        let start = Instant::now();
        let mut search = MateSearch::new(limit, &[], &|| false);
        let mate = search.search(&position, given.then_some(moves));
        nodes += search.nodes();
        times.push(start.elapsed());
        match mate {
            Some(mate) if mate.moves <= moves => {
                found += 1;
                shortest += usize::from(mate.shortest);
                if mate.moves < moves || mate.line.len() < 2 * usize::from(moves) - 1 {
                    println!("shorter ({}, {}): {line}", mate.moves, mate.line.len());
                }
            }
            mate => println!("missed ({:?}, {}): {line}", mate.map(|m| m.moves), search.nodes()),
        }
    }
    let all: Duration = times.iter().sum();
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    println!(
        "{found} of {}, {shortest} certainly the shortest; {:.2} million positions a second; half in {:?}, 90 % in {:?}, 97 % in {:?}",
        times.len(),
        nodes as f64 / all.as_secs_f64() / 1e6,
        at(50),
        at(90),
        at(97)
    );
}
