//! What is told of test suites.

use mossa_engine::{AnyGame, Attempt};
use mossa_game::Assessment;
use mossa_search::{Limits, TimeControl};
use serde::Serialize;

use super::{Entry, Total};
use crate::words;

/// `chess: 300 positions, 1000 ms each`
pub(super) fn introduction(game: &dyn AnyGame, positions: usize, limits: &Limits) -> String {
    let mut parts = Vec::new();
    if let TimeControl::PerMove(time) = limits.time {
        parts.push(format!("{} ms", time.as_millis()));
    }
    parts.extend(limits.nodes.map(|nodes| words::counted(nodes, "node", "nodes")));
    parts.extend(limits.depth.map(|depth| format!("depth {depth}")));
    let positions = words::counted(positions as u64, "position", "positions");
    format!("{}: {positions}, {} each", game.name(), parts.join(" or "))
}

/// How wide columns are.
pub(super) struct Layout {
    name: usize,
}

impl Layout {
    /// Wide enough for these.
    pub(super) fn of(entries: &[Entry]) -> Layout {
        Layout { name: entries.iter().map(|entry| name(entry).chars().count()).max().unwrap_or(0) }
    }

    /// `solved  WAC.001  Qg6    +312       since 0.003 s, 1 234 nodes, depth 5`
    pub(super) fn row(&self, entry: &Entry, attempt: &Attempt) -> String {
        let (name, width) = (name(entry), self.name);
        let verdict = if attempt.solved { "solved" } else { "missed" };
        let value = attempt.value.as_ref().map_or_else(|| "-".to_owned(), Assessment::to_string);
        let worth = match entry.problem.wanted.most_points() {
            0 => String::new(),
            most => format!("{} of {most} points, ", attempt.points),
        };
        let why = match &attempt.since {
            Some(since) => {
                let nodes = words::counted(since.nodes, "node", "nodes");
                format!("since {:.3} s, {nodes}, depth {}", since.seconds, since.depth)
            }
            None => format!("expected {}{}", expected(entry), claim(attempt)),
        };
        format!("{verdict}  {name:<width$}  {:<7}  {value:<10}  {worth}{why}", played(entry, attempt))
    }
}

fn claim(attempt: &Attempt) -> &'static str {
    if attempt.false_win { ", false win" } else { "" }
}

/// What the position is called, or where it stands.
fn name(entry: &Entry) -> String {
    entry.problem.name.clone().unwrap_or_else(|| place(entry))
}

fn place(entry: &Entry) -> String {
    format!("{}:{}", entry.file, entry.line)
}

/// The move as people write it.
fn played(entry: &Entry, attempt: &Attempt) -> String {
    let text = attempt.played.as_ref().map(|text| entry.problem.position.people_move(text));
    text.unwrap_or_else(|| "-".to_owned())
}

/// `win in 5`, `Rxb2 or Ra1`, `not Kg5`
fn expected(entry: &Entry) -> String {
    let wanted = &entry.problem.wanted;
    let list = |moves: &mut dyn Iterator<Item = &String>| {
        let moves: Vec<String> = moves.map(|text| entry.problem.position.people_move(text)).collect();
        moves.join(" or ")
    };
    let mut parts: Vec<String> = wanted.win_in.map(|plies| format!("win in {plies}")).into_iter().collect();
    if !wanted.best.is_empty() {
        parts.push(list(&mut wanted.best.iter()));
    } else if !wanted.points.is_empty() {
        let most = wanted.most_points();
        parts.push(list(
            &mut wanted.points.iter().filter(|(_, points)| *points == most).map(|(text, _)| text),
        ));
    }
    if !wanted.avoid.is_empty() {
        parts.push(format!("not {}", list(&mut wanted.avoid.iter())));
    }
    parts.join(", ")
}

/// The last lines: what was not solved, and how much was.
pub(super) fn conclusion(total: &Total, missed: &[(&Entry, Attempt)]) -> Vec<String> {
    let mut lines = vec![String::new()];
    if !missed.is_empty() {
        lines.push("not solved".to_owned());
        lines.extend(missed.iter().map(|(entry, attempt)| miss(entry, attempt)));
        lines.push(String::new());
    }
    if total.most_points > 0 {
        let share = percent(total.points, total.most_points);
        lines.push(format!("points {} of {}, {share}", total.points, total.most_points));
    }
    if total.false_wins > 0 {
        lines.push(format!("false wins {}", total.false_wins));
    }
    lines.push(words::work(total.nodes, total.seconds));
    let share = percent(total.solved as u64, total.positions as u64);
    lines.push(format!("solved {} of {}, {share}", total.solved, total.positions));
    lines
}

/// `  WAC.002 (wac.epd:2) played Kg5, expected Rxb2`
fn miss(entry: &Entry, attempt: &Attempt) -> String {
    let name = entry.problem.name.as_ref().map_or_else(String::new, |name| format!("{name}, "));
    let (played, expected) = (played(entry, attempt), expected(entry));
    format!("  {name}{}: played {played}, expected {expected}{}", place(entry), claim(attempt))
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole.max(1) as f64)
}

/// What programs get of a position; moves in canonical form.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    file: &'a str,
    line: usize,
    name: Option<&'a str>,
    position: String,
    best: &'a [String],
    avoid: &'a [String],
    win_in: Option<u32>,
    most_points: u32,
    #[serde(flatten)]
    attempt: &'a Attempt,
}

impl<'a> Row<'a> {
    /// Of an attempt.
    pub(super) fn of(entry: &'a Entry, attempt: &'a Attempt) -> Row<'a> {
        let Entry { file, line, problem } = entry;
        let wanted = &problem.wanted;
        Row {
            file,
            line: *line,
            name: problem.name.as_deref(),
            position: problem.position.text(),
            best: &wanted.best,
            avoid: &wanted.avoid,
            win_in: wanted.win_in,
            most_points: wanted.most_points(),
            attempt,
        }
    }
}
