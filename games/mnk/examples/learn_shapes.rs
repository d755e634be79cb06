//! Learns what shapes are worth (`src/eval/shape_counts.rs`): plays games against itself, and fits the results by logistic
//! regression on the shapes of all quiet positions.
//!
//! ```text
//! cargo run --release -p mossa-mnk --example learn_shapes -- [games] [nodes for each move] [seed]
//! ```
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_game::{Game, Playable, Tactics};
use mossa_mnk::shapes::{Kind, Shape};
use mossa_mnk::tactics::Threat;
use mossa_mnk::{Mark, Mnk, Position, Rule};
use mossa_search::{Limits, Request, StopSignal, Table, alphabeta};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

const SHAPES: [Shape; 5] = [Shape::Two, Shape::OpenTwo, Shape::Three, Shape::OpenThree, Shape::Four];
const KINDS: [Kind; 2] = [Kind::FourThree, Kind::TwoThrees];
const NAMES: [&str; 7] = ["two", "open two", "three", "open three", "four", "four and three", "two threes"];
/// For each player one, and the turn itself.
const FEATURES: usize = 2 * NAMES.len() + 1;

type Features = [f64; FEATURES];

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let games = numbers.first().copied().unwrap_or(600);
    let nodes = numbers.get(1).copied().unwrap_or(2_000);
    let mut random = Random::seed_from_u64(numbers.get(2).copied().unwrap_or(1));
    let game = Mnk::<7>::new(15, 15, 5, Rule::OrMore).unwrap();
    let mut seen = Vec::new();
    for number in 1..=games {
        play(&game, nodes, &mut random, &mut seen);
        eprint!("\r{number} games, {} positions", seen.len());
    }
    eprintln!();
    let weights = fit(&seen);
    println!("{:16} {:>8} {:>8}", "could make", "to move", "other");
    for (i, name) in NAMES.iter().enumerate() {
        println!("{name:16} {:8.1} {:8.1}", 100.0 * weights[i], -100.0 * weights[NAMES.len() + i]);
    }
    println!("{:16} {:8.1}", "to move", 100.0 * weights[FEATURES - 1]);
}

/// Plays a game after a few random stones near the middle, and adds its quiet positions with their results.
fn play(game: &Mnk<7>, nodes: u64, random: &mut Random, seen: &mut Vec<(Features, f64)>) {
    let mut position = game.start();
    for _ in 0..random.random_range(3..8) {
        let middle = |m: &Mark| (4..11).contains(&(m.cell().0 / 15)) && (4..11).contains(&(m.cell().0 % 15));
        let moves: Vec<Mark> = game.legal_moves(&position).into_iter().filter(middle).collect();
        game.play(&mut position, *moves.choose(random).unwrap());
    }
    let table = Table::new(1);
    let request = Request::new(Limits::nodes(nodes));
    let mut quiet = Vec::new();
    while game.result(&position).is_none() {
        if game.node(&position) == Threat::None {
            quiet.push((features(&position), position.to_move()));
        }
        let evaluator = game.evaluator();
        let report =
            alphabeta::search(game, &evaluator, &position, &request, &table, &StopSignal::new(), &mut |_| {});
        game.play(&mut position, report.best().unwrap());
    }
    seen.extend(quiet.into_iter().map(|(features, mover)| {
        (features, position.winner().map_or(0.5, |winner| f64::from(u8::from(winner == mover))))
    }));
}

fn features(position: &Position<7>) -> Features {
    let shapes = position.shapes().unwrap();
    let mut features = [1.0; FEATURES];
    for (half, player) in [position.to_move(), position.to_move().opponent()].into_iter().enumerate() {
        let single = SHAPES.iter().map(|shape| f64::from(shapes.count(player.index(), *shape)));
        let meeting = KINDS.iter().map(|kind| shapes.set(player.index(), *kind).len() as f64);
        for (i, value) in single.chain(meeting).enumerate() {
            features[half * NAMES.len() + i] = value;
        }
    }
    features
}

/// The weights that make the results most likely, by Newton's method; a little is taken off large ones.
fn fit(seen: &[(Features, f64)]) -> Features {
    const PENALTY: f64 = 1.0;
    let mut weights = [0.0; FEATURES];
    for _ in 0..30 {
        let mut gradient = weights.map(|weight| -PENALTY * weight);
        let mut curvature = [[0.0; FEATURES]; FEATURES];
        (0..FEATURES).for_each(|i| curvature[i][i] = PENALTY);
        for (features, result) in seen {
            let odds: f64 = features.iter().zip(&weights).map(|(feature, weight)| feature * weight).sum();
            let expected = 1.0 / (1.0 + (-odds).exp());
            for i in 0..FEATURES {
                gradient[i] += features[i] * (result - expected);
                for j in 0..FEATURES {
                    curvature[i][j] += features[i] * features[j] * expected * (1.0 - expected);
                }
            }
        }
        let step = solve(curvature, gradient);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights
}

/// Solves linear equations by elimination; the matrix is positive definite.
fn solve(mut matrix: [[f64; FEATURES]; FEATURES], mut right: Features) -> Features {
    for i in 0..FEATURES {
        let pivot = matrix[i];
        let (above, own) = (right[i], pivot[i]);
        for j in i + 1..FEATURES {
            let factor = matrix[j][i] / own;
            matrix[j].iter_mut().zip(pivot).for_each(|(cell, pivot)| *cell -= factor * pivot);
            right[j] -= factor * above;
        }
    }
    let mut solution = [0.0; FEATURES];
    for i in (0..FEATURES).rev() {
        let known: f64 = (i + 1..FEATURES).map(|j| matrix[i][j] * solution[j]).sum();
        solution[i] = (right[i] - known) / matrix[i][i];
    }
    solution
}
