//! `mossa completions`: what a shell needs to complete commands.

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &CompletionsArgs, output: &mut Output) -> Result<(), Failure> {
    // Into memory first: the generator panics when its writer fails, and pipes do.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "mossa", &mut script);
    Ok(output.write_all(&script)?)
}
