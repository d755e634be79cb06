//! Arguments of `mossa suite`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::{megabytes, positive_u32, positive_u64, positive_usize, threads};

/// `mossa suite`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa suite chess wac.epd
  mossa suite chess sts.epd --time 200 --every 10
  mossa suite chess mate-in-2.epd mate-in-3.epd --nodes 100000 --json
  mossa suite mnk:3,3,3 puzzles.txt --depth 9

A line of a file is a position and what is to be found in it. For chess it is EPD:
  2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";
bm are the best moves, am moves to avoid, dm the moves to mate (or ce +M3), c8 and c9 points
for moves. In every other game it is
  3/1x1/3 o ; bm a1 c3 ; am b1 ; id centre
where `win 5` stands for a win in five plies, and `points a1=10 b1=3` for points. Empty lines
and lines that begin with # are not read.

A position is solved if the search ends with such a move; since when it stayed with it is
told. Where a win is to be found, the search has to prove one that is as quick, whichever move
leads to it; a claim of a quicker one is a false win, and is counted. Each position begins
with an empty table.

The last line is `solved N of M`. The exit code is 1 if any was not solved.")]
pub(crate) struct SuiteArgs {
    /// The game, with options behind a colon.
    pub(crate) game: String,
    /// Files with a position on each line; `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Search each position this many milliseconds; 1000 if no limit is given.
    #[arg(long, value_name = "MS", value_parser = positive_u64)]
    pub(crate) time: Option<u64>,
    /// Search each position this many plies deep.
    #[arg(long, value_name = "N", value_parser = positive_u32)]
    pub(crate) depth: Option<u32>,
    /// Visit this many positions for each: repeatable on every machine.
    #[arg(long, value_name = "N", value_parser = positive_u64)]
    pub(crate) nodes: Option<u64>,
    /// Search with this many threads.
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,
    /// Memory for what the search remembers.
    #[arg(long, value_name = "MB", default_value = "64", value_parser = megabytes)]
    pub(crate) table: usize,
    /// Use the endgame tables of this folder, which `mossa table build` made.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Take only each so many-th position.
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive_usize)]
    pub(crate) every: usize,
    /// Take at most so many positions.
    #[arg(long, value_name = "N", value_parser = positive_usize)]
    pub(crate) limit: Option<usize>,
    /// JSON: one object per position, {"file", "line", "name", "solved", "played", ...}, last {"positions", "solved",
    /// "false_wins", "points", "most_points", "nodes", "seconds"}.
    #[arg(long)]
    pub(crate) json: bool,
}
