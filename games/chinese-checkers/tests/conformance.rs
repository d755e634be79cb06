//! Everything the contract promises, on every star, for every number of players and all named rules.

#![allow(clippy::unwrap_used)]

use mossa_chinese_checkers::{ChineseCheckersFamily, Profile};

#[test]
fn the_contract_holds_on_every_star() {
    mossa_conformance::check_family(
        &ChineseCheckersFamily,
        &["", "pieces=1", "pieces=3", "pieces=6", "pieces=15"],
    );
}

#[test]
fn the_contract_holds_for_more_players() {
    mossa_conformance::check_family(
        &ChineseCheckersFamily,
        &["players=3,pieces=3", "players=4,pieces=1", "players=6,pieces=1,plies=20", "players=6,pieces=3"],
    );
}

#[test]
fn the_contract_holds_on_rhombi() {
    mossa_conformance::check_family(
        &ChineseCheckersFamily,
        &["rhombus=2,pieces=1", "rhombus=5,pieces=4", "rhombus=7", "rhombus=9,pieces=10", "rhombus=13"],
    );
}

#[test]
fn the_contract_holds_for_all_rules() {
    let options: Vec<String> =
        Profile::NAMED.iter().map(|(name, _)| format!("pieces=3,rules={name},plies=60")).collect();
    let mut options: Vec<&str> = options.iter().map(String::as_str).collect();
    options.push("pieces=3,goal-lock=ends,rest=yes");
    mossa_conformance::check_family(&ChineseCheckersFamily, &options);
}

#[test]
fn options_that_make_no_sense_are_refused_with_a_reason() {
    let refused = |options: &str| {
        let opened = mossa_game::Family::open(&ChineseCheckersFamily, options, Name);
        opened.unwrap_err().to_string()
    };
    for (options, reason) in [
        ("players=5", "players one of 2, 3, 4, 6"),
        ("pieces=2", "pieces one of 1, 3, 6, 10, 15"),
        ("rhombus=1", "a side from 2 to 13"),
        ("rhombus=5,players=3", "3 players on a rhombus"),
        ("rhombus=5,pieces=11", "pieces=1 to 10"),
        ("plies=0", "plies=none, or a number from 1 to 10000"),
        ("plies=10,turns=5", "both plies and turns"),
        ("repetition=4", "repetition one of off, 2, 3"),
        ("rules=house", "rules one of free"),
        ("10", "has no name"),
    ] {
        let told = refused(options);
        assert!(told.contains(reason), "{options}: {told}");
    }
}

/// Tells what a game is called.
struct Name;

impl mossa_game::Host for Name {
    type Output = String;

    fn host<G: mossa_game::Playable>(self, game: G) -> String {
        game.options_text()
    }
}

#[test]
fn games_are_called_by_what_differs_from_the_usual() {
    let name = |options: &str| mossa_game::Family::open(&ChineseCheckersFamily, options, Name).unwrap();
    for (options, expected) in [
        ("", ""),
        ("players=2,pieces=10,rules=special", ""),
        ("players=3,turns=50", "players=3,plies=150"),
        ("rhombus=7", "rhombus=7"),
        ("rhombus=7,pieces=6,rules=special", "rhombus=7,pieces=6,rules=special"),
        ("repetition=3,plies=none", "repetition=3"),
        ("rules=free,win=fill", "rules=free-fill"),
    ] {
        assert_eq!(name(options), expected, "{options}");
    }
}
