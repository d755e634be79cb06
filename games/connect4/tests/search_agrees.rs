//! Whatever the game claims to know, the search finds the values of plain minimax.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_connect4::geometry::{Any, Geometry, Standard};
use mossa_connect4::{Connect4, Position};
use mossa_game::{Assessment, Game, Notation, Playable, Tactics, Value, Verdict};
use mossa_search::{
    Features, Limits, LineValue, Request, StopSignal, Table, alphabeta,
    reference::{exhaust, minimax},
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

fn narrow(width: u32, height: u32) -> Connect4<Any<u64>> {
    Connect4::new(Any::new(width, height).unwrap())
}

/// An undecided position with `empty` empty cells, reached by random moves.
fn random_position<G: Geometry>(game: &Connect4<G>, random: &mut Random, empty: u32) -> Position<G::Word> {
    loop {
        let mut position = game.start();
        while game.empty_cells(&position) > empty && game.outcome(&position).is_none() {
            let moves = game.legal_moves(&position);
            game.play(&mut position, moves[random.random_range(0..moves.len())]);
        }
        if game.outcome(&position).is_none() {
            return position;
        }
    }
}

fn value_of<G: Geometry>(
    game: &Connect4<G>,
    position: &Position<G::Word>,
    request: &Request,
    table: &Table,
) -> (Value, bool) {
    let stop = StopSignal::new();
    let report = alphabeta::search(game, &game.evaluator(), position, request, table, &stop, &mut |_| {});
    match report.lines[0].value {
        LineValue::Mover { value, exhausted } => (value, exhausted),
        LineValue::Each { .. } => panic!("two players have one value"),
    }
}

/// Solves late positions with all techniques, with some, and with two threads.
fn solves<G: Geometry>(game: &Connect4<G>, most_empty: u32, rounds: usize) {
    let mut random = Random::seed_from_u64(u64::from(game.geometry().cells()));
    let table = Table::new(1);
    for round in 0..rounds {
        let empty = random.random_range(1..=most_empty);
        let mut position = random_position(game, &mut random, empty);
        let expected = exhaust(game, &mut position);
        let features = if round % 2 == 0 { Features::ALL } else { Features::from_bits(random.random()) };
        let request = Request { features, threads: 1 + round % 2, ..Request::default() };
        // Half of them find in the table what others have left there.
        if round % 4 < 2 {
            table.clear();
        }
        let found = value_of(game, &position, &request, &table);
        assert_eq!(found, (expected, true), "{features:?} {}", game.position_text(&position));
    }
}

#[test]
fn late_positions_are_solved_as_by_minimax() {
    solves(&narrow(4, 4), 11, 300);
    solves(&narrow(5, 4), 11, 300);
    solves(&narrow(4, 6), 11, 150);
    solves(&Connect4::new(Standard::default()), 10, 300);
    solves(&Connect4::new(Any::<u128>::new(9, 7).unwrap()), 9, 100);
}

#[test]
fn at_a_fixed_depth_what_does_not_guess_finds_the_value_of_minimax() {
    let mut random = Random::seed_from_u64(3);
    let games = [narrow(4, 4), narrow(5, 4), narrow(7, 6)];
    let tables = [1, 7, 4096].map(Table::with_buckets);
    for round in 0..1500 {
        let game = &games[round % games.len()];
        let empty = random.random_range(4..=game.geometry().cells());
        let mut position = random_position(game, &mut random, empty);
        let depth = random.random_range(1..=4);
        let expected = minimax(game, &game.evaluator(), &mut position, depth);
        let features = Features::from_bits(random.random()).exact();
        let request = Request { features, ..Request::new(Limits::depth(depth)) };
        let table = &tables[random.random_range(0..tables.len())];
        table.clear();
        let (value, _) = value_of(game, &position, &request, table);
        assert_eq!(value, expected, "{features:?} depth {depth} {}", game.position_text(&position));
    }
}

/// Each claim alone: proofs, bounds and candidates, in all positions of random games that minimax can judge.
#[test]
fn nothing_is_claimed_that_is_not_so() {
    let mut random = Random::seed_from_u64(5);
    let games = [narrow(4, 4), narrow(5, 4), narrow(3, 5), narrow(7, 6)];
    let (mut proven, mut left_out) = ([0; 3], 0);
    for round in 0..4000 {
        let game = &games[round % games.len()];
        let empty = random.random_range(1..=8);
        let mut position = random_position(game, &mut random, empty);
        let value = exhaust(game, &mut position);
        let node = game.node(&position);
        let text = game.position_text(&position);
        if let Some((verdict, plies)) = game.proven(&position, &node) {
            assert_eq!(Value::proven(verdict, plies), value, "{text}");
            proven[verdict as usize] += 1;
        }
        let (least, most) = game.bounds(&position, &node);
        assert!((least..=most).contains(&value), "{least:?} to {most:?}, but {value}: {text}");
        let mut candidates = Vec::new();
        let _ = game.candidates(&position, &node, &mut candidates);
        let best = candidates.iter().map(|m| {
            let undo = game.play(&mut position, *m);
            let value = (-exhaust(game, &mut position)).delayed(1);
            game.undo(&mut position, *m, undo);
            value
        });
        assert_eq!(best.max(), Some(value), "{candidates:?} {text}");
        left_out += u32::from((candidates.len() as u64) < game.count_moves(&position));
    }
    assert!(proven.iter().all(|count| *count > 50) && left_out > 500, "{proven:?} {left_out}");
}

/// Values from the literature (J. Tromp): these boards are drawn.
#[test]
fn small_boards_are_solved() {
    for (width, height) in [(4, 4), (5, 4), (4, 5)] {
        let game = narrow(width, height);
        let (value, exhausted) = value_of(&game, &game.start(), &Request::default(), &Table::new(64));
        let expected = Assessment::Proven { outcome: Verdict::Draw, plies: None };
        assert_eq!(value.assessment(exhausted), expected, "{width}x{height}");
    }
}
