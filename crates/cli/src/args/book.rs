//! Arguments of `mossa book`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Start;
use super::memory::MemoryArgs;
use super::numbers::{any_u64, book_plies, megabytes, positive_u32, positive_u64, threads};

/// `mossa book`.
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = false,
    after_help = "\
Examples:
  mossa book info connect4
  mossa book solve connect4 --plies 6 --threads 4 --out connect4-6.book
  mossa book verify connect4 --sample 1000
  mossa book make games.pgn --plies 20 --out book.bin
  mossa book show chess --file book.bin --moves \"e4 e5\"
  mossa book show connect4 --moves 44
  mossa book export --learned > learned.jsonl"
)]
pub(crate) struct BookArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: BookCommand,
}

/// What can be done with books.
#[derive(Subcommand, Debug)]
pub(crate) enum BookCommand {
    /// Solve every position of the first plies, and keep the values in a file.
    Solve(BookSolveArgs),
    /// Solve positions of a book again, without looking into it.
    Verify(BookVerifyArgs),
    /// Tell what the book that comes with mossa knows.
    Info(BookInfoArgs),
    /// Make a book of opening moves from games that were played.
    Make(BookMakeArgs),
    /// Tell which moves a book of openings knows in a position, or what was learned of them.
    Show(BookShowArgs),
    /// Print what was learned from games that are remembered, as JSON lines.
    Export(BookExportArgs),
    /// Add what `mossa book export --learned` printed.
    Import(BookImportArgs),
}

/// `mossa book make`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa book make games.pgn --out book.bin
  mossa book make a.pgn b.pgn --plies 24 --min-games 5 --out book.bin --json

For chess: games in PGN, a book in the format of Polyglot. A move weighs two points for each game
that its player won and one for each draw; moves without points are left out. Games that cannot be
read are told of and left out.")]
pub(crate) struct BookMakeArgs {
    /// Files with games.
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// The game, with options behind a colon; the first that has such books if not given.
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// How many moves of each game, counted for both sides.
    #[arg(long, value_name = "N", default_value = "20", value_parser = positive_u32)]
    pub(crate) plies: u32,
    /// Leave out moves that were played in fewer games.
    #[arg(long, value_name = "N", default_value = "3", value_parser = positive_u32)]
    pub(crate) min_games: u32,
    /// The book, a new file.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// JSON: one object, {"file", "games", "unreadable", "positions", "moves", "bytes", "seconds"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa book show`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa book show chess --file book.bin
  mossa book show chess --file book.bin --moves \"e4 e5 Nf3\" --json
  mossa book show connect4 --moves 44
  mossa book show connect4 --name Ada

Without a file it is what was learned with `mossa play GAME --style exploit`: how often each move
was played here by mossa, the mean result, and the upper bound UCB1 with C = sqrt 2.

The exit code is 1 if the book does not know the position.")]
pub(crate) struct BookShowArgs {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The book; without it, what was learned.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["learned", "name", "db"])]
    pub(crate) file: Option<PathBuf>,
    /// Show what was learned from games that are remembered.
    #[arg(long)]
    pub(crate) learned: bool,
    /// Only from games with this player.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
    /// JSON: one object for each move, {"move", "people", "weight", "share"}, or learned, {"move", "people", "visits",
    /// "mean", "ucb1"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa book export`.
#[derive(Args, Debug)]
pub(crate) struct BookExportArgs {
    /// What was learned; other books are files already.
    #[arg(long, required = true)]
    pub(crate) learned: bool,
    /// Only from games with this player.
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

/// `mossa book import`.
#[derive(Args, Debug)]
pub(crate) struct BookImportArgs {
    /// What `mossa book export --learned` printed; `-` is standard input.
    pub(crate) file: PathBuf,
    /// Into what was learned; other books are files.
    #[arg(long, required = true)]
    pub(crate) learned: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

/// `mossa book solve`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa book solve connect4 --plies 4
  mossa book solve connect4:6x6 --plies 6 --threads 4 --out small.book

Finished work is kept in FILE.part. If the work is ended by Ctrl-C, or by anything else, the
same command goes on with it.")]
pub(crate) struct BookSolveArgs {
    /// The game, with options behind a colon.
    pub(crate) game: String,
    /// Up to how many plies.
    #[arg(long, value_name = "N", value_parser = book_plies)]
    pub(crate) plies: u32,
    /// The book, a new file; named after the game and the plies if not given.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Work with this many threads; with all cores if not given.
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Memory for what the solver remembers, in megabytes of 2^20 bytes.
    #[arg(long, value_name = "MIB", default_value_t = mossa_engine::solving::DEFAULT_SOLVER_TABLE, value_parser = megabytes)]
    pub(crate) table: usize,
    /// JSON: one object at the end, {"file", "plies", "positions", "bytes", "seconds"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa book verify`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa book verify connect4
  mossa book verify connect4 --file connect4-6.book --sample 5000 --seed 2 --threads 4

The exit code is 1 if a value is wrong.")]
pub(crate) struct BookVerifyArgs {
    /// The game, with options behind a colon.
    pub(crate) game: String,
    /// The book; the one that comes with mossa if not given.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// How many positions to solve again.
    #[arg(long, value_name = "N", default_value = "100", value_parser = positive_u64)]
    pub(crate) sample: u64,
    /// Where the choice of these positions begins.
    #[arg(long, value_name = "S", default_value = "1", value_parser = any_u64)]
    pub(crate) seed: u64,
    /// Work with this many threads; with all cores if not given.
    #[arg(long, value_name = "T", value_parser = threads)]
    pub(crate) threads: Option<usize>,
    /// Memory for what the solver remembers, in megabytes of 2^20 bytes.
    #[arg(long, value_name = "MIB", default_value_t = mossa_engine::solving::DEFAULT_SOLVER_TABLE, value_parser = megabytes)]
    pub(crate) table: usize,
    /// JSON: one object for each wrong value, last {"plies", "positions", "bytes", "checked", "wrong", "seconds"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa book info`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa book info connect4
  mossa book info connect4 --json")]
pub(crate) struct BookInfoArgs {
    /// The game, with options behind a colon.
    pub(crate) game: String,
    /// JSON: {"game", "book"} with {"plies", "positions", "bytes"}, or null without a book.
    #[arg(long)]
    pub(crate) json: bool,
}
