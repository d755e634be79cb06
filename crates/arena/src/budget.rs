//! How much a player may think, and the clock that watches it.

use std::fmt;
use std::time::Duration;

use mossa_game::{InputError, InputKind};
use mossa_search::{Limits, TimeControl};
use serde::{Deserialize, Serialize};

/// How much a player may think: whichever comes first. Time can be lost on, nodes and depth cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Budget {
    /// Plies to look ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions to visit in a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeRule>,
}

/// How time is measured out. All times are whole milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeRule {
    /// So much for each move.
    PerMove(u64),
    /// A clock for the game.
    PerGame {
        /// What is on it at the beginning.
        base: u64,
        /// What each move adds.
        increment: u64,
        /// After so many moves, `base` is added again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        moves: Option<u32>,
    },
}

impl TimeRule {
    /// Reads `10+0.1` (seconds for the game, seconds added by each move), `60`, or `40/60+0.5` (for each 40 moves).
    pub fn parse(text: &str) -> Result<TimeRule, InputError> {
        let bad = || {
            let expected = "seconds and increment such as 10+0.1, or 40/60+0.5 for each 40 moves";
            InputError::new(InputKind::Setting, format!("unreadable time control `{text}`"), expected)
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&m| m > 0).ok_or_else(bad)?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = millis(base).filter(|&base| base > 0).ok_or_else(bad)?;
        Ok(TimeRule::PerGame { base, increment: millis(increment).ok_or_else(bad)?, moves })
    }
}

/// A day: longer games are a slip of the finger.
const MOST_SECONDS: f64 = 86_400.0;

fn millis(seconds: &str) -> Option<u64> {
    let seconds: f64 = seconds.trim().parse().ok()?;
    (0.0..=MOST_SECONDS).contains(&seconds).then(|| (seconds * 1000.0).round() as u64)
}

/// `time 100 ms`, `10+0.1 s`, `nodes 1000`, `depth 6`; several joined by commas.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u64| ms as f64 / 1000.0;
        let time = self.time.map(|rule| match rule {
            TimeRule::PerMove(ms) => format!("time {ms} ms"),
            TimeRule::PerGame { base, increment, moves } => {
                let moves = moves.map_or(String::new(), |moves| format!("{moves}/"));
                format!("{moves}{}+{} s", seconds(base), seconds(increment))
            }
        });
        let nodes = self.nodes.map(|nodes| format!("nodes {nodes}"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let parts: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "unlimited" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

impl Budget {
    /// Whether nothing is limited.
    pub fn is_unlimited(&self) -> bool {
        *self == Budget::default()
    }
}

/// The clock of one seat in one game.
#[derive(Clone, Copy, Debug)]
pub struct SeatClock {
    budget: Budget,
    /// What is left, if the game has a clock.
    left: Option<Duration>,
    moves_made: u32,
    /// What a player may exceed its time by without losing.
    margin: Duration,
}

impl SeatClock {
    /// The clock at the beginning of a game.
    pub fn new(budget: Budget, margin: Duration) -> SeatClock {
        let left = match budget.time {
            Some(TimeRule::PerGame { base, .. }) => Some(Duration::from_millis(base)),
            _ => None,
        };
        SeatClock { budget, left, moves_made: 0, margin }
    }

    /// What is left, if the game has a clock.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// How long the next move may take before it is lost on time, margin included.
    pub fn allowed(&self) -> Option<Duration> {
        let time = match self.budget.time? {
            TimeRule::PerMove(ms) => Duration::from_millis(ms),
            TimeRule::PerGame { .. } => self.left?,
        };
        Some(time + self.margin)
    }

    /// The limits for the next move.
    pub fn limits(&self) -> Limits {
        let time = match (self.budget.time, self.left) {
            (Some(TimeRule::PerMove(ms)), _) => TimeControl::PerMove(Duration::from_millis(ms)),
            (Some(TimeRule::PerGame { increment, moves, .. }), Some(remaining)) => TimeControl::PerGame {
                remaining,
                increment: Duration::from_millis(increment),
                moves_to_go: moves.map(|moves| moves - self.moves_made % moves),
                overhead: OVERHEAD,
            },
            _ => TimeControl::Unlimited,
        };
        Limits { depth: self.budget.depth, nodes: self.budget.nodes, time }
    }

    /// A move was made in `used`. `Err` with what was too much, if the time is lost.
    pub fn stop(&mut self, used: Duration) -> Result<(), Duration> {
        if let Some(allowed) = self.allowed()
            && used > allowed
        {
            return Err(used - (allowed - self.margin));
        }
        self.moves_made += 1;
        if let (Some(TimeRule::PerGame { base, increment, moves }), Some(left)) =
            (self.budget.time, self.left)
        {
            let again = moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves));
            let added = Duration::from_millis(increment + if again { base } else { 0 });
            self.left = Some(left.saturating_sub(used) + added);
        }
        Ok(())
    }
}

/// What passes between a search and the clock that stops it, on a loaded machine.
const OVERHEAD: Duration = Duration::from_millis(5);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read() {
        let game = |base, increment, moves| TimeRule::PerGame { base, increment, moves };
        assert_eq!(TimeRule::parse("10+0.1").unwrap(), game(10_000, 100, None));
        assert_eq!(TimeRule::parse("60").unwrap(), game(60_000, 0, None));
        assert_eq!(TimeRule::parse("40/60+0.5").unwrap(), game(60_000, 500, Some(40)));
        for bad in ["", "0", "x", "1+x", "0/5", "-1", "1e9", "inf", "nan"] {
            assert!(TimeRule::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn clocks_run_down_and_are_refilled() {
        let time = Some(TimeRule::PerGame { base: 1000, increment: 100, moves: Some(2) });
        let mut clock = SeatClock::new(Budget { time, ..Budget::default() }, Duration::from_millis(50));
        clock.stop(Duration::from_millis(600)).unwrap();
        assert_eq!(clock.left(), Some(Duration::from_millis(500)));
        clock.stop(Duration::from_millis(530)).unwrap();
        assert_eq!(clock.left(), Some(Duration::from_millis(1100)));
        assert_eq!(clock.stop(Duration::from_millis(1160)), Err(Duration::from_millis(60)));
    }

    #[test]
    fn time_per_move_is_not_saved_up() {
        let budget = Budget { time: Some(TimeRule::PerMove(100)), ..Budget::default() };
        let mut clock = SeatClock::new(budget, Duration::from_millis(10));
        for _ in 0..3 {
            clock.stop(Duration::from_millis(20)).unwrap();
            assert_eq!(clock.allowed(), Some(Duration::from_millis(110)));
        }
        assert_eq!(clock.stop(Duration::from_millis(111)), Err(Duration::from_millis(11)));
        let mut free = SeatClock::new(Budget { nodes: Some(5), ..Budget::default() }, Duration::ZERO);
        assert!(free.allowed().is_none() && free.stop(Duration::from_secs(1000)).is_ok());
    }
}
