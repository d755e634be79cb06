//! Perfect play: the moves of a solver that a game brings.
//!
//! With a limit of time the solver gets a part of it: seven eighths if it answers at once as a rule, half if it does not.
//! If it has no answer by then, the ordinary search moves in what is left. Without a limit of time the solver is waited
//! for. Limits of nodes and depth count for the ordinary search alone.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use mossa_game::{InputError, InputKind};
use mossa_search::{Limits, StopSignal, TimeControl};

use crate::any::{Analysis, AnyGame, AnyPosition};
use crate::level::{Level, Means};
use crate::solving::SolveOrder;

/// How the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Skill {
    /// At a level.
    Level(Level),
    /// As its solver says; only in games that bring one.
    Perfect,
}

/// What perfect play is called wherever a level could be named.
const PERFECT: &str = "perfect";

impl Skill {
    /// Refuses perfect play in a game that brings no solver.
    pub fn check(self, game: &dyn AnyGame) -> Result<(), InputError> {
        match self {
            Skill::Level(_) => Ok(()),
            Skill::Perfect => Perfect::new(game, None).map(drop),
        }
    }

    /// The next one: after the last level comes perfect play, where the game has it, then the first level.
    pub fn next(self, game: &dyn AnyGame) -> Skill {
        let next = match self {
            Skill::Level(level) => Level::new(level.number() + 1),
            Skill::Perfect => Some(Level::EASIEST),
        };
        match next {
            Some(level) => Skill::Level(level),
            None if game.has_solver() => Skill::Perfect,
            None => Skill::Level(Level::EASIEST),
        }
    }
}

impl From<Level> for Skill {
    fn from(level: Level) -> Skill {
        Skill::Level(level)
    }
}

/// `3`, or `perfect`.
impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Skill::Level(level) => level.fmt(f),
            Skill::Perfect => f.write_str(PERFECT),
        }
    }
}

impl FromStr for Skill {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Skill, InputError> {
        if text.trim() == PERFECT {
            return Ok(Skill::Perfect);
        }
        text.parse().map(Skill::Level).map_err(|error: InputError| {
            let expected = format!("{}, or {PERFECT} where the game has a solver", error.expected);
            InputError::new(error.kind, error.problem, expected)
        })
    }
}

/// A player who makes the moves of the game's solver.
#[derive(Clone, Copy, Debug)]
pub struct Perfect {
    megabytes: Option<usize>,
    quick: bool,
}

/// How long a solver may warm up: enough to have its whole table handed out by the system.
const WARM_UP: Duration = Duration::from_millis(500);

/// A game is planned to last so many more moves of a player, as the clock of the search plans it.
const MOVES_PLANNED: u32 = 30;

impl Perfect {
    /// A player of `game`, whose solver remembers so many megabytes; an error if the game brings no solver.
    pub fn new(game: &dyn AnyGame, megabytes: Option<usize>) -> Result<Perfect, InputError> {
        if !game.has_solver() {
            let problem = format!("{} has no solver for perfect play", game.name());
            return Err(InputError::new(InputKind::Setting, problem, "a level from 1 to 8, or another game"));
        }
        Ok(Perfect { megabytes, quick: game.has_quick_solver() })
    }

    /// Has the solver think about the first position for a moment, before any clock runs. Memory is slow when it is
    /// touched for the first time: with a large table the system may take longer over it than a move may last.
    pub fn warm_up(&self, game: &Arc<dyn AnyGame>, stop: &StopSignal) {
        // The book would answer without touching the table.
        let order = SolveOrder {
            book: false,
            megabytes: self.megabytes,
            time: Some(WARM_UP),
            ..SolveOrder::value_only()
        };
        // Whether it found the answer does not matter.
        let _ = Arc::clone(game).start().solve(&order, stop);
    }

    /// The first of the best moves in the game's order, so that the same position gives the same move whatever the
    /// solver remembers; `None` if the game is over. Without an answer of the solver, what the search finds best.
    pub fn choose(
        &self,
        position: &dyn AnyPosition,
        means: &Means,
        stop: &StopSignal,
    ) -> Option<(String, Analysis)> {
        let time = time_for_move(&means.limits);
        let part = time.map(|time| if self.quick { time - time / 8 } else { time / 2 });
        let order = SolveOrder {
            line: false,
            threads: means.threads,
            megabytes: self.megabytes,
            time: part,
            ..SolveOrder::default()
        };
        // Whatever hinders the solver, a move must be made.
        if let Ok(Some(solution)) = position.solve(&order, stop)
            && let Some(best) = solution.ranked().first()
        {
            return Some((best.text.clone(), solution.analysis(1)));
        }
        let mut request = means.request(1);
        if let (Some(time), Some(part)) = (time, part) {
            request.limits.time = TimeControl::PerMove(time - part);
        }
        let analysis = position.analyse(&request, stop, &mut |_| {});
        let best = analysis.best()?.to_owned();
        Some((best, analysis))
    }
}

/// How long a move may take: of a clock for the whole game an equal share, and most of what the move adds.
fn time_for_move(limits: &Limits) -> Option<Duration> {
    match limits.time {
        TimeControl::Unlimited => None,
        TimeControl::PerMove(time) => Some(time),
        TimeControl::PerGame { remaining, increment, moves_to_go, overhead } => {
            let left = remaining.saturating_sub(overhead);
            let share = left / moves_to_go.unwrap_or(MOVES_PLANNED).max(2);
            Some(share.saturating_add(increment - increment / 4).min(left / 2))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skills_are_read_and_refused() {
        for text in ["1", "8", PERFECT] {
            assert_eq!(text.parse::<Skill>().unwrap().to_string(), text);
        }
        let error = "9".parse::<Skill>().unwrap_err().to_string();
        assert!(error.contains("from 1") && error.contains("or perfect"), "{error}");
    }

    #[test]
    fn games_without_a_solver_have_levels_only() {
        let game = crate::open("mnk:3,3,3").unwrap();
        let error = Skill::Perfect.check(&*game).unwrap_err().to_string();
        assert!(error.starts_with("mnk:3,3,3 has no solver"), "{error}");
        assert_eq!(Skill::Level(Level::FULL).next(&*game), Skill::Level(Level::EASIEST));
        assert!(Skill::Level(Level::FULL).check(&*game).is_ok());
    }

    #[test]
    fn a_clock_is_never_run_down() {
        for (remaining, moves_to_go) in [(0, None), (1, Some(1)), (1_000, None), (60_000, Some(40))] {
            let mut left = Duration::from_millis(remaining);
            for _ in 0..200 {
                let (increment, overhead) = (Duration::ZERO, Duration::from_millis(5));
                let time = TimeControl::PerGame { remaining: left, increment, moves_to_go, overhead };
                left -= time_for_move(&Limits { time, ..Limits::default() }).unwrap();
            }
        }
        assert_eq!(time_for_move(&Limits::nodes(5)), None);
    }
}
