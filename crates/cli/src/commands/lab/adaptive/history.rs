//! What all benchmarks of the database found, one by one and together.

use std::collections::BTreeMap;

use mossa_adapt::stats::{Estimate, wilson};
use mossa_store::{Run, UnixMillis};
use serde::Serialize;

use super::NAME;
use super::show::{Summary, told};
use crate::commands::profile::day;
use crate::failure::Failure;
use crate::memory::Memory;
use crate::output::Output;
use crate::words;

/// All runs of one game, opponent and style together.
#[derive(Serialize)]
struct Together {
    game: String,
    opponent: String,
    style: String,
    runs: u64,
    on: Rate,
    off: Rate,
}

/// Wins of games.
#[derive(Serialize, Default)]
struct Rate {
    wins: u64,
    games: u64,
    win_rate: Option<Estimate>,
}

impl Rate {
    fn add(&mut self, wins: u64, games: u64) {
        self.wins += wins;
        self.games += games;
        self.win_rate = Some(wilson(self.wins, self.games));
    }
}

/// A run with one of its results, for programs.
#[derive(Serialize)]
struct Listed<'a> {
    run: String,
    begun: UnixMillis,
    #[serde(flatten)]
    summary: &'a Summary,
}

/// Tells of all runs, oldest first; of one game if it is given.
pub(super) fn tell(
    memory: &Memory,
    game: Option<&str>,
    json: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut runs = memory.db().wait(memory.db().runs(Some(NAME), u64::MAX))?;
    runs.retain(|run| game.is_none_or(|game| run.new.game == game));
    runs.reverse();
    let mut together: BTreeMap<(String, String, String), Together> = BTreeMap::new();
    for run in &runs {
        for summary in summaries(run) {
            let key = (summary.game.clone(), summary.opponent.clone(), summary.style.to_string());
            let (game, opponent, style) = key.clone();
            let new =
                || Together { game, opponent, style, runs: 0, on: Rate::default(), off: Rate::default() };
            let all = together.entry(key).or_insert_with(new);
            all.runs += 1;
            all.on.add(summary.on.wins, summary.on.games);
            all.off.add(summary.off.wins, summary.off.games);
            if json {
                output.json(&Listed {
                    run: run.new.id.to_string(),
                    begun: run.new.begun,
                    summary: &summary,
                })?;
            } else {
                output.line(line(run, &summary))?;
            }
        }
    }
    if json {
        return together.values().try_for_each(|all| output.json(all));
    }
    if together.is_empty() {
        return output.line("no run is known yet; `mossa lab --preset adaptive` makes one");
    }
    output.line("")?;
    together.values().try_for_each(|all| {
        output.line(format!(
            "{} {} {}, {}: win rate on {} of {}, off {} of {}",
            all.game,
            all.opponent,
            all.style,
            words::counted(all.runs, "run", "runs"),
            told(all.on.win_rate),
            words::counted(all.on.games, "game", "games"),
            told(all.off.win_rate),
            words::counted(all.off.games, "game", "games"),
        ))
    })
}

/// What a run found; nothing of one that did not come to its end.
fn summaries(run: &Run) -> Vec<Summary> {
    let summary = run.summary.clone().unwrap_or_default();
    serde_json::from_value(summary).unwrap_or_default()
}

fn line(run: &Run, summary: &Summary) -> String {
    format!(
        "{}  {} {} {}: win rate on {}, off {}, difference of scores {}",
        day(run.new.begun),
        summary.game,
        summary.opponent,
        summary.style,
        told(Some(summary.on.win_rate)),
        told(Some(summary.off.win_rate)),
        told(summary.difference.score)
    )
}
