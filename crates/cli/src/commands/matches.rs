//! `mossa match`: two players meet.

use mossa_arena::schedule::{Plan, Schedule};
use mossa_arena::stats::Sprt;

use crate::args::MatchArgs;
use crate::contest;
use crate::failure::Failure;
use crate::output::Output;

/// How many games without being told.
const DEFAULT_GAMES: u64 = 100;
/// How many games a test may take without being told: [0, 10] needs about 5500 in its worst case on average, and
/// hardly ever seven times as many.
const MOST_TEST_GAMES: u64 = 40_000;

/// Runs the command.
pub(crate) fn run(args: &MatchArgs, output: &mut Output) -> Result<(), Failure> {
    let settings = match (&args.first, &args.second) {
        (Some(first), Some(second)) => {
            let test = args.sprt.as_deref().map(|bounds| test(bounds, args)).transpose()?;
            let most = if test.is_some() { MOST_TEST_GAMES } else { DEFAULT_GAMES };
            let rounds = args.games.unwrap_or(most).div_ceil(games_in_a_round(&args.contest.game)?) as usize;
            let players = contest::players(&[first, second])?;
            Some(contest::settings::settings(Plan::Match, players, rounds, test, &args.contest)?)
        }
        _ => None,
    };
    let summary = contest::carry_out(settings, &args.contest.keeping, output)?;
    contest::answer(&summary)
}

/// In a round the players meet on every board, in every seating.
fn games_in_a_round(boards: &[String]) -> Result<u64, Failure> {
    let seats = boards.first().map_or(Ok(2), |name| contest::open_game(name).map(|game| game.players()))?;
    Ok(Schedule::new(Plan::Match, 2, seats, boards.len().max(1), 1)?.games_in_a_round().max(1))
}

fn test(bounds: &str, args: &MatchArgs) -> Result<Sprt, Failure> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let both = bounds.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    let Some((elo0, elo1)) = both else {
        return Err(Failure::setting(format!("no Elo bounds `{bounds}`"), "two numbers such as 0,10"));
    };
    let test = Sprt { elo0, elo1, alpha: args.alpha, beta: args.beta, model: args.model.parse()? };
    Ok(test.checked()?)
}
