//! What can be typed: help, completions and man pages are generated from these definitions.

mod book;
mod bot;
mod contest;
mod dipole;
mod gomocup;
mod lab;
mod memory;
mod numbers;
mod profile;
mod serve;
mod solve;
mod statistics;
mod suite;
mod table;
mod train;
mod uci;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use mossa_engine::Method;
use mossa_search::Features;

pub(crate) use book::{
    BookArgs, BookCommand, BookExportArgs, BookImportArgs, BookInfoArgs, BookMakeArgs, BookShowArgs,
    BookSolveArgs, BookVerifyArgs,
};
pub(crate) use bot::BotArgs;
pub(crate) use contest::{
    BeginningArgs, ContestArgs, EndingArgs, KeepingArgs, MatchArgs, Pairing, ThinkingArgs, TournamentArgs,
};
pub(crate) use dipole::{DipoleArgs, DipoleCommand, DipoleHostArgs, DipoleJoinArgs, DipoleTournamentArgs};
pub(crate) use gomocup::GomocupArgs;
pub(crate) use lab::{LabArgs, LabOutputArgs, LabPairing, LabSearchArgs};
use memory::{MemoryArgs, style};
use mossa_adapt::Style;
use numbers::{
    any_u64, megabytes, perft_plies, points, positive_u32, positive_u64, positive_usize, screen_side, threads,
};
pub(crate) use profile::{
    ProfileArgs, ProfileCommand, ProfileEraseArgs, ProfileExportArgs, ProfileImportArgs, ProfileListArgs,
    ProfileResetArgs, ProfileShowArgs,
};
pub(crate) use serve::ServeArgs;
pub(crate) use solve::SolveArgs;
pub(crate) use statistics::{EloArgs, SprtArgs};
pub(crate) use suite::SuiteArgs;
pub(crate) use table::{
    TableArgs, TableBuildArgs, TableCommand, TableFolder, TableInfoArgs, TableVerifyArgs,
};
pub(crate) use train::TrainArgs;
pub(crate) use uci::UciArgs;

use crate::features;

/// Play, analyse, solve and measure perfect-information board games.
///
/// Without a command it does what `mossa serve --open` does: it shows the page.
#[derive(Parser, Debug)]
#[command(name = "mossa", version, args_override_self = false, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// Without a command: do not open the page in a browser.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Reads the command line. A negative number behind an option is its value, so that it is refused as such.
pub(crate) fn read() -> Result<Cli, clap::Error> {
    let words = with_command_of_name(std::env::args_os().collect());
    Cli::from_arg_matches(&with_negative_numbers(Cli::command()).try_get_matches_from(words)?)
}

/// What the names of programs begin with that speak the Gomocup protocol. Managers start them without arguments.
const BRAIN: &str = "pbrain-";

/// The words of the command line. A program that is called as those of Gomocup are does what `mossa gomocup` does.
fn with_command_of_name(mut words: Vec<OsString>) -> Vec<OsString> {
    let name = words.first().and_then(|program| Path::new(program).file_name());
    if name.is_some_and(|name| name.to_string_lossy().starts_with(BRAIN)) {
        words.insert(1, "gomocup".into());
    }
    words
}

fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|arg| {
        let is_option = arg.get_long().is_some() && arg.get_action().takes_values();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    });
    command.mut_subcommands(with_negative_numbers)
}

const EXAMPLES: &str = "\
Examples:
  mossa                               the page, in a browser
  mossa games                         which games there are
  mossa play mnk:3,3,3                play tic-tac-toe in the terminal
  mossa analyse mnk:3,3,3             find the best move
  mossa solve mnk:4,4,3               prove the result of perfect play
  mossa perft mnk:3,3,3 --depth 9     count positions
  mossa match level:4 level:2 --game mnk:3,3,3
                                      let players meet

Exit codes: 0 done, 1 the answer is \"no\" or a check failed, 2 bad input.";

/// The commands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games, their options, presets and notations.
    Games(GamesArgs),
    /// Show the page in a browser, and answer programs: the HTTP API.
    Serve(ServeArgs),
    /// Play in the terminal against a level or another person.
    Play(PlayArgs),
    /// Show, hand over or forget what is known of those who play.
    Profile(ProfileArgs),
    /// Find the best moves and say what they are worth.
    #[command(visible_alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Find out what a position is worth with perfect play, and what each move is.
    Solve(SolveArgs),
    /// Run test suites: positions with something to find in them.
    Suite(SuiteArgs),
    /// Make and check books of exact values.
    Book(BookArgs),
    /// Make and check tables of perfect endgames.
    Table(TableArgs),
    /// Have an evaluation learn from the results of games.
    Train(TrainArgs),
    /// Count the positions after a number of plies.
    Perft(PerftArgs),
    /// Do fixed work: a node count that only changes with the search, and the speed.
    Bench(BenchArgs),
    /// Let two players meet in games with swapped sides, and say which is stronger.
    Match(MatchArgs),
    /// Let many players meet: everybody against everybody, a gauntlet, or Swiss rounds.
    Tournament(TournamentArgs),
    /// Take the search apart: the same work with its techniques switched on one by one.
    Lab(LabArgs),
    /// Tell the Elo difference that given results show.
    Elo(EloArgs),
    /// Tell what a sequential test makes of given results.
    Sprt(SprtArgs),
    /// Play for another program's arena, through the line protocol.
    Bot(BotArgs),
    /// Play five in a row for a manager, through the Gomocup protocol.
    Gomocup(GomocupArgs),
    /// Play chess for a program with a board, through the Universal Chess Interface.
    Uci(UciArgs),
    /// Play Dipole over TCP: be the server, join one, or run a league.
    Dipole(DipoleArgs),
    /// Print completions for a shell.
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all commands.
    Man(ManArgs),
    /// Write a picture of the playing screen.
    #[command(hide = true)]
    Screenshot(ScreenshotArgs),
}

/// `mossa games`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa games
  mossa games mnk
  mossa games --json")]
pub(crate) struct GamesArgs {
    /// Tell more about this game.
    pub(crate) name: Option<String>,
    /// One JSON object per game.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game, and where in it to begin.
#[derive(Args, Debug)]
pub(crate) struct Start {
    /// The game, with options behind a colon; `mossa games` lists them.
    pub(crate) game: String,
    /// Start from this position, written as `mossa games NAME` explains.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Play these moves first, separated by blanks (which may be left out where moves have one character).
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// `mossa perft`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa perft mnk:3,3,3 --depth 9
  mossa perft mnk:3,3,3 --depth 9 --ended
  mossa perft mnk:5,5,4 --depth 4 --moves \"c3 b2\" --divide

The last line is `nodes N`. A game that ended before the last ply adds nothing,
unless --ended counts it once. Draws that somebody has to claim, such as those of
the fifty moves, end no game here: counts are those that others publish.")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) start: Start,
    /// How many plies to play.
    #[arg(long, value_name = "N", value_parser = perft_plies)]
    pub(crate) depth: u32,
    /// Also print the count of every first move.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count games that ended earlier once.
    #[arg(long)]
    pub(crate) ended: bool,
    /// JSON: one object per first move with --divide, last {"nodes", "depth", "seconds"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa analyse`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa analyse mnk:3,3,3
  mossa analyse mnk:5,5,4 --moves \"c3 b2\" --time 2000 --lines 3
  mossa analyse gomoku --depth 6 --explain
  mossa analyse mnk:4,4,3 --depth 8 --features alphabeta,ordering,table --json
  mossa analyse dipole --depth 8 --explain --brain document

`depth 9/14` means: everything to depth 9, some lines to 14. Values are for the player
to move; `win in 5` counts the moves of both sides. With --explain, the weighted terms of
the evaluation are shown for each player; their difference is what the position looks
worth without search. A brain is another way to value positions that the game brings, such
as that of a paper; `mossa games NAME` lists them.

In games that bring a solver the answer is exact: what each move is worth, in the score
that is usual there, and best play to the end. A solver that may take long gets half of the
time, and the search the rest if it needs it. --depth, --nodes, --method, --features and
--brain ask for the search alone.

The last line is `best M`. Without a limit the search takes 5 seconds, or less if
the result is proven before. Ctrl-C stops it and still prints the result.")]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Stop after this many milliseconds.
    #[arg(long, value_name = "MS", value_parser = positive_u64)]
    pub(crate) time: Option<u64>,
    /// Stop after this many plies.
    #[arg(long, value_name = "N", value_parser = positive_u32)]
    pub(crate) depth: Option<u32>,
    /// Stop after this many positions: repeatable on every machine.
    #[arg(long, value_name = "N", value_parser = positive_u64)]
    pub(crate) nodes: Option<u64>,
    /// Follow this many of the best moves.
    #[arg(long, value_name = "K", default_value = "1", value_parser = positive_usize)]
    pub(crate) lines: usize,
    /// Search with this many threads.
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: usize,
    /// Which search to use.
    #[arg(long, value_enum, default_value_t = MethodArg::Auto)]
    pub(crate) method: MethodArg,
    /// Memory for what the search remembers.
    #[arg(long, value_name = "MB", default_value = "64", value_parser = megabytes)]
    pub(crate) table: usize,
    /// Techniques of the alpha-beta search: `-table,-pvs` or `alphabeta,table`, or all, none, exact.
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true, value_parser = features::parse)]
    pub(crate) features: Option<Features>,
    /// Use the endgame tables of this folder, which `mossa table build` made.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Think with this brain of the game, and explain with it, instead of the game's own evaluation.
    #[arg(long, value_name = "NAME")]
    pub(crate) brain: Option<String>,
    /// Print the named terms of the evaluation for every player.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Where all randomness begins.
    #[arg(long, value_name = "S", default_value = "0", value_parser = any_u64)]
    pub(crate) seed: u64,
    /// JSON: one object per improvement, last {"best": "M", ...}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The searches by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum MethodArg {
    /// Alpha-beta for two players, Best-Reply Search for more.
    Auto,
    /// Alpha-beta with everything on top.
    #[value(name = "alphabeta")]
    AlphaBeta,
    /// Everybody for himself.
    #[value(name = "maxn")]
    MaxN,
    /// All against the player to move.
    Paranoid,
    /// All against the player to move, but only the best of them answers.
    #[value(name = "bestreply")]
    BestReply,
    /// Monte-Carlo tree search.
    Mcts,
}

impl From<MethodArg> for Method {
    fn from(method: MethodArg) -> Method {
        match method {
            MethodArg::Auto => Method::Auto,
            MethodArg::AlphaBeta => Method::AlphaBeta,
            MethodArg::MaxN => Method::MaxN,
            MethodArg::Paranoid => Method::Paranoid,
            MethodArg::BestReply => Method::BestReply,
            MethodArg::Mcts => Method::Mcts,
        }
    }
}

/// `mossa play`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa play mnk:3,3,3
  mossa play gomoku --level 5 --side 2 --save game.txt
  mossa play connect4 --level perfect
  mossa play dipole --side black
  mossa play mnk:5,5,4 --side all             two people, one keyboard
  mossa play mnk:5,5,4 --side none            watch the levels play
  mossa play mnk:3,3,3 --lang it
  mossa play connect4 --style exploit --name Ada
  mossa play connect4 --bot edge-runner
  printf 'b2\\nmoves\\nquit\\n' | mossa play mnk:3,3,3 --plain

The opponent of --style learns from each of your moves. A finished game is stored with what it
adds to the book and to your profile, all or nothing; of a game that you leave before its end
only what your moves showed is kept, and what you take back is forgotten. `mossa profile` shows
what is known of you, hands it over, and erases it.")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) start: Start,
    /// How strong mossa plays, from 1 to 8, or `perfect` in games that bring a solver.
    #[arg(long, value_name = "1-8|perfect", default_value = "4")]
    pub(crate) level: String,
    /// Seats for people: numbers such as `1` or `1,3`, names such as `white`, `none` or `all`.
    #[arg(long, value_name = "SEATS", default_value = "1")]
    pub(crate) side: String,
    /// Where all randomness begins; without it every game is different.
    #[arg(long, value_name = "S", value_parser = any_u64)]
    pub(crate) seed: Option<u64>,
    /// The language of the screen; otherwise MOSSA_LANG, LC_ALL or LANG decide.
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// Keep the record of the game in this file, always up to date (JSON if it ends in .json).
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// How long level 8, perfect play and hints may think, 1000 if not given; the other levels look at a fixed number of
    /// positions, whatever time that takes.
    #[arg(long, value_name = "MS", value_parser = positive_u64)]
    pub(crate) time: Option<u64>,
    /// Use the endgame tables of this folder, which `mossa table build` made.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Have an opponent that adapts to you: `exploit` gives nothing away and plays for what you are likely to overlook,
    /// `classic` lets the weights of its evaluation follow your weaknesses. It remembers you.
    #[arg(long, value_name = "exploit|classic", value_parser = style, conflicts_with_all = ["level", "bot"], help_heading = "An opponent that adapts")]
    pub(crate) style: Option<Style>,
    /// Who you are, for the opponent that adapts; otherwise the user's name.
    #[arg(long, value_name = "YOU", requires = "style", help_heading = "An opponent that adapts")]
    pub(crate) name: Option<String>,
    /// What its moves may fall short of the best where no result is known, in points of the evaluation.
    #[arg(long, value_name = "N", value_parser = points, requires = "style", help_heading = "An opponent that adapts")]
    pub(crate) tolerance: Option<i32>,
    #[command(flatten, next_help_heading = "An opponent that adapts")]
    pub(crate) memory: MemoryArgs,
    /// Play against a training bot, which errs in a way of its own; `mossa games NAME` lists them.
    #[arg(long, value_name = "NAME", conflicts_with = "level")]
    pub(crate) bot: Option<String>,
    /// Draw without colours (also when NO_COLOR is set).
    #[arg(long, alias = "no-color")]
    pub(crate) no_colour: bool,
    /// Read lines and print lines instead of drawing a screen.
    #[arg(long)]
    pub(crate) plain: bool,
}

/// The languages by code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Lang {
    /// English.
    En,
    /// Italian.
    It,
}

/// `mossa bench`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa bench
  mossa bench mnk
  mossa bench mnk --ablation
  mossa bench mnk:4,4,3 --ablation --depth 6 --json

The last lines are `signature N` and `nps N`. The signature counts positions: it is
the same on every machine and changes only when the search or an evaluation does.")]
pub(crate) struct BenchArgs {
    /// Only this game; all games if none is given.
    pub(crate) game: Option<String>,
    /// Search one position with the techniques switched on, and off, one by one.
    #[arg(long, requires = "game")]
    pub(crate) ablation: bool,
    /// Let --ablation search this deep instead of what the game proposes.
    #[arg(long, value_name = "N", value_parser = positive_u32, requires = "ablation")]
    pub(crate) depth: Option<u32>,
    /// JSON: one object per position or step, last {"signature", "nps"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa completions`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa completions bash > ~/.local/share/bash-completion/completions/mossa
  mossa completions zsh > ~/.zfunc/_mossa
  mossa completions fish > ~/.config/fish/completions/mossa.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

/// `mossa man`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa man | man -l -
  mossa man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write one page per command into this directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// `mossa screenshot`.
#[derive(Args, Debug)]
pub(crate) struct ScreenshotArgs {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The SVG file to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// How many columns the screen has.
    #[arg(long, value_name = "N", default_value = "80", value_parser = screen_side)]
    pub(crate) width: u16,
    /// How many rows the screen has.
    #[arg(long, value_name = "N", default_value = "24", value_parser = screen_side)]
    pub(crate) height: u16,
    /// The language of the screen.
    #[arg(long, value_enum, default_value_t = Lang::En)]
    pub(crate) lang: Lang,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        with_negative_numbers(Cli::command()).debug_assert();
    }

    #[test]
    fn the_name_of_a_brain_is_a_command() {
        let words = |words: &[&str]| with_command_of_name(words.iter().map(OsString::from).collect());
        for name in ["pbrain-mossa", "/opt/brains/pbrain-mossa64", "./pbrain-mossa.exe"] {
            assert_eq!(words(&[name, "--threads", "2"])[1..], ["gomocup", "--threads", "2"]);
        }
        for name in ["mossa", "/opt/pbrain-x/mossa", "brain-mossa"] {
            assert_eq!(words(&[name, "games"])[1..], ["games"]);
        }
        assert!(words(&[]).is_empty());
    }

    #[test]
    fn every_command_has_examples() {
        let cli = Cli::command();
        for command in cli.get_subcommands().filter(|command| !command.is_hide_set()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Examples:\n  mossa "), "{}", command.get_name());
        }
    }

    #[test]
    fn the_help_of_matches_lists_all_techniques() {
        let cli = Cli::command();
        let command = cli.find_subcommand("match").unwrap();
        let help = command.get_after_help().unwrap().to_string();
        let (_, listed) = help.split_once("Techniques: ").unwrap();
        let (listed, _) = listed.split_once('.').unwrap();
        let listed: Vec<&str> = listed.split(',').map(str::trim).collect();
        let all: Vec<&str> =
            mossa_search::Feature::ALL.into_iter().map(mossa_search::Feature::name).collect();
        assert_eq!(listed, all);
    }
}
