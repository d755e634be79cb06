//! `mossa bench GAME --ablation`: what each technique of the search is worth.

use mossa_arena::lab::{Experiment, FeatureSet, LabRow, Progress, Search, Subject, effort, ladder};
use mossa_engine::AnyPosition;
use mossa_game::family::BenchPosition;
use mossa_game::{Assessment, InputError, InputKind};
use mossa_search::{Features, Statistics, StopSignal};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::{interrupt, words};

/// A row of the JSON form.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    exact: bool,
    depth: u32,
    nodes: u64,
    seconds: f64,
    ratio: Option<f64>,
    first_move_share: Option<f64>,
    branching_factor: f64,
    value: Option<Assessment>,
    statistics: Statistics,
}

impl<'a> From<&'a LabRow> for Row<'a> {
    fn from(row: &'a LabRow) -> Row<'a> {
        Row {
            name: &row.name,
            exact: row.exact,
            depth: row.depth,
            nodes: row.nodes,
            seconds: row.seconds,
            ratio: row.ratio,
            first_move_share: row.first_move_share,
            branching_factor: row.branching,
            value: row.values.first().and_then(|value| value.parse().ok()),
            statistics: Statistics {
                nodes: row.nodes,
                terminal: row.terminal,
                evaluations: row.evaluations,
                table_stores: row.stores,
                table_hits: row.hits,
                table_cutoffs: row.table_cutoffs,
                beta_cutoffs: row.cutoffs,
                first_move_cutoffs: row.first_move_cutoffs,
                ..Statistics::default()
            },
        }
    }
}

/// The last object of the JSON form.
#[derive(Serialize)]
struct Sum {
    signature: u64,
    nps: u64,
}

/// Searches the first position that the family brings for measurements (or the start of `game`, if it has
/// options of its own) with the techniques switched on one by one, and off one by one.
pub(crate) fn run(game: &str, depth: Option<u32>, json: bool, output: &mut Output) -> Result<(), Failure> {
    let (position, depth) = subject(game, depth)?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    if !json {
        output.line(format!("{} to depth {depth}, position {}", position.game().name(), position.text()))?;
        output.line("")?;
        output.line(header())?;
    }
    let experiment = experiment(Subject::new(position, Some(depth))?);
    let mut printed = Ok(());
    let table = experiment.run(&stop, &mut |progress| {
        if let Progress::Row(row) = progress
            && printed.is_ok()
        {
            printed = print_row(row, json, output);
        }
        if printed.is_err() {
            stop.stop();
        }
    })?;
    printed?;
    let (signature, seconds) = (table.nodes(), table.seconds());
    let nps = words::per_second(signature, seconds) as u64;
    if json {
        return output.json(&Sum { signature, nps });
    }
    output.line("")?;
    output.line(format!("signature {signature}"))?;
    output.line(format!("nps {nps}"))
}

/// The whole ladder, from minimax if that is affordable, and everything but one.
fn experiment(subject: Subject) -> Experiment {
    let subjects = vec![subject];
    let mut sets = Vec::new();
    if effort::affords_minimax(&subjects) {
        sets.push(FeatureSet::minimax());
    }
    sets.extend(ladder::steps(Features::ALL));
    sets.extend(ladder::all_but_one(Features::ALL));
    Experiment { title: String::new(), subjects, sets, search: Search::default() }
}

fn subject(game: &str, depth: Option<u32>) -> Result<(Box<dyn AnyPosition>, u32), InputError> {
    let opened = mossa_engine::open(game)?;
    let info = opened.info();
    let fixed = info.bench.first();
    let (mut position, moves) = match fixed {
        Some(BenchPosition { options, moves, .. }) if game == info.name => {
            (mossa_engine::open(&format!("{}:{options}", info.name))?.start(), *moves)
        }
        _ => (std::sync::Arc::clone(&opened).start(), ""),
    };
    for text in opened.split_moves(moves) {
        position.play(text)?;
    }
    let depth = depth.or(fixed.map(|fixed| fixed.depth)).ok_or_else(|| {
        InputError::new(InputKind::Setting, format!("`{game}` proposes no depth"), "--depth N")
    })?;
    Ok((position, depth))
}

fn header() -> String {
    format!(
        "{:<24} {:>14} {:>7} {:>10} {:>7} {:>6} {:>10}",
        "techniques", "nodes", "ratio", "time", "first", "branch", "value"
    )
}

fn print_row(row: &LabRow, json: bool, output: &mut Output) -> Result<(), Failure> {
    if json {
        return output.json(&Row::from(row));
    }
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let ratio = or_dash(row.ratio.map(|ratio| format!("{ratio:.3}")));
    let first = or_dash(row.first_move_share.map(|share| format!("{:.1}%", share * 100.0)));
    let value = or_dash(row.values.first().cloned());
    let time = format!("{:.3} s", row.seconds);
    let nodes = words::grouped(row.nodes);
    output.line(format!(
        "{:<24} {nodes:>14} {ratio:>7} {time:>10} {first:>7} {:>6.2} {value:>10}",
        row.name, row.branching
    ))?;
    Ok(output.flush()?)
}
