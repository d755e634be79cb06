//! Random games, played at once by the fast board and by the board of the thesis.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
mod document;

use document::Board;
use mossa_chess::fen::{self, Variant};
use mossa_chess::{Chess, Position, uci};
use mossa_game::Game;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn same_moves(position: &Position, board: &mut Board) -> Vec<String> {
    let mut ours: Vec<String> =
        common::legal(position).into_iter().map(|m| uci::write(m, Variant::Chess)).collect();
    let mut theirs: Vec<String> = board.legal().iter().map(document::Move::text).collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{}", fen::write(position, Variant::Chess));
    ours
}

/// The texts agree but for the number of the move, and for en passant where nobody can capture.
fn same_text(position: &Position, board: &Board) {
    let text = fen::write(position, Variant::Chess);
    let ours: Vec<&str> = text.split(' ').collect();
    let theirs = board.fen_fields();
    assert_eq!((ours[0], ours[1], ours[2], ours[4]), (&*theirs[0], &*theirs[1], &*theirs[2], &*theirs[4]));
    assert!(ours[3] == "-" || ours[3] == theirs[3], "{text}: {theirs:?}");
    let capture = common::legal(position).iter().any(|m| m.is_en_passant());
    assert_eq!(ours[3] != "-", capture, "{text}");
}

#[test]
fn random_games_go_alike_and_back() {
    let game = Chess::default();
    for seed in 0..60 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut position, mut board) = (game.start(), Board::parse_fen(document::START_FEN));
        let mut played = Vec::new();
        for _ in 0..250 {
            let texts = same_moves(&position, &mut board);
            same_text(&position, &board);
            board.check_board();
            assert_eq!(position, position.with_fresh_keys());
            if texts.is_empty() {
                break;
            }
            let text = &texts[random.random_range(0..texts.len())];
            let m = uci::read(&position, text).unwrap();
            let theirs = board.legal().into_iter().find(|m| m.text() == *text).unwrap();
            played.push((position, board.pos_key, m, game.play(&mut position, m)));
            assert!(board.make_move(theirs));
        }
        for (before, key, m, undo) in played.into_iter().rev() {
            game.undo(&mut position, m, undo);
            board.take_move();
            assert_eq!((position, position.key()), (before, before.with_fresh_keys().key()));
            assert_eq!(board.pos_key, key);
            board.check_board();
            same_text(&position, &board);
        }
    }
}

#[test]
fn the_layout_is_that_of_the_thesis() {
    let board = Board::parse_fen(document::START_FEN);
    assert_eq!((document::square_120(0, 0), document::square_120(7, 7)), (21, 98));
    assert_eq!(board.king_square, [25, 95]);
    assert_eq!(board.castle_perm, 15);
    assert_eq!((board.big_pce, board.maj_pce, board.min_pce), ([8, 8], [4, 4], [4, 4]));
    assert_eq!(board.pawn[document::BOTH].count_ones(), 16);
}
