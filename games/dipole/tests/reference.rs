//! The rules against a second implementation that shares nothing with them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod slow;

use std::collections::{BTreeSet, HashMap};

use mossa_dipole::{Dipole, Start};
use mossa_game::{Game, Notation, Outcome, Perft, Player, perft};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use slow::{Stacks, written};

/// The text of a move; a pass without the cell that it names.
fn plain(text: &str) -> String {
    if text.ends_with(",0") { "pass".to_owned() } else { text.to_owned() }
}

/// All legal moves and the positions behind them are the same.
fn compare<const CELLS: usize>(
    game: &Dipole<CELLS>,
    position: &mossa_dipole::Position<CELLS>,
    slow: &Stacks,
) {
    assert_eq!(game.position_text(position), slow.drawn());
    let winner = game.outcome(position).map(|outcome| match outcome {
        outcome if outcome == Outcome::win(Player::FIRST, 2) => 'w',
        outcome if outcome == Outcome::win(Player::SECOND, 2) => 'b',
        _ => '=',
    });
    assert_eq!(winner, slow.winner(), "{}", slow.drawn());
    let fast: BTreeSet<(String, String)> = game
        .legal_moves(position)
        .into_iter()
        .map(|m| {
            let mut after = *position;
            game.play(&mut after, m);
            (plain(&game.move_text(position, m)), game.position_text(&after))
        })
        .collect();
    let turns = slow.turns();
    let expected: BTreeSet<(String, String)> =
        turns.iter().map(|turn| (written(*turn), slow.after(*turn).drawn())).collect();
    assert_eq!(fast, expected, "{}", slow.drawn());
    assert_eq!(game.count_moves(position), turns.len() as u64, "{}", slow.drawn());
}

/// Random games to their end; gives how many positions were compared.
fn games<const CELLS: usize>(game: &Dipole<CELLS>, start: &Stacks, number: u64) -> usize {
    let mut positions = 0;
    for seed in 0..number {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut position, mut slow) = (game.start(), start.clone());
        // In some games many pieces leave at once, in others they go by ones and twos and the game becomes long.
        let most = [1, 2, 3, 20][seed as usize % 4];
        loop {
            compare(game, &position, &slow);
            positions += 1;
            let turns = slow.turns();
            let small = turns.iter().filter(|turn| turn.is_none_or(|(.., count)| count <= most));
            let small: Vec<_> = small.collect();
            let chosen = if small.is_empty() { turns.iter().collect() } else { small };
            if chosen.is_empty() {
                break;
            }
            let turn = *chosen[random.random_range(0..chosen.len())];
            let m = game.parse_move(&position, &written(turn)).unwrap();
            game.play(&mut position, m);
            slow = slow.after(turn);
        }
    }
    positions
}

#[test]
fn random_games_agree() {
    let course = Dipole::<32>::new(Start::Course, Some(60));
    assert!(games(&course, &Stacks::course(), 80) > 2000);
    let (game, start) = steere();
    assert!(games(&game, &start, 80) > 2000);
    let short = Dipole::<32>::new(Start::Course, Some(10));
    assert!(games(&short, &Stacks::new(8, "H5", "A4", Some(10)), 40) > 400);
}

#[test]
fn random_games_agree_on_the_large_board() {
    let game = Dipole::<50>::new(Start::Course, Some(60));
    assert!(games(&game, &Stacks::new(10, "J5", "A6", Some(60)), 40) > 1500);
}

/// One or two low stacks of the player to move, and many of the other one close to the first: there are captures in all
/// directions, and passes.
fn scattered(side: i32, random: &mut Xoshiro256PlusPlus) -> Stacks {
    let mut slow = Stacks::new(side, "A2", "A4", Some(60));
    slow.at.clear();
    slow.mover = if random.random_bool(0.5) { 'w' } else { 'b' };
    let (middle, most) =
        ((random.random_range(0..side), random.random_range(0..side)), random.random_range(1..=3));
    for number in 0..9 {
        let player = if number < 2 { slow.mover } else { slow::opponent(slow.mover) };
        let reach = if number == 0 { 0 } else { 2 };
        let mut near = |along: i32| along + random.random_range(-reach..=reach);
        let place = (near(middle.0), near(middle.1));
        let height = random.random_range(1..=if number < 2 { most } else { 3 });
        let inside = (0..side).contains(&place.0) && (0..side).contains(&place.1) && slow::is_dark(place);
        if inside && !slow.at.contains_key(&place) && slow.pieces(player) + height <= 12 {
            slow.at.insert(place, (player, height));
        }
    }
    slow
}

fn scattered_agree<const CELLS: usize>(side: i32) -> usize {
    let game = Dipole::<CELLS>::new(Start::Course, Some(60));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut passes = 0;
    for _ in 0..6000 {
        let slow = scattered(side, &mut random);
        if slow.at.is_empty() {
            continue;
        }
        let position = game.parse_position(&slow.drawn()).unwrap();
        compare(&game, &position, &slow);
        if slow.turns() == [None] {
            assert_ne!(slow.after(None).turns(), [None], "both pass: {}", slow.drawn());
            passes += 1;
        }
    }
    passes
}

#[test]
fn scattered_stacks_agree() {
    let (small, large) = (scattered_agree::<32>(8), scattered_agree::<50>(10));
    assert!(small > 10 && large > 10, "{small} and {large} passes: too few to see anything");
}

/// Counts agree at these depths, with games that ended earlier or without.
fn agree<const CELLS: usize>(
    game: &Dipole<CELLS>,
    start: &Stacks,
    ended: bool,
    depths: std::ops::RangeInclusive<u32>,
) {
    let how = Perft { ended, ..Perft::default() };
    let mut known = HashMap::new();
    for depth in depths {
        let expected = start.perft(depth, ended, &mut known);
        println!("depth {depth}, ended {ended}: {expected}");
        assert_eq!(perft(game, &mut game.start(), depth, how), expected, "depth {depth}");
    }
}

fn steere() -> (Dipole<32>, Stacks) {
    (Dipole::new(Start::Steere, None), Stacks::new(8, "H3", "A4", None))
}

#[test]
fn counts_agree() {
    let game = Dipole::<32>::new(Start::Course, Some(60));
    agree(&game, &Stacks::course(), false, 1..=5);
    agree(&game, &Stacks::course(), true, 1..=4);
    let (game, start) = steere();
    agree(&game, &start, false, 1..=4);
    let game = Dipole::<50>::new(Start::Course, Some(60));
    agree(&game, &Stacks::new(10, "J5", "A6", Some(60)), true, 1..=3);
}

#[test]
#[ignore = "minutes"]
fn counts_agree_to_depth_7() {
    let game = Dipole::<32>::new(Start::Course, Some(60));
    agree(&game, &Stacks::course(), false, 6..=7);
    agree(&game, &Stacks::course(), true, 6..=6);
}

#[test]
#[ignore = "minutes"]
fn counts_agree_to_depth_6_from_steeres_start() {
    let (game, start) = steere();
    agree(&game, &start, false, 5..=6);
    agree(&game, &start, true, 5..=6);
}
