//! What happens in a game, and what is left of it.

use std::fmt;

use mossa_game::{GameRecord, Outcome, RecordedMove, Seat};
use serde::Serialize;

use super::messages::{Action, Side};

/// What a server tells of a game while it is played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum ServerEvent {
    /// Somebody has come.
    Connected {
        /// Where the player sits.
        side: Side,
        /// The player's group.
        group: String,
        /// Where the player is.
        peer: Option<String>,
    },
    /// Somebody left before the game: the seat is free again.
    Left {
        /// Which seat.
        side: Side,
    },
    /// Both are here, and the first clock is about to run.
    Began,
    /// A line was sent.
    Sent {
        /// To whom.
        side: Side,
        /// The line.
        line: String,
    },
    /// A line was received; what cannot be read is shown as far as it can.
    Received {
        /// From whom.
        side: Side,
        /// The line.
        line: String,
    },
    /// A move was made.
    Moved(MoveMade),
    /// The game is over.
    Over(GameReport),
}

/// A move that was made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveMade {
    /// Its number, counted from 1; both sides count.
    pub ply: usize,
    /// Who made it.
    pub side: Side,
    /// The move as it was sent.
    #[serde(rename = "move")]
    pub action: Action,
    /// The move in the game's own notation.
    #[serde(skip)]
    pub text: String,
    /// From the message to the answer.
    pub millis: u64,
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// Somebody's time was over.
    Timeout {
        /// Who lost by it.
        side: Side,
    },
    /// Somebody sent something that is no legal move, or closed the connection.
    Invalid {
        /// Who lost by it.
        side: Side,
        /// What was wrong.
        reason: String,
    },
    /// Somebody did not come.
    Absent {
        /// Who lost by it.
        side: Side,
    },
    /// The server was told to stop.
    Stopped,
}

impl Ending {
    /// Who lost by a fault rather than by the rules.
    pub fn at_fault(&self) -> Option<Side> {
        match self {
            Ending::Timeout { side } | Ending::Invalid { side, .. } | Ending::Absent { side } => Some(*side),
            Ending::Rules | Ending::Stopped => None,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules => f.write_str("by the rules"),
            Ending::Timeout { side } => write!(f, "{side} lost on time"),
            Ending::Invalid { side, reason } => write!(f, "{side} sent no valid move: {reason}"),
            Ending::Absent { side } => write!(f, "{side} did not come"),
            Ending::Stopped => f.write_str("the server was stopped"),
        }
    }
}

/// A game that is over.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameReport {
    /// The game with its options.
    pub game: String,
    /// Where it began, if not in the usual position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// What White and Black are called.
    pub groups: [String; 2],
    /// The moves.
    pub moves: Vec<MoveMade>,
    /// How many pieces White and Black had at the end.
    pub pieces: [u32; 2],
    /// Why it is over.
    pub ending: Ending,
    /// Who won; `None` if the server was stopped.
    pub result: Option<Outcome>,
}

impl GameReport {
    /// Who won; `None` if it was a tie, or if the server was stopped.
    pub fn winner(&self) -> Option<Side> {
        self.result.and_then(|outcome| outcome.winner()).map(Side::of)
    }

    /// Why it is over: of a game that ended by the rules, by which. `Black has no pieces left`, `pieces counted`.
    pub fn reason(&self) -> String {
        let without = Side::BOTH.into_iter().find(|side| self.pieces[side.index()] == 0);
        match (&self.ending, without) {
            (Ending::Rules, Some(side)) => format!("{side} has no pieces left"),
            (Ending::Rules, None) => "pieces counted".to_owned(),
            (ending, _) => ending.to_string(),
        }
    }

    /// `12:5` if pieces were counted, the winner's first.
    fn score(&self) -> Option<String> {
        let counted = self.ending == Ending::Rules && !self.pieces.contains(&0);
        let [more, fewer] = [self.pieces.iter().max()?, self.pieces.iter().min()?];
        counted.then(|| format!("{more}:{fewer}"))
    }

    /// The game as a record, which the rest of mossa can read.
    pub fn record(&self) -> GameRecord {
        let recorded = |made: &MoveMade| RecordedMove {
            text: made.text.clone(),
            millis: Some(made.millis),
            ..RecordedMove::default()
        };
        let reason = self.reason();
        let ending = self.score().map_or(reason.clone(), |score| format!("{score}, {reason}"));
        GameRecord {
            game: self.game.clone(),
            players: self.groups.iter().map(|group| Seat { name: group.clone() }).collect(),
            start: self.start.clone(),
            tags: vec![("Ending".to_owned(), ending)],
            moves: self.moves.iter().map(recorded).collect(),
            result: self.result,
        }
    }
}

/// `White wins 12:5, pieces counted`, `White wins, Black lost on time`.
impl fmt::Display for GameReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.result, self.winner()) {
            (None, _) => f.write_str("no result")?,
            (_, Some(side)) => write!(f, "{side} wins")?,
            (Some(_), None) => f.write_str("tie")?,
        }
        if let Some(score) = self.score() {
            write!(f, " {score}")?;
        }
        write!(f, ", {}", self.reason())
    }
}
