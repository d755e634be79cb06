//! Ratings fitted to tournaments whose answer is known.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_arena::stats::counts::Results;
use mossa_arena::stats::elo::{Strength, score_of_elo};
use mossa_arena::stats::rating::fit;
use mossa_arena::summary::{Rating, Tally};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
    Tally { wins, draws, losses }
}

fn rated(players: usize, results: &[(usize, usize, Tally)]) -> Vec<Rating> {
    fit(players, results).into_iter().map(Option::unwrap).collect()
}

fn close(left: f64, right: f64, tolerance: f64) -> bool {
    (left - right).abs() <= tolerance * right.abs().max(1.0)
}

#[test]
fn two_players_agree_with_their_match() {
    for counts in [[89, 123, 76], [96, 111, 136], [100, 300, 120], [10, 20, 30]] {
        let [losses, draws, wins] = counts;
        let ratings = rated(2, &[(0, 1, tally(wins, draws, losses))]);
        let strength = Strength::of(&Results::Trinomial(counts)).unwrap();
        assert!(close(ratings[0].elo - ratings[1].elo, strength.elo.unwrap(), 1e-9), "{counts:?}");
        assert!(close(ratings[0].elo, -ratings[1].elo, 1e-9));
        // A straight line instead of the curve makes the interval narrower, the more so the fewer the games.
        let error = ratings[0].error + ratings[1].error;
        let tolerance = 4.0 / (wins + draws + losses) as f64;
        assert!(close(error, strength.error.unwrap(), tolerance), "{error} {strength:?}");
    }
}

#[test]
fn everybody_expects_what_it_scored() {
    let results = [
        (0, 1, tally(7, 3, 2)),
        (2, 0, tally(1, 5, 6)),
        (1, 2, tally(4, 4, 4)),
        (3, 1, tally(1, 0, 9)),
        (2, 3, tally(5, 1, 0)),
        (0, 1, tally(1, 0, 1)),
    ];
    let ratings = rated(4, &results);
    let mut surplus = [0.0; 4];
    for (one, other, tally) in results {
        let expected = tally.games() as f64 * score_of_elo(ratings[one].elo - ratings[other].elo);
        surplus[one] += tally.score() - expected;
        surplus[other] -= tally.score() - expected;
    }
    assert!(surplus.iter().all(|surplus| surplus.abs() < 1e-8), "{surplus:?}");
    assert!(ratings.iter().map(|rating| rating.elo).sum::<f64>().abs() < 1e-8);
    // The same games seen by the other players and in another order are the same games.
    let swapped: Vec<_> =
        results.iter().rev().map(|&(a, b, t)| (b, a, tally(t.losses, t.draws, t.wins))).collect();
    for (one, other) in ratings.iter().zip(rated(4, &swapped)) {
        assert!(close(one.elo, other.elo, 1e-8) && close(one.error, other.error, 1e-8));
    }
}

#[test]
fn errors_hold_the_truth_in_95_of_100_tournaments() {
    let truth = [-120.0, -20.0, 30.0, 110.0];
    let (draws, games, tournaments) = (0.3, 60, 1000);
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut held = 0;
    for _ in 0..tournaments {
        let mut results = Vec::new();
        for one in 0..4 {
            for other in one + 1..4 {
                let win = score_of_elo(truth[one] - truth[other]) - draws / 2.0;
                let mut counted = tally(0, 0, 0);
                for _ in 0..games {
                    match (dice.next_u64() >> 11) as f64 / (1u64 << 53) as f64 {
                        thrown if thrown < win => counted.wins += 1,
                        thrown if thrown < win + draws => counted.draws += 1,
                        _ => counted.losses += 1,
                    }
                }
                results.push((one, other, counted));
            }
        }
        let ratings = rated(4, &results);
        held += ratings.iter().zip(truth).filter(|(r, truth)| (r.elo - truth).abs() < r.error).count();
    }
    // 4 standard deviations of 1000 tournaments are 2.8 %, even if the four errors of one were the same.
    let part = held as f64 / (4 * tournaments) as f64;
    assert!((part - 0.95).abs() < 0.028, "{part}");
}

#[test]
fn only_wins_give_a_finite_rating_with_a_wide_error() {
    let ratings = rated(2, &[(0, 1, tally(10, 0, 0))]);
    // Half a win and half a loss more: 10.5 of 11.
    assert!(close(ratings[0].elo - ratings[1].elo, 400.0 * 21f64.log10(), 1e-9), "{ratings:?}");
    let error = ratings[0].error + ratings[1].error;
    assert!(error > 300.0 && error < 600.0, "{error}");
    let more = rated(2, &[(0, 1, tally(1000, 0, 0))]);
    assert!(more[0].elo > ratings[0].elo && more[0].elo.is_finite());

    // The best lost to nobody, the last won against nobody; the middle is ordinary.
    let ladder = [
        (0, 1, tally(4, 0, 0)),
        (0, 2, tally(4, 0, 0)),
        (1, 2, tally(2, 1, 1)),
        (1, 3, tally(4, 0, 0)),
        (2, 3, tally(4, 0, 0)),
    ];
    let ratings = rated(4, &ladder);
    assert!(ratings.is_sorted_by(|one, other| one.elo > other.elo), "{ratings:?}");
    assert!(ratings.iter().all(|rating| rating.elo.abs() < 1000.0 && rating.error.is_finite()));
    assert!(ratings[0].error > ratings[1].error && ratings[3].error > ratings[2].error, "{ratings:?}");
}

#[test]
fn only_draws_are_not_certain() {
    let few = rated(2, &[(0, 1, tally(0, 2, 0))]);
    let many = rated(2, &[(0, 1, tally(0, 200, 0))]);
    assert!(few[0].elo.abs() < 1e-9 && few[0].error > 50.0, "{few:?}");
    assert!(many[0].error > 0.0 && many[0].error < 5.0, "{many:?}");
}

#[test]
fn strangers_are_fitted_apart() {
    let pair = [(0, 1, tally(10, 20, 30))];
    let both =
        [(3, 5, tally(10, 20, 30)), (0, 1, tally(5, 5, 6)), (3, 3, tally(9, 0, 0)), (0, 9, tally(9, 0, 0))];
    let alone = rated(2, &pair);
    let ratings = fit(7, &both);
    assert_eq!([2, 4, 6].map(|player| ratings[player]), [None; 3]);
    assert!(close(ratings[3].unwrap().elo, alone[0].elo, 1e-9), "{ratings:?}");
    assert!(close(ratings[5].unwrap().error, alone[1].error, 1e-9), "{ratings:?}");
    assert!((ratings[0].unwrap().elo + ratings[1].unwrap().elo).abs() < 1e-9);
    assert_eq!(fit(0, &[]), []);
    assert_eq!(fit(2, &[(0, 1, tally(0, 0, 0))]), [None, None]);
}

#[test]
fn extreme_results_are_fitted() {
    // A single draw in very many games, a chain of twenty players, each far above the next.
    let chain: Vec<_> = (0..19).map(|player| (player, player + 1, tally(1_000_000, 1, 0))).collect();
    let ratings = rated(20, &chain);
    let step = 400.0 * (1_000_000.5f64 / 0.5).log10();
    for pair in ratings.windows(2) {
        assert!(close(pair[0].elo - pair[1].elo, step, 1e-4), "{pair:?}");
        assert!(pair[0].error.is_finite());
    }
}
