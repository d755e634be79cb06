//! Positions with operations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use mossa_chess::epd::{Epd, Operand, Points};
use mossa_chess::fen::{self, Variant};
use mossa_chess::{Chess, Position};
use mossa_game::{Notation, Playable};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn read(text: &str) -> Epd {
    Epd::read(text, Variant::Chess).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn start(operations: &str) -> Epd {
    read(&format!("{START} {operations}"))
}

fn suite(text: &str) -> Vec<Epd> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(read).collect()
}

#[test]
fn operations_are_read_with_their_operands() {
    let epd = start("bm e4 Nf3; id \"a; b\"; c0 \"x\" ; acd 12; foo ; bar");
    let codes: Vec<&str> = epd.operations.iter().map(|operation| operation.code.as_str()).collect();
    assert_eq!(codes, ["bm", "id", "c0", "acd", "foo", "bar"]);
    let best: Vec<String> = epd.best_moves().unwrap().iter().map(ToString::to_string).collect();
    assert_eq!(best, ["e2e4", "g1f3"]);
    assert_eq!((epd.id(), epd.text("c0"), epd.text("c1")), (Some("a; b"), Some("x"), None));
    assert_eq!((epd.number("acd"), epd.number("dm")), (Ok(Some(12)), Ok(None)));
    assert_eq!(epd.operations[1].operands, [Operand::Text("a; b".to_owned())]);
    assert!(epd.moves_to_avoid().unwrap().is_empty() && epd.operations[4].operands.is_empty());
}

#[test]
fn clocks_come_from_operations_or_fields() {
    let both = [
        start("hmvc 7; fmvn 12;"),
        read(&format!("{START} 7 12 bm e4;")),
        read(&format!("{START} 7 12 ;D1 20")),
    ];
    for epd in both {
        assert_eq!((epd.position.clock(), epd.position.number()), (7, 12));
    }
    let plain = start("D1 20; D2 400");
    assert_eq!((plain.position.number(), plain.operations.len()), (1, 2));
    let bare = read(&format!("{START};"));
    assert!(bare.operations.is_empty());
}

#[test]
fn values_are_points_or_mates() {
    let cases = [
        ("ce 31", Points::Centipawns(31)),
        ("ce -250", Points::Centipawns(-250)),
        ("ce +M2", Points::Mate(2)),
        ("ce -M3", Points::Mate(-3)),
        // Mate in 3 plies, as the standard writes it.
        ("ce 32764", Points::Mate(2)),
        ("ce -32765", Points::Mate(-1)),
    ];
    for (text, expected) in cases {
        assert_eq!(start(text).value(), Ok(Some(expected)), "{text}");
    }
    assert!(start("ce x").value().is_err() && start("ce --1").value().is_err());
    assert_eq!(start("").value(), Ok(None));
}

#[test]
fn what_cannot_be_read_says_why() {
    let refused = |text: &str| Epd::read(text, Variant::Chess).unwrap_err().to_string();
    assert!(refused("").contains("fields"), "{}", refused(""));
    assert!(refused(&format!("{START} id \"x")).contains("without an end"));
    assert!(refused(&format!("{START} hmvc x;")).contains("hmvc `x`"));
    assert!(refused(&format!("{START} hmvc 151;")).contains("151"));
    for number in ["fmvn 10000;", "fmvn 0;", "fmvn +7;", "hmvc 07;", "hmvc;"] {
        assert!(refused(&format!("{START} {number}")).contains("expected a number from"), "{number}");
    }
    // Two steps of a pawn and moves without a pawn cannot both be the last ones.
    let stepped = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6";
    assert!(refused(&format!("{stepped} hmvc 7;")).contains("with the clock at 7"));
    assert!(Epd::read(&format!("{stepped} hmvc 0; fmvn 3;"), Variant::Chess).is_ok());
    assert!(start("bm e5").best_moves().unwrap_err().to_string().contains("`e5` is not legal"));
    assert!(start("acd deep").number("acd").is_err());
    assert!(start("pv e4 e4").variation().is_err(), "the second move is Black's");
}

#[test]
fn suites_are_read_and_their_moves_are_legal() {
    let suites = [
        (include_str!("data/suites/bratko-kopec.epd"), 24),
        (include_str!("data/suites/kaufman.epd"), 25),
        (include_str!("data/suites/hardzugs.epd"), 3),
        (include_str!("data/suites/zugts.epd"), 30),
        (include_str!("data/suites/wac.epd"), 300),
        (include_str!("data/suites/mates-sample.epd"), 20),
        (include_str!("data/suites/sts-sample.epd"), 5),
    ];
    for (text, count) in suites {
        let found = suite(text);
        assert_eq!(found.len(), count, "{}", text.lines().next().unwrap());
        for epd in found {
            let (best, avoid) = (epd.best_moves().unwrap(), epd.moves_to_avoid().unwrap());
            assert!(!best.is_empty() || !avoid.is_empty(), "{epd}");
        }
    }
}

#[test]
fn variations_of_mates_end_in_mate() {
    for epd in suite(include_str!("data/suites/mates-sample.epd")) {
        let mut position = epd.position;
        epd.variation().unwrap().into_iter().for_each(|m| position.play(m));
        assert!(position.is_mate(), "{epd}");
        let Ok(Some(Points::Mate(moves))) = epd.value() else { panic!("{epd}") };
        assert_eq!(epd.variation().unwrap().len(), 2 * moves as usize - 1);
    }
}

/// Points of the suite are in `c8`, the moves that they are for in `c9`.
#[test]
fn points_of_strategic_positions_belong_to_moves() {
    for epd in suite(include_str!("data/suites/sts-sample.epd")) {
        let (points, moves) = (epd.text("c8").unwrap(), epd.text("c9").unwrap());
        assert_eq!(points.split(' ').count(), moves.split(' ').count());
        let first = moves.split(' ').next().unwrap();
        assert_eq!(epd.best_moves().unwrap()[0].to_string(), first);
    }
}

/// Lines such as `FEN; move; value; why`, whose operations have no codes.
#[test]
fn lines_without_codes_are_split_all_the_same() {
    let found = suite(include_str!("data/suites/see-sample.epd"));
    assert_eq!(found.len(), 5);
    assert_eq!(
        (found[0].operations[0].code.as_str(), found[0].operations[1].code.as_str()),
        ("Rfxf4", "-100")
    );
}

fn any_epd() -> impl Strategy<Value = Epd> {
    let operand = prop_oneof![
        "[A-Za-z0-9+#=.-]{1,7}".prop_map(Operand::Word),
        "[^\"\n\r]{0,12}".prop_map(Operand::Text)
    ];
    let code = "[a-g][a-z0-9]{0,3}";
    let operation = (code, proptest::collection::vec(operand, 0..4))
        .prop_map(|(code, operands)| mossa_chess::epd::Operation { code, operands });
    (any::<u64>(), 0..40u32, proptest::collection::vec(operation, 0..5)).prop_map(
        |(seed, plies, operations)| {
            let game = common::game(seed);
            let mut reached: Option<Position> = None;
            common::random_game(&game, seed, plies + 1, |position, _| reached = Some(*position));
            Epd { position: reached.unwrap(), variant: game.variant(), operations }
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(epd in any_epd()) {
        let text = epd.to_string();
        let again = Epd::read(&text, epd.variant).unwrap();
        prop_assert_eq!(&again.operations, &epd.operations, "{}", text);
        prop_assert_eq!(again.position.key(), epd.position.key());
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn no_line_panics(text in any::<String>(), operations in "[a-z \";0-9+M-]{0,30}") {
        let _ = Epd::read(&text, Variant::Chess);
        if let Ok(epd) = Epd::read(&format!("{START}{operations}"), Variant::Chess960) {
            let _ = (epd.value(), epd.best_moves(), epd.variation(), epd.number("acd"));
        }
    }
}

#[test]
fn lines_are_built_from_moves_and_texts() {
    let game = mossa_chess::Chess::default();
    let position = game.parse_position("start").unwrap();
    let best = game.parse_move(&position, "g1f3").unwrap();
    let epd = Epd::new(position, Variant::Chess).with_best_moves(&[best]).with_text("id", "a \"b\"");
    assert_eq!(epd.to_string(), format!("{START} bm Nf3; id \"a 'b'\";"));
    assert_eq!(fen::write(&read(&epd.to_string()).position, Variant::Chess), format!("{START} 0 1"));
}

/// Moves, plies to the quickest win, and points of a line.
fn asked(line: &str) -> (String, String, Option<u32>, Vec<(String, u32)>) {
    let game = Chess::default();
    let problem = game.problem(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    let wanted = problem.wanted.map(|m| game.move_text(&problem.position, m));
    (wanted.best.join(" "), wanted.avoid.join(" "), wanted.win_in, wanted.points)
}

#[test]
fn lines_of_suites_ask_for_moves_mates_and_points() {
    let worth = |list: &[(&str, u32)]| list.iter().map(|(m, n)| ((*m).to_owned(), *n)).collect::<Vec<_>>();
    let cases = [
        ("bm e4 Nf3; id \"x\";", "e2e4 g1f3", "", None, worth(&[])),
        ("am e2e4;", "", "e2e4", None, worth(&[])),
        ("bm bm Nf3;", "g1f3", "", None, worth(&[])),
        ("dm 3;", "", "", Some(5), worth(&[])),
        ("bm Ng1-f3; ce +M2; pv Ng1-f3 a6;", "g1f3", "", Some(3), worth(&[])),
        ("bm e4; ce -M2;", "e2e4", "", None, worth(&[])),
        ("bm e4; ce 31;", "e2e4", "", None, worth(&[])),
        ("bm e4; c8 \"10 3\"; c9 \"e2e4 d2d4\";", "e2e4", "", None, worth(&[("e2e4", 10), ("d2d4", 3)])),
        ("bm e4; c0 \"e4=10, d4=3\";", "e2e4", "", None, worth(&[("e2e4", 10), ("d2d4", 3)])),
        ("bm e4; c0 \"one = many\"; c9 \"1-0\";", "e2e4", "", None, worth(&[])),
    ];
    for (operations, best, avoid, win_in, points) in cases {
        let found = asked(&format!("{START} {operations}"));
        assert_eq!(found, (best.to_owned(), avoid.to_owned(), win_in, points), "{operations}");
    }
}

#[test]
fn lines_of_suites_that_ask_nothing_are_refused() {
    let cases = [
        ("", "nothing to find"),
        ("id \"x\"; ce 31;", "nothing to find"),
        ("bm e5;", "`e5` is not legal here"),
        ("dm x;", "dm `x`"),
        ("dm 0;", "dm `0`"),
        ("c8 \"10\"; c9 \"e2e4 d2d4\";", "1 numbers in c8 for 2 moves in c9"),
        ("c8 \"ten\"; c9 \"e2e4\";", "c8 `ten`"),
    ];
    for (operations, expected) in cases {
        let told = Chess::default().problem(&format!("{START} {operations}")).unwrap_err().to_string();
        assert!(told.contains(expected), "{operations}: {told}");
    }
}
