//! Arguments of the program's side of the Gomocup protocol.

use clap::Args;

use super::numbers::{megabytes, threads};

/// `mossa gomocup`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa gomocup
  mossa gomocup --threads 2 --hash 256
  printf 'START 15\\nINFO timeout_turn 500\\nBEGIN\\n' | mossa gomocup
  ln -s \"$(command -v mossa)\" pbrain-mossa      a name that managers accept

A manager such as piskvork starts it, tells it the board, the rule and the limits of time and
memory, and asks it for moves: five in a row on boards of 5 to 100 columns and rows, freestyle,
exactly five, or renju; with BOARD, TAKEBACK and SWAP2BOARD. Started under a name that begins
with pbrain-, mossa does the same without being told. docs/gomocup.md tells more.

In mossa's own arena such programs are players, too:
  mossa match mossa \"gomocup:./pbrain-other\" --game gomoku --time 1000")]
pub(crate) struct GomocupArgs {
    /// Search with this many threads, unless the manager says how many.
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,
    /// The most memory for what the search remembers; less if the manager's limit is lower.
    #[arg(long, visible_alias = "table", value_name = "MB", default_value = "64", value_parser = megabytes)]
    pub(crate) hash: usize,
}
