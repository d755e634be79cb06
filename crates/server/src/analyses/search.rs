//! The search of an analysis.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::time::Duration;

use mossa_engine::{AnalysisLine, AnyPosition, LineAssessment};
use mossa_game::Assessment;
use mossa_search::{Limits, TimeControl};
use serde::Serialize;
use utoipa::ToSchema;

use crate::analyses::{Analysis, AnalysisGiven};
use crate::desk::worth::Worth;
use crate::problem::Problem;
use crate::thinking;

/// The most time of an analysis, in milliseconds.
const MOST_TIME: u64 = 300_000;
const MOST_LINES: usize = 10;
const MOST_DEPTH: u32 = 200;
/// What an analysis remembers, in megabytes.
const MEGABYTES: usize = 32;

/// When an analysis ends, and how many lines it follows.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    lines: usize,
    limits: Limits,
}

impl Order {
    pub(crate) fn new(given: &AnalysisGiven) -> Result<Order, Problem> {
        let lines = given.lines.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(Problem::bad_value(format!("{lines} lines"), format!("1 to {MOST_LINES}")));
        }
        if let Some(depth) = given.depth.filter(|depth| !(1..=MOST_DEPTH).contains(depth)) {
            return Err(Problem::bad_value(format!("a depth of {depth}"), format!("1 to {MOST_DEPTH}")));
        }
        let time = Duration::from_millis(given.time_ms.unwrap_or(MOST_TIME).clamp(1, MOST_TIME));
        let limits = Limits { depth: given.depth, nodes: None, time: TimeControl::PerMove(time) };
        Ok(Order { lines, limits })
    }
}

/// What an analysis has found so far.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LinesEvent {
    /// The last complete iteration.
    pub(crate) depth: u32,
    /// The deepest ply that was reached.
    pub(crate) selective_depth: u32,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// Since the search began.
    pub(crate) seconds: f64,
    /// The best lines, best first.
    pub(crate) lines: Vec<LineText>,
    /// Whether the value of the best line is certain.
    pub(crate) exact: bool,
}

/// A line of best moves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LineText {
    /// The moves.
    pub(crate) moves: Vec<String>,
    /// The same as people write them.
    pub(crate) people: String,
    /// What they are worth to the player to move.
    pub(crate) value: Worth,
}

impl LinesEvent {
    fn of(found: &mossa_engine::Analysis, position: &dyn AnyPosition) -> LinesEvent {
        let told = |line: &AnalysisLine| LineText {
            moves: line.moves.clone(),
            people: position.people_line(&line.moves),
            value: Worth::of_line(&line.value, position),
        };
        LinesEvent {
            depth: found.depth,
            selective_depth: found.selective_depth,
            nodes: found.nodes,
            seconds: found.seconds,
            lines: found.lines.iter().map(told).collect(),
            exact: is_exact(found),
        }
    }
}

fn is_exact(found: &mossa_engine::Analysis) -> bool {
    let certain = |value: &Assessment| matches!(value, Assessment::Proven { .. });
    found.lines.first().is_some_and(|line| match &line.value {
        LineAssessment::Mover(value) => certain(value),
        LineAssessment::Each(values) => values.iter().all(certain),
    })
}

/// Ends an analysis that never ran.
pub(crate) fn end_early(analysis: &Analysis) {
    analysis.log.end("done", &serde_json::json!({ "best": null, "reason": "stopped" }));
}

/// Runs an analysis to its end.
pub(crate) fn run(analysis: &Analysis) {
    let position = analysis.position.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(position) = position else { return };
    let searched = catch_unwind(AssertUnwindSafe(|| search(analysis, &*position)));
    if searched.is_err() {
        analysis.log.end("failed", &Problem::broken("the search broke down"));
    }
}

fn search(analysis: &Analysis, position: &dyn AnyPosition) {
    let done = |best: Option<&str>, reason: &str| {
        analysis.log.end("done", &serde_json::json!({ "best": best, "reason": reason }));
    };
    if position.result().is_some() {
        return done(None, "over");
    }
    if analysis.stop.is_stopped() {
        return done(None, "stopped");
    }
    let Order { lines, limits } = analysis.order;
    let request = thinking::request(limits, lines, MEGABYTES);
    let mut told = 0;
    let found = position.analyse(&request, &analysis.stop, &mut |found| {
        told = found.depth;
        analysis.log.push("line", &LinesEvent::of(found, position));
    });
    // What was found in an iteration that was broken off is told, too.
    if told == 0 || analysis.stop.is_stopped() || found.depth != told {
        analysis.log.push("line", &LinesEvent::of(&found, position));
    }
    let proven = if is_exact(&found) { "proven" } else { "limit" };
    done(found.best(), if analysis.stop.is_stopped() { "stopped" } else { proven });
}
