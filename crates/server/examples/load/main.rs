//! Many games of bots against each other through the API at once, and spectators on one of them.
//!
//! ```text
//! load MOSSA [--games 500] [--seconds 60] [--pace 1] [--spectators 200] [--limit 50] [--seed 1]
//! ```
//!
//! Starts the program `MOSSA` as a server with a database that is gone at the end. Each game has two bots that move at random,
//! one ply every `pace` seconds in the mean; a game that ends is followed by a new one. The time of a move is that from sending
//! the request until its whole answer is there, stored and all; no engine plays. The exit code is 1 if anything failed, if the
//! 99th percentile is not below the limit in milliseconds, or if a spectator did not see every move in order.

mod api;
mod bots;
mod figures;
mod options;
mod server;
mod spectators;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::bots::{Bots, Plan, Played};
use crate::figures::Figures;
use crate::options::Options;
use crate::server::{Server, Usage};
use crate::spectators::Spectators;

/// Why there are no figures.
type Failure = Box<dyn std::error::Error + Send + Sync>;

/// These are played in turn, the first of them with spectators: at random it goes on for hundreds of plies.
const GAMES: [&str; 6] =
    ["chinese-checkers:players=2", "mnk:3,3,3", "mnk:15,15,5", "connect4", "dipole", "chess"];

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)).and_then(|options| run(&options)) {
        Ok(figures) => {
            println!("{figures}");
            ExitCode::from(u8::from(!figures.are_good()))
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

/// The bots have this thread and the spectators another, so that neither are late because of the other.
fn run(options: &Options) -> Result<Figures, Failure> {
    let server = Server::start(&options.mossa)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut all = Vec::with_capacity(options.games);
        for number in 0..options.games {
            all.push(Bots::sit_down(server.address(), GAMES[number % GAMES.len()]).await?);
        }
        let watched = all.first().ok_or("no games")?.table().to_owned();
        let spectators = Spectators::come(server.address(), watched, options.spectators)?;
        let before = (server.usage()?, Usage::of_this_program()?);
        let mut played = play(all, options).await;
        let after = (server.usage()?, Usage::of_this_program()?);
        // The first bots end with the first game that they played, which was the one that was watched.
        let watched =
            played.first_mut().map(|first| std::mem::take(&mut first.first_game)).unwrap_or_default();
        let seen = spectators.leave(&watched)?;
        Ok(Figures::new(options, &played, watched.len(), seen, [after.0 - before.0, after.1 - before.1]))
    })
}

/// Plays all games until the time is over.
async fn play(all: Vec<Bots>, options: &Options) -> Vec<Played> {
    let begin = Instant::now();
    let plan = |number: usize| Plan {
        begin,
        end: begin + Duration::from_secs_f64(options.seconds),
        pace: options.pace,
        seed: options.seed.wrapping_mul(1_000_003) + number as u64,
    };
    let tasks: Vec<_> =
        all.into_iter().enumerate().map(|(number, bots)| tokio::spawn(bots.play(plan(number)))).collect();
    let mut played = Vec::with_capacity(tasks.len());
    for task in tasks {
        played.push(task.await.unwrap_or_else(|error| Played::failed(error.to_string())));
    }
    played
}
