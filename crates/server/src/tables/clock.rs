//! The clocks of a table.

use std::time::{Duration, Instant};

use mossa_game::{InputError, InputKind};
use mossa_search::TimeControl;
use mossa_store::UnixMillis;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ClockSetup {
    /// At the beginning, in milliseconds.
    pub(crate) base_ms: u64,
    /// More with each move.
    #[serde(default)]
    pub(crate) increment_ms: u64,
}

/// A day; nobody sits longer.
const MOST: u64 = 86_400_000;

impl ClockSetup {
    /// Refuses times that nobody can play with.
    pub(crate) fn check(&self) -> Result<(), InputError> {
        if !(1000..=MOST).contains(&self.base_ms) || self.increment_ms > MOST {
            let problem = format!("a clock of {} ms and {} ms a move", self.base_ms, self.increment_ms);
            return Err(InputError::new(InputKind::Setting, problem, "1000 to 86400000 ms"));
        }
        Ok(())
    }
}

/// What is left on the clocks, as of the last change of the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Clock {
    pub(crate) setup: ClockSetup,
    pub(crate) left_ms: Vec<u64>,
}

impl Clock {
    pub(crate) fn new(setup: ClockSetup, players: usize) -> Clock {
        Clock { setup, left_ms: vec![setup.base_ms; players] }
    }

    /// `seat` has moved after `spent`.
    pub(crate) fn moved(&mut self, seat: usize, spent: Duration) {
        let increment = self.setup.increment_ms;
        self.spend(seat, spent);
        if let Some(left) = self.left_ms.get_mut(seat) {
            *left = left.saturating_add(increment).min(MOST);
        }
    }

    /// `seat` has thought for `spent`, and has not moved.
    pub(crate) fn spend(&mut self, seat: usize, spent: Duration) {
        if let Some(left) = self.left_ms.get_mut(seat) {
            *left = left.saturating_sub(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
        }
    }

    /// What `seat` has left after `spent` more.
    pub(crate) fn left(&self, seat: usize, spent: Duration) -> Duration {
        Duration::from_millis(self.left_ms.get(seat).copied().unwrap_or(0)).saturating_sub(spent)
    }

    /// What an engine in `seat` may use.
    pub(crate) fn control(&self, seat: usize) -> TimeControl {
        TimeControl::PerGame {
            remaining: self.left(seat, Duration::ZERO),
            increment: Duration::from_millis(self.setup.increment_ms),
            moves_to_go: None,
            overhead: Duration::from_millis(100),
        }
    }

    /// What is shown now, if `running` has been thinking since `since`.
    pub(crate) fn shown(&self, running: Option<usize>, since: Instant) -> ShownClock {
        let spent = |seat| if running == Some(seat) { since.elapsed() } else { Duration::ZERO };
        let left = |seat| u64::try_from(self.left(seat, spent(seat)).as_millis()).unwrap_or(u64::MAX);
        ShownClock {
            setup: self.setup,
            left_ms: (0..self.left_ms.len()).map(left).collect(),
            running,
            at: UnixMillis::now().0,
        }
    }
}

/// The clocks as they are shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ShownClock {
    /// How much time there was.
    #[serde(flatten)]
    pub(crate) setup: ClockSetup,
    /// What each seat has left.
    pub(crate) left_ms: Vec<u64>,
    /// Whose clock runs.
    pub(crate) running: Option<usize>,
    /// When that was, in milliseconds since 1970 by the clock of the server.
    pub(crate) at: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_costs_its_time_and_brings_the_increment() {
        let mut clock = Clock::new(ClockSetup { base_ms: 5000, increment_ms: 1000 }, 2);
        clock.moved(0, Duration::from_millis(3000));
        clock.moved(1, Duration::from_millis(9000));
        assert_eq!(clock.left_ms, [3000, 1000]);
        assert_eq!(clock.left(0, Duration::from_millis(500)), Duration::from_millis(2500));
        assert_eq!(clock.left(0, Duration::from_secs(60)), Duration::ZERO);
    }
}
