//! `mossa dipole tournament`: a league over TCP.

use std::time::Duration;

use mossa_protocol::dipole::{
    Entrant, League, LeagueFailure, LeagueGame, LeagueSettings, ServerSettings, Side, Standing, game_called,
    standings,
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
    let planned = league.pairings().len();
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let mut teller = Teller { output, json: args.json, stop: stop.clone(), failed: None };
    let games = league.run(&stop, &mut |game| teller.tell(game, Some(told(game))));
    teller.finish()?;
    let games = games.map_err(|failure| match failure {
        LeagueFailure::Input(error) => Failure::Input(error),
        system @ LeagueFailure::System { .. } => Failure::Refused(system.to_string()),
    })?;
    let standings = standings(&league.names(), &games);
    if args.json {
        output.json(&Final { standings: &standings })?;
    } else {
        output.line("")?;
        table(&standings).iter().try_for_each(|line| output.line(line))?;
    }
    if games.len() < planned {
        let reason = format!("stopped after {} of {planned} games", games.len());
        return Err(Failure::Unanswered(reason));
    }
    Ok(())
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

/// `game 3: Ada - Bob: White wins, by the rules, after 41 plies`.
fn told(game: &LeagueGame) -> String {
    let [white, black] = &game.report.groups;
    let plies = game.report.moves.len();
    let mut line = format!("game {}: {white} - {black}: {}, after {plies} plies", game.number, game.report);
    for side in Side::BOTH {
        if let Some(remark) = &game.remarks[side.index()] {
            line += &format!(" ({}: {remark})", game.report.groups[side.index()]);
        }
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
