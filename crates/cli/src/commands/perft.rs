//! `mossa perft`: count positions.

use std::io::IsTerminal;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mossa_engine::AnyPosition;
use mossa_game::Perft;
use mossa_search::StopSignal;
use serde::Serialize;

use crate::args::PerftArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{setup, words};

/// The count of one first move.
#[derive(Serialize)]
struct Part<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    nodes: u64,
}

/// The whole count.
#[derive(Serialize)]
struct Total {
    nodes: u64,
    depth: u32,
    seconds: f64,
}

/// Runs the command.
pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<(), Failure> {
    let position = setup::position(&args.start)?;
    let bar = progress_bar(position.as_ref());
    let began = Instant::now();
    let mut written = Ok(());
    let how = Perft { ended: args.ended, ..Perft::default() };
    // Ctrl-C ends the whole program.
    let nodes = position.perft(args.depth, how, &StopSignal::new(), &mut |text, nodes| {
        bar.inc(1);
        if args.divide && written.is_ok() {
            written = bar.suspend(|| print_part(output, args.json, &Part { text, nodes }));
        }
    });
    let nodes = nodes.unwrap_or_default();
    let seconds = began.elapsed().as_secs_f64();
    bar.finish_and_clear();
    written?;
    print_total(output, args.json, &Total { nodes, depth: args.depth, seconds })
}

/// One step per first move, shown only if a person watches and it takes a while.
fn progress_bar(position: &dyn AnyPosition) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(
        Some(position.moves().len() as u64),
        ProgressDrawTarget::stderr_with_hz(10),
    );
    match ProgressStyle::with_template("{wide_bar} {pos}/{len} moves, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn print_part(output: &mut Output, json: bool, part: &Part<'_>) -> Result<(), Failure> {
    if json { output.json(part) } else { output.line(format!("{} {}", part.text, part.nodes)) }
}

fn print_total(output: &mut Output, json: bool, total: &Total) -> Result<(), Failure> {
    if json {
        return output.json(total);
    }
    let speed = words::short(words::per_second(total.nodes, total.seconds));
    output.line(format!("depth {}, {:.3} s, {speed} positions per second", total.depth, total.seconds))?;
    output.line(format!("nodes {}", total.nodes))
}
