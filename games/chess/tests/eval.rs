//! The evaluation: terms add up to values, both colours are treated alike, sums are kept right from move to move.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{game, random_game};
use mossa_chess::fen::{self, Variant};
use mossa_chess::{Chess, Position, Tapered};
use mossa_game::{Evaluate, Game, Value};

fn value(position: &Position) -> i32 {
    let game = Chess::default();
    Tapered.value(&game, position, &Tapered.fresh(&game, position)).raw()
}

/// Calls `each` with positions of grandmasters' games and of random ones, which are stranger.
fn positions(mut each: impl FnMut(&Position)) {
    for line in include_str!("data/results.epd").lines() {
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        each(&fen::read(&fields.join(" "), Variant::Chess).unwrap());
    }
    for seed in 0..60 {
        random_game(&game(seed), seed, 200, |position, _| each(position));
    }
}

/// The board turned over, with the colours exchanged.
fn exchanged(position: &Position) -> Position {
    let text = fen::write(position, Variant::Chess960);
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |text: &str| -> String {
        let other =
            |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        text.chars().map(other).collect()
    };
    let board: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passed = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let rest = format!("{} {} {} {} 1", side, swap(fields[2]), passed, fields[4]);
    fen::read(&format!("{} {rest}", board.join("/")), Variant::Chess960).unwrap()
}

#[test]
fn both_colours_are_treated_alike() {
    let mut tried = 0;
    positions(|position| {
        assert_eq!(
            value(position),
            value(&exchanged(position)),
            "{}",
            fen::write(position, Variant::Chess960)
        );
        tried += 1;
    });
    assert!(tried > 5000, "{tried}");
}

#[test]
fn terms_add_up_to_the_value() {
    let game = Chess::default();
    positions(|position| {
        let terms = Tapered.explain(&game, position);
        let sum: i32 = terms.iter().map(|term| term.points[0] - term.points[1]).sum();
        let seen = if game.to_move(position).index() == 0 { sum } else { -sum };
        assert_eq!(seen, value(position), "{}: {terms:?}", fen::write(position, Variant::Chess960));
    });
}

#[test]
fn sums_follow_the_moves_and_go_back() {
    let mut castled = 0;
    for seed in 0..40 {
        let game = game(seed);
        random_game(&game, seed, 120, |position, moves| {
            let before = Tapered.fresh(&game, position);
            for &m in moves {
                let (mut after, mut sums) = (*position, before);
                Tapered.play(&game, position, m, &mut sums);
                let undo = game.play(&mut after, m);
                assert_eq!(sums, Tapered.fresh(&game, &after), "{m:?}");
                game.undo(&mut after, m, undo);
                Tapered.undo(&game, &after, m, &mut sums);
                assert_eq!(sums, before, "{m:?}");
                castled += u32::from(m.is_castling());
            }
        });
    }
    assert!(castled > 20, "{castled}");
}

/// The points of a term for White and Black.
fn term(position: &str, name: &str) -> [i32; 2] {
    let position = fen::read(position, Variant::Chess).unwrap();
    let terms = Tapered.explain(&Chess::default(), &position);
    let term = terms.iter().find(|term| term.name == name).unwrap_or_else(|| panic!("no term {name}"));
    [term.points[0], term.points[1]]
}

#[test]
fn the_start_is_even_but_for_the_turn() {
    let game = Chess::default();
    for term in Tapered.explain(&game, &game.start()) {
        assert_eq!(term.points[0] == term.points[1], term.name != "turn", "{term:?}");
    }
}

/// What every player knows: the first position is better than the second in this term, for White.
#[test]
fn terms_say_what_players_know() {
    let better = [
        ("imbalance", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1"),
        ("pawns", "4k3/8/8/8/8/8/1PP5/4K3 w - - 0 1", "4k3/8/8/8/8/2P5/2P5/4K3 w - - 0 1"),
        ("passed", "k7/8/6P1/6K1/8/8/8/8 w - - 0 1", "k7/8/8/8/6P1/6K1/8/8 w - - 0 1"),
        ("passed", "7k/8/8/P7/8/8/8/K7 w - - 0 1", "7k/8/b7/P7/8/8/8/K7 w - - 0 1"),
        ("mobility", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"),
        (
            "shelter",
            "rnbq1rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1",
            "rnbq1rk1/pppppppp/8/8/6P1/7P/PPPPPP2/RNBQ1RK1 w - - 0 1",
        ),
        (
            "danger",
            "r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 0 1",
            "r4rk1/ppp2p1p/8/8/8/5nqb/PPP2P2/R2Q1RK1 w - - 0 1",
        ),
        ("threats", "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/2r5/4P3/8/8/4K3 w - - 0 1"),
        ("majors", "4k3/pp4pp/8/8/8/8/PP4PP/3RK3 w - - 0 1", "4k3/pp4pp/8/8/8/8/PP4PP/1R2K3 w - - 0 1"),
        ("minors", "4k3/pp4pp/8/3N4/2P5/8/8/4K3 w - - 0 1", "4k3/pp2p1pp/8/3N4/2P5/8/8/4K3 w - - 0 1"),
        ("trapped", "4k3/1p6/p7/8/3B4/8/8/4K3 w - - 0 1", "4k3/B7/1p6/p7/8/8/8/4K3 w - - 0 1"),
        ("mating", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "8/8/8/4k3/8/8/6K1/R7 w - - 0 1"),
    ];
    for (name, good, bad) in better {
        let difference = |position| {
            let [own, theirs] = term(position, name);
            own - theirs
        };
        assert!(difference(good) > difference(bad), "{name}: {good} {bad}");
    }
}

#[test]
fn opposite_bishops_and_want_of_pawns_are_drawish() {
    let same = term("4k3/4b3/8/8/8/2B5/PPP5/4K3 w - - 0 1", "drawish");
    let opposite = term("4k3/3b4/8/8/8/2B5/PPP5/4K3 w - - 0 1", "drawish");
    assert!(opposite[0] < -10 && opposite[1] == 0, "{opposite:?}");
    assert!(opposite[0] < same[0], "{opposite:?} {same:?}");
    let no_pawns = fen::read("4k3/8/8/8/8/8/r7/R2BK3 w - - 0 1", Variant::Chess).unwrap();
    assert!(value(&no_pawns).abs() < 150, "{}", value(&no_pawns));
    let won = fen::read("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Variant::Chess).unwrap();
    assert!(value(&won) > 350, "{}", value(&won));
}

#[test]
fn no_evaluation_claims_a_proof() {
    let queens = "QQQQQQQQ/Q7/8/8/8/8/7k/K7 b - - 0 1";
    let position = fen::read(queens, Variant::Chess).unwrap();
    let value = Value::guess(value(&position));
    assert!(value.plies().is_none() && value < Value::guess(-5000), "{value:?}");
}
