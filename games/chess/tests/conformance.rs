//! Everything the contract promises.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_chess::ChessFamily;
use mossa_conformance::Suite;
use mossa_game::{Family, Host, Playable};

/// Positions that differ in nothing but the clock of fifty moves and the number of the move have the same key, because
/// the rule of repetition asks for that.
fn without_counters(text: &str) -> String {
    text.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

struct Contract;

impl Host for Contract {
    type Output = ();

    fn host<G: Playable>(self, game: G) {
        Suite::new(&game).identity(without_counters).run();
    }
}

#[test]
fn the_family_is_described() {
    mossa_conformance::check_family(&ChessFamily, &[]);
}

#[test]
fn the_contract_holds() {
    ChessFamily.open("", Contract).unwrap();
}

#[test]
fn the_contract_holds_in_chess960() {
    for options in ["960", "start=0", "960,start=959", "start=358"] {
        ChessFamily.open(options, Contract).unwrap();
    }
}

#[test]
fn all_texts_exist() {
    let catalog = ChessFamily.catalog();
    let kinds = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    for key in kinds.into_iter().chain(["material", "placement", "turn", "fact-clock", "question-promotion"])
    {
        for language in [mossa_game::Language::English, mossa_game::Language::Italian] {
            assert_ne!(catalog.text(language, key).trim(), "", "{key}");
        }
        assert_ne!(catalog.text(mossa_game::Language::Italian, key), key);
    }
}

#[test]
fn positions_are_counted_right() {
    mossa_conformance::perft_file(&ChessFamily, "tests/chess.perft");
}

#[test]
#[ignore = "slow: 750 million positions, counted twice"]
fn deep_positions_are_counted_right() {
    mossa_conformance::perft_file(&ChessFamily, "tests/slow.perft");
}

#[test]
fn games_go_as_recorded() {
    for (options, seed, name) in [("", 1, "chess-1"), ("960,start=358", 2, "960-358-2")] {
        let file = format!("tests/playthroughs/{name}.txt");
        mossa_conformance::playthrough(&ChessFamily, options, seed, file);
    }
}
