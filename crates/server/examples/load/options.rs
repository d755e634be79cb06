//! What to do.

use std::path::PathBuf;
use std::str::FromStr;

use crate::Failure;

/// What to do.
pub(crate) struct Options {
    /// The program that serves.
    pub(crate) mossa: PathBuf,
    /// So many games at once.
    pub(crate) games: usize,
    /// For so long.
    pub(crate) seconds: f64,
    /// So many seconds between two moves of a game, in the mean.
    pub(crate) pace: f64,
    /// So many watch the first game.
    pub(crate) spectators: usize,
    /// 99 of 100 moves must be answered within so many milliseconds.
    pub(crate) limit: f64,
    /// Where the randomness begins.
    pub(crate) seed: u64,
}

impl Options {
    /// Reads the arguments of the program.
    pub(crate) fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, Failure> {
        let mossa = arguments.next().ok_or("which program serves?")?.into();
        let (games, spectators, seed) = (500, 200, 1);
        let mut options = Options { mossa, games, seconds: 60.0, pace: 1.0, spectators, limit: 50.0, seed };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} wants a number"))?;
            match name.as_str() {
                "--games" => options.games = number(&value)?,
                "--seconds" => options.seconds = number(&value)?,
                "--pace" => options.pace = number(&value)?,
                "--spectators" => options.spectators = number(&value)?,
                "--limit" => options.limit = number(&value)?,
                "--seed" => options.seed = number(&value)?,
                _ => return Err(format!("no option {name}").into()),
            }
        }
        Ok(options)
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, Failure> {
    text.parse().map_err(|_| format!("{text} is no such number").into())
}
