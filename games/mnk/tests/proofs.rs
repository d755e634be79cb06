//! Proofs of who wins: published values, agreement with plain minimax, and a checker that finds bad strategies.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashMap;

use mossa_game::{Game, Player, SolveRequest, Solver, Strength, Verdict};
use mossa_mnk::proof::check::{Checked, Claim, check};
use mossa_mnk::proof::hopeless::Hopeless;
use mossa_mnk::proof::strategy::{Advice, Adviser};
use mossa_mnk::solver::ProofSolver;
use mossa_mnk::{CellIndex, Mnk, Position, Rule};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ENOUGH: usize = 64 << 20;

fn weak() -> SolveRequest {
    SolveRequest { strength: Strength::Weak, moves: false, line: false, ..SolveRequest::default() }
}

fn proven<const W: usize>(m: usize, n: usize, k: usize, bytes: usize, threads: usize) -> (Verdict, u64) {
    let game = Mnk::<W>::new(m, n, k, Rule::OrMore).unwrap();
    let solver = ProofSolver::new(&game, bytes).unwrap();
    let start = game.start();
    let request = SolveRequest { threads, ..weak() };
    let value = solver.solve(&game, &start, &request, &|| false).unwrap().value.outcome;
    let checked = solver.check(&game, &start, value, &|| false).unwrap();
    assert_eq!(checked.flaw, None, "{m},{n},{k}");
    (value, checked.positions)
}

/// The boards of the course whose value is known (all but 7,7,5), and some of the literature.
#[test]
fn boards_of_known_value_are_proven_and_the_proofs_checked() {
    let wins =
        [(4, 3, 3), (4, 4, 3), (6, 5, 4), (6, 6, 4), (7, 5, 4), (7, 6, 4), (7, 7, 4), (8, 8, 4), (9, 3, 3)];
    let draws = [
        (3, 3, 3),
        (4, 4, 4),
        (5, 4, 4),
        (5, 5, 4),
        (5, 5, 5),
        (6, 4, 4),
        (6, 6, 5),
        (6, 6, 6),
        (7, 4, 4),
        (7, 5, 5),
        (7, 6, 5),
        (7, 7, 6),
        (7, 7, 7),
        (8, 5, 5),
    ];
    for (m, n, k) in wins {
        assert_eq!(proven::<1>(m, n, k, ENOUGH, 1).0, Verdict::Win, "{m},{n},{k}");
    }
    for (m, n, k) in draws {
        assert_eq!(proven::<1>(m, n, k, ENOUGH, 1).0, Verdict::Draw, "{m},{n},{k}");
    }
}

#[test]
fn two_threads_find_the_same() {
    assert_eq!(proven::<1>(5, 5, 4, ENOUGH, 2).0, Verdict::Draw);
    assert_eq!(proven::<1>(6, 6, 4, ENOUGH, 3).0, Verdict::Win);
}

/// With a table that forgets nearly everything the answers stay the same.
#[test]
fn a_tiny_table_only_costs_time() {
    assert_eq!(proven::<1>(5, 4, 4, 4096, 1).0, Verdict::Draw);
    assert_eq!(proven::<1>(4, 4, 3, 64, 1).0, Verdict::Win);
}

/// Rows of nine and more have a pairing strategy on every board; ours finds one at once, or after a few moves.
#[test]
fn long_rows_are_drawn_on_large_boards() {
    for (m, n, k) in [(15, 15, 9), (19, 19, 10), (11, 20, 12)] {
        let (value, positions) = proven::<7>(m, n, k, 1 << 20, 1);
        assert_eq!(value, Verdict::Draw, "{m},{n},{k}");
        assert!(positions < 1000, "{m},{n},{k}: {positions}");
    }
}

#[test]
#[ignore = "takes a minute or two"]
fn seven_by_seven_with_five_in_a_row_is_a_draw() {
    let (value, positions) = proven::<1>(7, 7, 5, 1 << 30, 2);
    assert_eq!(value, Verdict::Draw);
    println!("{positions} positions checked");
}

fn minimax(game: &Mnk<1>, position: &mut Position<1>, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = game.outcome(position) {
        return match outcome.verdict(position.to_move()) {
            Verdict::Win => 1,
            Verdict::Draw => 0,
            Verdict::Loss => -1,
        };
    }
    if let Some(value) = known.get(&game.key(position)) {
        return *value;
    }
    let mut best = -1;
    for m in game.legal_moves(position) {
        game.play(position, m);
        best = best.max(-minimax(game, position, known));
        game.undo(position, m, ());
    }
    known.insert(game.key(position), best);
    best
}

#[test]
fn random_positions_agree_with_minimax() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
    for (m, n, k, rule) in [
        (3, 3, 3, Rule::OrMore),
        (3, 4, 3, Rule::OrMore),
        (4, 4, 3, Rule::OrMore),
        (4, 4, 4, Rule::OrMore),
        (2, 7, 3, Rule::OrMore),
        (3, 4, 1, Rule::Exactly),
        (4, 4, 2, Rule::Exactly),
        (3, 5, 3, Rule::Exactly),
        (4, 4, 3, Rule::Exactly),
    ] {
        let game = Mnk::<1>::new(m, n, k, rule).unwrap();
        let solver = ProofSolver::new(&game, 1 << 20).unwrap();
        let mut known = HashMap::new();
        for round in 0..40 {
            let mut position = game.start();
            for _ in 0..3 + round % (m * n - 3) {
                let moves = game.legal_moves(&position);
                if moves.is_empty() {
                    break;
                }
                game.play(&mut position, moves[dice.random_range(0..moves.len())]);
            }
            if game.outcome(&position).is_some() {
                continue;
            }
            let solution = solver
                .solve(&game, &position, &SolveRequest { moves: true, line: true, ..weak() }, &|| false)
                .unwrap();
            let number = |verdict| match verdict {
                Verdict::Win => 1,
                Verdict::Draw => 0,
                Verdict::Loss => -1,
            };
            let expected = minimax(&game, &mut position, &mut known);
            assert_eq!(number(solution.value.outcome), expected, "{m},{n},{k} {rule:?} {position:?}");
            for (m, solved) in &solution.moves {
                game.play(&mut position, *m);
                assert_eq!(number(solved.outcome), -minimax(&game, &mut position, &mut known));
                game.undo(&mut position, *m, ());
            }
            let best = solution.moves.iter().find(|(m, _)| *m == solution.line[0]).unwrap();
            assert_eq!(best.1.outcome, solution.value.outcome);
            let checked = solver.check(&game, &position, solution.value.outcome, &|| false).unwrap();
            assert_eq!(checked.flaw, None, "{m},{n},{k} {rule:?} {position:?}");
        }
    }
}

/// Always the same advice.
struct Stubborn(Advice);

impl Adviser<1> for Stubborn {
    fn advise(&mut self, _: &Position<1>) -> Option<Advice> {
        Some(self.0.clone())
    }
}

/// The first empty cell.
struct Thoughtless;

impl Adviser<1> for Thoughtless {
    fn advise(&mut self, position: &Position<1>) -> Option<Advice> {
        (0..64).map(CellIndex).find(|cell| position.owner(*cell).is_none()).map(Advice::Mark)
    }
}

#[test]
fn the_checker_believes_nothing() {
    let problem = |m, n, k, wins, adviser: Box<dyn Fn() -> Advice>| {
        let game = Mnk::<1>::new(m, n, k, Rule::OrMore).unwrap();
        let claim = Claim { attacker: Player::FIRST, wins };
        match check(game.board(), &game.start(), claim, Stubborn(adviser()), &|| false) {
            Checked::Flawed { problem, .. } => problem,
            other => panic!("{other:?}"),
        }
    };
    let mark = |cell| Advice::Mark(CellIndex(cell));
    assert_eq!(problem(3, 3, 3, true, Box::new(move || mark(4))), "a move that is not legal");
    assert_eq!(problem(3, 3, 3, true, Box::new(move || mark(99))), "a move that is not legal");
    let no_line = || Advice::Hopeless(Hopeless::NoLine);
    assert_eq!(
        problem(4, 4, 3, true, Box::new(no_line)),
        "an argument against winning, where a win is claimed"
    );
    assert_eq!(problem(4, 4, 3, false, Box::new(no_line)), "an argument that does not hold");
    assert_eq!(
        problem(4, 4, 3, false, Box::new(|| Advice::Hopeless(Hopeless::Potential))),
        "an argument that does not hold"
    );
    // Pairs that miss a row, that share a cell, that are not on the board.
    for pairs in [vec![], vec![[0, 1], [1, 2]], vec![[0, 400]]] {
        let pairs: Vec<[CellIndex; 2]> =
            pairs.into_iter().map(|pair: [u16; 2]| pair.map(CellIndex)).collect();
        let advice = Advice::Hopeless(Hopeless::Paired(pairs));
        assert_eq!(
            problem(4, 4, 3, false, Box::new(move || advice.clone())),
            "an argument that does not hold"
        );
    }
    for (m, n, k, wins) in [(3, 3, 3, true), (3, 3, 3, false), (4, 4, 3, true), (5, 5, 4, false)] {
        let game = Mnk::<1>::new(m, n, k, Rule::OrMore).unwrap();
        let claim = Claim { attacker: Player::FIRST, wins };
        let checked = check(game.board(), &game.start(), claim, Thoughtless, &|| false);
        assert!(matches!(checked, Checked::Flawed { .. }), "{m},{n},{k} {wins}: {checked:?}");
    }
}

#[test]
fn proofs_can_be_stopped() {
    let game = Mnk::<7>::new(15, 15, 5, Rule::OrMore).unwrap();
    let solver = ProofSolver::new(&game, 1 << 20).unwrap();
    assert!(solver.solve(&game, &game.start(), &weak(), &|| true).is_none());
    let began = std::time::Instant::now();
    let late = || began.elapsed().as_millis() > 50;
    assert!(solver.solve(&game, &game.start(), &weak(), &late).is_none());
    assert!(began.elapsed().as_millis() < 1000);
}
