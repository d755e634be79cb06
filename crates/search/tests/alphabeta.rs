//! In a game where all guesses are worthless, nothing false is claimed.
#![allow(clippy::unwrap_used, clippy::panic)]

mod wild;

use mossa_game::{Game, Value};
use mossa_search::{Features, Limits, LineValue, Report, Request, StopSignal, Table, alphabeta, reference};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wild::{Whim, Wild};

fn search(game: &Wild, request: &Request, buckets: usize) -> (Value, bool) {
    let (table, stop) = (Table::with_buckets(buckets), StopSignal::new());
    let report = alphabeta::search(game, &Whim, &game.start(), request, &table, &stop, &mut |_| {});
    match report.lines[0].value {
        LineValue::Mover { value, exhausted } => (value, exhausted),
        LineValue::Each { .. } => panic!("two players have one value"),
    }
}

fn games(count: u64, plies: u32, most_moves: u64, tells_end: bool) -> impl Iterator<Item = (Wild, Value)> {
    (0..count).map(move |seed| {
        let game = Wild { seed, plies, most_moves, tells_end };
        let truth = reference::exhaust(&game, &mut game.start());
        (game, truth)
    })
}

#[test]
fn games_whose_end_is_known_are_solved() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    for (game, truth) in games(1500, 5, 12, true) {
        let features = Features::from_bits(random.random());
        let request = Request { features, ..Request::default() };
        assert_eq!(search(&game, &request, 256), (truth, true), "seed {} {features:?}", game.seed);
    }
}

#[test]
fn claims_about_games_without_a_known_end_are_true() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut claims = [0; 3];
    for (game, truth) in games(6000, 4, 20, false) {
        let features =
            if random.random_bool(0.5) { Features::ALL } else { Features::from_bits(random.random()) };
        let limits = Limits {
            nodes: Some(random.random_range(1..20_000)),
            ..Limits::depth(random.random_range(1..12))
        };
        let (value, exhausted) = search(&game, &Request { features, ..Request::new(limits) }, 256);
        let at_seed =
            || format!("seed {} {features:?} {limits:?}: {value} {exhausted}, not {truth}", game.seed);
        if exhausted {
            claims[0] += 1;
            assert_eq!(value, truth, "{}", at_seed());
        } else if value.is_win() {
            claims[1] += 1;
            assert!(truth >= value, "{}", at_seed());
        } else if value.is_loss() {
            claims[2] += 1;
            assert!(truth <= value, "{}", at_seed());
        }
    }
    assert!(claims.iter().all(|count| *count > 20), "too few claims were made: {claims:?}");
}

/// What a running search tells is what all of its threads did, as its result says. Only searches count in which the other
/// thread had a processor; it may visit more while the machine lets the first one wait, but seldom.
#[test]
fn running_searches_tell_the_nodes_of_all_threads() {
    let game = Wild { seed: 3, plies: 100, most_moves: 100, tells_end: false };
    let request = Request { threads: 2, ..Request::new(Limits::depth(7)) };
    let nodes = |threads| {
        let request = Request { threads, ..request.clone() };
        let (table, stop, mut told) = (Table::with_buckets(1 << 12), StopSignal::new(), 0);
        let mut hear = |report: &Report<_>| told = report.statistics.nodes;
        let report = alphabeta::search(&game, &Whim, &game.start(), &request, &table, &stop, &mut hear);
        (told, report.statistics.nodes)
    };
    let (_, alone) = nodes(1);
    let both: Vec<(u64, u64)> = (0..10).map(|_| nodes(2)).filter(|(_, all)| all * 10 > alone * 13).collect();
    let whole = both.iter().filter(|(told, all)| told * 100 > all * 97).count();
    assert!(whole * 2 >= both.len(), "{alone} alone, {both:?}");
}
