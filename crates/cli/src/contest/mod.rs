//! Matches and tournaments: from what was typed to a run, and from a run to what is shown.

mod live;
mod place;
pub(crate) mod settings;
mod tables;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use mossa_arena::budget::{Budget, TimeRule};
use mossa_arena::players::PlayerSpec;
use mossa_arena::run::{Header, Journal, JournalError, Played, Run, RunError, RunSettings, Sequential};
use mossa_arena::stats::Hypothesis;
use mossa_arena::summarise::summarise;
use mossa_arena::summary::Summary;
use mossa_arena::{exchange, report};
use mossa_search::StopSignal;

use crate::args::KeepingArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::texts::Texts;
use crate::{files, interrupt, setup, texts};
use live::Live;

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Failure {
        Failure::Refused(error.to_string())
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
    concurrency: usize,
}

/// Carries out a run with `settings`, or goes on with the one that `keeping` names; shows it, and gives what it
/// amounts to.
pub(crate) fn carry_out(
    settings: Option<RunSettings>,
    keeping: &KeepingArgs,
    output: &mut Output,
) -> Result<Summary, Failure> {
    let report = keeping.report.as_deref().map(absolute).transpose()?;
    if let Some(path) = &report {
        files::check_writable(path, files::HTML)?;
    }
    let pgn = keeping.pgn.as_deref().map(absolute).transpose()?;
    if let Some(path) = &pgn {
        files::check_writable_games(path)?;
    }
    let journal = keeping.resume.as_deref().or(keeping.out.as_deref()).map(absolute).transpose()?;
    let written: Vec<&Path> = [&journal, &report, &pgn].into_iter().flatten().map(PathBuf::as_path).collect();
    files::check_different(&written)?;
    let Opened { run, header, journal, earlier, concurrency } = open(settings, keeping)?;
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
    });
    live.leave();
    shown?;
    let Played { games, sequential, complete } = played?;
    let summary = summarise(&run, &games, sequential.as_ref());
    if let Some(path) = &report {
        write_report(&run, &header, &summary, keeping, path)?;
    }
    if let Some(games) = &pgn {
        write_games(&run, &header, &path, games)?;
    }
    if keeping.json {
        tables::json(&summary, complete, output)?;
    } else {
        tables::print(&summary, &run.settings().points, output)?;
        if !complete {
            output.line(format!("stopped; go on with --resume {}", path.display()))?;
        }
    }
    if !complete {
        return Err(Failure::No);
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

/// The same file wherever the program goes.
fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    Ok(std::path::absolute(path)?)
}

fn open(settings: Option<RunSettings>, keeping: &KeepingArgs) -> Result<Opened, Failure> {
    if let Some(path) = &keeping.resume {
        let (journal, header, earlier) = Journal::resume(&absolute(path)?)?;
        if let Some(folder) = header.folder.as_ref().filter(|folder| folder.is_dir()) {
            // Programs are found, and find their files, where they did when the run began.
            std::env::set_current_dir(folder)?;
        }
        let run = Run::prepare(header.settings.clone(), &setup::opener(keeping.tables.as_deref()))?;
        let concurrency = concurrency(&run, keeping)?;
        return Ok(Opened { run, header, journal, earlier, concurrency });
    }
    let Some(settings) = settings else {
        return Err(Failure::setting("no players", "players and a game, or --resume FILE"));
    };
    // Everything is checked before the first byte is written.
    let run = Run::prepare(settings.clone(), &setup::opener(keeping.tables.as_deref()))?;
    let concurrency = concurrency(&run, keeping)?;
    let header = Header::new(settings);
    let path = match &keeping.out {
        Some(path) => path.clone(),
        None => place::unused(run.kind(), header.started)?,
    };
    let (journal, earlier) = Journal::open(&path, &header)?;
    Ok(Opened { run, header, journal, earlier, concurrency })
}

/// How many games at once.
fn concurrency(run: &Run, keeping: &KeepingArgs) -> Result<usize, Failure> {
    Ok(run.settings().concurrency(setup::cores(), keeping.concurrency)?)
}

fn write_report(
    run: &Run,
    header: &Header,
    summary: &Summary,
    keeping: &KeepingArgs,
    path: &Path,
) -> Result<(), Failure> {
    let language = texts::language(keeping.lang);
    let texts = Texts::new(language);
    let facts = report::Facts {
        title: title(run, &texts),
        command: None,
        seed: run.settings().seed,
        started: Some(place::date_and_time(header.started)),
        version: env!("CARGO_PKG_VERSION"),
        notes: notes(run.settings(), &texts),
    };
    let html = report::run::html(summary, &facts, language);
    files::atomically(path, html.as_bytes())
        .map_err(|error| Failure::Io(anyhow::Error::from(error).context(path.display().to_string())))
}

/// Writes the games of the journal for other programs.
fn write_games(run: &Run, header: &Header, journal: &Path, path: &Path) -> Result<(), Failure> {
    let date = place::date_and_time(header.started);
    let date = date.split(' ').next().unwrap_or_default().replace('-', ".");
    let mut text = String::new();
    for game in Journal::whole_games(journal)? {
        text += &exchange::text(run, &game, &date)?;
    }
    files::atomically(path, text.as_bytes())
        .map_err(|error| Failure::Io(anyhow::Error::from(error).context(path.display().to_string())))
}

fn title(run: &Run, texts: &Texts) -> String {
    let boards = run.settings().boards.join(", ");
    match run.names() {
        [first, second] => format!("{first} - {second}: {boards}"),
        names => {
            let count = names.len().to_string();
            texts.with("contest.title", &[("count", &count), ("boards", &boards)])
        }
    }
}

/// The settings as a reader wants to know them.
fn notes(settings: &RunSettings, texts: &Texts) -> Vec<String> {
    let players = settings.budgeted_players();
    let players = players.iter().map(|player| format!("{}: {}", player.name(), thinking(player, texts)));
    let points = texts.with("contest.points", &[("points", &settings.points.to_string())]);
    players.chain([points]).collect()
}

/// How much a player thinks.
fn thinking(player: &PlayerSpec, texts: &Texts) -> String {
    let Budget { depth, nodes, time } = player.budget();
    if !player.takes_budget() {
        return texts.get("contest.own-way").to_owned();
    }
    let with = |key: &str, number: String| texts.with(key, &[("number", &number)]);
    let time = time.map(|rule| match rule {
        TimeRule::PerMove(ms) => with("contest.time", ms.to_string()),
        rule => with("contest.clock", Budget { time: Some(rule), ..Budget::default() }.to_string()),
    });
    let nodes = nodes.map(|nodes| with("contest.nodes", nodes.to_string()));
    let depth = depth.map(|depth| with("contest.depth", depth.to_string()));
    let parts: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
    if parts.is_empty() { texts.get("contest.unlimited").to_owned() } else { parts.join(", ") }
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
