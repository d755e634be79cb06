//! The same moves as cozy-chess, which others wrote.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use cozy_chess::Board;
use mossa_chess::fen::{self, Variant};
use mossa_chess::{Chess, ChessMove, Position};
use mossa_game::Game;

fn theirs(board: &Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|batch| {
        moves.extend(batch.into_iter().map(|m| m.to_string()));
        false
    });
    moves.sort();
    moves
}

/// Positions two plies later, counted by cozy-chess.
fn perft_2(board: &Board) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|batch| {
        for m in batch {
            let mut after = board.clone();
            after.play_unchecked(m);
            after.generate_moves(|batch| {
                nodes += batch.len() as u64;
                false
            });
        }
        false
    });
    nodes
}

fn compare(position: &Position, moves: &[ChessMove]) {
    let text = fen::write(position, Variant::Chess960);
    let board = Board::from_fen(&text, true).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut ours: Vec<String> = moves.iter().map(ToString::to_string).collect();
    ours.sort();
    assert_eq!(ours, theirs(&board), "{text}");
    assert_eq!(u64::from(position.count_moves()), ours.len() as u64, "{text}");
    assert_eq!(position.perft(2), perft_2(&board), "{text}");
    assert_eq!(position.checkers().0, board.checkers().0, "{text}");
    assert_eq!(format!("{board:#}"), text);
}

/// After each move all keys are what they are when computed from nothing, and taking it back restores everything.
fn there_and_back(game: &Chess, position: &Position, moves: &[ChessMove]) {
    for m in moves {
        let mut after = *position;
        let undo = game.play(&mut after, *m);
        assert_ne!(after.key(), position.key());
        assert_eq!(after, after.with_fresh_keys(), "{} {m}", fen::write(position, Variant::Chess960));
        game.undo(&mut after, *m, undo);
        assert_eq!(after, *position);
    }
}

#[test]
fn ten_thousand_random_positions_have_the_same_moves_and_true_keys() {
    let mut compared = 0;
    for seed in 0.. {
        let game = common::game(seed);
        common::random_game(&game, seed, 200, |position, moves| {
            compare(position, moves);
            there_and_back(&game, position, moves);
            compared += 1;
        });
        if compared >= 10_000 {
            return;
        }
    }
}
