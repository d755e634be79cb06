//! Arguments of the commands that let players meet.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Lang;
use super::numbers::{any_u64, positive_u32, positive_u64, positive_usize};
use crate::contest::settings::{DEFAULT_MARGIN, DEFAULT_PATIENCE, DEFAULT_PLIES};

/// `mossa match`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa match mossa:depth=6 mossa:depth=3 --game mnk:7,7,5 --games 100
  mossa match mossa level:4 --game gomoku --time 100 --report match.html
  mossa match \"mossa:nodes=5000,-table\" mossa:nodes=5000 --game mnk:9,9,5 --sprt 0,10
  mossa match mossa \"line:python3 examples/bot.py\" --game tic-tac-toe --tc 10+0.1
  mossa match mossa \"gomocup:./pbrain-other\" --game gomoku --time 1000
  mossa match mossa \"uci[table=64]:stockfish\" --game chess --tc 10+0.1
  mossa match mossa level:6 --game chess --tc 10+0.1 --pgn games.pgn
  mossa match --resume match.jsonl

Players: mossa, alphabeta, minimax, maxn, paranoid, bestreply, mcts, level:1 to level:8, perfect,
random, document[:VARIANT], and other programs as line:COMMAND (any game), gomocup:COMMAND (gomoku)
and uci:COMMAND (chess); settings behind a colon: time=MS,
tc=10+0.1, depth=N, nodes=N, threads=N, table=MB, name=TEXT, and techniques such as -table or +pvs.
Levels below 8 and random think as they always do, whatever the limits. perfect makes the moves of
the solver that the game brings; if that has no answer in most of the time, the full search moves
in the rest, and without a limit of time it is waited for. Settings of a program stand in brackets:
line[time=100,name=bot]:COMMAND, gomocup[memory=350,name=bot]:COMMAND,
uci[table=64,option.UCI_Elo=2000]:COMMAND. `mossa games` lists the variants of document players.
Techniques: alphabeta, deepening, order1, order2, ordering, table, bounds, symmetry, pvs,
aspiration, killers, history, countermoves, continuations, matedistance, knowledge,
quiescence, lmr, lmp, nullmove, verification, reversefutility, futility, exchanges, correction,
extensions, singular, iir, selection, attack.

Two games with swapped sides are played from each opening. With --sprt the run ends when the
test does, and the exit code is 0 only if the first player is accepted as better.")]
pub(crate) struct MatchArgs {
    /// The first player: the statistics are seen from its side.
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) first: Option<String>,
    /// The second player.
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) second: Option<String>,
    /// How many games, in whole pairs, 100 if not given; with --sprt the most, 40000 if not given.
    #[arg(long, value_name = "N", value_parser = positive_u64, conflicts_with = "resume")]
    pub(crate) games: Option<u64>,
    /// Stop as soon as a sequential test decides between these two Elo differences, such as 0,10.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, conflicts_with = "resume")]
    pub(crate) sprt: Option<String>,
    /// The Elo of --sprt: normalized by the spread of the results, or logistic.
    #[arg(
        long,
        value_name = "MODEL",
        default_value = "normalized",
        requires = "sprt",
        conflicts_with = "resume"
    )]
    pub(crate) model: String,
    /// The chance that --sprt accepts a player that is not better.
    #[arg(long, value_name = "P", default_value = "0.05", requires = "sprt", conflicts_with = "resume")]
    pub(crate) alpha: f64,
    /// The chance that --sprt refuses a player that is better.
    #[arg(long, value_name = "P", default_value = "0.05", requires = "sprt", conflicts_with = "resume")]
    pub(crate) beta: f64,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

/// `mossa tournament`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa tournament level:1 level:2 level:3 level:4 --game mnk:5,5,4 --rounds 10
  mossa tournament mossa mcts random --game mnk:3,3,3 --game mnk:4,4,3 --nodes 500
  mossa tournament mossa:name=new level:5 level:6 --game gomoku --pairing gauntlet --nodes 10000
  mossa tournament --resume cup.jsonl --report cup.html

In a round every pairing meets once on every board, with each seating. In games for more than
two players everybody meets in pods, and seats are rotated.")]
pub(crate) struct TournamentArgs {
    /// The players, two or more.
    #[arg(required_unless_present = "resume", conflicts_with = "resume", num_args = 1..)]
    pub(crate) players: Vec<String>,
    /// Who meets whom.
    #[arg(long, value_enum, default_value_t = Pairing::RoundRobin, conflicts_with = "resume")]
    pub(crate) pairing: Pairing,
    /// How many of the first players meet all others in a gauntlet.
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive_usize, conflicts_with = "resume")]
    pub(crate) leaders: usize,
    /// How many rounds, 10 if not given; for Swiss pairings enough to find a winner, if not given.
    #[arg(long, value_name = "N", value_parser = positive_usize, conflicts_with = "resume")]
    pub(crate) rounds: Option<usize>,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
}

/// Who meets whom in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Pairing {
    /// Everybody against everybody.
    RoundRobin,
    /// The first against all others.
    Gauntlet,
    /// Each round against somebody with as many points.
    Swiss,
}

/// What matches and tournaments have in common.
#[derive(Args, Debug)]
pub(crate) struct ContestArgs {
    /// The game, with options behind a colon; may be given several times.
    #[arg(long, value_name = "GAME", required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) game: Vec<String>,
    #[command(flatten)]
    pub(crate) thinking: ThinkingArgs,
    #[command(flatten)]
    pub(crate) beginning: BeginningArgs,
    #[command(flatten)]
    pub(crate) ending: EndingArgs,
    #[command(flatten)]
    pub(crate) keeping: KeepingArgs,
}

/// How much players think who do not say it themselves.
#[derive(Args, Debug)]
#[command(next_help_heading = "Thinking (for players who do not say it themselves)")]
pub(crate) struct ThinkingArgs {
    /// Milliseconds for each move; 100 if no limit is given.
    #[arg(long, value_name = "MS", value_parser = positive_u64, conflicts_with_all = ["tc", "resume"])]
    pub(crate) time: Option<u64>,
    /// Seconds for the game and added by each move, 10+0.1, or for each 40 moves, 40/60+0.5.
    #[arg(long, value_name = "TC", conflicts_with = "resume")]
    pub(crate) tc: Option<String>,
    /// Positions for each move: games are repeatable then.
    #[arg(long, value_name = "N", value_parser = positive_u64, conflicts_with = "resume")]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead: games are repeatable then.
    #[arg(long, value_name = "N", value_parser = positive_u32, conflicts_with = "resume")]
    pub(crate) depth: Option<u32>,
    /// What a player may exceed its time by without losing, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = DEFAULT_MARGIN, value_parser = any_u64, conflicts_with = "resume")]
    pub(crate) margin: u64,
    /// When a program without a limit of time counts as hanging, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = DEFAULT_PATIENCE, value_parser = positive_u64, conflicts_with = "resume")]
    pub(crate) patience: u64,
}

/// Where games begin.
#[derive(Args, Debug)]
#[command(next_help_heading = "Openings")]
pub(crate) struct BeginningArgs {
    /// `start`, `random:6` (plies), `random:6:64` (the most even of 64), or a file: EPD, PGN, positions, move lists.
    #[arg(long, value_name = "WHAT", default_value_t = format!("random:{DEFAULT_PLIES}"), conflicts_with = "resume")]
    pub(crate) openings: String,
    /// Use at most so many plies of each game of an opening file.
    #[arg(long, value_name = "N", value_parser = positive_usize, conflicts_with = "resume")]
    pub(crate) plies: Option<usize>,
    /// Take random openings as they come, even if one side is clearly better.
    #[arg(long, conflicts_with = "resume")]
    pub(crate) unbalanced: bool,
    /// Take the openings of a file in random order.
    #[arg(long, conflicts_with = "resume")]
    pub(crate) shuffle: bool,
    /// Where all randomness begins.
    #[arg(long, value_name = "S", default_value = "1", value_parser = any_u64, conflicts_with = "resume")]
    pub(crate) seed: u64,
}

/// When games end, and what they count.
#[derive(Args, Debug)]
#[command(next_help_heading = "Results")]
pub(crate) struct EndingArgs {
    /// A player loses whose own value is so bad so often: score=500,moves=4 (add both for both players' values).
    #[arg(long, value_name = "RULE", conflicts_with = "resume")]
    pub(crate) resign: Option<String>,
    /// A game is drawn if both find it even so long: score=10,moves=8,after=40.
    #[arg(long, value_name = "RULE", conflicts_with = "resume")]
    pub(crate) draw: Option<String>,
    /// End games whose exact value a search of so many positions proves; in games with a quick solver that is known
    /// after the first move.
    #[arg(long, value_name = "NODES", value_parser = positive_u64, conflicts_with = "resume")]
    pub(crate) prove: Option<u64>,
    /// Games that are longer are drawn. (Those in which a position comes for the tenth time always are.)
    #[arg(long, value_name = "N", value_parser = positive_u32, conflicts_with = "resume")]
    pub(crate) max_plies: Option<u32>,
    /// Win, draw and loss: 1/0.5/0, 3/1/0, or 2/3/1 (won as first, won as second, drawn).
    #[arg(long, value_name = "POINTS", default_value = "1/0.5/0", conflicts_with = "resume")]
    pub(crate) points: String,
}

/// What is kept and shown.
#[derive(Args, Debug)]
#[command(next_help_heading = "Running")]
pub(crate) struct KeepingArgs {
    /// How many games at once; never more than keep all cores busy.
    #[arg(long, value_name = "N", value_parser = positive_usize)]
    pub(crate) concurrency: Option<usize>,
    /// Keep the games in this file; a run that was begun there with the same settings, or fewer games, goes on.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the run in this file; its settings are kept there.
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub(crate) resume: Option<PathBuf>,
    /// Let our players use the endgame tables of this folder, which `mossa table build` made; said anew with --resume.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Write a report with tables and plots: one HTML file.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write the games for other programs when the run ends: PGN for chess, our own records for other games.
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// The language of the report; otherwise MOSSA_LANG, LC_ALL or LANG decide.
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// JSON: one object per game that is played now, last the summary.
    #[arg(long)]
    pub(crate) json: bool,
}
