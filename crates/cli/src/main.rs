//! `mossa`: play, analyse, solve and measure perfect-information board games.

mod args;
mod board;
mod browser;
mod commands;
mod contest;
mod failure;
mod features;
mod files;
mod interrupt;
mod memory;
mod mistakes;
mod output;
mod play;
mod progress;
mod setup;
mod texts;
mod words;

use std::process::ExitCode;

use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::output::Output;

fn main() -> ExitCode {
    let cli = match args::read() {
        Ok(cli) => cli,
        Err(error) => return mistakes::explain(&error),
    };
    let mut output = Output::stdout();
    match run(cli, &mut output).and_then(|()| Ok(output.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(cli: Cli, output: &mut Output) -> Result<(), Failure> {
    if cli.no_open && cli.command.is_some() {
        let reason =
            "--no-open stands before a command; expected it behind `mossa serve` or without a command";
        return Err(Failure::Refused(reason.to_owned()));
    }
    match cli.command {
        None => commands::serve::run(&args::ServeArgs { open: !cli.no_open, ..Default::default() }, output),
        Some(Command::Serve(args)) => commands::serve::run(&args, output),
        Some(Command::Games(args)) => commands::games::run(&args, output),
        Some(Command::Perft(args)) => commands::perft::run(&args, output),
        Some(Command::Analyse(args)) => commands::analyse::run(&args, output),
        Some(Command::Solve(args)) => commands::solve::run(&args, output),
        Some(Command::Book(args)) => commands::book::run(&args, output),
        Some(Command::Table(args)) => commands::table::run(&args, output),
        Some(Command::Play(args)) => commands::play::run(&args, output),
        Some(Command::Profile(args)) => commands::profile::run(&args, output),
        Some(Command::Bench(args)) => commands::bench::run(&args, output),
        Some(Command::Match(args)) => commands::matches::run(&args, output),
        Some(Command::Tournament(args)) => commands::tournament::run(&args, output),
        Some(Command::Lab(args)) => commands::lab::run(&args, output),
        Some(Command::Elo(args)) => commands::elo::run(&args, output),
        Some(Command::Sprt(args)) => commands::sprt::run(&args, output),
        Some(Command::Bot(args)) => commands::bot::run(&args, output),
        Some(Command::Gomocup(args)) => commands::gomocup::run(&args, output),
        Some(Command::Train(args)) => commands::train::run(&args, output),
        Some(Command::Suite(args)) => commands::suite::run(&args, output),
        Some(Command::Uci(args)) => commands::uci::run(&args),
        Some(Command::Dipole(args)) => commands::dipole::run(&args, output),
        Some(Command::Completions(args)) => commands::completions::run(&args, output),
        Some(Command::Man(args)) => commands::man::run(&args, output),
        Some(Command::Screenshot(args)) => commands::screenshot::run(&args, output),
    }
}
