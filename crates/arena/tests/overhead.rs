//! What the arena itself costs: the time of a game in which no player thinks.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Instant;

use mossa_arena::adjudication::Rules;
use mossa_arena::budget::{Budget, TimeRule};
use mossa_arena::openings::OpeningSource;
use mossa_arena::players::PlayerSpec;
use mossa_arena::run::{Header, Journal, Run, RunSettings};
use mossa_arena::schedule::Plan;
use mossa_arena::stats::PointSystem;
use mossa_search::StopSignal;

/// The promise is 2 %.
const MOST: f64 = 0.02;

#[test]
fn the_arena_costs_less_than_two_percent_of_games_with_moves_of_100_ms() {
    let settings = RunSettings {
        plan: Plan::Match,
        players: ["mossa", "mossa:-table"].map(|text| PlayerSpec::parse(text).unwrap()).to_vec(),
        boards: vec!["mnk:15,15,6".to_owned()],
        rounds: 1,
        budget: Budget { time: Some(TimeRule::PerMove(100)), ..Budget::default() },
        openings: OpeningSource::Random { plies: 4, best_of: 8 },
        seed: 1,
        margin: 1000,
        patience: 10_000,
        // Long enough to measure, and short enough to wait for.
        rules: Rules { max_plies: Some(30), ..Rules::default() },
        points: PointSystem::default(),
        sprt: None,
    };
    let path = std::env::temp_dir().join(format!("mossa-overhead-{}.jsonl", std::process::id()));
    let run = Run::prepare(settings.clone(), &mossa_engine::open).unwrap();
    let began = Instant::now();
    let (journal, earlier) = Journal::open(&path, &Header::new(settings)).unwrap();
    let played = run.play(journal, earlier, 1, &StopSignal::new(), &mut |_| {}).unwrap();
    let whole = began.elapsed().as_secs_f64();
    std::fs::remove_file(path).unwrap();
    let efforts = played.games.iter().flat_map(|game| &game.effort);
    let (moves, micros) = efforts.fold((0, 0), |(moves, micros), e| (moves + e.moves, micros + e.micros));
    let thinking = micros as f64 / 1e6;
    let cost = (whole - thinking) / whole;
    println!("{moves} moves, {whole:.3} s, of which {thinking:.3} s thinking: {:.2} %", 100.0 * cost);
    // Proven positions are answered at once: without enough thinking there would be nothing to compare with.
    assert!(thinking > 1.0 && cost < MOST, "{cost}");
}
