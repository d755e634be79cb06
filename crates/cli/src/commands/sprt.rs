//! `mossa sprt`: what a sequential test makes of results, or of dice.

use mossa_arena::stats::simulation::Simulation;
use mossa_arena::stats::{Hypothesis, Results, Sprt, State};
use serde::Serialize;

use super::elo::describe;
use crate::args::SprtArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::setup;

/// The JSON form for given results.
#[derive(Serialize)]
struct Told {
    #[serde(flatten)]
    state: State,
    #[serde(flatten)]
    test: Sprt,
    games: u64,
}

/// The JSON form of a simulation.
#[derive(Serialize)]
struct Simulated {
    runs: u64,
    elo: f64,
    draws: f64,
    pass_rate: f64,
    mean_games: f64,
    seed: u64,
    #[serde(flatten)]
    test: Sprt,
}

/// Runs the command.
pub(crate) fn run(args: &SprtArgs, output: &mut Output) -> Result<(), Failure> {
    let SprtArgs { elo0, elo1, alpha, beta, model, .. } = *args;
    let test = Sprt { elo0, elo1, alpha, beta, model }.checked()?;
    match args.results() {
        Some(results) => judge(&test, &results.checked()?, args.json, output),
        None => simulate(&test, args, output),
    }
}

fn judge(test: &Sprt, results: &Results, json: bool, output: &mut Output) -> Result<(), Failure> {
    let state = test.state(results);
    if json {
        return output.json(&Told { state, test: *test, games: results.games() });
    }
    output.line(describe(results))?;
    output.line(header(test))?;
    let State { llr, lower, upper, accepted } = state;
    output.line(format!("log-likelihood ratio {llr:.4}, bounds {lower:.4} and {upper:.4}"))?;
    output.line(match accepted {
        Some(Hypothesis::H0) => {
            format!("H0 is accepted: {elo0} Elo rather than {elo1}", elo0 = test.elo0, elo1 = test.elo1)
        }
        Some(Hypothesis::H1) => {
            format!("H1 is accepted: {elo1} Elo rather than {elo0}", elo0 = test.elo0, elo1 = test.elo1)
        }
        None => "undecided: more games are needed".to_owned(),
    })
}

fn simulate(test: &Sprt, args: &SprtArgs, output: &mut Output) -> Result<(), Failure> {
    let (runs, elo) = (args.simulate.unwrap_or_default(), args.elo.unwrap_or_default());
    let found = Simulation::new(*test, elo, args.draws)?.run(runs, setup::cores(), args.seed)?;
    let (pass_rate, mean_games) = (found.pass_rate(), found.mean_games());
    if args.json {
        let SprtArgs { draws, seed, .. } = *args;
        return output.json(&Simulated { runs, elo, draws, pass_rate, mean_games, seed, test: *test });
    }
    output.line(header(test))?;
    output.line(format!(
        "{runs} runs with a true difference of {elo} Elo, {:.1} % draws",
        100.0 * args.draws
    ))?;
    output.line(format!(
        "H1 is accepted in {:.2} % of them, after {mean_games:.0} games on average",
        100.0 * pass_rate
    ))
}

fn header(test: &Sprt) -> String {
    let Sprt { elo0, elo1, alpha, beta, model } = test;
    format!("test of {elo0} against {elo1} {model} Elo, alpha {alpha}, beta {beta}")
}
