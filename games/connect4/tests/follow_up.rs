//! Following up never promises what plain play to the end does not keep.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;

use mossa_connect4::Position;
use mossa_connect4::geometry::{Any, Geometry, Word};
use mossa_connect4::solver::follow_up::{FollowUp, Situation};
use mossa_connect4::solver::{ExactSolver, Scale};
use mossa_game::Strength;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The score of a position by trying everything, without any cleverness but a memory.
struct Plain<G: Geometry> {
    board: G,
    known: HashMap<(G::Word, G::Word), i32>,
}

impl<G: Geometry> Plain<G> {
    fn score(&mut self, mover: G::Word, occupied: G::Word) -> i32 {
        if let Some(score) = self.known.get(&(mover, occupied)) {
            return *score;
        }
        let stones = occupied.count();
        let mut best = if stones == self.board.cells() { 0 } else { i32::MIN };
        for column in 0..self.board.width() {
            let cell = self.board.playable(occupied) & self.board.column(column);
            if cell.is_empty() {
                continue;
            }
            let score = if self.board.has_four(mover | cell) {
                Scale::new(self.board.cells()).win(stones, 0)
            } else {
                -self.score(mover ^ occupied, occupied | cell)
            };
            best = best.max(score);
        }
        self.known.insert((mover, occupied), best);
        best
    }
}

/// Plays at random and compares in every position in which nobody can win at once, the only ones that are asked about.
fn check<G: Geometry>(board: G, games: u64, from: u32) -> [u32; 2] {
    let follow_up = FollowUp::new(board);
    let mut plain = Plain { board, known: HashMap::new() };
    let mut given = [0; 2];
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut mover, mut occupied) = (G::Word::ZERO, G::Word::ZERO);
        loop {
            let playable = board.playable(occupied);
            if playable.is_empty() {
                break;
            }
            let theirs = board.completing(mover ^ occupied) & !occupied;
            let both = theirs | board.completing(mover);
            if (both & playable).is_empty() && occupied.count() >= from {
                let stones = occupied.count();
                let at = Situation { mover, occupied, playable, threats: theirs, stones };
                let score = plain.score(mover, occupied);
                for alpha in -8..8 {
                    if let Some(bound) = follow_up.bound(&at, alpha) {
                        assert!(bound <= alpha && score <= bound, "{mover:?} {occupied:?} {score} {bound}");
                        given[(stones % 2) as usize] += 1;
                    }
                }
            }
            let columns: Vec<G::Word> = (0..board.width())
                .map(|column| playable & board.column(column))
                .filter(|cell| !cell.is_empty())
                .collect();
            let cell = columns[random.random_range(0..columns.len())];
            if board.has_four(mover | cell) {
                break;
            }
            (mover, occupied) = (mover ^ occupied, occupied | cell);
        }
    }
    given
}

#[test]
fn bounds_hold_on_boards_of_even_and_odd_height() {
    for (width, height, from) in [(4, 4, 4), (5, 4, 9), (4, 5, 9), (6, 4, 13), (5, 5, 14), (4, 6, 13)] {
        let given = check(Any::<u64>::new(width, height).unwrap(), 400, from);
        // Both kinds of positions get bounds, or the test would say nothing about them.
        assert!(given.iter().all(|count| *count > 20), "{width}x{height}: {given:?}");
    }
}

/// On boards of any shape: the solver against plain play to the end, from every position of random games after `from`.
fn compare<G: Geometry>(board: G, games: u64, from: u32) {
    let mut plain = Plain { board, known: HashMap::new() };
    let solver = ExactSolver::new(board, 1 << 20).unwrap();
    let mut compared = 0;
    for seed in 0..games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut mover, mut occupied) = (G::Word::ZERO, G::Word::ZERO);
        while !board.playable(occupied).is_empty() {
            if occupied.count() >= from {
                let score = solver.score(&Position::from_bits(mover, occupied), Strength::Strong).0;
                assert_eq!(score, plain.score(mover, occupied), "{board:?} {mover:?} {occupied:?}");
                compared += 1;
            }
            let playable = board.playable(occupied);
            let columns: Vec<G::Word> = (0..board.width())
                .map(|column| playable & board.column(column))
                .filter(|cell| !cell.is_empty() && !board.has_four(mover | *cell))
                .collect();
            if columns.is_empty() {
                break;
            }
            let cell = columns[random.random_range(0..columns.len())];
            (mover, occupied) = (mover ^ occupied, occupied | cell);
        }
    }
    assert!(compared > 0, "{board:?}: no game came so far");
}

#[test]
fn tiny_flat_tall_and_wide_boards_are_solved_right() {
    for (width, height, from) in [
        (1, 1, 0),
        (3, 3, 0),
        (4, 1, 0),
        (7, 1, 0),
        (2, 4, 0),
        (5, 3, 0),
        (6, 2, 0),
        (2, 12, 12),
        (12, 2, 12),
        (8, 7, 46),
    ] {
        compare(Any::<u64>::new(width, height).unwrap(), 60, from);
        compare(Any::<u128>::new(width, height).unwrap(), 60, from);
    }
    for (width, height, from) in [(10, 7, 60), (16, 7, 102), (11, 10, 100)] {
        compare(Any::<u128>::new(width, height).unwrap(), 300, from);
    }
}

#[test]
fn bounds_hold_near_the_end_of_large_boards() {
    let given = check(Any::<u64>::new(7, 6).unwrap(), 3000, 27);
    assert!(given.iter().all(|count| *count > 100), "{given:?}");
    let given = check(Any::<u128>::new(7, 6).unwrap(), 1000, 30);
    assert!(given.iter().all(|count| *count > 20), "{given:?}");
}
