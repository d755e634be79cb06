//! How long to think.
//!
//! A manager may limit each move, the whole game, or both, and tells what is left before each move. What it does not tell
//! is counted here.

use std::time::Duration;

use crate::thinker::{FIRST_LOOK, Pace};

/// How long to think if nobody says it.
const UNTOLD: Duration = Duration::from_secs(1);
/// "As fast as possible" is a first look, which takes about a millisecond; on a busy machine it is waited for, but not for
/// longer than a person would notice.
const AT_ONCE: Duration = Duration::from_millis(100);
/// When the time is over: a move must be made, however late it is.
const LEAST: Duration = Duration::from_millis(2);
/// What an opening may take of a game's time. It is one move of thirty, and has to do for the longest thought of them.
const OPENING_SHARE: u32 = 15;

/// What is known of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Clock {
    /// The most for a move, if that was told.
    turn: Option<Duration>,
    /// For the game, if it is limited.
    whole: Option<Duration>,
    /// What is left of it.
    left: Option<Duration>,
}

impl Clock {
    /// A new game begins.
    pub(super) fn new_game(&mut self) {
        self.left = self.whole;
    }

    pub(super) fn limit_turn(&mut self, time: Duration) {
        self.turn = Some(time);
    }

    /// The time for the game is told, before it or at its beginning.
    pub(super) fn limit_game(&mut self, time: Option<Duration>) {
        self.whole = time;
        self.left = time;
    }

    pub(super) fn tell_left(&mut self, left: Option<Duration>) {
        self.left = left;
    }

    /// A move has taken so much.
    pub(super) fn used(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// How long to think about a move.
    pub(super) fn pace(&self) -> Pace {
        let turn = match (self.turn, self.left) {
            (Some(Duration::ZERO), _) => AT_ONCE,
            (Some(turn), _) => turn,
            (None, Some(left)) => left,
            (None, None) => UNTOLD,
        };
        let time = self.left.map_or(turn, |left| turn.min(left)).max(LEAST);
        let nodes = (self.turn == Some(Duration::ZERO)).then_some(FIRST_LOOK);
        Pace { time, left: self.left, nodes }
    }

    /// How long to think about an opening altogether: half of what a move may take, since many short searches do not end
    /// as exactly as one.
    pub(super) fn opening_time(&self) -> Duration {
        let pace = self.pace();
        pace.left.map_or(pace.time, |left| pace.time.min(left / OPENING_SHARE)) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn pace(time: u64, left: u64) -> Pace {
        Pace { left: Some(ms(left)), ..Pace::per_move(ms(time)) }
    }

    #[test]
    fn the_shorter_of_the_limits_holds() {
        let mut clock = Clock::default();
        assert_eq!(clock.pace(), Pace::per_move(UNTOLD));
        clock.limit_turn(ms(500));
        assert_eq!(clock.pace(), Pace::per_move(ms(500)));
        clock.limit_game(Some(ms(60_000)));
        assert_eq!(clock.pace(), pace(500, 60_000));
        clock.tell_left(Some(ms(200)));
        assert_eq!(clock.pace(), pace(200, 200));
        clock.tell_left(Some(ms(0)));
        assert_eq!(clock.pace().time, LEAST);
        clock.tell_left(None);
        assert_eq!(clock.pace(), Pace::per_move(ms(500)));
        clock.limit_turn(ms(0));
        assert_eq!(clock.pace(), Pace { nodes: Some(FIRST_LOOK), ..Pace::per_move(AT_ONCE) });
    }

    #[test]
    fn what_is_not_told_is_counted() {
        let mut clock = Clock::default();
        clock.limit_game(Some(ms(10_000)));
        clock.used(ms(4_000));
        assert_eq!(clock.pace(), pace(6_000, 6_000));
        clock.used(ms(7_000));
        assert_eq!(clock.pace().left, Some(ms(0)));
        clock.new_game();
        assert_eq!(clock.pace().left, Some(ms(10_000)));
    }

    #[test]
    fn an_opening_takes_a_part_of_the_game() {
        let mut clock = Clock::default();
        clock.limit_turn(ms(3000));
        assert_eq!(clock.opening_time(), ms(1500));
        clock.tell_left(Some(ms(15_000)));
        assert_eq!(clock.opening_time(), ms(500));
    }
}
