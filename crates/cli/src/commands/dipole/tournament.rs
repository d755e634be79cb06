//! `mossa dipole tournament`: a league over TCP.

use std::time::Duration;
use std::{fs, io};

use mossa_protocol::dipole::{
    Entrant, League, LeagueFailure, LeagueGame, LeagueRun, LeagueSettings, ServerSettings, Side, Standing,
    game_called, standings,
};
use mossa_search::StopSignal;
use serde::Serialize;

use super::Teller;
use crate::args::DipoleTournamentArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{interrupt, setup};

/// The last object for programs.
#[derive(Serialize)]
struct Final<'a> {
    standings: &'a [Standing],
}

/// Runs the command.
pub(crate) fn run(args: &DipoleTournamentArgs, output: &mut Output) -> Result<(), Failure> {
    let league = League::new(settings(args)?)?;
    let planned = league.games();
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let mut teller = Teller { output, json: args.json, stop: stop.clone(), failed: None };
    let LeagueRun { games, failure } = league.run(&stop, &mut |game| teller.tell(game, Some(told(game))));
    teller.finish()?;
    let mut unlogged = games.iter().find_map(|game| game.unlogged.clone());
    // What was played counts, whatever happened then.
    if failure.is_none() || !games.is_empty() {
        let told = told_standings(&standings(&league.names(), &games), args.json)?;
        if !args.json {
            output.line("")?;
        }
        output.line(&told)?;
        unlogged = unlogged.or(keep_standings(args, &told).err().map(|error| error.to_string()));
    }
    match failure {
        Some(LeagueFailure::Input(error)) => return Err(Failure::Input(error)),
        Some(system @ LeagueFailure::System { .. }) => return Err(Failure::Refused(system.to_string())),
        None => {}
    }
    if games.len() < planned {
        let reason = format!("stopped after {} of {planned} games", games.len());
        return Err(Failure::Unanswered(reason));
    }
    match unlogged {
        Some(reason) => Err(Failure::Unanswered(format!("the logs are not complete: {reason}"))),
        None => Ok(()),
    }
}

/// The standings as they are printed: a table, or an object for programs.
fn told_standings(standings: &[Standing], json: bool) -> Result<String, Failure> {
    match json {
        true => Ok(serde_json::to_string(&Final { standings })?),
        false => Ok(table(standings).join("\n")),
    }
}

/// Keeps the standings beside the logs of the games.
fn keep_standings(args: &DipoleTournamentArgs, told: &str) -> io::Result<()> {
    let Some(folder) = &args.log else { return Ok(()) };
    let name = if args.json { "standings.json" } else { "standings.txt" };
    fs::write(folder.join(name), format!("{told}\n"))
}

fn settings(args: &DipoleTournamentArgs) -> Result<LeagueSettings, Failure> {
    let game = game_called(&args.game.start, &args.game.limit)?;
    setup::load_tables(&*game, args.tables.as_deref())?;
    let server = ServerSettings {
        time: Duration::from_millis(args.time),
        grace: Duration::from_millis(args.grace),
        warm_up: Duration::from_secs(args.warmup),
        patience: Some(Duration::from_secs(args.patience)),
        ..ServerSettings::course(game)
    };
    Ok(LeagueSettings {
        entrants: args.players.iter().map(|text| Entrant::parse(text)).collect::<Result<_, _>>()?,
        rounds: args.rounds,
        server,
        concurrency: args.concurrency,
        logs: args.log.clone(),
        seed: args.seed,
    })
}

/// `game 3: Ada - Bob: White wins, Black has no pieces left, after 41 plies`.
fn told(game: &LeagueGame) -> String {
    let [white, black] = &game.report.groups;
    let mut line = format!("game {}: {white} - {black}: {}", game.number, super::told(&game.report));
    for side in Side::BOTH {
        if let Some(remark) = &game.remarks[side.index()] {
            line += &format!(" ({}: {remark})", game.report.groups[side.index()]);
        }
    }
    if let Some(reason) = &game.unlogged {
        line += &format!(" (its log is not complete: {reason})");
    }
    line
}

fn table(standings: &[Standing]) -> Vec<String> {
    let width = standings.iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0).max(6);
    let row = |place: &str, name: &str, cells: [String; 6]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>6}")).collect();
        format!("{place:>2}  {name:<width$} {}", cells.join(" "))
    };
    let heads = ["points", "played", "won", "tied", "lost", "faults"].map(str::to_owned);
    let mut rows = vec![row("", "player", heads)];
    rows.extend(standings.iter().enumerate().map(|(index, standing)| {
        let numbers =
            [standing.points, standing.played(), standing.won, standing.tied, standing.lost, standing.faults];
        row(&(index + 1).to_string(), &standing.name, numbers.map(|number| number.to_string()))
    }));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_a_table() {
        let standing = |name: &str, won, tied, lost, faults| Standing {
            name: name.to_owned(),
            points: 3 * won + tied,
            won,
            tied,
            lost,
            faults,
        };
        let rows = table(&[standing("perfect one", 12, 1, 0, 0), standing("x", 0, 1, 12, 3)]);
        assert_eq!(
            rows,
            [
                "    player      points played    won   tied   lost faults",
                " 1  perfect one     37     13     12      1      0      0",
                " 2  x                1     13      0      1     12      3",
            ]
        );
    }
}
