//! How long a search may take.

use std::time::Duration;

/// When a search ends: at whichever limit comes first. Without any limit it
/// ends when the position is proven, or when it is told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// The most nodes, over all threads.
    pub nodes: Option<u64>,
    /// The time.
    pub time: TimeControl,
}

impl Limits {
    /// Only a depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// Only a number of nodes: repeatable on every machine.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Only a time for this move.
    pub fn per_move(time: Duration) -> Limits {
        Limits { time: TimeControl::PerMove(time), ..Limits::default() }
    }
}

/// How time is measured out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// As long as it takes.
    #[default]
    Unlimited,
    /// So much for this move, whatever happens.
    PerMove(Duration),
    /// A clock for the whole game, or for some moves of it.
    PerGame {
        /// What is left on it.
        remaining: Duration,
        /// What every move adds.
        increment: Duration,
        /// For how many more moves it must last, if that is known.
        moves_to_go: Option<u32>,
        /// What is lost between the search and the clock: a network, a graphical interface.
        overhead: Duration,
    },
}
