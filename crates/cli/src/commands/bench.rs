//! `mossa bench`: fixed work, its signature and its speed.

use mossa_engine::{BenchRow, Registry, bench};
use mossa_search::{Features, StopSignal};
use serde::Serialize;

use crate::args::BenchArgs;
use crate::commands::ablation;
use crate::failure::Failure;
use crate::output::Output;
use crate::words;

/// The last object of the JSON form.
#[derive(Serialize)]
struct Sum {
    signature: u64,
    nps: u64,
    seconds: f64,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, output: &mut Output) -> Result<(), Failure> {
    if let (true, Some(game)) = (args.ablation, &args.game) {
        return ablation::run(game, args.depth, args.json, output);
    }
    let names: Vec<&str> = args.game.as_deref().into_iter().collect();
    let mut printed = Ok(());
    let mut first = true;
    let result = bench(&Registry::builtin(), &names, Features::ALL, &StopSignal::new(), &mut |row| {
        if printed.is_ok() {
            printed = print_row(row, args.json, std::mem::take(&mut first), output);
        }
    })?;
    printed?;
    if args.json {
        return output.json(&Sum { signature: result.signature, nps: result.nps, seconds: result.seconds });
    }
    output.line(format!("signature {}", result.signature))?;
    output.line(format!("nps {}", result.nps))
}

fn print_row(row: &BenchRow, json: bool, first: bool, output: &mut Output) -> Result<(), Failure> {
    if json {
        return output.json(row);
    }
    if first {
        output.line(format!("{:<24} {:>5} {:>13} {:>9}  moves", "game", "depth", "nodes", "time"))?;
    }
    let time = format!("{:.3} s", row.seconds);
    let moves = if row.moves.is_empty() { "-" } else { &row.moves };
    let nodes = words::grouped(row.nodes);
    output.line(format!("{:<24} {:>5} {nodes:>13} {time:>9}  {moves}", row.game, row.depth))?;
    Ok(output.flush()?)
}
