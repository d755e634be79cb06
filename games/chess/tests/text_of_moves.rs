//! Moves as UCI and as people write them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use mossa_chess::fen::{self, Variant};
use mossa_chess::{Chess, Position, StartNumber, san, uci};
use mossa_game::Notation;
use proptest::prelude::*;

fn position(text: &str) -> Position {
    fen::read(text, Variant::Chess960).unwrap()
}

fn written(text: &str, m: &str) -> String {
    let position = position(text);
    san::write(&position, uci::read(&position, m).unwrap_or_else(|| panic!("{m} in {text}")))
}

#[test]
fn moves_are_written_as_people_do() {
    let cases = [
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1", "O-O"),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1a1", "O-O-O"),
        ("3k4/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1", "O-O-O+"),
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("R3k3/8/8/8/8/4K3/8/R7 b - - 0 1", "e8d7", "Kd7"),
        ("4k3/8/8/R7/8/8/4K3/R7 w - - 0 1", "a1a3", "R1a3"),
        ("6k1/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/P7/8/8/8/8/4K3/8 w - - 0 1", "a7a8q", "a8=Q+"),
        ("1n2k3/P7/8/8/8/8/4K3/8 w - - 0 1", "a7b8n", "axb8=N"),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w - f6 0 3", "e5f6", "exf6"),
        ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b - - 0 2", "d8h4", "Qh4#"),
        // The knight on g1 is pinned and does not count.
        ("4k3/8/8/8/8/8/8/2NK2Nr w - - 0 1", "c1e2", "Ne2"),
    ];
    for (text, m, expected) in cases {
        assert_eq!(written(text, m), expected, "{text} {m}");
    }
}

#[test]
fn people_may_be_careless() {
    let middle = position("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w HAha - 4 4");
    for (texts, expected) in [
        (&["O-O", "0-0", "o-o", "O-O+", "0-0!?", "e1g1", "e1h1"][..], "e1h1"),
        (&["Ng5", "Ng5!", "Nf3-g5", "Nfg5", "N3g5", "f3g5", "Ng5+", "Nf3g5"], "f3g5"),
        (&["d4", "d2d4", "d2-d4", "Pd4"], "d2d4"),
        (&["Bxf7", "Bxf7+", "B:f7", "Bc4xf7", "Bf7", "c4f7"], "c4f7"),
    ] {
        for text in texts {
            let m =
                Chess::default().parse_move(&middle, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(m.to_string(), expected, "{text}");
        }
    }
    let passing = position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w - f6 0 3");
    for text in ["exf6", "ef6", "e5xf6/ep", "exf6e.p.", "e5f6"] {
        assert!(Chess::default().parse_move(&passing, text).unwrap().is_en_passant(), "{text}");
    }
    let promotion = position("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["e8=N", "e8N", "e8(N)", "e8/N", "e7e8n", "e7e8N", "e7-e8=N"] {
        assert_eq!(Chess::default().parse_move(&promotion, text).unwrap().to_string(), "e7e8n", "{text}");
    }
}

#[test]
fn what_is_not_a_move_is_refused_with_a_reason() {
    let start = Chess::default().parse_position("start").unwrap();
    let refused = |position: &Position, text: &str| {
        Chess::default().parse_move(position, text).expect_err(text).to_string()
    };
    assert!(refused(&start, "e5").starts_with("`e5` is not legal here; expected one of 20 moves: "));
    assert!(refused(&start, "hello").starts_with("unreadable move `hello`; expected something like e2e4"));
    for text in
        ["", "e", "e9", "Ke", "x", "=Q", "e2e4e5", "é4", "♘f3", "O-O", "0-0-0", "e4=Q", "Pe2e5", "NNf3"]
    {
        refused(&start, text);
    }
    let two = position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    assert_eq!(refused(&two, "Rd1"), "`Rd1` can mean several moves; expected Rad1 or Rhd1");
    let promotion = position("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
    refused(&promotion, "e7e8");
    refused(&promotion, "e8");
}

/// The king on f1 goes to g1, which is also where he ends when he castles with the rook on h1.
#[test]
fn in_chess960_a_step_of_the_king_is_not_castling() {
    let game = Chess::new(Variant::Chess960, StartNumber::CHESS);
    let p = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let step = game.parse_move(&p, "f1g1").unwrap();
    let castling = game.parse_move(&p, "O-O").unwrap();
    assert!(!step.is_castling() && castling.is_castling());
    assert_eq!((game.move_text(&p, step), game.move_text(&p, castling)), ("f1g1".into(), "f1h1".into()));
    let chess = Chess::default();
    let p = chess.parse_position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(chess.move_text(&p, chess.parse_move(&p, "O-O").unwrap()), "e1g1");
}

proptest! {
    #[test]
    fn all_moves_of_games_come_back(seed in any::<u64>()) {
        let game = common::game(seed);
        common::random_game(&game, seed, 80, |position, moves| {
            let mut seen = std::collections::HashSet::new();
            for m in moves {
                let text = san::write(position, *m);
                assert!(seen.insert(text.clone()), "{text} twice in {}", game.position_text(position));
                assert_eq!(san::read(position, &text).unwrap(), *m, "{text}");
                assert_eq!(uci::read(position, &game.move_text(position, *m)), Some(*m));
            }
        });
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        let start = Chess::default().parse_position("start").unwrap();
        let _ = Chess::default().parse_move(&start, &text);
    }
}
