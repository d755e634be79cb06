//! The statistics against published figures, to the last printed digit.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_arena::stats::counts::Results;
use mossa_arena::stats::elo::Strength;
use mossa_arena::stats::llr::llr;
use mossa_arena::stats::simulation::{Simulated, Simulation};
use mossa_arena::stats::sprt::{Model, Sprt};

const FIGURES: &str = include_str!("data/statistics.md");

/// The cells of the rows of the table under a heading that begins so.
fn table(heading: &str) -> Vec<Vec<&'static str>> {
    let section = FIGURES.split("\n## ").find(|section| section.starts_with(heading)).unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// The numbers between brackets of some kind.
fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    let inner = &text[1..text.len() - 1];
    inner.split(", ").map(|number| number.parse().ok().unwrap()).collect()
}

fn results(text: &str) -> Results {
    let counts = numbers(text);
    match counts.len() {
        3 => Results::Trinomial(counts.try_into().unwrap()),
        _ => Results::Pentanomial(counts.try_into().unwrap()),
    }
}

/// `value` with as many decimals as `wanted` has.
fn like(wanted: &str, value: f64) -> String {
    let decimals = wanted.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    format!("{value:.decimals$}")
}

#[test]
fn log_likelihood_ratios() {
    let rows = table("Log-likelihood ratio");
    assert_eq!(rows.len(), 15);
    for row in rows {
        let [model, counts, hypotheses, wanted] = row[..] else { panic!("{row:?}") };
        let elo: Vec<f64> = numbers(hypotheses);
        let found = llr(&results(counts), model.parse().unwrap(), elo[0], elo[1]);
        assert_eq!(like(wanted, found), wanted, "{row:?}");
    }
}

#[test]
fn elo_and_its_errors() {
    let rows = table("Elo");
    assert_eq!(rows.len(), 8);
    for row in rows {
        let found = Strength::of(&results(row[0])).unwrap();
        let told = [found.elo, found.error, found.nelo, found.nelo_error, found.los].map(Option::unwrap);
        assert_eq!(like(row[1], found.score), row[1], "{row:?}");
        for (found, wanted) in told.into_iter().zip(&row[2..]) {
            assert_eq!(like(wanted, found), *wanted, "{row:?}");
        }
    }
}

/// How often a game is drawn in the simulation. The figures do not tell, but the number of games is proportional to
/// the variance (1 - d) / 4 of a game, and this d fits all four.
const DRAWS: f64 = 0.49;

/// The figures for the lengths are rounded and themselves the means of simulations.
const LENGTH_TOLERANCE: f64 = 0.03;

fn simulate(runs: u64) {
    let test = Sprt::new(0.0, 10.0, Model::Logistic).unwrap();
    for row in table("Simulated") {
        let [elo, passes, games] = [0, 1, 2].map(|cell| row[cell].parse::<f64>().unwrap());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let found: Simulated = Simulation::new(test, elo, DRAWS).unwrap().run(runs, threads, 1).unwrap();
        let rate = passes / 100.0;
        let sigma = (rate * (1.0 - rate) / runs as f64).sqrt();
        // Half a unit of the last digit printed.
        let rounding = if passes.fract() == 0.0 { 0.005 } else { 0.0005 };
        assert!((found.pass_rate() - rate).abs() < 4.0 * sigma + rounding, "{row:?} {found:?}");
        // The lengths of runs vary by about two thirds of their mean.
        let tolerance = LENGTH_TOLERANCE + 4.0 * 0.67 / (runs as f64).sqrt();
        assert!((found.mean_games() / games - 1.0).abs() < tolerance, "{row:?} {found:?}");
    }
}

#[test]
fn simulated_tests_err_as_often_as_they_may() {
    simulate(10_000);
}
