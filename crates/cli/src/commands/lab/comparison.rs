//! The same positions, searched with one set of techniques after the other.

use std::path::Path;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mossa_arena::lab::preset::PositionsPlan;
use mossa_arena::lab::{
    Experiment, FeatureSet, LabRow, LabTable, Progress, Search, Subject, csv, effort, ladder, subjects,
};
use mossa_arena::report;
use mossa_engine::Method;
use mossa_search::{Feature, Features, StopSignal};

use super::show::{self, Columns, Sum};
use crate::args::{LabArgs, LabOutputArgs, Start};
use crate::contest::settings::tell_unreadable;
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, interrupt, setup, texts, words};

/// The most positions of a search if no limit is given at all: a few seconds. Games propose depths for the search with
/// everything; with little of it they would take hours.
const DEFAULT_NODES: u64 = 20_000_000;

/// Compares searches of the positions that the arguments ask for.
pub(super) fn run(game: &str, args: &LabArgs, output: &mut Output) -> Result<(), Failure> {
    let mut notes = Vec::new();
    let mut subjects = subjects(game, args, &mut notes)?;
    limit(&mut subjects, args);
    let method = Method::from(args.search.method);
    let sets = sets(&subjects, method, args, &mut notes)?;
    let unlimited = args.search.depth.is_none() && args.search.nodes.is_none() && args.search.time.is_none();
    let proposed = unlimited && subjects.iter().all(|subject| subject.depth.is_some());
    if proposed {
        let most = words::grouped(DEFAULT_NODES);
        notes.push(format!("no search visits more than {most} positions; --depth N without this limit"));
    }
    let search = Search {
        method,
        brain: args.search.brain.clone(),
        nodes: args.search.nodes.or(proposed.then_some(DEFAULT_NODES)),
        time: args.search.time.map(Duration::from_millis),
        table: args.search.table,
    };
    let title = title(game, &subjects, args);
    carry_out(&Experiment { title, subjects, sets, search }, &notes, args, output)
}

/// Repeats an experiment that a game brings.
pub(super) fn repeat(
    plan: &PositionsPlan,
    title: &str,
    args: &LabArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut experiment = plan.experiment(title, &setup::opener(args.search.tables.as_deref()))?;
    if args.search.depth.is_some() || args.search.nodes.is_some() || args.search.time.is_some() {
        limit(&mut experiment.subjects, args);
    }
    experiment.search.nodes = args.search.nodes;
    experiment.search.time = args.search.time.map(Duration::from_millis);
    experiment.search.table = args.search.table;
    let source = (!plan.source.is_empty()).then(|| format!("source: {}", plan.source));
    carry_out(&experiment, &Vec::from_iter(source), args, output)
}

/// The positions: those of the arguments, or those that the game proposes, with their depths.
fn subjects(game: &str, args: &LabArgs, notes: &mut Vec<String>) -> Result<Vec<Subject>, Failure> {
    let tables = args.search.tables.as_deref();
    let open = setup::opener(tables);
    let args = &args.subjects;
    if let Some(path) = &args.file {
        let (subjects, openings) = subjects::from_file(path, &open(game)?)?;
        tell_unreadable(&openings);
        if openings.duplicates + openings.finished > 0 {
            notes.push(format!(
                "left out: {} that lead to the same position as others, {} after which the game is over",
                openings.duplicates, openings.finished
            ));
        }
        return Ok(subjects);
    }
    if args.position.is_none() && args.moves.is_none() {
        return Ok(subjects::fixed_work(game, &open)?);
    }
    let start = Start { game: game.to_owned(), position: args.position.clone(), moves: args.moves.clone() };
    let position = setup::position(&start)?;
    setup::load_tables(&*position.game(), tables)?;
    Ok(vec![Subject::new(position, None)?])
}

/// Sets the depth of all positions, or takes it from them where nodes or time are to decide.
fn limit(subjects: &mut [Subject], args: &LabArgs) {
    let budget = args.search.nodes.is_some() || args.search.time.is_some();
    for subject in subjects {
        subject.depth = args.search.depth.or(subject.depth.filter(|_| !budget));
    }
}

/// The sets of the arguments, or the whole ladder, from minimax if that can be paid for.
fn sets(
    subjects: &[Subject],
    method: Method,
    args: &LabArgs,
    notes: &mut Vec<String>,
) -> Result<Vec<FeatureSet>, Failure> {
    let players = subjects.first().map_or(2, |subject| subject.position.game().players());
    let heeded = ladder::heeded(method, players)?;
    if heeded != Features::ALL {
        let names: Vec<&str> = heeded.iter().map(Feature::name).collect();
        notes.push(format!("this search knows only {}", names.join(", ")));
    }
    if let Some(text) = &args.search.sets {
        return Ok(ladder::parse(text)?);
    }
    let mut sets = Vec::new();
    if effort::affords_minimax(subjects) {
        sets.push(FeatureSet::minimax());
    } else {
        let size = effort::total_size(subjects);
        notes.push(format!("minimax is left out: it would visit about {} positions", words::short(size)));
    }
    sets.extend(ladder::steps(heeded));
    if args.search.all_but {
        sets.extend(ladder::all_but_one(heeded));
    }
    let deepens = subjects.iter().any(|subject| subject.depth.is_none());
    Ok(if deepens { ladder::distinct(ladder::deepened(sets)) } else { sets })
}

/// `mnk:4,4,3 to depth 6`, `mnk, 20000 nodes`.
fn title(game: &str, subjects: &[Subject], args: &LabArgs) -> String {
    let mut title = match subjects {
        [only] => only.position.game().name().to_owned(),
        _ => game.to_owned(),
    };
    let depths: Vec<u32> = subjects.iter().filter_map(|subject| subject.depth).collect();
    if let (Some(least), Some(most)) = (depths.iter().min(), depths.iter().max()) {
        title += &if least == most {
            format!(" to depth {least}")
        } else {
            format!(" to depths {least} to {most}")
        };
    }
    let nodes = args.search.nodes.map(|nodes| format!(", {nodes} nodes"));
    let time = args.search.time.map(|time| format!(", {time} ms"));
    title + &nodes.unwrap_or_default() + &time.unwrap_or_default()
}

/// How our comma-separated values begin.
const CSV: &str = "set,position,";

fn carry_out(
    experiment: &Experiment,
    notes: &[String],
    args: &LabArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    refuse_games(args)?;
    args.output.csv.iter().try_for_each(|path| files::check_writable(path, CSV))?;
    args.output.report.iter().try_for_each(|path| files::check_writable(path, files::HTML))?;
    let written: Vec<&Path> =
        [&args.output.csv, &args.output.report].into_iter().flatten().map(AsRef::as_ref).collect();
    files::check_different(&written)?;
    experiment.check()?;
    let table = measure(experiment, notes, &args.output, output)?;
    if let Some(path) = &args.output.csv {
        super::write(path, &csv::write(&table))?;
    }
    if let Some(path) = &args.output.report {
        super::write(path, &html(&table, notes, args))?;
    }
    if args.output.json {
        output.json(&Sum::of(&table))?;
    } else {
        output.line("")?;
        show::conclusion(&table).iter().try_for_each(|line| output.line(line))?;
    }
    if table.disagreements.is_empty() { Ok(()) } else { Err(Failure::No) }
}

/// What belongs to tournaments says nothing here.
fn refuse_games(args: &LabArgs) -> Result<(), Failure> {
    let games = &args.tournament;
    let given = [
        ("--games", games.games.is_some()),
        ("--boards", !games.boards.is_empty()),
        ("--concurrency", games.concurrency.is_some()),
        ("--out", games.out.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => {
            Err(Failure::setting(format!("{name} without games"), "--tournament, or a preset that is one"))
        }
        None => Ok(()),
    }
}

/// Runs the searches and shows their rows.
fn measure(
    experiment: &Experiment,
    notes: &[String],
    args: &LabOutputArgs,
    output: &mut Output,
) -> Result<LabTable, Failure> {
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let columns = Columns::for_rows(experiment, args.each);
    if !args.json {
        introduce(experiment, notes, columns, output)?;
    }
    let bar = bar(experiment);
    let mut printed = Ok(());
    let table = experiment.run(&stop, &mut |progress| {
        let row = match progress {
            Progress::Began { set, position } => {
                bar.set_message(format!("{set}, position {}", position + 1));
                return;
            }
            Progress::Each(row) => {
                bar.inc(1);
                row
            }
            Progress::Row(row) => {
                // With one position there are no rows of each.
                bar.inc(u64::from(experiment.subjects.len() == 1));
                row
            }
        };
        if printed.is_ok() && (args.each || row.position.is_none()) {
            printed = bar.suspend(|| print(row, columns, args.json, output));
        }
        // Nobody reads any more.
        if printed.is_err() {
            stop.stop();
        }
    })?;
    bar.finish_and_clear();
    printed?;
    Ok(table)
}

fn print(row: &LabRow, columns: Columns, json: bool, output: &mut Output) -> Result<(), Failure> {
    if json {
        return output.json(row);
    }
    output.line(columns.row(row))?;
    Ok(output.flush()?)
}

fn introduce(
    experiment: &Experiment,
    notes: &[String],
    columns: Columns,
    output: &mut Output,
) -> Result<(), Failure> {
    output.line(&experiment.title)?;
    for (number, subject) in (1..).zip(&experiment.subjects) {
        let depth = subject.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
        output.line(format!("position {number}: {}{depth}", subject.label()))?;
    }
    notes.iter().try_for_each(|note| output.line(note))?;
    output.line("")?;
    output.line(columns.header())?;
    Ok(output.flush()?)
}

/// On a terminal, how far the work is.
fn bar(experiment: &Experiment) -> ProgressBar {
    let searches = (experiment.sets.len() * experiment.subjects.len()) as u64;
    let bar = ProgressBar::with_draw_target(Some(searches), ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} searches, {elapsed} gone: {msg}");
    let bar = match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn html(table: &LabTable, notes: &[String], args: &LabArgs) -> String {
    let facts = report::Facts {
        title: table.title.clone(),
        version: env!("CARGO_PKG_VERSION"),
        notes: notes.to_vec(),
        ..report::Facts::default()
    };
    report::lab::html(std::slice::from_ref(table), &facts, texts::language(args.output.lang))
}
