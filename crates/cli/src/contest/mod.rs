//! Matches and tournaments: from what was typed to a run, and from a run to what is shown.

mod live;
mod place;
pub(crate) mod settings;
mod tables;

use std::sync::Arc;

use mossa_arena::players::PlayerSpec;
use mossa_arena::report;
use mossa_arena::run::{Header, Journal, JournalError, Played, Run, RunError, RunSettings, Sequential};
use mossa_arena::stats::Hypothesis;
use mossa_arena::summarise::summarise;
use mossa_arena::summary::Summary;
use mossa_search::StopSignal;

use crate::args::KeepingArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, interrupt, texts};
use live::Live;

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Failure {
        Failure::Io(error.into())
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Input(error) => error.into(),
            RunError::Journal(error) => error.into(),
        }
    }
}

/// A run with its journal open.
struct Opened {
    run: Run,
    header: Header,
    journal: Journal,
    earlier: Vec<mossa_arena::played::PlayedGame>,
}

/// Carries out a run with `settings`, or goes on with the one that `keeping` names; shows it, and gives what it
/// amounts to.
pub(crate) fn carry_out(
    settings: Option<RunSettings>,
    keeping: &KeepingArgs,
    output: &mut Output,
) -> Result<Summary, Failure> {
    if let Some(path) = &keeping.report {
        files::check_writable(path)?;
    }
    let Opened { run, header, journal, earlier } = open(settings, keeping)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let concurrency = run.settings().concurrency(cores, keeping.concurrency)?;
    let path = journal.path().to_owned();
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let mut live = Live::new(&run, &earlier, keeping.json);
    live.introduce(&path, earlier.len(), concurrency, keeping.concurrency, output)?;
    let mut shown = Ok(());
    let played = run.play(journal, earlier, concurrency, &stop, &mut |game| {
        if shown.is_ok() {
            shown = live.show(game, output);
            // Whoever reads has gone: there is nobody to play for.
            if shown.is_err() {
                stop.stop();
            }
        }
    })?;
    live.leave();
    shown?;
    let Played { games, sequential, complete } = played;
    let summary = summarise(&run, &games, sequential.as_ref());
    if let Some(path) = &keeping.report {
        write_report(&run, &header, &summary, keeping, path)?;
    }
    if keeping.json {
        tables::json(&summary, complete, output)?;
    } else {
        tables::print(&summary, &run.settings().points, output)?;
        if !complete {
            output.line(format!("stopped; go on with --resume {}", path.display()))?;
        }
    }
    Ok(summary)
}

/// The answer of a test: "no" unless the first player was accepted as better.
pub(crate) fn answer(summary: &Summary) -> Result<(), Failure> {
    let test = summary.duel.as_ref().and_then(|duel| duel.sprt.as_ref());
    match test {
        Some(test) if test.accepted.as_deref() != Some(&Hypothesis::H1.to_string()) => Err(Failure::No),
        _ => Ok(()),
    }
}

fn open(settings: Option<RunSettings>, keeping: &KeepingArgs) -> Result<Opened, Failure> {
    if let Some(path) = &keeping.resume {
        let (journal, header, earlier) = Journal::resume(path)?;
        let run = Run::prepare(header.settings.clone(), &mossa_engine::open)?;
        return Ok(Opened { run, header, journal, earlier });
    }
    let Some(settings) = settings else {
        return Err(Failure::setting("no players", "players and a game, or --resume FILE"));
    };
    // Everything is checked before the first byte is written.
    let run = Run::prepare(settings.clone(), &mossa_engine::open)?;
    let header = Header::new(settings);
    let path = match &keeping.out {
        Some(path) => path.clone(),
        None => place::unused(run.kind(), header.started)?,
    };
    let (journal, earlier) = Journal::open(&path, &header)?;
    Ok(Opened { run, header, journal, earlier })
}

fn write_report(
    run: &Run,
    header: &Header,
    summary: &Summary,
    keeping: &KeepingArgs,
    path: &std::path::Path,
) -> Result<(), Failure> {
    let facts = report::Facts {
        title: title(run),
        command: None,
        seed: run.settings().seed,
        started: Some(place::date_and_time(header.started)),
        version: env!("CARGO_PKG_VERSION"),
        notes: notes(run.settings()),
    };
    let html = report::run::html(summary, &facts, texts::language(keeping.lang));
    files::atomically(path, html.as_bytes())
        .map_err(|error| Failure::Io(anyhow::Error::from(error).context(path.display().to_string())))
}

fn title(run: &Run) -> String {
    let boards = run.settings().boards.join(", ");
    match run.names() {
        [first, second] => format!("{first} - {second}: {boards}"),
        names => format!("{} players: {boards}", names.len()),
    }
}

/// The settings as a reader wants to know them.
fn notes(settings: &RunSettings) -> Vec<String> {
    let players = settings.budgeted_players();
    let players = players.iter().map(|player| format!("{}: {}", player.name(), player.budget()));
    players.chain([format!("points {}", settings.points)]).collect()
}

/// What every player of `specs` is.
pub(crate) fn players(specs: &[&str]) -> Result<Vec<PlayerSpec>, Failure> {
    specs.iter().map(|text| PlayerSpec::parse(text).map_err(Failure::from)).collect()
}

/// Whatever follows a run game by game has the same test as the run itself.
fn test_of(run: &Run) -> Option<Sequential> {
    run.settings().sprt.map(Sequential::new)
}

/// The games of mossa, by name.
pub(crate) fn open_game(name: &str) -> Result<Arc<dyn mossa_engine::AnyGame>, Failure> {
    Ok(mossa_engine::open(name)?)
}
