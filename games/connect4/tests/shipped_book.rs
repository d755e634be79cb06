//! The book that comes with the program, against values that others found.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_connect4::Connect4;
use mossa_connect4::book::{Book, SHIPPED_BYTES};
use mossa_connect4::geometry::Standard;
use mossa_connect4::solver::ExactSolver;
use mossa_game::{Game, Notation, SolveRequest, Solver, Verdict};

#[test]
fn it_is_there_and_small() {
    let book = Book::shipped().expect("the shipped book can be read");
    assert!(book.is_for(Standard::default()) && book.plies() >= 12);
    const { assert!(SHIPPED_BYTES < 8_000_000) };
}

/// With the book the whole game is solved at once: the first player wins on the 41st ply.
#[test]
fn the_first_moves_are_known() {
    let game = Connect4::new(Standard::default());
    let solver = ExactSolver::new(Standard::default(), 64 << 20).unwrap();
    let request = SolveRequest { line: false, ..SolveRequest::default() };
    let solution = solver.solve(&game, &game.start(), &request, &|| false).unwrap();
    let scores: Vec<i32> = solution.moves.iter().map(|(_, value)| value.score.unwrap()).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!((solution.value.outcome, solution.value.plies), (Verdict::Win, Some(41)));
}

#[test]
fn it_agrees_with_the_test_sets() {
    let game = Connect4::new(Standard::default());
    let plies = Book::shipped().unwrap().plies();
    let solver = ExactSolver::new(Standard::default(), 64 << 20).unwrap();
    let request = SolveRequest { moves: false, line: false, ..SolveRequest::default() };
    let mut compared = 0;
    for line in include_str!("sets/Test_L1_R1").lines().chain(include_str!("sets/Test_L1_R2").lines()) {
        let (moves, score) = line.split_once(' ').unwrap();
        if moves.len() as u32 > plies {
            continue;
        }
        let position = game.parse_position(moves).unwrap();
        let solution = solver.solve(&game, &position, &request, &|| false).unwrap();
        assert_eq!(solution.value.score, Some(score.trim().parse().unwrap()), "{moves}");
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}
