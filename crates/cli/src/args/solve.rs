//! Arguments of `mossa solve`.

use std::path::PathBuf;

use clap::Args;

use super::Start;
use super::numbers::{megabytes, positive_u64, threads};

/// `mossa solve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa solve mnk:3,3,3
  mossa solve mnk:4,4,3 --moves \"b2 c3\" --json
  mossa solve mnk:6,6,4 --verify
  mossa solve connect4 --position 44 --weak
  mossa solve chinese-checkers:pieces=3 --threads 2
  mossa solve chinese-checkers:players=3,pieces=1
  mossa solve connect4 --file positions.txt --threads 4

Values are for whoever is to move, or makes the move; `wins in 5` counts the moves of both
sides. Games that bring a solver give their usual score, too; that of (m,n,k) proves who
wins, and says how soon only on small boards. All other games for two are searched until
everything is proven, which only small boards allow. Chinese Checkers with few pieces values
all positions at once, and tells how many are won, lost and drawn.

Games for more than two have no single value. All positions that can come about are listed, and
each player is told whether it can force a win alone, or the others together make it lose.

A line of --file is a position, as `mossa games NAME` explains, and what its value should be,
if that is to be checked: a score such as -2, win, draw or loss, or `win in 5`. Text behind a
# is not read. With --weak only the sign of a score counts. The exit code is 1 if any value is
wrong, or if a position was not solved.

The last line is `best M`; with --file, what all positions took together.")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Find out only who wins, not how soon: often much faster.
    #[arg(long)]
    pub(crate) weak: bool,
    /// Do not look into the game's book of exact values.
    #[arg(long)]
    pub(crate) no_book: bool,
    /// Replay the proof with a checker that does not trust the search (games whose solver gives proofs, such as mnk).
    #[arg(long, conflicts_with = "file")]
    pub(crate) verify: bool,
    /// Search with this many threads; with --file, solve this many positions at once.
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,
    /// Memory for what the solver remembers, in megabytes of 2^20 bytes.
    #[arg(long, value_name = "MIB", default_value_t = mossa_engine::solving::DEFAULT_SOLVER_TABLE, value_parser = megabytes)]
    pub(crate) table: usize,
    /// Use the endgame tables of this folder, which `mossa table build` made.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Give up after this many milliseconds; with --file, each position has so many.
    #[arg(long, value_name = "MS", value_parser = positive_u64)]
    pub(crate) time: Option<u64>,
    /// Solve the positions of this file, one on each line; `-` for standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves"])]
    pub(crate) file: Option<PathBuf>,
    /// Solve each move, too, where that takes long: of the positions of --file, and on larger (m,n,k)-boards.
    #[arg(long)]
    pub(crate) all_moves: bool,
    /// JSON: {"outcome", "plies", "score", "best", "moves", "line", "nodes", "seconds", "counts", "checked"}; for more than
    /// two players {"players", "positions", "seconds"}; with --file one object per
    /// position, last {"solved", "wrong", "unsolved", "nodes", "seconds"}.
    #[arg(long)]
    pub(crate) json: bool,
}
