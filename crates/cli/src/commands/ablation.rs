//! `mossa bench GAME --ablation`: what each technique of the search is worth.

use mossa_engine::{AblationRequest, AblationRow, AnyPosition, ablation};
use mossa_game::family::BenchPosition;
use mossa_game::{InputError, InputKind};
use mossa_search::StopSignal;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::Output;
use crate::{interrupt, setup, words};

/// Plain minimax is part of the table if it visits at most this many positions: a few seconds.
const MOST_MINIMAX_NODES: f64 = 5e7;

/// The last object of the JSON form.
#[derive(Serialize)]
struct Sum {
    signature: u64,
    nps: u64,
}

/// Searches the first position that the family brings for measurements (or the start of `game`, if it has
/// options of its own) with the techniques switched on one by one.
pub(crate) fn run(game: &str, depth: Option<u32>, json: bool, output: &mut Output) -> Result<(), Failure> {
    let (position, depth) = subject(game, depth)?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let request =
        AblationRequest { depth, minimax: affords_minimax(position.as_ref(), depth), all_but: true };
    if !json {
        output.line(format!("{} to depth {depth}, position {}", position.game().name(), position.text()))?;
        output.line("")?;
        output.line(header())?;
    }
    let mut printed = Ok(());
    let rows = ablation(position.as_ref(), &request, &stop, &mut |row| {
        if printed.is_ok() {
            printed = print_row(row, json, output);
        }
        if printed.is_err() {
            stop.stop();
        }
    });
    printed?;
    let signature = rows.iter().map(|row| row.nodes).sum();
    let nps = words::per_second(signature, rows.iter().map(|row| row.seconds).sum()) as u64;
    if json {
        return output.json(&Sum { signature, nps });
    }
    output.line("")?;
    output.line(format!("signature {signature}"))?;
    output.line(format!("nps {nps}"))
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
    for text in setup::moves(Some(moves)) {
        position.play(text)?;
    }
    let depth = depth.or(fixed.map(|fixed| fixed.depth)).ok_or_else(|| {
        InputError::new(InputKind::Setting, format!("`{game}` proposes no depth"), "--depth N")
    })?;
    Ok((position, depth))
}

/// Games get shorter of moves as they go on, or not much longer: the first count is a fair guess.
fn affords_minimax(position: &dyn AnyPosition, depth: u32) -> bool {
    let moves = position.moves().len() as f64;
    moves.powf(f64::from(depth)) <= MOST_MINIMAX_NODES
}

fn header() -> String {
    format!(
        "{:<24} {:>14} {:>7} {:>10} {:>7} {:>6} {:>10}",
        "techniques", "nodes", "ratio", "time", "first", "branch", "value"
    )
}

fn print_row(row: &AblationRow, json: bool, output: &mut Output) -> Result<(), Failure> {
    if json {
        return output.json(row);
    }
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let ratio = or_dash(row.ratio.map(|ratio| format!("{ratio:.3}")));
    let first = or_dash(row.first_move_share.map(|share| format!("{:.1}%", share * 100.0)));
    let value = or_dash(row.value.map(|value| value.to_string()));
    let time = format!("{:.3} s", row.seconds);
    let nodes = words::grouped(row.nodes);
    output.line(format!(
        "{:<24} {nodes:>14} {ratio:>7} {time:>10} {first:>7} {:>6.2} {value:>10}",
        row.name, row.branching_factor
    ))?;
    Ok(output.flush()?)
}
