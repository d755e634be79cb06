//! `mossa tournament`: many players meet.

use mossa_arena::schedule::Plan;

use crate::args::{Pairing, TournamentArgs};
use crate::contest;
use crate::failure::Failure;
use crate::output::Output;

/// How many rounds without being told.
const DEFAULT_ROUNDS: usize = 10;

/// Runs the command.
pub(crate) fn run(args: &TournamentArgs, output: &mut Output) -> Result<(), Failure> {
    let settings = match args.players.len() {
        0 => None,
        1 => return Err(Failure::setting("a tournament of one player", "two or more")),
        players => {
            let (plan, rounds) = match args.pairing {
                Pairing::RoundRobin => (Plan::RoundRobin, DEFAULT_ROUNDS),
                Pairing::Gauntlet => (Plan::Gauntlet { leaders: args.leaders }, DEFAULT_ROUNDS),
                // As many as it takes to halve the field until one is left.
                Pairing::Swiss => (Plan::Swiss, players.next_power_of_two().ilog2().max(1) as usize),
            };
            let rounds = args.rounds.unwrap_or(rounds);
            let names: Vec<&str> = args.players.iter().map(String::as_str).collect();
            let specs = contest::players(&names)?;
            Some(contest::settings::settings(plan, specs, rounds, None, &args.contest)?)
        }
    };
    contest::carry_out(settings, &args.contest.keeping, output).map(drop)
}
