//! The tree behind each first move, explored by one search after the other.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mossa_arena::lab::exploration::{Exploration, OpeningRow, Progress, Step, StepTable, Way};
use mossa_arena::lab::{ExplorationPlan, FeatureSet, csv, ladder};
use mossa_engine::{AnyPosition, Method};
use mossa_game::InputError;
use mossa_search::{Feature, StopSignal};
use serde::Serialize;

use crate::args::{LabArgs, Start};
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, interrupt, setup, words};

/// Explores the moves that the arguments ask for.
pub(super) fn run(game: &str, args: &LabArgs, output: &mut Output) -> Result<(), Failure> {
    let Some(turns) = args.search.depth else {
        return Err(Failure::setting("--openings without a number of turns", "--depth N"));
    };
    let method = Method::from(args.search.method);
    let boards = std::iter::once(game).chain(args.tournament.boards.iter().map(String::as_str));
    let mut steps = Vec::new();
    for board in boards {
        let root = root(board, args)?;
        for set in sets(&*root, method, args)? {
            let name = format!("{}, {}", root.game().name(), set.name);
            let way = Way::Search { method, set };
            steps.push(Step { name, root: root.boxed_clone(), turns, way, published: Vec::new() });
        }
    }
    let title = format!("{game}: each move, and {turns} turns after it");
    let exploration = Exploration {
        title,
        steps,
        nodes: args.search.nodes,
        time: args.search.time.map(Duration::from_millis),
        table: args.search.table,
    };
    carry_out(&exploration, "", args, output)
}

/// Repeats an exploration that a game brings, perhaps on some of its boards only.
pub(super) fn repeat(
    plan: &ExplorationPlan,
    title: &str,
    args: &LabArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let mut exploration = plan.exploration(title, &args.tournament.boards, &mossa_engine::open)?;
    if let Some(turns) = args.search.depth {
        for step in &mut exploration.steps {
            if step.turns != turns {
                step.turns = turns;
                // What others measured does not compare with that.
                step.published.clear();
            }
        }
    }
    exploration.nodes = args.search.nodes;
    exploration.time = args.search.time.map(Duration::from_millis);
    exploration.table = args.search.table;
    carry_out(&exploration, &plan.source, args, output)
}

/// The position whose moves are explored.
fn root(board: &str, args: &LabArgs) -> Result<Box<dyn AnyPosition>, InputError> {
    let given = &args.subjects;
    let start =
        Start { game: board.to_owned(), position: given.position.clone(), moves: given.moves.clone() };
    let position = setup::position(&start)?;
    setup::load_tables(&*position.game(), args.search.tables.as_deref())?;
    Ok(position)
}

/// The sets of the arguments, or a short ladder of those that find the same: pruning, then order, then memory.
fn sets(root: &dyn AnyPosition, method: Method, args: &LabArgs) -> Result<Vec<FeatureSet>, InputError> {
    if let Some(text) = &args.search.sets {
        return ladder::parse(text);
    }
    let heeded = ladder::heeded(method, root.game().players())?;
    let texts: &[&str] = if heeded.has(Feature::Bounds) {
        &["alphabeta", "alphabeta,table,bounds", "alphabeta,ordering,table,bounds", "exact"]
    } else {
        &["alphabeta", "alphabeta,table", "alphabeta,ordering,table"]
    };
    texts.iter().map(|text| ladder::parse_one(text)).collect()
}

fn carry_out(
    exploration: &Exploration,
    source: &str,
    args: &LabArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    refuse(args)?;
    args.output.csv.iter().try_for_each(|path| files::check_writable(path, CSV))?;
    exploration.check()?;
    if !args.output.json {
        output.line(&exploration.title)?;
    }
    let tables = explore(exploration, args.output.json, output)?;
    if let Some(path) = &args.output.csv {
        super::write(path, &csv::openings(&tables))?;
    }
    let conclusion = Conclusion::of(&exploration.title, exploration.steps.len(), &tables, source);
    if args.output.json {
        output.json(&conclusion)?;
    } else {
        output.line("")?;
        conclusion.lines().iter().try_for_each(|line| output.line(line))?;
    }
    if conclusion.agree && conclusion.equal != Some(false) { Ok(()) } else { Err(Failure::No) }
}

/// How our comma-separated values begin.
const CSV: &str = "step,game,";

/// What says nothing about openings.
fn refuse(args: &LabArgs) -> Result<(), Failure> {
    let given = [
        ("--file", args.subjects.file.is_some()),
        ("--all-but", args.search.all_but),
        ("--brain", args.search.brain.is_some()),
        ("--games", args.tournament.games.is_some()),
        ("--concurrency", args.tournament.concurrency.is_some()),
        ("--out", args.tournament.out.is_some()),
        ("--each", args.output.each),
        ("--report", args.output.report.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => {
            Err(Failure::setting(format!("{name} with openings"), "--csv or --json, or no --openings"))
        }
        None => Ok(()),
    }
}

/// Explores everything and shows rows as they come.
fn explore(exploration: &Exploration, json: bool, output: &mut Output) -> Result<Vec<StepTable>, Failure> {
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let bar = bar();
    let mut printed = Ok(());
    let tables = exploration.run(&stop, &mut |progress| {
        bar.inc(u64::from(matches!(progress, Progress::Row(_))));
        if printed.is_ok() {
            printed = bar.suspend(|| print(progress, json, output));
        }
        // Nobody reads any more.
        if printed.is_err() {
            stop.stop();
        }
    })?;
    bar.finish_and_clear();
    printed?;
    Ok(tables)
}

fn print(progress: Progress<'_>, json: bool, output: &mut Output) -> Result<(), Failure> {
    match progress {
        Progress::Step { table, .. } if json => output.json(&StepBegins::of(table))?,
        Progress::Row(row) | Progress::Total(row) if json => output.json(row)?,
        Progress::Step { number, table, .. } => {
            output.line("")?;
            output.line(format!("step {}: {}", number + 1, table.name))?;
            output.line(about(table))?;
            output.line(HEADER.row())?;
        }
        Progress::Row(row) | Progress::Total(row) => {
            output.line(Columns::of(row).row())?;
            if let Some(published) = Columns::published(row) {
                output.line(published.row())?;
            }
        }
    }
    Ok(output.flush()?)
}

/// `chinese-checkers:pieces=1 b/4/3/4/a a, 20 turns, alphabeta: alphabeta,table`.
fn about(table: &StepTable) -> String {
    let features =
        if table.features.is_empty() { "no techniques".to_owned() } else { table.features.join(",") };
    let what = match table.method.as_str() {
        method @ ("alphabeta" | "maxn" | "paranoid") => format!("{method}: {features}"),
        repeated => format!("repeats {repeated}"),
    };
    format!("{} {}, {} turns, {what}", table.game, table.position, table.turns)
}

/// The columns of the table for people.
struct Columns([String; 9]);

/// What stands above them.
struct Header;
const HEADER: Header = Header;

impl Header {
    fn row(&self) -> String {
        let names =
            ["move", "result", "nodes", "ends", "cut-offs", "stores", "hits", "time", ""].map(str::to_owned);
        Columns(names).row()
    }
}

impl Columns {
    fn of(row: &OpeningRow) -> Columns {
        let name =
            if row.number == 0 { row.opening.clone() } else { format!("{} {}", row.number, row.opening) };
        let star = if row.finished { "" } else { "*" };
        let mark = match (row.agrees, row.equal) {
            (false, _) => "differs from a step before !",
            (true, Some(true)) => "equal",
            (true, Some(false)) => "differs from the publication !",
            (true, None) => "",
        };
        let counts = [row.nodes, row.finals, row.cutoffs, row.stores, row.hits].map(words::grouped);
        let [nodes, finals, cutoffs, stores, hits] = counts;
        let result = format!("{}{star}", row.result);
        let time = format!("{:.3} s", row.seconds);
        Columns([name, result, nodes, finals, cutoffs, stores, hits, time, mark.to_owned()])
    }

    fn published(row: &OpeningRow) -> Option<Columns> {
        let theirs = row.published.as_ref()?;
        let [nodes, finals, cutoffs] = [theirs.nodes, theirs.finals, theirs.cutoffs].map(words::grouped);
        let result = match theirs.result.as_str() {
            "win" => "player 1 wins",
            "loss" => "player 2 wins",
            _ => "open",
        };
        let dash = || "-".to_owned();
        let name = "  published".to_owned();
        Some(Columns([
            name,
            result.to_owned(),
            nodes,
            finals,
            cutoffs,
            dash(),
            dash(),
            dash(),
            String::new(),
        ]))
    }

    fn row(&self) -> String {
        let [name, result, nodes, finals, cutoffs, stores, hits, time, mark] = &self.0;
        let row = format!(
            "{name:<14} {result:<20} {nodes:>14} {finals:>12} {cutoffs:>12} {stores:>12} {hits:>12} {time:>11}  {mark}"
        );
        row.trim_end().to_owned()
    }
}

/// What programs read before the rows of a step.
#[derive(Serialize)]
struct StepBegins<'a> {
    name: &'a str,
    game: &'a str,
    position: &'a str,
    turns: u32,
    method: &'a str,
    features: &'a [String],
}

impl<'a> StepBegins<'a> {
    fn of(table: &'a StepTable) -> StepBegins<'a> {
        let StepTable { name, game, position, turns, method, features, .. } = table;
        StepBegins { name, game, position, turns: *turns, method, features }
    }
}

/// What stands below all steps, and the last object of the JSON form.
#[derive(Serialize)]
struct Conclusion<'a> {
    title: &'a str,
    steps: usize,
    complete: bool,
    /// Whether all steps that must find the same do.
    agree: bool,
    /// Whether all published figures were found again.
    #[serde(skip_serializing_if = "Option::is_none")]
    equal: Option<bool>,
    nodes: u64,
    seconds: f64,
    nps: u64,
    #[serde(skip_serializing_if = "str::is_empty")]
    source: &'a str,
    #[serde(skip)]
    planned: usize,
    #[serde(skip)]
    cut_short: bool,
}

impl<'a> Conclusion<'a> {
    fn of(title: &'a str, planned: usize, tables: &[StepTable], source: &'a str) -> Conclusion<'a> {
        let rows = || tables.iter().flat_map(|table| &table.rows);
        let nodes = rows().map(|row| row.nodes).sum();
        // The sum of nothing is negative zero.
        let seconds = rows().map(|row| row.seconds).sum::<f64>() + 0.0;
        let known: Vec<bool> = rows().filter_map(|row| row.equal).collect();
        Conclusion {
            title,
            steps: tables.iter().filter(|table| table.complete).count(),
            complete: tables.len() == planned && tables.iter().all(|table| table.complete),
            agree: rows().all(|row| row.agrees),
            equal: (!known.is_empty()).then(|| known.iter().all(|equal| *equal)),
            nodes,
            seconds,
            nps: words::per_second(nodes, seconds) as u64,
            source,
            planned,
            cut_short: rows().any(|row| !row.finished),
        }
    }

    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.cut_short {
            lines.push("* ended by its limit before its last turn".to_owned());
        }
        if !self.complete {
            lines.push(format!("interrupted after {} of {} steps", self.steps, self.planned));
        }
        match self.equal {
            Some(true) => lines.push("all published figures were found again".to_owned()),
            Some(false) => lines.push("not all published figures were found again".to_owned()),
            None => {}
        }
        if !self.agree {
            lines.push("searches that must find the same do not".to_owned());
        }
        let speed = words::short(self.nps as f64);
        lines.push(format!("nodes {} in {:.3} s, {speed} per s", self.nodes, self.seconds));
        if !self.source.is_empty() {
            lines.push(format!("source: {}", self.source));
        }
        lines
    }
}

/// On a terminal, how far the work is.
fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("{spinner} {pos} moves explored, {elapsed} gone");
    let bar = match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    };
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
