//! `mossa man`: manual pages, from the same definitions as the help.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};
use crate::failure::Failure;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(args: &ManArgs, output: &mut Output) -> Result<(), Failure> {
    match &args.out {
        None => {
            let mut page = Vec::new();
            Man::new(definitions()).render(&mut page)?;
            Ok(output.write_all(&page)?)
        }
        Some(directory) => write_all(directory, output),
    }
}

/// What can be typed, without `mossa help`, which needs no page.
fn definitions() -> clap::Command {
    Cli::command().disable_help_subcommand(true)
}

/// A command, its commands, and so on.
fn with_subcommands(command: &clap::Command) -> Vec<clap::Command> {
    let shown =
        command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help");
    std::iter::once(command.clone()).chain(shown.flat_map(with_subcommands)).collect()
}

/// One page for mossa and one for each command: `mossa.1`, `mossa-play.1` and so on.
fn write_all(directory: &Path, output: &mut Output) -> Result<(), Failure> {
    std::fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
    let mut cli = definitions();
    cli.build();
    for command in with_subcommands(&cli) {
        let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
        let path = directory.join(format!("{name}.1"));
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        std::fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
        output.line(path.display().to_string())?;
    }
    Ok(())
}
