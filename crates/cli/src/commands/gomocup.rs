//! `mossa gomocup`: mossa as a brain for managers of five in a row.

use std::io::stdin;

use mossa_protocol::gomocup::{Settings, serve};

use crate::args::GomocupArgs;
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &GomocupArgs, output: &mut Output) -> Result<(), Failure> {
    let settings = Settings { threads: args.threads, megabytes: args.hash };
    Ok(serve(stdin(), output, &settings)?)
}
