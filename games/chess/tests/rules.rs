//! How games end, kinds of moves, and passing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use mossa_chess::generate::Wanted;
use mossa_chess::{Chess, ChessMove, Position};
use mossa_game::{Game, Move, Notation, Outcome, Player};

fn position(text: &str) -> Position {
    Chess::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn result(text: &str) -> Option<Outcome> {
    Chess::default().result(&position(text))
}

#[test]
fn games_end_as_the_rules_say() {
    let (draw, white, black) =
        (Some(Outcome::draw(2)), Some(Outcome::win(Player::FIRST, 2)), Some(Outcome::win(Player::SECOND, 2)));
    for (text, expected) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", black),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", white),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", draw),
        // Fifty moves; but mate with the last of them counts.
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 80", draw),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80", white),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", draw),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", draw),
        ("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", draw),
        ("4k3/8/8/8/8/8/1B6/B3K2b w - - 0 1", None),
        ("4k3/8/8/8/8/2b5/8/B3K3 w - - 0 1", draw),
        ("4k3/8/8/8/8/3b4/8/B3K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/NB2K3 w - - 0 1", None),
        ("4k2n/8/8/8/8/8/8/N3K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", None),
    ] {
        assert_eq!(result(text), expected, "{text}");
    }
}

#[test]
fn noisy_and_quiet_moves_are_all_moves() {
    for seed in 0..40 {
        common::random_game(&common::game(seed), seed, 150, |position, moves| {
            let some = |wanted| {
                let mut list: Vec<ChessMove> = Vec::new();
                let _ = position.some_moves(wanted, &mut list);
                list
            };
            let (noisy, quiet) = (some(Wanted::Noisy), some(Wanted::Quiet));
            assert!(noisy.iter().all(|m| position.is_noisy(*m)));
            assert!(!quiet.iter().any(|m| position.is_noisy(*m)));
            let sorted = |mut list: Vec<ChessMove>| {
                list.sort_by_key(|m| m.pack());
                list
            };
            assert_eq!(sorted([noisy, quiet].concat()), sorted(moves.to_vec()));
        });
    }
}

/// Of all 65 536 values of a move, exactly the listed ones are legal.
#[test]
fn exactly_the_listed_moves_are_legal() {
    for seed in 0..4 {
        common::random_game(&common::game(seed), seed, 60, |position, moves| {
            for bits in 0..=u32::from(u16::MAX) {
                let m = ChessMove::unpack(bits);
                assert_eq!(position.is_legal(m), moves.contains(&m), "{m} ({bits:#x})");
            }
        });
    }
}

#[test]
fn passing_can_be_taken_back() {
    for seed in 0..20 {
        common::random_game(&common::game(seed), seed, 100, |position, _| {
            if position.checkers().is_empty() {
                let mut passed = *position;
                passed.pass();
                assert_ne!(passed.key(), position.key());
                assert_eq!(passed.key(), passed.with_fresh_keys().key());
                assert_eq!(passed.en_passant(), None);
                passed.undo_pass();
                assert_eq!(passed, *position);
            }
        });
    }
}

#[test]
fn draws_that_nobody_claims_go_on_for_one_move() {
    let chess = Chess::default();
    for text in [
        "4k3/8/8/8/8/8/8/R3K3 w - - 100 80",
        "4k3/8/8/8/8/8/8/R3K3 w - - 150 80",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/N3K3 b - - 100 1",
    ] {
        let drawn = position(text);
        let mut on = chess.unclaimed(&drawn).unwrap_or_else(|| panic!("{text} has moves"));
        assert_eq!((chess.position_text(&on), chess.key(&on)), (text.to_owned(), chess.key(&drawn)));
        assert_eq!(chess.result(&on), None, "{text}");
        let moves = chess.legal_moves(&on);
        assert!(!moves.is_empty() && moves.len() as u64 == chess.count_moves(&on), "{text}");
        let undo = chess.try_play(&mut on, moves[0]).unwrap();
        assert_eq!(chess.result(&on), Some(Outcome::draw(2)), "{text}: the rules are asked again");
        chess.undo(&mut on, moves[0], undo);
        assert_eq!(chess.result(&on), None);
    }
    for text in [
        "4k3/8/8/8/8/8/8/R3K3 w - - 99 80",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 100 90",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 100 90",
    ] {
        assert_eq!(chess.unclaimed(&position(text)), None, "{text}");
    }
}
