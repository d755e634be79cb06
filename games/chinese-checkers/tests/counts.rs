//! Counts of positions, which two programs that nobody here wrote agree about.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod layers;

use mossa_chinese_checkers::{ChineseCheckers, Profile};
use mossa_game::{Game, Notation, Perft, perft};
use serde_json::Value;

/// What is counted in reasonable time in every run.
const MOST: u64 = 1_000_000;

fn numbers(vector: &Value, name: &str) -> Vec<u64> {
    vector[name].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn vectors() -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("data/perft.json")).unwrap();
    all["vectors"].as_array().unwrap().clone()
}

/// Compares the counts that are at most `most`.
fn check<const W: usize>(vector: &Value, most: u64) {
    let number = |name: &str| vector[name].as_u64().unwrap() as usize;
    let profile = Profile::named(vector["rules"].as_str().unwrap()).expect("rules with a name");
    let game = ChineseCheckers::<W>::new(number("players"), number("pieces"), profile, None).unwrap();
    assert_eq!(game.board().holes(), number("holes"));
    let name = game.options_text();
    for (depth, expected) in (1..).zip(numbers(vector, "perft")).filter(|(_, count)| *count <= most) {
        let found = perft(&game, &mut game.start(), depth, Perft::default());
        assert_eq!(found, expected, "{name}, {depth} plies");
    }
    let unique = numbers(vector, "unique");
    let mut last = vec![game.start()];
    for (plies, expected) in unique.into_iter().enumerate().filter(|(_, count)| count * 30 <= most) {
        assert_eq!(last.len() as u64, expected, "{name}, different positions after {plies} plies");
        last = layers::next(&game, &last);
    }
}

fn check_all(most: u64) {
    let vectors = vectors();
    assert!(vectors.len() > 30);
    for vector in vectors {
        match vector["pieces"].as_u64().unwrap() {
            1 | 3 => check::<1>(&vector, most),
            _ => check::<2>(&vector, most),
        }
    }
}

#[test]
fn positions_are_counted_right() {
    check_all(MOST);
}

#[test]
#[ignore = "takes a minute; part of scripts/prove"]
fn positions_are_counted_right_to_the_end() {
    check_all(u64::MAX);
}
