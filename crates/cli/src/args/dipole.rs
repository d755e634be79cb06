//! Arguments of `mossa dipole`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use mossa_engine::Level;
use mossa_protocol::dipole::{DEFAULT_PORT, game_called};

use super::numbers::{any_u64, megabytes, number, threads};

/// A day, in milliseconds: nobody waits longer for a move.
const DAY_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// A day, in seconds.
const DAY_SECONDS: u64 = 24 * 60 * 60;
/// More rounds than anybody waits for: with two players and a second for each game, two days.
const MOST_ROUNDS: u64 = 100_000;

/// `mossa dipole`.
#[derive(Args, Debug)]
#[command(
    arg_required_else_help = false,
    after_help = "\
Examples:
  mossa dipole host --time 1000 --log game.log
  mossa dipole join localhost:8901 --time 950
  mossa dipole tournament level:4 level:6 \"java=java -jar Player.jar {host} {port}\"

The protocol is told in docs/dipole-protocol.md."
)]
pub(crate) struct DipoleArgs {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: DipoleCommand,
}

/// What can be done over TCP.
#[derive(Subcommand, Debug)]
pub(crate) enum DipoleCommand {
    /// Be the server of a game: wait for two players, and have them play.
    Host(DipoleHostArgs),
    /// Play at a server.
    Join(DipoleJoinArgs),
    /// Have players and other people's programs meet at home and away.
    Tournament(DipoleTournamentArgs),
}

/// Which Dipole.
#[derive(Args, Debug)]
pub(crate) struct DipoleGameArgs {
    /// Where White begins: on H5, or on H3 as Mark Steere drew it.
    #[arg(long, value_name = "WHERE", default_value = "course", value_parser = ["course", "steere"])]
    pub(crate) start: String,
    /// After how many moves of each player pieces are counted and more win: a number, or `none` for never.
    #[arg(long, value_name = "N", default_value = "60", value_parser = limit, allow_negative_numbers = true)]
    pub(crate) limit: String,
}

/// `mossa dipole host`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa dipole host
  mossa dipole host --port 9000 --time 500 --warmup 5 --white-id 12 --black-id 7 --log game.log
  mossa dipole host --bind 0.0.0.0 --games 0 --log games.jsonl --json

The first to connect is White. Who sends anything but a legal move, is late, or leaves, has lost.
Nobody outside this machine can connect unless --bind says so. Others who connect during a game
are the players of the next one. The log holds all lines and the record of each game, or only the
records if its name ends in .json or .jsonl; more is added to what is there.")]
pub(crate) struct DipoleHostArgs {
    /// The address to listen on; 0.0.0.0 is every network of this machine.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = ip_address)]
    pub(crate) bind: IpAddr,
    /// The port to listen on; 0 is any that is free.
    #[arg(long, value_name = "PORT", default_value_t = DEFAULT_PORT, value_parser = port, allow_negative_numbers = true)]
    pub(crate) port: u16,
    /// Milliseconds for each move.
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = move_millis, allow_negative_numbers = true)]
    pub(crate) time: u64,
    /// What a move may take longer without losing, in milliseconds.
    #[arg(long, value_name = "MS", default_value = "20", value_parser = grace_millis, allow_negative_numbers = true)]
    pub(crate) grace: u64,
    /// Seconds between the arrival of the second player and the first move.
    #[arg(long, value_name = "S", default_value = "15", value_parser = pause_seconds, allow_negative_numbers = true)]
    pub(crate) warmup: u64,
    #[command(flatten)]
    pub(crate) game: DipoleGameArgs,
    /// The group of White, as the players are told.
    #[arg(long, value_name = "ID", default_value = "0", value_parser = group)]
    pub(crate) white_id: String,
    /// The group of Black.
    #[arg(long, value_name = "ID", default_value = "1", value_parser = group)]
    pub(crate) black_id: String,
    /// How many games, one after the other; 0 is without end.
    #[arg(long, value_name = "N", default_value = "1", value_parser = any_u64, allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Add what happens to this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// JSON: one object for each event, {"event": "listening" ... "over"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa dipole join`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa dipole join localhost
  mossa dipole join 192.168.1.20:8901 --time 950 --threads 2
  mossa dipole join localhost:9000 --level 3
  mossa dipole join localhost --player dipole-document:ordered

A move is sent at the latest when the time is over, whatever the search does; it is counted from
reading the server's message to having sent the move, so leave some of the server's limit for the
network. The protocol does not say where the game begins and when it ends: --start and --limit must
be those of the server.

Exit codes: 0 won or tied, 1 lost, 2 no result: bad input, no server there, or the game broke off.")]
pub(crate) struct DipoleJoinArgs {
    /// The server: HOST or HOST:PORT; the port is 8901 if not given.
    #[arg(value_name = "HOST[:PORT]")]
    pub(crate) address: String,
    /// Milliseconds for each move.
    #[arg(long, value_name = "MS", default_value = "950", value_parser = move_millis, allow_negative_numbers = true)]
    pub(crate) time: u64,
    /// How strong mossa plays, from 1 to 8.
    #[arg(long, value_name = "1-8", default_value = "8", value_parser = level, conflicts_with = "player", allow_negative_numbers = true)]
    pub(crate) level: Level,
    /// Who plays instead, as `mossa match` writes players.
    #[arg(long, value_name = "PLAYER", allow_hyphen_values = true)]
    pub(crate) player: Option<String>,
    /// Level 8 searches with this many threads.
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads, conflicts_with = "player", allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Memory for what level 8 remembers.
    #[arg(long, value_name = "MB", default_value = "64", value_parser = megabytes, conflicts_with = "player", allow_negative_numbers = true)]
    pub(crate) table: usize,
    /// Use the endgame tables of this folder, which `mossa table build` made.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: DipoleGameArgs,
    /// Where all randomness of weaker levels begins; without it every game is different.
    #[arg(long, value_name = "S", value_parser = any_u64, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// JSON: one object for each event, last {"event": "over", "result", "timed_out"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// `mossa dipole tournament`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  mossa dipole tournament level:2 level:4 level:6
  mossa dipole tournament strong=level:8 \"java=java -jar Player.jar {host} {port}\" --rounds 5 --log games

A player is one of `mossa match`, or a program as NAME=COMMAND with {host} and {port} in it, which
is started for each game, connects, and plays; a name can stand before the others, too. Everybody
meets everybody with White and with Black in each round. A win counts 3 points, a tie 1. Players of
ours take 95 % of the time.

The folder of --log must not have logs of another league; it gets the standings, too.")]
pub(crate) struct DipoleTournamentArgs {
    /// The players, two or more.
    #[arg(required = true, num_args = 1.., value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// How often everybody meets everybody at home and away.
    #[arg(long, value_name = "N", default_value = "1", value_parser = rounds, allow_negative_numbers = true)]
    pub(crate) rounds: usize,
    /// Milliseconds for each move.
    #[arg(long, value_name = "MS", default_value = "1000", value_parser = move_millis, allow_negative_numbers = true)]
    pub(crate) time: u64,
    /// What a move may take longer without losing, in milliseconds.
    #[arg(long, value_name = "MS", default_value = "20", value_parser = grace_millis, allow_negative_numbers = true)]
    pub(crate) grace: u64,
    /// Seconds between the arrival of the second player and the first move.
    #[arg(long, value_name = "S", default_value = "0", value_parser = pause_seconds, allow_negative_numbers = true)]
    pub(crate) warmup: u64,
    /// Seconds after which a program that has not connected has lost.
    #[arg(long, value_name = "S", default_value = "30", value_parser = patience_seconds, allow_negative_numbers = true)]
    pub(crate) patience: u64,
    #[command(flatten)]
    pub(crate) game: DipoleGameArgs,
    /// How many games at once; more than one takes time from the players.
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    pub(crate) concurrency: usize,
    /// Where all randomness of our players begins.
    #[arg(long, value_name = "S", default_value = "1", value_parser = any_u64, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Let our players use the endgame tables of this folder, which `mossa table build` made.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Keep the log of each game, what programs print, and the standings in this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
    /// JSON: one object for each game, last {"standings"}.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A name of a group: the course's are numbers.
fn group(text: &str) -> Result<String, String> {
    let fine = (1..=40).contains(&text.chars().count()) && !text.contains(char::is_control);
    fine.then(|| text.to_owned()).ok_or_else(|| "1 to 40 characters on one line".to_owned())
}

fn move_millis(text: &str) -> Result<u64, String> {
    number(text, 1, DAY_MILLIS)
}

fn grace_millis(text: &str) -> Result<u64, String> {
    number(text, 0, DAY_MILLIS)
}

fn pause_seconds(text: &str) -> Result<u64, String> {
    number(text, 0, DAY_SECONDS)
}

fn patience_seconds(text: &str) -> Result<u64, String> {
    number(text, 1, DAY_SECONDS)
}

fn rounds(text: &str) -> Result<usize, String> {
    number(text, 1, MOST_ROUNDS).map(|n| n as usize)
}

fn port(text: &str) -> Result<u16, String> {
    number(text, 0, u64::from(u16::MAX)).map(|n| n as u16)
}

fn ip_address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "an IP address such as 0.0.0.0".to_owned())
}

fn level(text: &str) -> Result<Level, String> {
    text.parse().map_err(|error: mossa_game::InputError| error.expected)
}

/// A limit that the game accepts.
fn limit(text: &str) -> Result<String, String> {
    // What no game accepts: its error says what would be right, in the words of a game's option.
    let never = || game_called("course", "0").err().map(|error| error.expected.replace("limit=none", "none"));
    match game_called("course", text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(never().unwrap_or(error.expected)),
    }
}
