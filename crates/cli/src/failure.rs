//! Why a command ends early, and with which exit code.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use mossa_game::{InputError, InputKind};

/// Exit code for an answer "no" or a failed check.
const EXIT_NO: u8 = 1;
/// Exit code for bad input.
pub(crate) const EXIT_BAD_INPUT: u8 = 2;

/// What stopped a command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something was given that cannot be used.
    Input(InputError),
    /// A file that was given cannot be used.
    Refused(String),
    /// Reading or writing failed.
    Io(anyhow::Error),
    /// There is no answer, for this reason.
    Unanswered(String),
    /// The answer is "no", and it has been told.
    No,
    /// Whoever reads the output has seen enough.
    ClosedPipe,
}

/// Tells an error on the stream for errors, if anybody still reads that.
pub(crate) fn tell(error: impl Display) {
    let _ = writeln!(io::stderr(), "error: {error}");
}

impl Failure {
    /// Tells the person, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Input(error) => {
                tell(error);
                ExitCode::from(EXIT_BAD_INPUT)
            }
            Failure::Refused(reason) => {
                tell(reason);
                ExitCode::from(EXIT_BAD_INPUT)
            }
            Failure::Io(error) => {
                tell(format_args!("{error:#}"));
                ExitCode::from(EXIT_NO)
            }
            Failure::Unanswered(reason) => {
                tell(reason);
                ExitCode::from(EXIT_NO)
            }
            Failure::No => ExitCode::from(EXIT_NO),
            Failure::ClosedPipe => ExitCode::SUCCESS,
        }
    }

    /// A setting that cannot be used.
    pub(crate) fn setting(problem: impl Into<String>, expected: impl Into<String>) -> Failure {
        Failure::Input(InputError::new(InputKind::Setting, problem, expected))
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Input(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Io(error.into()),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        let io = error.downcast_ref::<io::Error>();
        let closed = io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        if closed { Failure::ClosedPipe } else { Failure::Io(error) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}
