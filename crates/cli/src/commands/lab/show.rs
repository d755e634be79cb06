//! The rows of a comparison as people read them.

use mossa_arena::lab::{Experiment, LabRow, LabTable};
use serde::Serialize;

use crate::words;

/// How wide the first column is: as wide as its widest name, but for lists of techniques that are longer than most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    name: usize,
}

/// Names between these are as wide as they are.
const NAMES: std::ops::RangeInclusive<usize> = 16..=40;

impl Columns {
    /// For all rows of `experiment`; with several positions, their numbers stand behind the name.
    pub(super) fn for_rows(experiment: &Experiment, each: bool) -> Columns {
        let widest = experiment.sets.iter().map(|set| set.name.chars().count()).max().unwrap_or(0);
        let number = if each { format!(" [{}]", experiment.subjects.len()).len() } else { 0 };
        Columns { name: (widest + number).clamp(*NAMES.start(), *NAMES.end()) }
    }

    pub(super) fn header(self) -> String {
        format!(
            "{:<width$} {:>6} {:>14} {:>7} {:>10} {:>8} {:>6} {:>8} {:>8} {:>8} {:>10}",
            "techniques",
            "depth",
            "nodes",
            "ratio",
            "time",
            "cut-offs",
            "first",
            "stores",
            "hits",
            "ends",
            "value",
            width = self.name
        )
    }

    pub(super) fn row(self, row: &LabRow) -> String {
        let name = match row.position {
            Some(position) => format!("{} [{}]", row.name, position + 1),
            None => row.name.clone(),
        };
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let short = |count: u64| words::short(count as f64);
        format!(
            "{name:<width$} {:>6} {:>14} {:>7} {:>10} {:>8} {:>6} {:>8} {:>8} {:>8} {:>10}",
            depth(row),
            words::grouped(row.nodes),
            or_dash(row.ratio.map(|ratio| format!("{ratio:.3}"))),
            format!("{:.3} s", row.seconds),
            short(row.cutoffs),
            or_dash(row.first_move_share.map(|share| format!("{:.1}%", 100.0 * share))),
            short(row.stores),
            short(row.hits),
            short(row.terminal),
            value(row),
            width = self.name
        )
    }
}

/// `6`, or the mean of several as `5.8`; with a star if a limit ended a search before its depth.
fn depth(row: &LabRow) -> String {
    let star = if row.finished { "" } else { "*" };
    if row.mean_depth == f64::from(row.depth) {
        format!("{}{star}", row.depth)
    } else {
        format!("{:.1}{star}", row.mean_depth)
    }
}

/// The value of one position; of several only whether they agree with the other rows.
fn value(row: &LabRow) -> String {
    match (&row.values[..], row.agrees) {
        ([value], true) => value.clone(),
        ([value], false) => format!("{value} !"),
        (_, false) => "differ !".to_owned(),
        (_, true) if row.comparable => "agree".to_owned(),
        (_, true) => "-".to_owned(),
    }
}

/// The last object of the JSON form.
#[derive(Serialize)]
pub(super) struct Sum<'a> {
    title: &'a str,
    positions: &'a [String],
    rows: usize,
    complete: bool,
    agree: bool,
    disagreements: &'a [mossa_arena::lab::table::Disagreement],
    nodes: u64,
    seconds: f64,
    nps: u64,
}

impl<'a> Sum<'a> {
    pub(super) fn of(table: &'a LabTable) -> Sum<'a> {
        Sum {
            title: &table.title,
            positions: &table.positions,
            rows: table.rows.len(),
            complete: table.rows.len() == table.planned,
            agree: table.disagreements.is_empty(),
            disagreements: &table.disagreements,
            nodes: table.nodes(),
            seconds: table.seconds(),
            nps: words::per_second(table.nodes(), table.seconds()) as u64,
        }
    }
}

/// What stands below the rows.
pub(super) fn conclusion(table: &LabTable) -> Vec<String> {
    let mut lines = Vec::new();
    if table.rows.iter().any(|row| !row.finished) {
        lines.push("* ended by its limit before it reached the depth".to_owned());
    }
    lines.extend(table.disagreements.iter().map(|wrong| format!("disagreement: {wrong}")));
    if table.rows.len() < table.planned {
        lines.push(format!("interrupted after {} of {} rows", table.rows.len(), table.planned));
    }
    let exact = table.rows.iter().filter(|row| row.comparable).count();
    if table.disagreements.is_empty() && exact > 1 {
        lines.push(format!("all {exact} exact rows agree"));
    }
    let speed = words::short(words::per_second(table.nodes(), table.seconds()));
    lines.push(format!("nodes {} in {:.3} s, {speed} per s", table.nodes(), table.seconds()));
    lines
}
