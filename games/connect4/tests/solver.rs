//! The solver against values that others found, on the usual board and on others.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_connect4::geometry::{Any, Fixed, Geometry, Standard};
use mossa_connect4::solver::{ExactSolver, Scale};
use mossa_connect4::{Connect4, Position};
use mossa_game::{Game, Notation, SolveRequest, Solver, Strength, Verdict};

/// Large enough for every test here.
const TABLE: usize = 64 << 20;

/// Lines of `moves value`, with the value turned into a score.
fn set(text: &str, score: impl Fn(i32) -> i32) -> Vec<(&str, i32)> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let (moves, value) = line.rsplit_once(' ').unwrap_or(("", line));
            (moves.trim(), score(value.trim().parse().unwrap()))
        })
        .collect()
}

/// Solves every position of a set, strongly and weakly.
fn check<G: Geometry>(board: G, set: &[(&str, i32)]) {
    let game = Connect4::new(board);
    let solver = ExactSolver::new(board, TABLE).unwrap();
    for (moves, score) in set {
        let position = game.parse_position(moves).unwrap();
        assert_eq!(solver.score(&position, Strength::Strong).0, *score, "{moves}");
    }
    // Another solver: what a strong solution left in the table would answer half of the questions.
    let solver = ExactSolver::new(board, TABLE).unwrap();
    for (moves, score) in set {
        let position = game.parse_position(moves).unwrap();
        assert_eq!(solver.score(&position, Strength::Weak).0, score.signum(), "{moves}");
    }
}

#[test]
fn the_end_easy() {
    check(Standard::default(), &set(include_str!("sets/Test_L3_R1"), |score| score));
}

#[test]
fn the_middle_easy() {
    check(Standard::default(), &set(include_str!("sets/Test_L2_R1"), |score| score));
}

#[test]
fn the_middle_medium() {
    check(Standard::default(), &set(include_str!("sets/Test_L2_R2"), |score| score));
}

#[test]
fn the_beginning_easy() {
    check(Standard::default(), &set(include_str!("sets/Test_L1_R1"), |score| score));
}

#[test]
fn the_beginning_medium_in_part() {
    check(Standard::default(), &set(include_str!("sets/Test_L1_R2"), |score| score)[..60]);
}

#[test]
#[ignore = "minutes"]
fn the_beginning_medium() {
    check(Standard::default(), &set(include_str!("sets/Test_L1_R2"), |score| score));
}

/// Sets of other boards write 31 000 more than the score.
fn beyond_31000(value: i32) -> i32 {
    value - 31_000 * value.signum()
}

macro_rules! other_boards {
    ($($name:ident $file:literal $board:expr;)*) => {
        $(
            #[test]
            fn $name() {
                check($board, &set(include_str!(concat!("sets/positions_", $file, ".txt")), beyond_31000));
            }
        )*
    };
}

other_boards! {
    board_4x4 "4x4" Any::<u64>::new(4, 4).unwrap();
    board_4x5 "4x5" Any::<u64>::new(4, 5).unwrap();
    board_5x4 "5x4" Any::<u64>::new(5, 4).unwrap();
    board_5x5 "5x5" Any::<u64>::new(5, 5).unwrap();
    board_6x5 "6x5" Any::<u64>::new(6, 5).unwrap();
    board_6x6 "6x6" Any::<u64>::new(6, 6).unwrap();
    board_7x5 "7x5" Fixed::<7, 5>;
    board_8x7 "8x7" Any::<u64>::new(8, 7).unwrap();
    board_9x7 "9x7" Any::<u128>::new(9, 7).unwrap();
    wide_words_4x5 "4x5" Any::<u128>::new(4, 5).unwrap();
}

/// The value of the empty board of every size of at most 30 cells: + the first player wins, - the second.
#[test]
fn small_boards_of_the_literature() {
    for (height, row) in [(4, "==-="), (5, "===")] {
        for (width, value) in (4..).zip(row.chars()) {
            let solver = ExactSolver::new(Any::<u64>::new(width, height).unwrap(), TABLE).unwrap();
            let expected = match value {
                '+' => 1,
                '-' => -1,
                _ => 0,
            };
            assert_eq!(solver.score(&Position::EMPTY, Strength::Weak).0, expected, "{width}x{height}");
        }
    }
}

#[test]
#[ignore = "minutes"]
fn whole_boards_of_the_literature() {
    for (width, height, expected) in [(7, 4, 0), (7, 5, 0), (4, 6, 0), (5, 6, 0), (6, 6, -1)] {
        let solver = ExactSolver::new(Any::<u64>::new(width, height).unwrap(), 512 << 20).unwrap();
        assert_eq!(solver.score(&Position::EMPTY, Strength::Weak).0, expected, "{width}x{height}");
    }
}

/// Without the book, on two threads: the seven first moves score -2 -1 0 1 0 -1 -2.
#[test]
#[ignore = "minutes, and gigabytes"]
fn the_empty_board() {
    let board = Standard::default();
    let game = Connect4::new(board);
    let solver = ExactSolver::new(board, 2 << 30).unwrap();
    let request = SolveRequest { book: false, threads: 2, ..SolveRequest::default() };
    let solution = solver.solve(&game, &game.start(), &request, &|| false).unwrap();
    let scores: Vec<_> = solution.moves.iter().map(|(_, value)| value.score.unwrap()).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
    assert_eq!((solution.value.outcome, solution.value.plies), (Verdict::Win, Some(41)));
    assert_eq!(solution.line.len(), 41);
}

#[test]
fn several_threads_find_the_same() {
    let board = Standard::default();
    let game = Connect4::new(board);
    let solver = ExactSolver::new(board, TABLE).unwrap();
    for (moves, score) in &set(include_str!("sets/Test_L2_R2"), |score| score)[..100] {
        let position = game.parse_position(moves).unwrap();
        let request = SolveRequest { threads: 3, book: false, ..SolveRequest::default() };
        let solution = solver.solve(&game, &position, &request, &|| false).unwrap();
        assert_eq!(solution.value.score, Some(*score), "{moves}");
        let best = solution.moves.iter().map(|(_, value)| value.score.unwrap()).max();
        assert_eq!(best, Some(*score), "{moves}");
        let plies = Scale::new(42).plies(*score, position.plies());
        assert_eq!(solution.value.plies, plies);
        assert_eq!(solution.line.len() as u32, plies.unwrap_or(42 - position.plies()), "{moves}");
    }
}

#[test]
fn a_tiny_table_changes_nothing_but_the_time() {
    let board = Standard::default();
    let game = Connect4::new(board);
    let solver = ExactSolver::new(board, 0).unwrap();
    for (moves, score) in &set(include_str!("sets/Test_L2_R2"), |score| score)[..100] {
        let position = game.parse_position(moves).unwrap();
        assert_eq!(solver.score(&position, Strength::Strong).0, *score, "{moves}");
    }
}
