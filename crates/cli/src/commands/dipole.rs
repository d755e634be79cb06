//! `mossa dipole`: Dipole over TCP.

mod host;
mod join;
mod tournament;

use mossa_game::InputError;
use mossa_protocol::dipole::GameReport;
use mossa_search::StopSignal;
use serde::Serialize;

use crate::args::{DipoleArgs, DipoleCommand};
use crate::failure::Failure;
use crate::output::Output;
use crate::words;

/// Runs the command.
pub(crate) fn run(args: &DipoleArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        DipoleCommand::Host(args) => host::run(args, output),
        DipoleCommand::Join(args) => join::run(args, output),
        DipoleCommand::Tournament(args) => tournament::run(args, output),
    }
}

/// Tells what happens while it happens, in lines or in JSON. Whoever reads no more ends the work.
struct Teller<'a> {
    output: &'a mut Output,
    json: bool,
    stop: StopSignal,
    failed: Option<Failure>,
}

impl Teller<'_> {
    /// Tells an event: as an object for programs, as a line for people, if it has one.
    fn tell(&mut self, event: &impl Serialize, line: Option<String>) {
        if self.failed.is_some() {
            return;
        }
        let told = match line {
            _ if self.json => self.output.json(event),
            Some(line) => self.output.line(line),
            None => Ok(()),
        };
        if let Err(failure) = told {
            self.stop.stop();
            self.failed = Some(failure);
        }
    }

    fn finish(self) -> Result<(), Failure> {
        self.failed.map_or(Ok(()), Err)
    }
}

/// `White wins 12:5, pieces counted, after 120 plies`.
fn told(report: &GameReport) -> String {
    format!("{report}, after {}", words::counted(report.moves.len() as u64, "ply", "plies"))
}

/// Refuses what cannot be a file or a port, with what the system says about it.
fn unusable(what: impl std::fmt::Display, error: &std::io::Error, expected: &str) -> Failure {
    Failure::Input(InputError::new(
        mossa_game::InputKind::Setting,
        format!("cannot use {what}: {error}"),
        expected,
    ))
}
