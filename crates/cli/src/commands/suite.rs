//! `mossa suite`: positions with something to find in them, and how many are solved.

mod tell;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_engine::{AnalysisRequest, AnyGame, Attempt, Method, SuiteProblem};
use mossa_game::InputError;
use mossa_search::{Features, Limits, StopSignal, TimeControl};
use serde::Serialize;

use crate::args::SuiteArgs;
use crate::commands::analyse;
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, interrupt, progress, setup};

/// What each position gets if nothing else is said: long enough for most of what suites ask.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A line of a file.
pub(super) struct Entry {
    file: String,
    line: usize,
    problem: SuiteProblem,
}

/// All positions together.
#[derive(Default, Serialize)]
pub(super) struct Total {
    positions: usize,
    solved: usize,
    false_wins: usize,
    points: u64,
    most_points: u64,
    nodes: u64,
    seconds: f64,
}

impl Total {
    fn add(&mut self, entry: &Entry, attempt: &Attempt) {
        self.positions += 1;
        self.solved += usize::from(attempt.solved);
        self.false_wins += usize::from(attempt.false_win);
        self.points += u64::from(attempt.points);
        self.most_points += u64::from(entry.problem.wanted.most_points());
        self.nodes += attempt.whole.nodes;
    }
}

/// Runs the command.
pub(crate) fn run(args: &SuiteArgs, output: &mut Output) -> Result<(), Failure> {
    let game = setup::opener(args.tables.as_deref())(&args.game)?;
    let entries = entries(&game, args)?;
    let request = request(args)?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    if !args.json {
        output.line(tell::introduction(&*game, entries.len(), &request.limits))?;
    }
    let began = Instant::now();
    let mut total = Total::default();
    let missed = attempt_all(&entries, &request, args.json, &mut total, &stop, output)?;
    total.seconds = began.elapsed().as_secs_f64();
    if args.json {
        output.json(&total)?;
    } else {
        tell::conclusion(&total, &missed).iter().try_for_each(|line| output.line(line))?;
    }
    if stop.is_stopped() {
        let (done, all) = (total.positions, entries.len());
        return Err(Failure::Unanswered(format!("stopped after {done} of {all} positions")));
    }
    if total.solved < total.positions { Err(Failure::No) } else { Ok(()) }
}

/// Tries all positions and tells of each; those that were not solved are the answer.
fn attempt_all<'e>(
    entries: &'e [Entry],
    request: &AnalysisRequest,
    json: bool,
    total: &mut Total,
    stop: &StopSignal,
    output: &mut Output,
) -> Result<Vec<(&'e Entry, Attempt)>, Failure> {
    let bar = progress::positions(entries.len());
    let layout = tell::Layout::of(entries);
    let mut missed = Vec::new();
    for entry in entries {
        // No position profits from what was searched before it.
        request.table.clear();
        let attempt = entry.problem.attempt(request, stop);
        if stop.is_stopped() {
            break;
        }
        total.add(entry, &attempt);
        bar.suspend(|| match json {
            true => output.json(&tell::Row::of(entry, &attempt)),
            false => output.line(layout.row(entry, &attempt)).and_then(|()| Ok(output.flush()?)),
        })?;
        bar.inc(1);
        if !attempt.solved {
            missed.push((entry, attempt));
        }
    }
    bar.finish_and_clear();
    Ok(missed)
}

fn request(args: &SuiteArgs) -> Result<AnalysisRequest, Failure> {
    let unlimited = args.depth.is_none() && args.nodes.is_none();
    let time = args.time.map(Duration::from_millis).or(unlimited.then_some(DEFAULT_TIME));
    let time = time.map_or(TimeControl::Unlimited, TimeControl::PerMove);
    Ok(AnalysisRequest {
        method: Method::Auto,
        limits: Limits { depth: args.depth, nodes: args.nodes, time },
        lines: 1,
        threads: args.threads,
        features: Features::default(),
        brain: None,
        seed: 0,
        table: Arc::new(analyse::table(args.table)?),
        details: false,
        only: Vec::new(),
        win_within: None,
    })
}

/// The positions of all files that are wanted, or what is wrong with the first bad line.
fn entries(game: &Arc<dyn AnyGame>, args: &SuiteArgs) -> Result<Vec<Entry>, Failure> {
    let mut all = Vec::new();
    for path in &args.files {
        read(game, path, &files::positions_text(path)?, &mut all)?;
    }
    let most = args.limit.unwrap_or(usize::MAX);
    let chosen: Vec<Entry> = all.into_iter().step_by(args.every).take(most).collect();
    if chosen.is_empty() {
        let names: Vec<String> = args.files.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::setting(format!("no position in {}", names.join(", ")), "at least one"));
    }
    Ok(chosen)
}

fn read(game: &Arc<dyn AnyGame>, path: &Path, text: &str, all: &mut Vec<Entry>) -> Result<(), InputError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (file, number) = (path.display().to_string(), index + 1);
        let problem = Arc::clone(game).problem(line).map_err(|error| {
            InputError::new(error.kind, format!("{file}:{number}: {}", error.problem), error.expected)
        })?;
        all.push(Entry { file, line: number, problem });
    }
    Ok(())
}
