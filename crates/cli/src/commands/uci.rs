//! `mossa uci`: mossa as an engine for chess programs with a board.

use std::io::{stdin, stdout};

use mossa_protocol::uci::{Settings, serve};

use crate::args::UciArgs;
use crate::failure::Failure;

/// Runs the command. The search writes from a thread of its own, so the output is that of the process.
pub(crate) fn run(args: &UciArgs) -> Result<(), Failure> {
    let settings = Settings { threads: args.threads, megabytes: args.hash };
    Ok(serve(stdin(), stdout(), &settings)?)
}
