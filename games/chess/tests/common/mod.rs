//! Random games, the same in every run.
#![allow(dead_code)]

use mossa_chess::fen::Variant;
use mossa_chess::{Chess, ChessMove, Position, StartNumber};
use mossa_game::Game;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) fn legal(position: &Position) -> Vec<ChessMove> {
    let mut moves = Vec::new();
    let _ = position.moves(&mut moves);
    moves
}

/// A game of random moves, until it is over or so long.
pub(crate) fn random_game(
    game: &Chess,
    seed: u64,
    plies: u32,
    mut each: impl FnMut(&Position, &[ChessMove]),
) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = game.start();
    for _ in 0..plies {
        let moves = legal(&position);
        each(&position, &moves);
        if moves.is_empty() {
            return;
        }
        position.play(moves[random.random_range(0..moves.len())]);
    }
}

/// Game number `seed`: chess, or an arrangement of Chess960 in every second one.
pub(crate) fn game(seed: u64) -> Chess {
    if seed.is_multiple_of(2) {
        return Chess::default();
    }
    Chess::new(Variant::Chess960, StartNumber::new((seed % 960 * 37 % 960) as u16).unwrap())
}
