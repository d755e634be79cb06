//! Levels: promises, repeatability, and that more is better.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use mossa_conformance::toy::NimFamily;
use mossa_engine::{AnyPosition, Level, Means, Registry};
use mossa_game::{Player, Verdict};
use mossa_search::{Limits, StopSignal, Table};

fn start(name: &str) -> Box<dyn AnyPosition> {
    Registry::builtin().with(NimFamily).open(name).unwrap().start()
}

fn after(name: &str, moves: &[&str]) -> Box<dyn AnyPosition> {
    let mut position = start(name);
    moves.iter().for_each(|m| drop(position.play(m).unwrap()));
    position
}

fn means(seed: u64) -> Means {
    // Full strength by nodes, so that matches can be repeated.
    Means { seed, limits: Limits::nodes(400_000), threads: 1, table: Arc::new(Table::new(1)) }
}

fn choose(level: Level, position: &dyn AnyPosition, seed: u64) -> String {
    level.choose(position, &means(seed), &StopSignal::new()).unwrap().0
}

fn from_level(number: u8) -> impl Iterator<Item = Level> {
    Level::all().filter(move |level| level.number() >= number)
}

#[test]
fn from_level_2_on_a_win_is_taken() {
    let position = after("mnk:5,5,4", &["a1", "a5", "b1", "b5", "c1", "e5"]);
    for level in from_level(2) {
        (0..20).for_each(|seed| assert_eq!(choose(level, &*position, seed), "d1", "level {level}"));
    }
    let missed = (0..40).filter(|seed| choose(Level::EASIEST, &*position, *seed) != "d1").count();
    assert!((5..40).contains(&missed), "level 1 misses some: {missed} of 40");
}

#[test]
fn from_level_3_on_a_threat_is_met() {
    let position = after("mnk:5,5,4", &["a1", "a5", "b1", "e4", "c1"]);
    for level in from_level(3) {
        (0..20).for_each(|seed| assert_eq!(choose(level, &*position, seed), "d1", "level {level}"));
    }
    let missed = (0..40).filter(|seed| choose(Level::new(2).unwrap(), &*position, *seed) != "d1").count();
    assert!(missed >= 10, "level 2 does not look at answers: {missed} of 40");
}

#[test]
fn the_same_seed_gives_the_same_move_and_other_seeds_vary() {
    let position = after("mnk:7,7,5", &["d4"]);
    for level in Level::all().take(6) {
        let moves: Vec<String> = (0..12).map(|seed| choose(level, &*position, seed)).collect();
        let again: Vec<String> = (0..12).map(|seed| choose(level, &*position, seed)).collect();
        assert_eq!(moves, again, "level {level}");
        assert!(moves.iter().any(|m| m != &moves[0]), "level {level} always plays {}", moves[0]);
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let over = after("mnk:3,3,3", &["a1", "a2", "b1", "b2", "c1"]);
    for level in Level::all() {
        assert!(level.choose(&*over, &means(0), &StopSignal::new()).is_none());
    }
}

#[test]
fn a_stopped_level_still_moves() {
    let stop = StopSignal::new();
    stop.stop();
    let position = start("mnk:15,15,5");
    for level in Level::all() {
        let (text, _) = level.choose(&*position, &means(0), &stop).unwrap();
        assert!(position.moves().iter().any(|m| m.text == text));
    }
}

/// The points of `strong` out of 2 for each of `games`, played in pairs with both colours from the same two
/// random moves.
fn points(game: &str, strong: Level, weak: Level, games: u64) -> u64 {
    (0..games).map(|index| play(game, strong, weak, index)).sum()
}

fn play(game: &str, strong: Level, weak: Level, index: u64) -> u64 {
    let mut position = start(game);
    let seat = if index.is_multiple_of(2) { Player::FIRST } else { Player::SECOND };
    for ply in 0..2 {
        let moves = position.moves();
        let any = (index / 2).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(ply * 17 + 20) as usize;
        position.play(&moves[any % moves.len()].text).unwrap();
    }
    while position.result().is_none() {
        let level = if position.to_move() == seat { strong } else { weak };
        let text = choose(level, &*position, index);
        position.play(&text).unwrap();
    }
    match position.result().unwrap().verdict(seat) {
        Verdict::Win => 2,
        Verdict::Draw => 1,
        Verdict::Loss => 0,
    }
}

fn levels(weak: u8) -> (Level, Level) {
    (Level::new(weak + 1).unwrap(), Level::new(weak).unwrap())
}

#[test]
fn each_lower_level_beats_the_one_below() {
    for weak in 1..=3 {
        let (strong, weak) = levels(weak);
        let points = points("mnk:5,5,4", strong, weak, 12);
        assert!(points >= 13, "level {strong} made {points} of 24 points against level {weak}");
    }
}

/// The upper levels know small boards almost by heart, so they need only hold their own there.
#[test]
fn no_upper_level_is_worse_than_the_one_below() {
    for weak in 4..=7 {
        let (strong, weak) = levels(weak);
        let points = points("mnk:4,4,3", strong, weak, 8);
        assert!(points >= 7, "level {strong} made {points} of 16 points against level {weak}");
    }
}

#[test]
fn a_high_level_crushes_the_easiest_one() {
    let high = Level::new(6).unwrap();
    assert!(points("mnk:5,5,4", high, Level::EASIEST, 6) >= 11);
    assert!(points("nim:3.4.5", high, Level::EASIEST, 6) >= 10);
}

#[test]
#[ignore = "a measurement that takes minutes"]
fn the_ladder_of_levels_in_long_matches() {
    for (game, games) in [("nim:3.4.5.6", 60), ("mnk:5,5,4", 60), ("mnk:7,7,5", 40)] {
        for weak in 1..=7 {
            let (strong, weak) = levels(weak);
            let points = points(game, strong, weak, games);
            println!("{game}: level {strong} made {points} of {} points against level {weak}", 2 * games);
            assert!(points * 100 >= games * 2 * 45, "level {strong} is worse than level {weak} at {game}");
        }
    }
}
