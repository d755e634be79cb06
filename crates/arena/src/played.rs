//! A finished game as the arena keeps it.

use std::fmt;

use mossa_game::{GameRecord, Outcome};
use serde::{Deserialize, Serialize};

use crate::openings::Opening;

/// A finished game. One line of a run's journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// Its number in the run, from 0; no two games have the same.
    pub number: u64,
    /// The encounter it belongs to: the same players, board and opening with every seating.
    pub encounter: u64,
    /// Which of the run's boards it was played on, from 0.
    pub board: usize,
    /// Which opening of that board, from 0.
    pub opening: usize,
    /// Which player sat in each seat, by number in the run's list.
    pub seats: Vec<usize>,
    /// Moves that were played before the players were asked.
    pub opening_plies: u32,
    /// Plies after the opening.
    pub plies: u32,
    /// Why it ended.
    pub ending: Ending,
    /// What each seat spent.
    pub effort: Vec<Effort>,
    /// All of its moves, and the result, which is never missing.
    pub record: GameRecord,
}

impl PlayedGame {
    /// How it ended. (A record without a result cannot be in a journal; it would count as a draw.)
    pub fn outcome(&self) -> Outcome {
        self.record.result.unwrap_or_else(|| Outcome::draw(self.seats.len()))
    }
}

impl PlayedGame {
    /// What was played before the players were asked.
    pub fn used_opening(&self) -> Opening {
        let moves =
            self.record.moves.iter().take(self.opening_plies as usize).map(|m| m.text.clone()).collect();
        Opening { start: self.record.start.clone(), moves, ..Opening::default() }
    }

    /// The same without the moves after the opening: all that summaries need, in a tenth of the memory.
    pub fn lightened(mut self) -> PlayedGame {
        self.record.moves.truncate(self.opening_plies as usize);
        self.record.moves.shrink_to_fit();
        self
    }

    /// Whether its parts fit together.
    pub fn validate(&self) -> Result<(), String> {
        let seats = self.seats.len();
        let loser = match self.ending {
            Ending::Resignation { seat } | Ending::Forfeit { seat, .. } => Some(seat),
            _ => None,
        };
        match self.record.result {
            None => Err("no result".to_owned()),
            Some(result) if result.players() != seats => {
                Err(format!("a result of {} players", result.players()))
            }
            _ if self.effort.len() != seats => Err(format!("efforts of {} players", self.effort.len())),
            _ if loser.is_some_and(|seat| seat >= seats) => Err("a loser who did not play".to_owned()),
            _ if self.opening_plies as usize > self.record.moves.len() => Err("too few moves".to_owned()),
            _ => Ok(()),
        }
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Ending {
    /// The board shows it.
    Rules,
    /// A player gave up, or the rule for hopeless games did it for him.
    Resignation {
        /// Whose seat, from 0.
        seat: usize,
    },
    /// The rule for even games.
    DrawRule,
    /// The exact value was known.
    Proven,
    /// Too many plies.
    Length,
    /// A player lost by a fault.
    Forfeit {
        /// Whose seat, from 0.
        seat: usize,
        /// What it did.
        reason: String,
        /// Whether it was a matter of time.
        #[serde(default)]
        late: bool,
    },
}

impl Ending {
    /// One word for all endings of this kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Resignation { .. } => "resignation",
            Ending::DrawRule => "draw-rule",
            Ending::Proven => "proven",
            Ending::Length => "length",
            Ending::Forfeit { .. } => "forfeit",
        }
    }
}

/// `rules`, `resignation of player 2`, `forfeit of player 1: crashed`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Resignation { seat } => write!(f, "{} of player {}", self.kind(), seat + 1),
            Ending::Forfeit { seat, reason, .. } => {
                write!(f, "{} of player {}: {reason}", self.kind(), seat + 1)
            }
            _ => f.write_str(self.kind()),
        }
    }
}

/// What a seat spent on a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Moves of its own.
    pub moves: u32,
    /// Microseconds, as the arena measured them.
    pub micros: u64,
    /// Positions visited, as the player told.
    pub nodes: u64,
    /// The sum of the depths it told.
    pub depths: u64,
    /// How many moves it told a depth for.
    pub depths_told: u32,
}

impl Effort {
    /// Both together.
    pub fn add(&mut self, other: &Effort) {
        // What other programs tell may be any number.
        self.moves = self.moves.saturating_add(other.moves);
        self.micros = self.micros.saturating_add(other.micros);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.depths = self.depths.saturating_add(other.depths);
        self.depths_told = self.depths_told.saturating_add(other.depths_told);
    }

    /// The mean depth, if the player told any.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depths_told > 0).then(|| self.depths as f64 / f64::from(self.depths_told))
    }

    /// Positions per second, if the player told any.
    pub fn speed(&self) -> Option<f64> {
        (self.nodes > 0 && self.micros > 0).then(|| self.nodes as f64 * 1e6 / self.micros as f64)
    }
}
