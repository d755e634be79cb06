//! `mossa train`: evaluations that learn from the results of games.

use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;
use std::time::Instant;

use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind, TuneOrder, TuneStep, Tuned, Tuning};
use mossa_search::StopSignal;
use serde::Serialize;

use crate::args::TrainArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::{files, interrupt, words};

/// How the files begin that are written here.
const KIND: &str = "//! The weights";

/// Runs the command.
pub(crate) fn run(args: &TrainArgs, output: &mut Output) -> Result<(), Failure> {
    let game = mossa_engine::open(&args.game)?;
    let tuning = tuning_of(&*game)?;
    let evaluation = chosen(tuning, args.eval.as_deref())?;
    if let Some(path) = &args.out {
        files::check_writable(path, KIND)?;
    }
    let mut data = opened(&args.data)?;
    let stop = StopSignal::new();
    interrupt::stops(&stop)?;
    let began = Instant::now();
    let order = TuneOrder {
        evaluation,
        data: &mut *data,
        most: args.positions.unwrap_or(usize::MAX),
        seed: args.seed,
        epochs: args.epochs,
    };
    let mut told = Ok(());
    let mut watch = |step| match args.json {
        true if told.is_ok() => told = output.json(&step),
        true => {}
        false => eprintln!("{}", line(step)),
    };
    let tuned = tuning.tune(order, &mut watch, &|| stop.is_stopped())?;
    told?;
    write(&tuned, args, began.elapsed().as_secs_f64(), output)
}

/// What is told at the end, for programs.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    tuned: &'a Tuned,
    out: &'a Path,
    seconds: f64,
}

fn write(tuned: &Tuned, args: &TrainArgs, seconds: f64, output: &mut Output) -> Result<(), Failure> {
    if !args.json {
        eprintln!("{}", kept(tuned));
    }
    let Some(out) = &args.out else {
        return output.line(tuned.source.trim_end());
    };
    files::atomically(out, tuned.source.as_bytes())?;
    if args.json {
        return output.json(&Told { tuned, out, seconds });
    }
    let positions = words::counted(tuned.positions as u64, "position", "positions");
    let stopped = if tuned.stopped { ", ended early" } else { "" };
    output.line(format!("{}: learned from {positions} in {seconds:.1} s{stopped}", out.display()))
}

/// Which weights are written.
fn kept(tuned: &Tuned) -> String {
    let Tuned { epoch, training, validation, .. } = tuned;
    let which = match epoch {
        0 => "no epoch was better, kept what was before:".to_owned(),
        epoch => format!("kept epoch {epoch}:"),
    };
    format!("{which} error {training:.6}, of positions held out {validation:.6}")
}

fn tuning_of(game: &dyn AnyGame) -> Result<&dyn Tuning, InputError> {
    game.tuning().ok_or_else(|| {
        let with = mossa_engine::names_where(|game| game.tuning().is_some());
        let problem = format!("{} has no evaluation that learns", game.name());
        InputError::new(InputKind::Game, problem, format!("one of: {}", with.join(", ")))
    })
}

/// The evaluation that was named, or the only one.
fn chosen<'a>(tuning: &dyn Tuning, name: Option<&'a str>) -> Result<&'a str, InputError> {
    let all = tuning.tunables();
    match (name, all.as_slice()) {
        (Some(name), _) => Ok(name),
        (None, [only]) => Ok(only.name),
        (None, all) => {
            let names: Vec<&str> = all.iter().map(|tunable| tunable.name).collect();
            Err(InputError::new(
                InputKind::Setting,
                "no evaluation",
                format!("--eval {}", names.join(" or ")),
            ))
        }
    }
}

fn opened(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(stdin())));
    }
    let file = File::open(path).map_err(|error| {
        let problem = format!("cannot read {}: {error}", path.display());
        Failure::setting(problem, "a file of positions with results, or -")
    })?;
    Ok(Box::new(BufReader::new(file)))
}

fn line(step: TuneStep) -> String {
    match step {
        TuneStep::Read { positions } => format!("{} positions read", words::grouped(positions as u64)),
        TuneStep::Epoch { number: 0, training, validation, .. } => {
            format!("before: error {training:.6}, of positions held out {validation:.6}")
        }
        TuneStep::Epoch { number, of, training, validation } => {
            format!("epoch {number} of {of}: error {training:.6}, of positions held out {validation:.6}")
        }
    }
}
