//! Arguments of the program's side of the Universal Chess Interface.

use clap::Args;

use super::numbers::{megabytes, threads};

/// `mossa uci`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa uci
  mossa uci --threads 2 --hash 256
  printf 'position startpos moves e2e4\\ngo depth 12\\n' | mossa uci

A program with a chess board starts it and asks it for moves. docs/uci.md lists the commands and
options, and tells how to install it in such programs.")]
pub(crate) struct UciArgs {
    /// Search with this many threads, unless the interface says how many.
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,
    /// The memory for what the search remembers, unless the interface says how much.
    #[arg(long, visible_alias = "table", value_name = "MB", default_value = "64", value_parser = megabytes)]
    pub(crate) hash: usize,
}
