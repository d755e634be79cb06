//! Somebody who makes moves: our own searches, and other people's programs.

use std::sync::Arc;
use std::time::Duration;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{Assessment, Outcome, Player};
use mossa_search::{Limits, StopSignal};
use thiserror::Error;

/// A player who can sit down at a board. One instance plays one game at a time; it is reused for the next one,
/// unless it committed a fault: then it is thrown away.
pub trait Contestant: Send {
    /// A new game begins. Nothing may be remembered from earlier ones, so that games are repeatable.
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), Fault>;

    /// It is this player's turn.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Answer, Fault>;

    /// The game is over.
    fn finish(&mut self, _outcome: &Outcome) {}
}

/// What a player is told when a game begins.
pub struct NewGame<'a> {
    /// The game with its options.
    pub game: &'a Arc<dyn AnyGame>,
    /// Where the player sits.
    pub seat: Player,
    /// Where all its randomness begins.
    pub seed: u64,
    /// The run is being ended; whatever takes long must look at it.
    pub stop: &'a StopSignal,
}

/// What a player is told when it is its turn.
pub struct Turn<'a> {
    /// The position, with the moves that led to it, those of the opening included.
    pub position: &'a dyn AnyPosition,
    /// The position before the first of these moves, if it is not the game's usual one.
    pub start: Option<&'a str>,
    /// How long to think. With a clock for the whole game, what is left on the player's own.
    pub limits: Limits,
    /// What is left on the clocks of all seats, for those who have one.
    pub clocks: &'a [Option<Duration>],
    /// When to give up waiting for another program: its time is over by then. Without a limit of time, when it is to
    /// be considered as hanging.
    pub patience: Duration,
    /// The run is being ended: give up with [`Fault::Stopped`].
    pub stop: &'a StopSignal,
}

/// What a player does with its turn.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It moves.
    Move(Choice),
    /// It gives up the game.
    Resign,
}

/// A move and what its player thought.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    /// The move, in the notation of the game. It may be illegal: the arena looks.
    pub text: String,
    /// What the player makes of the position before the move, for itself.
    pub value: Option<Assessment>,
    /// How deep it looked.
    pub depth: Option<u32>,
    /// How many positions it visited.
    pub nodes: Option<u64>,
}

/// Why a player cannot go on. Every fault but [`Fault::Stopped`] loses the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The program ended, or its output did.
    #[error("crashed: {0}")]
    Crashed(String),
    /// No answer came.
    #[error("did not answer within {} ms", .0.as_millis())]
    Silent(Duration),
    /// The answer is not one of those that the protocol knows.
    #[error("answered garbage: {0}")]
    Garbage(String),
    /// More output than anybody would read.
    #[error("flooded its output: {0}")]
    Flooded(String),
    /// The program said that it cannot do what was asked.
    #[error("refused: {0}")]
    Refused(String),
    /// The move is against the rules.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// The clock ran out.
    #[error("lost on time, {} ms too late", .0.as_millis())]
    Overstepped(Duration),
    /// The run was ended: nobody's fault.
    #[error("the run was stopped")]
    Stopped,
}
