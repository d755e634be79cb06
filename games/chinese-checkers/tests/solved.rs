//! Retrograde analysis against the solutions of a program that nobody here wrote.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_chinese_checkers::holes::Holes;
use mossa_chinese_checkers::space::Positions;
use mossa_chinese_checkers::{ChineseCheckers, Position, Profile, Setup, Shape, Walk};
use mossa_game::{Game, MAX_PLAYERS, Player};
use mossa_solve::{Table, Worth};
use serde_json::Value;

fn solutions() -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("data/solved-2-players.json")).unwrap();
    all.as_array().unwrap().clone()
}

/// The game that a name such as `star2-special` means: the order of the star and the rules.
fn game(name: &str) -> Option<ChineseCheckers<1>> {
    let (order, rules) = name.strip_prefix("star")?.split_once('-')?;
    let order: usize = order.parse().ok()?;
    ChineseCheckers::new(2, order * (order + 1) / 2, Profile::named(rules)?, None)
}

fn solve(positions: &Positions) -> Table {
    mossa_solve::solve(positions, &mossa_solve::Order::quiet(2)).unwrap()
}

/// What a move is worth to whoever makes it, as the solutions write it: `P1 wins in 29`.
fn opening(game: &ChineseCheckers<1>, positions: &Positions, table: &Table, walk: Walk) -> String {
    let mut after = game.start();
    game.play(&mut after, walk);
    match table.worth(positions.number(&after).unwrap()).unwrap() {
        Worth::Loss(plies) => format!("P1 wins in {}", plies + 1),
        Worth::Win(plies) => format!("P2 wins in {}", plies + 1),
        Worth::Draw => "draw".to_owned(),
        Worth::Illegal => panic!("an opening is a position"),
    }
}

fn place(value: &Value) -> (usize, usize) {
    let number = |index: usize| value[index].as_u64().unwrap() as usize;
    (number(0), number(1))
}

fn check(solution: &Value) {
    let name = solution["name"].as_str().unwrap();
    let game = game(name).unwrap_or_else(|| panic!("{name}"));
    let positions = Positions::new(&game).unwrap();
    let table = solve(&positions);
    let found = table.statistics();
    let number = |name: &str| solution[name].as_u64().unwrap();
    assert_eq!(
        (found.states, found.illegal),
        (number("placements_side_to_move"), number("illegal")),
        "{name}"
    );
    assert_eq!(
        (found.wins(), found.losses(), found.draws),
        (number("win"), number("loss"), number("draw")),
        "{name}"
    );
    let histogram: Vec<u64> = (0..found.by_plies.len())
        .map(|plies| solution["hist"][plies.to_string()].as_u64().unwrap_or(0))
        .collect();
    assert_eq!(found.by_plies, histogram, "{name}");
    let start = match table.worth(positions.number(&game.start()).unwrap()).unwrap() {
        Worth::Win(plies) => format!("win in {plies}"),
        Worth::Loss(plies) => format!("loss in {plies}"),
        other => format!("{other:?}").to_lowercase(),
    };
    assert_eq!(start, solution["start"].as_str().unwrap(), "{name}");
    let openings = solution["openings"].as_array().unwrap();
    assert_eq!(game.legal_moves(&game.start()).len(), openings.len(), "{name}");
    for expected in openings {
        let hole = |end: &str| game.board().hole(place(&expected[end])).unwrap();
        let walk = Walk { from: hole("from"), to: hole("to") };
        let value = opening(&game, &positions, &table, walk);
        assert_eq!(value, expected["value"].as_str().unwrap(), "{name} {expected}");
    }
}

/// The boards with so many states at most.
fn check_up_to(most: u64, least: u64) -> usize {
    let states = |solution: &Value| solution["placements_side_to_move"].as_u64().unwrap();
    let solutions = solutions();
    let chosen = solutions.iter().filter(|solution| (least..=most).contains(&states(solution)));
    chosen.map(check).count()
}

#[test]
fn small_boards_are_solved_as_others_solved_them() {
    assert!(check_up_to(10_000_000, 0) >= 5);
}

#[test]
#[ignore = "takes minutes; part of scripts/prove"]
fn large_boards_are_solved_as_others_solved_them() {
    assert!(check_up_to(u64::MAX, 10_000_001) >= 2);
}

/// N. Sturtevant, "On strongly solving Chinese checkers", 2019: boards of 7x7. He counts positions of both colours. So
/// every state of ours counts twice; but wins are those of one player, whoever is to move, and by symmetry these are all
/// that is decided, counted once. The four numbers of a row add up only so: 2 x wins + draws + illegal = positions.
fn check_published(pieces: usize, [positions, wins, draws, illegal]: [u64; 4]) {
    let shape = Shape::rhombus(7, pieces).unwrap();
    let setup = Setup { shape, players: 2, profile: Profile::DIAMOND, plies: None, repetitions: None };
    let game = ChineseCheckers::<1>::with(&setup).unwrap();
    let space = Positions::new(&game).unwrap();
    let table = solve(&space);
    let found = table.statistics().counts();
    assert_eq!(
        [2 * found.states, found.wins + found.losses, 2 * found.draws, 2 * found.illegal],
        [positions, wins, draws, illegal],
        "{pieces} pieces: {found:?}"
    );
    let start = table.worth(space.number(&game.start()).unwrap()).unwrap();
    assert!(matches!(start, Worth::Win(_)), "the first player wins, but with {pieces} pieces: {start:?}");
}

#[test]
fn rhombi_are_solved_as_published() {
    check_published(1, [4_704, 2_304, 0, 96]);
    check_published(2, [2_542_512, 1_265_851, 0, 10_810]);
}

#[test]
#[ignore = "takes a minute; part of scripts/prove"]
fn the_rhombus_with_three_pieces_is_solved_as_published() {
    check_published(3, [559_352_640, 279_297_470, 180_860, 576_840]);
}

/// Random positions with their values.
fn check_samples(name: &str, samples: &str) {
    let game = game(name).unwrap();
    let positions = Positions::new(&game).unwrap();
    let table = solve(&positions);
    let mut checked = 0;
    for line in samples.lines() {
        let sample: Value = serde_json::from_str(line).unwrap();
        let holes = |side: &str| -> Holes<1> {
            let places = sample[side].as_array().unwrap().iter();
            Holes::of(places.map(|value| game.board().hole(place(value)).unwrap()))
        };
        let mut pieces = [Holes::EMPTY; MAX_PLAYERS];
        (pieces[0], pieces[1]) = (holes("mover"), holes("opp"));
        let position = Position::new(game.board(), pieces, Player::FIRST, 0);
        let found = match table.worth(positions.number(&position).unwrap()).unwrap() {
            Worth::Win(plies) => format!("win in {plies}"),
            Worth::Loss(plies) => format!("loss in {plies}"),
            other => format!("{other:?}").to_lowercase(),
        };
        assert_eq!(found, sample["value"].as_str().unwrap(), "{name} {line}");
        checked += 1;
    }
    assert!(checked >= 50, "{name}: {checked}");
}

#[test]
fn samples_have_the_values_that_others_found() {
    check_samples("star1-special", include_str!("data/samples_star1_special.jsonl"));
    check_samples("star2-special", include_str!("data/samples_star2_special.jsonl"));
}

#[test]
#[ignore = "takes half a minute; part of scripts/prove"]
fn samples_of_the_free_game_have_the_values_that_others_found() {
    check_samples("star2-free", include_str!("data/samples_star2_free.jsonl"));
}
