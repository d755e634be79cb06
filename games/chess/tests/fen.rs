//! Positions as text: what is refused and why, and what comes back as it was written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use mossa_chess::fen::{self, Variant};
use mossa_chess::{Chess, StartNumber};
use mossa_game::{Game, Notation};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn problem(text: &str, variant: Variant) -> String {
    match fen::read(text, variant) {
        Ok(position) => panic!("{text} is accepted as {}", fen::write(&position, variant)),
        Err(error) => error.problem,
    }
}

#[test]
fn each_refusal_has_its_reason() {
    let cases = [
        ("", "0 fields"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "5 fields"),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7 ranks of pieces"),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rank 7, `ppppppppp`, is longer than 8 squares",
        ),
        ("rnbqkbnr/pppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7, `pppp`, has 4 squares"),
        (
            "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rank 6, `44`, has two numbers in a row",
        ),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6, `9`, has no piece `9`"),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 7, `ppppxppp`, has no piece `x`"),
        ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "Black has 0 kings"),
        ("rnbqkbnr/pppppppp/8/8/8/4K3/PPPPPPP1/RNBQKBNR w KQkq - 0 1", "White has 2 kings"),
        ("rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Black has 17 pieces"),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
            "White has 8 pawns and 1 pieces that must have been pawns",
        ),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/1B1BK3 w - - 0 1",
            "White has 8 pawns and 1 pieces that must have been pawns",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/1NBQKBN1 w kq - 0 1",
            "White has 8 pawns and 1 pieces that must have been pawns",
        ),
        (
            "rrr1k3/pppppppp/8/8/8/8/8/4K3 b - - 0 1",
            "Black has 8 pawns and 1 pieces that must have been pawns",
        ),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"),
        ("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 2 kings"),
        ("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "kings side by side on e1 and e2"),
        ("8/8/8/3k4/4K3/8/8/8 b - - 0 1", "kings side by side on e4 and d5"),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on a8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn on a1"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "unknown side to move `x`"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling `KK` names a rook twice"),
        ("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "castling right `Q`, but king or rook are elsewhere"),
        ("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "castling right `K`, but king or rook are elsewhere"),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "castling right `K`, but king or rook are elsewhere"),
        ("4k3/8/8/8/8/8/8/4K2R w X - 0 1", "unknown castling right `X`"),
        ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1", "castling right `k`, but king or rook are elsewhere"),
        ("8/4k2r/8/8/8/8/8/4K3 w k - 0 1", "castling right `k`, but king or rook are elsewhere"),
        ("4k3/8/8/8/8/8/4P3/4K2b w K - 0 1", "castling right `K`, but king or rook are elsewhere"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "impossible en passant square `e4`"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "impossible en passant square `e3`"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "impossible en passant square `e3`"),
        ("4k3/8/8/8/4P3/8/4R3/3K4 b - e3 0 1", "impossible en passant square `e3`"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 3 1", "en passant square `e3` with the clock at 3"),
        ("4k3/8/5N2/8/4P3/8/8/4K3 b - e3 0 1", "impossible en passant square `e3`"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check, and White is to move"),
        ("4k3/3P4/5N2/8/8/8/4R3/4K3 b - - 0 1", "Black is in check from 3 pieces"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", "bad clock `151`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "bad clock `-1`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 00 1", "bad clock `00`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "bad number of the move `0`"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "bad number of the move `x`"),
    ];
    for (text, expected) in cases {
        assert_eq!(problem(text, Variant::Chess), expected, "{text}");
    }
}

#[test]
fn what_is_right_is_written_exactly() {
    for text in [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w Kq - 3 12",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/8/8/8/8/K1k5 b - - 150 9999",
    ] {
        assert_eq!(fen::write(&fen::read(text, Variant::Chess).unwrap(), Variant::Chess), text);
    }
    let without_counters = "8/8/8/8/8/8/8/K1k5 b - -";
    let position = fen::read(without_counters, Variant::Chess).unwrap();
    assert_eq!(fen::write(&position, Variant::Chess), format!("{without_counters} 0 1"));
}

/// The position is the same as without the right, for which nobody could use it.
#[test]
fn en_passant_is_forgotten_where_nobody_can_capture() {
    let same = |text: &str, without: &str| {
        let read = |text| fen::read(text, Variant::Chess).unwrap();
        assert_eq!(read(text), read(without), "{text}");
    };
    same(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    );
    // The pawn that could capture is pinned along the rank that both pawns leave.
    same("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
}

#[test]
fn chess960_reads_both_notations_and_writes_files() {
    let read = |text| fen::read(text, Variant::Chess960).unwrap();
    let outer = read("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1");
    assert_eq!(outer, read("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"));
    assert_eq!(fen::write(&outer, Variant::Chess960), "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1");
    // X-FEN: K is the outermost rook; an inner one is named by its file.
    let inner = read("4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
    assert_ne!(inner, read("4k3/8/8/8/8/8/8/4K1RR w K - 0 1"));
    assert_eq!(fen::write(&inner, Variant::Chess960), "4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/4K1RR w GH - 0 1", "castling `GH` names two rooks on one side of the king"),
        ("4k3/8/8/8/8/8/8/4K1RR w KH - 0 1", "castling `KH` names a rook twice"),
        ("4k3/8/8/8/8/8/8/4K1RR w F - 0 1", "castling right `F`, but king or rook are elsewhere"),
        ("4k3/8/8/8/8/8/4K3/7R w H - 0 1", "castling right `H`, but king or rook are elsewhere"),
        // A king in the corner never had a rook on either side.
        ("4k3/8/8/8/8/8/8/KR6 w B - 0 1", "castling right `B`, but king or rook are elsewhere"),
        ("4k3/8/8/8/8/8/8/RR5K w Q - 0 1", "castling right `Q`, but king or rook are elsewhere"),
        ("4k3/8/8/8/8/8/8/4K1RR w I - 0 1", "unknown castling right `I`"),
    ] {
        assert_eq!(problem(text, Variant::Chess960), expected, "{text}");
    }
    let rooks_inside = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    assert_eq!(problem(rooks_inside, Variant::Chess), "castling right `G`, but king or rook are elsewhere",);
}

#[test]
fn all_arrangements_come_back() {
    for number in 0..960 {
        let game = Chess::new(Variant::Chess960, StartNumber::new(number).unwrap());
        let text = game.position_text(&game.start());
        assert_eq!(game.parse_position(&text).unwrap(), game.start(), "{text}");
    }
    assert_eq!(fen::write(&Chess::default().start(), Variant::Chess), START);
}

#[test]
fn transpositions_have_the_same_key() {
    let game = Chess::default();
    let after = |moves: &str| {
        let mut position = game.start();
        for text in game.split_moves(moves) {
            let m = game.parse_move(&position, text).unwrap();
            position.play(m);
        }
        position.key()
    };
    assert_eq!(after("Nf3 Nf6 Nc3"), after("1. Nc3 Nf6 2. Nf3"));
    assert_eq!(after("Nf3 Nf6 Ng1 Ng8"), game.start().key());
    assert_eq!(after("e4 e6 d4"), after("d4 e6 e4"), "nobody can capture in passing");
}

proptest! {
    #[test]
    fn positions_of_games_come_back(seed in any::<u64>(), plies in 0u32..200) {
        let game = common::game(seed);
        common::random_game(&game, seed, plies, |position, _| {
            let text = game.position_text(position);
            assert_eq!(game.parse_position(&text).unwrap(), *position, "{text}");
            assert_eq!(position.with_fresh_keys(), *position);
        });
    }

    #[test]
    fn nothing_panics(text in "[rnbqkpRNBQKP1-8/]{10,40} [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][36]) [0-9]{1,3} [0-9]{1,3}") {
        for variant in [Variant::Chess, Variant::Chess960] {
            if let Ok(position) = fen::read(&text, variant) {
                let written = fen::write(&position, variant);
                assert_eq!(fen::read(&written, variant).unwrap(), position);
            }
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = fen::read(&text, Variant::Chess960);
    }
}
