//! Arguments of the laboratory.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use mossa_adapt::Style;

use super::memory::{MemoryArgs, style};
use super::numbers::{any_u64, megabytes, positive_u32, positive_u64, positive_usize, random_plies};
use super::{KeepingArgs, Lang, MethodArg};

/// `mossa lab`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa lab mnk:4,4,3 --depth 6
  mossa lab mnk --nodes 20000 --each --csv lab.csv
  mossa lab mnk:5,5,4 --sets \"alphabeta;alphabeta,table;all;-pvs\" --report lab.html
  mossa lab mnk:3,3,3 --moves \"b2 a1\" --depth 7 --all-but
  mossa lab gomoku --tournament --nodes 2000 --games 40
  mossa lab chinese-checkers:pieces=1,rules=free --openings --depth 12 --boards chinese-checkers:pieces=1
  mossa lab --presets
  mossa lab --preset adaptive connect4 --games 200 --bots edge-runner --report adaptive.html
  mossa lab --preset adaptive --history

Every set of techniques searches the same positions, on one thread, with an empty table each
time. The ladder switches them on one by one; `+table` means: the table and all rows above. A
row's ratio is its nodes for each node of the row before; with --all-but, of the whole ladder.
Minimax is left out where it would take more than a few seconds. Without any limit, positions
are searched as deep as the game proposes, but no search visits more than 20 million positions;
a star marks what that cut short.

Searches that guess nothing must find the same value at the same depth, and proofs must not
contradict each other: if they do, it is told, and the exit code is 1. Without a depth, all
searches deepen until nodes or time are used up, and the depth is the measure.

Ctrl-C ends the work with the rows that are complete.

The preset `adaptive` plays series with the adaptation on and off from the same seeds against
each bot: win rates with Wilson's 95 % interval, moves to win, and the difference game by game
with a bootstrap over sessions. A session begins with nothing known; its games share what is
learned. What came out is kept in the database.")]
pub(crate) struct LabArgs {
    /// The game, with options behind a colon; `mossa games` lists them.
    #[arg(required_unless_present_any = ["preset", "presets"], conflicts_with = "presets")]
    pub(crate) game: Option<String>,
    /// Repeat an experiment that a game brings, or `adaptive`: the opponent that adapts against training bots.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["position", "moves", "file", "sets", "all_but", "tournament"])]
    pub(crate) preset: Option<String>,
    /// List the experiments that games bring.
    #[arg(long, conflicts_with = "preset")]
    pub(crate) presets: bool,
    #[command(flatten)]
    pub(crate) subjects: LabSubjectArgs,
    #[command(flatten)]
    pub(crate) search: LabSearchArgs,
    #[command(flatten)]
    pub(crate) tournament: LabTournamentArgs,
    #[command(flatten)]
    pub(crate) adaptive: LabAdaptiveArgs,
    #[command(flatten)]
    pub(crate) output: LabOutputArgs,
}

/// The opponent that adapts, measured.
#[derive(Args, Debug)]
#[command(next_help_heading = "With --preset adaptive")]
pub(crate) struct LabAdaptiveArgs {
    /// Against these training bots, separated by commas; all of the game if none are given. `perfect` is the solver.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "preset")]
    pub(crate) bots: Vec<String>,
    /// How the opponent adapts: exploit (if nothing is said) or classic.
    #[arg(long, value_name = "exploit|classic", value_parser = style, requires = "preset")]
    pub(crate) style: Option<Style>,
    /// Begin games after so many random moves that leave the position even, each opening from both sides; 0 is the usual
    /// start.
    #[arg(long, value_name = "N", value_parser = random_plies, requires = "preset")]
    pub(crate) plies: Option<u32>,
    /// Play nothing: tell what all runs of the database found.
    #[arg(long, requires = "preset")]
    pub(crate) history: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArgs,
}

/// Which positions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Positions (those that the game proposes, if none are given)")]
pub(crate) struct LabSubjectArgs {
    /// Search this position, written as `mossa games NAME` explains.
    #[arg(long, value_name = "P", allow_hyphen_values = true, conflicts_with = "file")]
    pub(crate) position: Option<String>,
    /// Play these moves first, separated by blanks.
    #[arg(long, value_name = "M", allow_hyphen_values = true, conflicts_with = "file")]
    pub(crate) moves: Option<String>,
    /// Search the positions of this file: EPD, PGN, or one position or move list per line.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// Which searches.
#[derive(Args, Debug)]
#[command(next_help_heading = "Searches")]
pub(crate) struct LabSearchArgs {
    /// Explore the tree behind each move on its own: who wins within --depth turns after it, and what it takes to find
    /// out. Nothing is evaluated. --boards adds steps with other options.
    #[arg(long, conflicts_with_all = ["preset", "tournament"])]
    pub(crate) openings: bool,
    /// Search this deep, if not as deep as the game proposes.
    #[arg(long, value_name = "N", value_parser = positive_u32)]
    pub(crate) depth: Option<u32>,
    /// End a search after this many positions.
    #[arg(long, value_name = "N", value_parser = positive_u64)]
    pub(crate) nodes: Option<u64>,
    /// End a search after this many milliseconds.
    #[arg(long, value_name = "MS", value_parser = positive_u64)]
    pub(crate) time: Option<u64>,
    /// Compare these sets of techniques: "alphabeta;alphabeta,table;all;-pvs".
    #[arg(long, value_name = "SETS", allow_hyphen_values = true, conflicts_with = "all_but")]
    pub(crate) sets: Option<String>,
    /// End with rows in which one technique is missing.
    #[arg(long)]
    pub(crate) all_but: bool,
    /// Which search to take apart; more than two players have maxn, paranoid and bestreply.
    #[arg(long, value_enum, default_value_t = MethodArg::Auto, conflicts_with = "preset")]
    pub(crate) method: MethodArg,
    /// What the searches think with, if not with the game's default: a brain that `mossa games NAME` lists.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["preset", "tournament"])]
    pub(crate) brain: Option<String>,
    /// Memory for what a search remembers; every search begins with nothing.
    #[arg(long, value_name = "MB", default_value_t = mossa_engine::bench::BENCH_TABLE, value_parser = megabytes)]
    pub(crate) table: usize,
    /// Use the endgame tables of this folder, which `mossa table build` made.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

/// The sets as players.
#[derive(Args, Debug)]
#[command(next_help_heading = "Tournament")]
pub(crate) struct LabTournamentArgs {
    /// Let the sets play against each other, each with --time (100 ms if nothing is given), --nodes or --depth.
    #[arg(long)]
    pub(crate) tournament: bool,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = LabPairing::Ladder, requires = "tournament")]
    pub(crate) pairing: LabPairing,
    /// How many games each pair plays on each board: an even number, 20 if the experiment says nothing else.
    #[arg(long, value_name = "N", value_parser = positive_usize)]
    pub(crate) games: Option<usize>,
    /// Repeat an experiment on these boards only; with --openings, explore these boards, too.
    #[arg(long, value_name = "GAME", num_args = 1..)]
    pub(crate) boards: Vec<String>,
    /// Where all randomness begins.
    #[arg(long, value_name = "S", default_value = "1", value_parser = any_u64)]
    pub(crate) seed: u64,
    /// How many games at once; never more than keep all cores busy.
    #[arg(long, value_name = "N", value_parser = positive_usize)]
    pub(crate) concurrency: Option<usize>,
    /// Keep the games in this file; a tournament that was begun there goes on.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Who meets whom among the sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LabPairing {
    /// Each set meets the one before it.
    Ladder,
    /// Everybody against everybody.
    RoundRobin,
}

/// What is shown and kept.
#[derive(Args, Debug)]
#[command(next_help_heading = "Results")]
pub(crate) struct LabOutputArgs {
    /// Also show every position of each row.
    #[arg(long, conflicts_with = "tournament")]
    pub(crate) each: bool,
    /// Write all rows, with every position, as comma-separated values.
    #[arg(long, value_name = "FILE", conflicts_with = "tournament")]
    pub(crate) csv: Option<PathBuf>,
    /// Write a report with tables and plots: one HTML file.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// The language of the report; otherwise MOSSA_LANG, LC_ALL or LANG decide.
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// JSON: one object per row (or game), last the sum.
    #[arg(long)]
    pub(crate) json: bool,
}

impl LabArgs {
    /// What a run of the arena is told about keeping and showing.
    pub(crate) fn keeping(&self) -> KeepingArgs {
        KeepingArgs {
            pgn: None,
            concurrency: self.tournament.concurrency,
            out: self.tournament.out.clone(),
            resume: None,
            tables: self.search.tables.clone(),
            report: self.output.report.clone(),
            lang: self.output.lang,
            json: self.output.json,
        }
    }
}
