//! Wins by continuous threats: claims are compared with proofs, and problems of continuous fours are solved, too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "vcf/problems.rs"]
mod problems;

use mossa_game::{Game, Notation, SolveRequest, Solver, Strength, Verdict};
use mossa_mnk::solver::ProofSolver;
use mossa_mnk::vcf::{Answer, FourSearch};
use mossa_mnk::vct::ThreatSearch;
use mossa_mnk::{Mark, Mnk, Position, Rule};
use problems::{Problem, problems};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

type Random = Xoshiro256PlusPlus;

fn random_position<const W: usize>(game: &Mnk<W>, random: &mut Random, stones: usize) -> Position<W> {
    loop {
        let mut position = game.start();
        for _ in 0..stones {
            if game.result(&position).is_none() {
                let m = *game.legal_moves(&position).choose(random).unwrap();
                game.play(&mut position, m);
            }
        }
        if game.result(&position).is_none() {
            return position;
        }
    }
}

/// The moves of a line are legal, and the last one wins for the player to move at its beginning.
fn replay<const W: usize>(game: &Mnk<W>, position: &Position<W>, line: &[Mark]) {
    let mut after = position.clone();
    for m in line {
        assert!(game.is_legal(&after, *m), "{m:?} in {line:?}");
        game.play(&mut after, *m);
    }
    assert_eq!(after.winner(), Some(position.to_move()), "{line:?}");
}

#[test]
fn what_is_claimed_is_proven_by_another_search() {
    let mut random = Random::seed_from_u64(7);
    let weak =
        SolveRequest { strength: Strength::Weak, moves: false, line: false, ..SolveRequest::default() };
    for rule in [Rule::OrMore, Rule::Exactly] {
        let mut beyond_fours = 0;
        for (rows, columns, k) in [(5, 5, 4), (6, 5, 4), (6, 6, 4), (5, 5, 3)] {
            let (plain, shaped) = (
                Mnk::<1>::new(rows, columns, k, rule).unwrap(),
                Mnk::<2>::with_shapes(rows, columns, k, rule).unwrap(),
            );
            let solver = ProofSolver::new(&plain, 1 << 20).unwrap();
            for _ in 0..60 {
                let stones = random.random_range(2..12);
                let position = random_position(&shaped, &mut random, stones);
                let text = shaped.position_text(&position);
                let same = plain.parse_position(&text).unwrap();
                let Answer::Wins(line) = ThreatSearch::new(&shaped, &|| false).search(&position, 100_000)
                else {
                    continue;
                };
                replay(&shaped, &position, &line);
                let solution = solver.solve(&plain, &same, &weak, &|| false).unwrap();
                assert_eq!(solution.value.outcome, Verdict::Win, "{text}");
                let fours = FourSearch::new(&plain, 1 << 12, &|| false).search(&same, u64::MAX);
                beyond_fours += usize::from(fours == Answer::NoWin);
            }
        }
        assert!(beyond_fours > 10, "only {beyond_fours} wins needed threes");
    }
}

#[test]
fn continuous_fours_are_continuous_threats() {
    let game = Mnk::<7>::new(15, 15, 5, Rule::Renju).unwrap();
    let (mut solved, mut tried) = (0, 0);
    for Problem { number, position, line } in problems(&game).into_iter().step_by(40) {
        assert!(!line.is_empty(), "problem {number}");
        tried += 1;
        if let Answer::Wins(line) = ThreatSearch::new(&game, &|| false).search(&position, 20_000) {
            replay(&game, &position, &line);
            solved += 1;
        }
    }
    assert!(2 * solved > tried, "{solved} of {tried}");
}

#[test]
fn a_board_without_shapes_is_left_alone() {
    let game = Mnk::<1>::new(5, 5, 4, Rule::OrMore).unwrap();
    let mut search = ThreatSearch::new(&game, &|| false);
    assert_eq!(search.search(&game.start(), 1_000), Answer::Unknown);
}
