//! Whatever is switched on, the search finds the values of plain minimax.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Bold, BoldLines};
use mossa_game::{Game, Symmetric, Symmetry, Value};
use mossa_mnk::{Position, Rule};
use mossa_search::{
    Feature, Features, Limits, LineValue, Request, StopSignal, Table, alphabeta,
    reference::{exhaust, minimax},
};
use rand::RngExt;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

const BOARDS: [(usize, usize, usize, Rule); 9] = [
    (3, 3, 3, Rule::OrMore),
    (4, 3, 3, Rule::OrMore),
    (4, 4, 4, Rule::OrMore),
    (4, 4, 3, Rule::Exactly),
    (5, 3, 3, Rule::Exactly),
    (2, 6, 2, Rule::Exactly),
    (5, 5, 4, Rule::OrMore),
    (3, 4, 4, Rule::OrMore),
    (5, 7, 5, Rule::Renju),
];

/// An undecided position with `empty` empty cells, reached by random moves.
fn random_position(game: &Bold, random: &mut Random, empty: u16) -> Position<1> {
    loop {
        let mut position = game.start();
        while position.empty_cells() > empty && game.result(&position).is_none() {
            let moves = game.legal_moves(&position);
            game.play(&mut position, moves[random.random_range(0..moves.len())]);
        }
        if game.result(&position).is_none() {
            return position;
        }
    }
}

fn value_of(game: &Bold, position: &Position<1>, request: &Request, table: &Table) -> (Value, bool) {
    let report =
        alphabeta::search(game, &BoldLines, position, request, table, &StopSignal::new(), &mut |_| {});
    match report.lines[0].value {
        LineValue::Mover { value, exhausted } => (value, exhausted),
        LineValue::Each { .. } => panic!("two players have one value"),
    }
}

/// Switches that are drawn by lot rather than combined: each would double the time.
const DRAWN: [Feature; 10] = [
    Feature::OrderRoot,
    Feature::OrderTwo,
    Feature::Bounds,
    Feature::Continuations,
    Feature::Verification,
    Feature::Futility,
    Feature::Exchanges,
    Feature::Correction,
    Feature::Selection,
    Feature::Attack,
];

/// The combination number `bits` of all other switches, and any of the drawn ones.
fn combination(bits: u32, random: &mut Random) -> Features {
    let combined = Feature::ALL.into_iter().filter(|feature| !DRAWN.contains(feature));
    let on = combined.enumerate().filter(|(bit, _)| bits & 1 << bit != 0).map(|(_, feature)| feature);
    on.chain(DRAWN.into_iter().filter(|_| random.random())).fold(Features::NONE, Features::with)
}

/// All combinations of switches whose number is `part` modulo `parts`.
fn every_combination(part: u32, parts: u32, threads: usize) {
    let games = BOARDS.map(|(m, n, k, rule)| Bold::new(m, n, k, rule));
    let mut random = Random::seed_from_u64(u64::from(part));
    let pool: Vec<(usize, Position<1>, Value)> = (0..1000)
        .map(|i| {
            let board = i % games.len();
            let empty = random.random_range(1..=6);
            let mut position = random_position(&games[board], &mut random, empty);
            let value = exhaust(&games[board], &mut position);
            (board, position, value)
        })
        .collect();
    let tables = [1, 7, 256].map(Table::with_buckets);
    for bits in (part..1 << (Feature::ALL.len() - DRAWN.len())).step_by(parts as usize) {
        let (board, position, value) = &pool[random.random_range(0..pool.len())];
        let table = &tables[random.random_range(0..tables.len())];
        table.clear();
        let request = Request { features: combination(bits, &mut random), threads, ..Request::default() };
        let found = value_of(&games[*board], position, &request, table);
        assert_eq!(found, (*value, true), "{:?} {table:?} {position:?}", request.features);
    }
}

#[test]
fn every_combination_of_switches_finds_the_exact_value_first_half() {
    every_combination(0, 2, 1);
}

#[test]
fn every_combination_of_switches_finds_the_exact_value_second_half() {
    every_combination(1, 2, 1);
}

#[test]
fn two_threads_find_the_exact_value() {
    every_combination(5, 61, 2);
}

#[test]
fn at_a_fixed_depth_what_does_not_guess_finds_the_value_of_minimax() {
    let games = BOARDS.map(|(m, n, k, rule)| Bold::new(m, n, k, rule));
    let mut random = Random::seed_from_u64(3);
    let tables = [1, 7, 4096].map(Table::with_buckets);
    for round in 0..6000u32 {
        let game = &games[round as usize % games.len()];
        let cells = game.most_moves() as u16;
        let empty = random.random_range(cells / 2..=cells);
        let mut position = random_position(game, &mut random, empty);
        let depth = random.random_range(1..=if empty > 9 { 3 } else { 5 });
        let expected = minimax(game, &BoldLines, &mut position, depth);
        let features = Features::from_bits(random.random()).exact();
        let threads = 1 + (round % 2) as usize;
        let request = Request { features, threads, ..Request::new(Limits::depth(depth)) };
        let table = &tables[random.random_range(0..tables.len())];
        table.clear();
        let (value, _) = value_of(game, &position, &request, table);
        assert_eq!(value, expected, "{features:?} depth {depth} {threads} threads {position:?}");
    }
}

/// Long enough for the techniques that need depth (singular extensions begin at 7 plies).
#[test]
fn larger_endings_are_solved_with_whatever_is_on() {
    let games = BOARDS.map(|(m, n, k, rule)| Bold::new(m, n, k, rule));
    let mut random = Random::seed_from_u64(11);
    let table = Table::new(1);
    for round in 0..240 {
        let game = &games[round % games.len()];
        let mut position = random_position(game, &mut random, 9);
        let expected = exhaust(game, &mut position);
        let features = if round % 3 == 0 { Features::ALL } else { Features::from_bits(random.random()) };
        let request = Request { features, threads: 1 + round % 2, ..Request::default() };
        // Half of them find in the table what others have left there.
        if round % 4 < 2 {
            table.clear();
        }
        let found = value_of(game, &position, &request, &table);
        assert_eq!(found, (expected, true), "{features:?} {position:?}");
    }
}

/// Pruning strikes where there are many moves. Plain minimax cannot reach that far, so the judge is the part of the search
/// that does not guess, which the tests above compare with minimax.
#[test]
fn positions_with_many_moves_are_solved_as_without_guessing() {
    let games =
        [(4, 4, 4), (5, 4, 4), (5, 5, 4), (4, 4, 3)].map(|(m, n, k)| Bold::new(m, n, k, Rule::OrMore));
    let mut random = Random::seed_from_u64(16);
    let judge = Request { features: Features::ALL.exact(), ..Request::default() };
    for round in 0..160 {
        let game = &games[round % games.len()];
        let position = random_position(game, &mut random, 12);
        let expected = value_of(game, &position, &judge, &Table::new(8));
        let features = if round % 2 == 0 { Features::ALL } else { Features::from_bits(random.random()) };
        // Without these the rest takes minutes.
        let features = [Feature::AlphaBeta, Feature::Table, Feature::Ordering]
            .into_iter()
            .fold(features, Features::with);
        let request = Request { features, ..Request::default() };
        assert_eq!(
            value_of(game, &position, &request, &Table::new(8)),
            expected,
            "{features:?} {position:?}"
        );
    }
}

#[test]
fn the_move_of_a_symmetric_position_is_remembered() {
    let game = Bold::new(5, 5, 4, Rule::OrMore);
    let mut random = Random::seed_from_u64(17);
    for _ in 0..40 {
        let position = random_position(&game, &mut random, 20);
        let table = Table::new(1);
        let search = |position: &Position<1>, limits| {
            let (request, stop) = (Request::new(limits), StopSignal::new());
            alphabeta::search(&game, &BoldLines, position, &request, &table, &stop, &mut |_| {})
                .best()
                .unwrap()
        };
        let best = search(&position, Limits::depth(4));
        for symmetry in (0..8).map(Symmetry) {
            let image = game.map_position(symmetry, &position);
            assert_eq!(search(&image, Limits::nodes(1)), game.map_move(symmetry, best), "{symmetry:?}");
        }
    }
}

#[test]
fn every_line_has_the_value_of_its_move() {
    let games = BOARDS.map(|(m, n, k, rule)| Bold::new(m, n, k, rule));
    let mut random = Random::seed_from_u64(12);
    let table = Table::new(1);
    for round in 0..200 {
        let game = &games[round % games.len()];
        let mut position = random_position(game, &mut random, 6);
        let request = Request { lines: 6, threads: 1 + round % 2, ..Request::default() };
        table.clear();
        let stop = StopSignal::new();
        let report = alphabeta::search(game, &BoldLines, &position, &request, &table, &stop, &mut |_| {});
        assert_eq!(report.lines.len(), 6);
        let mut last = Value::MAX;
        for line in &report.lines {
            let LineValue::Mover { value, exhausted } = line.value else { panic!("two players") };
            game.play(&mut position, line.moves[0]);
            let expected = (-exhaust(game, &mut position)).delayed(1);
            game.undo(&mut position, line.moves[0], ());
            assert_eq!((value, exhausted), (expected, true), "{:?} {position:?}", line.moves[0]);
            assert!(value <= last, "best first");
            last = value;
        }
    }
}

/// Whatever ends a search, and wherever, what it leaves in the table must stay true.
#[test]
fn broken_off_searches_leave_nothing_false_behind() {
    let games = BOARDS.map(|(m, n, k, rule)| Bold::new(m, n, k, rule));
    let mut random = Random::seed_from_u64(13);
    for round in 0..300 {
        let game = &games[round % games.len()];
        let table = Table::with_buckets(1 << random.random_range(0..10));
        let mut position = random_position(game, &mut random, 8);
        for _ in 0..3 {
            let features = Features::from_bits(random.random()).with(Feature::Table);
            let request = Request { features, ..Request::new(Limits::nodes(random.random_range(1..2000))) };
            value_of(game, &position, &request, &table);
        }
        let expected = exhaust(game, &mut position);
        assert_eq!(value_of(game, &position, &Request::default(), &table), (expected, true), "{position:?}");
    }
}

/// A search that is broken off after one losing move has not seen the others.
#[test]
fn broken_off_searches_claim_nothing_false() {
    let games = BOARDS.map(|(m, n, k, rule)| Bold::new(m, n, k, rule));
    let mut random = Random::seed_from_u64(14);
    let mut proven = 0;
    for round in 0..4000 {
        let game = &games[round % games.len()];
        let mut position = random_position(game, &mut random, 7);
        let lines = random.random_range(1..=3);
        let request = Request { lines, ..Request::new(Limits::nodes(random.random_range(1..400))) };
        let stop = StopSignal::new();
        let table = Table::with_buckets(64);
        let report = alphabeta::search(game, &BoldLines, &position, &request, &table, &stop, &mut |_| {});
        let LineValue::Mover { value, exhausted } = report.lines[0].value else { panic!("two players") };
        if exhausted || value.is_decided() {
            proven += 1;
            let truth = exhaust(game, &mut position);
            let right = if exhausted {
                value == truth
            } else {
                value.is_win() == truth.is_win() && value.is_loss() == truth.is_loss()
            };
            assert!(right, "{value} (exhausted: {exhausted}), not {truth}: {position:?}");
        }
    }
    assert!(proven > 1000, "only {proven} claims were checked");
}

/// The line of a decided position is as long as its distance says.
#[test]
fn decided_lines_go_to_the_end() {
    let games = BOARDS.map(|(m, n, k, rule)| Bold::new(m, n, k, rule));
    let mut random = Random::seed_from_u64(15);
    let (mut decided, mut complete) = (0, 0);
    for round in 0..800 {
        let game = &games[round % games.len()];
        let mut position = random_position(game, &mut random, 10);
        let (table, stop) = (Table::new(1), StopSignal::new());
        let report =
            alphabeta::search(game, &BoldLines, &position, &Request::default(), &table, &stop, &mut |_| {});
        let LineValue::Mover { value, .. } = report.lines[0].value else { panic!("two players") };
        let Some(plies) = value.plies() else { continue };
        decided += 1;
        assert!(report.lines[0].moves.len() <= plies as usize);
        for m in &report.lines[0].moves {
            assert!(game.is_legal(&position, *m));
            game.play(&mut position, *m);
        }
        complete += u32::from(game.outcome(&position).is_some());
    }
    assert!(decided > 200 && complete * 100 >= decided * 99, "{complete} of {decided} lines are complete");
}

#[test]
fn node_limits_are_met_exactly_and_repeatably() {
    let game = Bold::new(5, 5, 4, Rule::OrMore);
    for limit in [1, 2, 100, 255, 256, 257, 5_000] {
        let search = || {
            let request = Request::new(Limits::nodes(limit));
            let (table, stop) = (Table::new(1), StopSignal::new());
            alphabeta::search(&game, &BoldLines, &game.start(), &request, &table, &stop, &mut |_| {})
        };
        let (a, b) = (search(), search());
        assert_eq!(a.statistics.nodes, limit);
        assert_eq!((a.lines, a.statistics), (b.lines, b.statistics));
    }
}
