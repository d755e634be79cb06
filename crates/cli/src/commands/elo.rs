//! `mossa elo`: what results say about strength.

use mossa_arena::stats::{Results, Strength};
use serde::Serialize;

use crate::args::EloArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::words;

/// The JSON form.
#[derive(Serialize)]
struct Told {
    games: u64,
    wins: Option<u64>,
    draws: Option<u64>,
    losses: Option<u64>,
    pentanomial: Option<[u64; 5]>,
    #[serde(flatten)]
    strength: Strength,
}

/// Runs the command.
pub(crate) fn run(args: &EloArgs, output: &mut Output) -> Result<(), Failure> {
    let results = args.results().checked()?;
    let games = results.games();
    let Some(strength) = Strength::of(&results) else {
        return Err(Failure::setting("no games", "at least one"));
    };
    if args.json {
        let EloArgs { wins, draws, losses, pentanomial, .. } = *args;
        return output.json(&Told { games, wins, draws, losses, pentanomial, strength });
    }
    output.line(describe(&results))?;
    output.line(format!("score {:.2} %", 100.0 * strength.score))?;
    let los = strength.los.map_or("-".to_owned(), |los| format!("{:.2} %", 100.0 * los));
    output.line(format!("likelihood of superiority {los}"))?;
    output.line(format!("normalised Elo {}", with_error(strength.nelo, strength.nelo_error)))?;
    output.line(format!("Elo {}", with_error(strength.elo, strength.error)))
}

/// The results in one line.
pub(super) fn describe(results: &Results) -> String {
    let games = words::grouped(results.games());
    match results {
        Results::Trinomial([losses, draws, wins]) => {
            format!("{games} games: {wins} won, {draws} drawn, {losses} lost")
        }
        Results::Pentanomial([none, half, one, more, two]) => {
            format!(
                "{games} games in pairs: {none} with 0, {half} with 1/2, {one} with 1, {more} with 3/2, {two} with 2 points"
            )
        }
    }
}

fn with_error(value: Option<f64>, error: Option<f64>) -> String {
    // Adding 0 turns a negative zero into an ordinary one.
    let value = value.map_or("-".to_owned(), |value| format!("{:+.1}", (value * 10.0).round() / 10.0 + 0.0));
    let error = error.map_or("-".to_owned(), |error| format!("{error:.1}"));
    format!("{value} ± {error}")
}
