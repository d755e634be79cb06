//! Arguments of `mossa table`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::numbers::{any_u64, pieces, positive_u64, threads};

/// `mossa table`.
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = false,
    after_help = "\
Examples:
  mossa table build dipole --pieces 6
  mossa table verify dipole --sample 1000
  mossa table info dipole
  mossa table build chinese-checkers:pieces=3
  mossa table build chess KQK KBNK KRKP
  mossa analyse dipole --tables ~/.local/share/mossa/tables

While mossa uses tables, no other program may change or shorten their files; to delete or replace
them is safe."
)]
pub(crate) struct TableArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: TableCommand,
}

/// What can be done with endgame tables.
#[derive(Subcommand, Debug)]
pub(crate) enum TableCommand {
    /// Find out who wins, and how soon, in every position with few pieces, and keep it in files.
    Build(TableBuildArgs),
    /// Check files, and search positions of them again without looking into them.
    Verify(TableVerifyArgs),
    /// Tell what the tables of a folder know.
    Info(TableInfoArgs),
}

/// Where tables are.
#[derive(Args, Debug)]
pub(crate) struct TableFolder {
    /// The folder of the tables; $XDG_DATA_HOME/mossa/tables or ~/.local/share/mossa/tables if not given.
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// `mossa table build`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa table build dipole --pieces 5
  mossa table build dipole --pieces 7 --threads 2 --dir tables
  mossa table build dipole:size=10 --pieces 4 --json
  mossa table build chinese-checkers:pieces=3
  mossa table build chess --pieces 4
  mossa table build chess KBNK KRKP

Where pieces differ, as in chess, single tables have names: the pieces of one side, then those of
the other. Tables that these need are made, too.

Each finished table is a file. Those that are in the folder already stay: if the work is ended
by Ctrl-C, or by anything else, the same command goes on with the next one. A table that takes
long is kept in a file that ends in .part once a minute while it is made, and the same command
goes on from there. One that needs more memory than there is, is refused with the figure.")]
pub(crate) struct TableBuildArgs {
    /// The game, with options behind a colon.
    pub(crate) game: String,
    /// Only these tables, such as KQKR in chess; all with up to --pieces pieces if none are named.
    #[arg(value_name = "TABLE", conflicts_with = "pieces")]
    pub(crate) names: Vec<String>,
    /// Up to how many pieces of all players together; not needed where no piece leaves the board.
    #[arg(long, value_name = "N", value_parser = pieces)]
    pub(crate) pieces: Option<u32>,
    #[command(flatten)]
    pub(crate) folder: TableFolder,
    /// Work with this many threads; with all cores if not given.
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// JSON: one object at the end, {"folder", "pieces", "positions", "bytes", "tables", "seconds"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa table verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa table verify dipole
  mossa table verify dipole --dir tables --sample 5000 --seed 2 --threads 2

Every byte of every file is compared with its checksum. Then positions are drawn, from each table
as often as from any other, and searched by a plain search that knows the rules alone; where that
would take too long, as in Chinese Checkers, their values are found again from those of the
positions after each move. The exit
code is 1 if a value is wrong, and 2 if there are no tables or a file is damaged: delete it then,
and build again.")]
pub(crate) struct TableVerifyArgs {
    /// The game, with options behind a colon.
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) folder: TableFolder,
    /// How many positions to search.
    #[arg(long, value_name = "N", default_value = "100", value_parser = positive_u64)]
    pub(crate) sample: u64,
    /// Where the choice of these positions begins.
    #[arg(long, value_name = "S", default_value = "1", value_parser = any_u64)]
    pub(crate) seed: u64,
    /// Work with this many threads; with all cores if not given.
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// JSON: one object for each wrong value, last {"pieces", "positions", "bytes", "tables", "checked", "wrong",
    /// "seconds"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa table info`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa table info dipole
  mossa table info dipole --dir tables --json

Only the beginning of each file is looked at; `mossa table verify` looks at the
contents. Positions are for the player to move: `3 - 4` has three pieces of that player and four
of the other, and wins and losses are that player's. A table with a name, such as KQKR, has the
positions of both sides to move.")]
pub(crate) struct TableInfoArgs {
    /// The game, with options behind a colon.
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) folder: TableFolder,
    /// JSON: {"folder", "pieces", "positions", "bytes", "tables"}.
    #[arg(long)]
    pub(crate) json: bool,
}
