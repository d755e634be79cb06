//! What is agreed before a run begins: all that decides which games are played, and how.

use std::sync::Arc;

use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};
use serde::{Deserialize, Serialize};

use crate::adjudication::Rules;
use crate::budget::Budget;
use crate::openings::OpeningSource;
use crate::players::PlayerSpec;
use crate::schedule::Plan;
use crate::stats::{PointSystem, Sprt};

/// Opens a game by its name.
pub type Opener<'a> = &'a dyn Fn(&str) -> Result<Arc<dyn AnyGame>, InputError>;

/// Everything that decides which games are played and how they are counted. Two runs with the same settings play the
/// same games (if no player's budget is time), however often they are interrupted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunSettings {
    /// Who meets whom.
    pub plan: Plan,
    /// The players; other places mean them by their number in this list.
    pub players: Vec<PlayerSpec>,
    /// The boards, by their full names.
    pub boards: Vec<String>,
    /// How often each pairing meets on each board, every time with all seatings.
    pub rounds: usize,
    /// How much players may think who do not say it themselves.
    pub budget: Budget,
    /// Where games begin.
    pub openings: OpeningSource,
    /// Where all randomness begins.
    pub seed: u64,
    /// What a player may exceed its time by without losing, in milliseconds.
    pub margin: u64,
    /// How long to wait for a program whose time is not limited, in milliseconds.
    pub patience: u64,
    /// When games end before the board shows a result.
    pub rules: Rules,
    /// What wins and draws are worth.
    pub points: PointSystem,
    /// A test that ends the run as soon as it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

impl RunSettings {
    /// The names of what differs, if anything does.
    pub fn difference(&self, other: &RunSettings) -> Option<String> {
        if self == other {
            return None;
        }
        let fields = |settings: &RunSettings| match serde_json::to_value(settings) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (mine, theirs) = (fields(self), fields(other));
        let names = mine.keys().chain(theirs.keys().filter(|name| !mine.contains_key(*name)));
        let different: Vec<&str> =
            names.filter(|name| mine.get(*name) != theirs.get(*name)).map(String::as_str).collect();
        Some(different.join(", "))
    }

    /// Whether `other` is the same run with more rounds: then its first games are those of this one.
    pub fn is_extended_by(&self, other: &RunSettings) -> bool {
        let as_long = RunSettings { rounds: self.rounds, ..other.clone() };
        other.rounds > self.rounds && as_long == *self
    }

    /// The players with their budgets, whether their own or the run's.
    pub fn budgeted_players(&self) -> Vec<PlayerSpec> {
        self.players.iter().map(|player| player.clone().with_default_budget(self.budget)).collect()
    }

    /// What each player is called: as its description says, with a number where two would be called the same.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::with_capacity(self.players.len());
        for player in &self.players {
            let name = player.name();
            let numbered = (2..).map(|number| format!("{name} #{number}"));
            let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name));
            names.push(free.unwrap_or(name));
        }
        names
    }

    /// The most threads that a game of this run searches with at a time.
    pub fn threads(&self) -> usize {
        self.players.iter().map(PlayerSpec::threads).max().unwrap_or(1).max(1)
    }

    /// How many games can be played at once on so many cores, such that no more threads search than there are
    /// cores: only one player of a game thinks at a time.
    pub fn concurrency(&self, cores: usize, wanted: Option<usize>) -> Result<usize, InputError> {
        let most = cores / self.threads();
        if most == 0 {
            let problem = format!("a player with {} threads on {cores} cores", self.threads());
            return Err(InputError::new(InputKind::Setting, problem, format!("at most {cores} threads")));
        }
        Ok(wanted.unwrap_or(most).clamp(1, most))
    }

    /// Opens the boards, and checks that everything fits together.
    pub fn open_boards(&self, open: Opener<'_>) -> Result<Vec<Arc<dyn AnyGame>>, InputError> {
        let bad = |problem: String, expected: &str| InputError::new(InputKind::Setting, problem, expected);
        let boards = self.boards.iter().map(|name| open(name)).collect::<Result<Vec<_>, _>>()?;
        let Some(first) = boards.first() else { return Err(bad("no game".to_owned(), "at least one")) };
        if let Some(other) = boards.iter().find(|board| board.players() != first.players()) {
            let problem = format!(
                "{} is for {} players, {} for {}",
                first.name(),
                first.players(),
                other.name(),
                other.players()
            );
            return Err(bad(problem, "games for the same number of players"));
        }
        if self.sprt.is_some() && (self.players.len() != 2 || first.players() != 2) {
            let problem = format!("a sequential test of {} players", self.players.len());
            return Err(bad(problem, "two players of a game for two"));
        }
        if self.rounds == 0 {
            return Err(bad("no rounds".to_owned(), "at least one"));
        }
        Ok(boards)
    }
}
