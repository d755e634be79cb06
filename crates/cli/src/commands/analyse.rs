//! `mossa analyse`: the best moves and what they are worth.

mod exact;

use std::sync::Arc;
use std::time::Duration;

use mossa_engine::{Analysis, AnalysisRequest, AnyGame, AnyPosition};
use mossa_game::{Language, Outcome, PhasePoints, Player, Term};
use mossa_search::{Limits, StopSignal, Table, TimeControl};
use serde::Serialize;

use crate::args::{AnalyseArgs, MethodArg};
use crate::failure::Failure;
use crate::output::Output;
use crate::{board, interrupt, setup, words};

/// How long to search if nothing else is said: a person waits that long.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The last object of the JSON form.
#[derive(Serialize)]
struct Conclusion<'a> {
    best: Option<&'a str>,
    game: &'a str,
    position: String,
    outcome: Option<Outcome>,
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Term>>,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

/// Runs the command.
pub(crate) fn run(args: &AnalyseArgs, output: &mut Output) -> Result<(), Failure> {
    let position = setup::position(&args.start)?;
    setup::load_tables(&*position.game(), args.tables.as_deref())?;
    check_brain(&*position.game(), args)?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    if !args.json {
        introduce(position.as_ref(), output)?;
    }
    let (solution, left) = exact::ask(position.as_ref(), args, &stop)?;
    if let Some(solution) = solution {
        return exact::print(position.as_ref(), &solution, args, output);
    }
    let mut request = request(args)?;
    if let Some(left) = left {
        request.limits.time = TimeControl::PerMove(left);
    }
    let mut printed = Ok(());
    let mut last = None;
    let analysis = position.analyse(&request, &stop, &mut |found| {
        if printed.is_ok() {
            printed = print_progress(position.as_ref(), found, args.json, last.is_none(), output);
            last = Some(found.clone());
        }
        // Nobody reads any more.
        if printed.is_err() {
            stop.stop();
        }
    });
    printed?;
    if args.json {
        return conclude_json(position.as_ref(), &analysis, args, output);
    }
    if last.as_ref().is_none_or(|last| last.lines != analysis.lines) && !analysis.lines.is_empty() {
        print_progress(position.as_ref(), &analysis, false, last.is_none(), output)?;
    }
    conclude(position.as_ref(), &analysis, args, output)
}

/// Refuses a brain that the game does not have, and one that the search would not look at.
fn check_brain(game: &dyn AnyGame, args: &AnalyseArgs) -> Result<(), Failure> {
    let Some(brain) = &args.brain else { return Ok(()) };
    if !game.has_brain(brain) {
        let variants = game.info().brains.iter().flat_map(|info| &info.variants).map(|variant| variant.brain);
        let mut names: Vec<&str> = variants.filter(|name| game.has_brain(name)).collect();
        names.sort_unstable();
        names.dedup();
        let expected = match names.is_empty() {
            true => "none, or what the rules of the game tell (RULES.md)".to_owned(),
            false => format!("one of: {}", names.join(", ")),
        };
        return Err(Failure::setting(format!("{} has no brain `{brain}`", game.name()), expected));
    }
    match args.method {
        MethodArg::Auto | MethodArg::AlphaBeta => Ok(()),
        _ => Err(Failure::setting("only alpha-beta thinks with a --brain", "--method alphabeta, or none")),
    }
}

/// The terms of the evaluation that was asked for.
fn terms(position: &dyn AnyPosition, args: &AnalyseArgs) -> Vec<Term> {
    let named = args.brain.as_deref().and_then(|brain| position.explain_as(brain));
    named.unwrap_or_else(|| position.explain())
}

pub(super) fn table(megabytes: usize) -> Result<Table, Failure> {
    let problem = || Failure::setting(format!("no memory for a table of {megabytes} MB"), "fewer megabytes");
    Table::try_new(megabytes).ok_or_else(problem)
}

fn request(args: &AnalyseArgs) -> Result<AnalysisRequest, Failure> {
    let mut limits = Limits { depth: args.depth, nodes: args.nodes, time: TimeControl::Unlimited };
    if let Some(time) = args.time {
        limits.time = TimeControl::PerMove(Duration::from_millis(time));
    } else if args.depth.is_none() && args.nodes.is_none() {
        limits.time = TimeControl::PerMove(DEFAULT_TIME);
    }
    Ok(AnalysisRequest {
        method: args.method.into(),
        limits,
        lines: args.lines,
        threads: args.threads,
        features: args.features.unwrap_or_default(),
        brain: args.brain.clone(),
        seed: args.seed,
        table: Arc::new(table(args.table)?),
        details: false,
        only: Vec::new(),
        win_within: None,
    })
}

/// The game, the position, the board, and whose turn it is.
pub(super) fn introduce(position: &dyn AnyPosition, output: &mut Output) -> Result<(), Failure> {
    output.line(position.game().name())?;
    output.line(format!("position {}", position.text()))?;
    output.line("")?;
    board::text::lines(position).iter().try_for_each(|line| output.line(format!("  {line}")))?;
    output.line("")?;
    if position.result().is_none() {
        output.line(format!("{} to move", words::seat(&*position.game(), position.to_move())))?;
    }
    Ok(())
}

fn print_progress(
    position: &dyn AnyPosition,
    found: &Analysis,
    json: bool,
    first: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    if json {
        return output.json(found);
    }
    if first {
        output.line(format!(
            "{:>5} {:>8} {:>8} {:>8}  {:<10}  line",
            "depth", "time", "nodes", "per s", "value"
        ))?;
    }
    let depth = format!("{}/{}", found.depth, found.selective_depth);
    let speed = words::short(words::per_second(found.nodes, found.seconds));
    for (rank, line) in found.lines.iter().enumerate() {
        let time = format!("{:.2} s", found.seconds);
        let numbers = format!("{depth:>5} {time:>8} {:>8} {speed:>8}", words::short(found.nodes as f64));
        // The numbers belong to all lines: the others only show their value and moves.
        let shown = if rank == 0 { numbers } else { " ".repeat(numbers.chars().count()) };
        let moves = position.people_line(&line.moves);
        output.line(format!("{shown}  {:<10}  {moves}", words::value(&line.value)))?;
    }
    Ok(output.flush()?)
}

fn conclude_json(
    position: &dyn AnyPosition,
    analysis: &Analysis,
    args: &AnalyseArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    output.json(&Conclusion {
        best: analysis.best(),
        game: position.game().name(),
        position: position.text(),
        outcome: position.result(),
        terms: args.explain.then(|| terms(position, args)),
        analysis,
    })
}

fn conclude(
    position: &dyn AnyPosition,
    analysis: &Analysis,
    args: &AnalyseArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    if args.explain {
        print_terms(position, args, output)?;
    }
    if !analysis.lines.is_empty() {
        output.line(summary(analysis))?;
    }
    match (position.result(), analysis.lines.first()) {
        (Some(outcome), _) => {
            output.line(format!("the game is over: {}", words::ending(&*position.game(), &outcome)))?;
        }
        (None, Some(line)) => output.line(format!("value {}", words::value(&line.value)))?,
        (None, None) => {}
    }
    output.line(format!("best {}", analysis.best().unwrap_or("-")))
}

/// What the search counted, on one line.
fn summary(analysis: &Analysis) -> String {
    let counted = &analysis.statistics;
    let short = |count: u64| words::short(count as f64);
    let first = 100.0 * counted.first_move_cutoffs as f64 / counted.beta_cutoffs.max(1) as f64;
    format!(
        "searched {} nodes ({} ends, {} evaluated), cut off {} ({first:.0}% by the first move), \
         table {} stores, {} hits, {} cut-offs, branching {:.2}",
        short(counted.nodes),
        short(counted.terminal),
        short(counted.evaluations),
        short(counted.beta_cutoffs),
        short(counted.table_stores),
        short(counted.table_hits),
        short(counted.table_cutoffs),
        analysis.branching_factor,
    )
}

fn print_terms(position: &dyn AnyPosition, args: &AnalyseArgs, output: &mut Output) -> Result<(), Failure> {
    let game = position.game();
    let terms = terms(position, args);
    let name = |term: &Term| game.catalog().text(Language::English, &term.name).to_owned();
    let width = terms.iter().map(|term| name(term).chars().count()).max().unwrap_or(0).max(10);
    output.line("")?;
    let names: Vec<String> = Player::all(game.players()).map(|seat| words::seat(&*game, seat)).collect();
    // Two blanks at least before the longest name.
    let column = names.iter().map(|name| name.chars().count() + 2).max().unwrap_or(0).max(10);
    let seats: String = names.iter().map(|name| format!("{name:>column$}")).collect();
    let phases = phase_names(&terms, &*game);
    let heads: String = phases.iter().map(|(_, head)| format!("{head:>PHASE_COLUMN$}")).collect();
    output.line(format!("{:<width$}{seats}{heads}", "evaluation"))?;
    let sum = |seat: usize| terms.iter().filter_map(|term| term.points.get(seat)).sum::<i32>();
    for term in &terms {
        let points: String = term.points.iter().map(|points| format!("{points:>column$}")).collect();
        let by_phase: String = phases.iter().map(|(phase, _)| of_phase(term, phase)).collect();
        output.line(format!("{:<width$}{points}{by_phase}", name(term)).trim_end())?;
    }
    let sums: String = (0..game.players()).map(|seat| format!("{:>column$}", sum(seat))).collect();
    output.line(format!("{:<width$}{sums}", "together"))?;
    // What a point means is known of the game's own evaluation.
    let unit = game.catalog().find(Language::English, "evaluation-unit").filter(|_| args.brain.is_none());
    unit.into_iter().try_for_each(|unit| output.line(unit))?;
    output.line("")
}

/// Room for the name of a phase, or for the points of both sides in it.
const PHASE_COLUMN: usize = 16;

/// The phases that terms tell of, with what people call them.
fn phase_names(terms: &[Term], game: &dyn AnyGame) -> Vec<(String, String)> {
    let phases = terms.first().map_or(&[][..], |term| &term.phases);
    let named = |phase: &PhasePoints| game.catalog().text(Language::English, &phase.name).to_owned();
    phases.iter().map(|phase| (phase.name.clone(), named(phase))).collect()
}

/// `12 : 30`, what each player gets for a term in a phase; nothing if the term has none.
fn of_phase(term: &Term, name: &str) -> String {
    let points = term.phases.iter().find(|phase| phase.name == name).map(|phase| {
        let points: Vec<String> = phase.points.iter().map(ToString::to_string).collect();
        points.join(" : ")
    });
    format!("{:>PHASE_COLUMN$}", points.unwrap_or_default())
}
