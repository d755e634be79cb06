//! When to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::limits::{Limits, TimeControl};

/// Tells a running search to stop; clones share the signal.
#[derive(Clone, Default, Debug)]
pub struct StopSignal {
    given: Arc<AtomicBool>,
    /// Whose signal counts, too.
    above: Option<Arc<StopSignal>>,
    /// When the time of a search begins to count, if that is not its beginning.
    release: Option<Arc<OnceLock<Instant>>>,
}

impl StopSignal {
    /// A signal that has not been given.
    pub fn new() -> StopSignal {
        StopSignal::default()
    }

    /// A signal for a search in somebody else's time, such as that of an opponent who thinks: its own time does not count
    /// before [`StopSignal::release`]. Limits of depth and nodes do.
    pub fn holding() -> StopSignal {
        StopSignal { release: Some(Arc::default()), ..StopSignal::default() }
    }

    /// From now on the time of a search that was [held](StopSignal::holding) counts. Only the first time matters.
    pub fn release(&self) {
        self.release.iter().for_each(|release| {
            release.get_or_init(Instant::now);
        });
    }

    /// Whether time does not count yet.
    pub fn is_holding(&self) -> bool {
        self.release.as_ref().is_some_and(|release| release.get().is_none())
    }

    /// A signal for a part of the work: giving it stops that part, giving this one stops both.
    pub fn for_part(&self) -> StopSignal {
        let release = self.release.clone();
        StopSignal { given: Arc::default(), above: Some(Arc::new(self.clone())), release }
    }

    /// Gives the signal. Searches obey within a few milliseconds.
    pub fn stop(&self) {
        self.given.store(true, Ordering::Relaxed);
    }

    /// Whether the signal was given.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.given.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_stopped())
    }

    /// Takes the signal back, before a new search.
    pub fn reset(&self) {
        self.given.store(false, Ordering::Relaxed);
    }
}

/// How many nodes a search may visit between two looks at the clock. At the slowest
/// game's 200 000 nodes a second this is 1.3 ms, and a look costs about 30 ns.
pub const NODES_BETWEEN_LOOKS: u64 = 256;

/// Without a stated number of moves, a game is planned to last this many more.
/// Most games of every kind here are decided within 40 moves of a player.
const MOVES_PLANNED: u32 = 30;

/// The clock of one search, shared by its threads.
#[derive(Debug)]
pub struct Clock {
    start: Instant,
    /// No new iteration begins after this.
    soft: Option<Duration>,
    /// The search is broken off after this.
    hard: Option<Duration>,
    for_a_game: bool,
    most_nodes: u64,
    /// What all threads together have visited, brought up to date at every look.
    nodes: AtomicU64,
    over: AtomicBool,
    stop: StopSignal,
}

impl Clock {
    /// Starts the clock.
    pub fn start(limits: &Limits, stop: &StopSignal) -> Clock {
        let (soft, hard) = allotment(&limits.time);
        Clock {
            start: Instant::now(),
            soft,
            hard,
            for_a_game: matches!(limits.time, TimeControl::PerGame { .. }),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            over: AtomicBool::new(false),
            stop: stop.clone(),
        }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The time that counts: none as long as the search is [held](StopSignal::holding).
    fn counted(&self) -> Duration {
        match &self.stop.release {
            None => self.start.elapsed(),
            Some(release) => release.get().map_or(Duration::ZERO, Instant::elapsed),
        }
    }

    /// Whether so much of the time that counts is over.
    fn is_past(&self, time: Option<Duration>) -> bool {
        time.is_some_and(|time| !self.stop.is_holding() && self.counted() >= time)
    }

    /// A thread's look at the clock: it has visited `more` nodes since its last look. Whether it must stop now.
    pub fn look(&self, more: u64) -> bool {
        let nodes = self.nodes.fetch_add(more, Ordering::Relaxed) + more;
        if self.over.load(Ordering::Relaxed) {
            return true;
        }
        let over = nodes >= self.most_nodes || self.stop.is_stopped() || self.is_past(self.hard);
        if over {
            self.finish();
        }
        over
    }

    /// Whether more nodes may be visited, if time were not over.
    pub fn has_nodes(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) < self.most_nodes
    }

    /// Ends the search for all threads.
    pub fn finish(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Whether the search has ended, for whatever reason.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.stop.is_stopped()
    }

    /// Whether it makes sense to begin another iteration.
    pub fn allows_iteration(&self) -> bool {
        !self.is_over() && !self.is_past(self.soft)
    }

    /// The same for a search that is to take `factor` times as long as usual. Only a clock for a whole game has time to
    /// lend; when a search is broken off stays the same.
    pub fn allows_iteration_for(&self, factor: f64) -> bool {
        if !self.for_a_game {
            return self.allows_iteration();
        }
        !self.is_over() && !self.is_past(self.soft.map(|soft| soft.mul_f64(factor)))
    }

    /// Whether such a part of the time is over, 0 to 1.
    pub fn has_used(&self, part: f64) -> bool {
        self.is_past(self.soft.map(|soft| soft.mul_f64(part)))
    }

    /// Whether the time belongs to a whole game, so that what is not used now can be used later.
    pub fn is_for_a_game(&self) -> bool {
        self.for_a_game
    }

    /// How many nodes may still be visited before the next look, so that a node limit is met exactly by one thread.
    pub fn nodes_until_look(&self) -> u64 {
        let left = self.most_nodes.saturating_sub(self.nodes.load(Ordering::Relaxed));
        left.clamp(1, NODES_BETWEEN_LOOKS)
    }
}

/// What is kept on the clock of a game for the moments in which the machine stands still. A virtual one on a crowded host lets
/// every program wait, whatever its priority: 100 ms once in some minutes, and 250 ms were seen in games. With 100 ms kept, 7 of
/// 80 games of 1 s + 0.01 s were lost on time in a bad quarter of an hour.
const RESERVE: Duration = Duration::from_millis(300);

/// Whoever has nothing but the reserve, and no increment, takes this part of it for a move, 2 ms at most: enough for a few
/// plies, and too little to run the clock down.
const PART_OF_RESERVE: u32 = 150;

/// What a move takes at least, whatever the plan says. As long as half of the reserve is there beside what is lost on the way,
/// half of the increment may be used: the rest fills it again.
fn least(remaining: Duration, increment: Duration, overhead: Duration) -> Duration {
    let moment = remaining.min(RESERVE) / PART_OF_RESERVE;
    let spare = remaining.saturating_sub(overhead);
    if spare > RESERVE / 2 { moment.max((increment / 2).min(spare / 10)) } else { moment }
}

/// What of a time for one move is kept for noticing its end and for the answer: 2 %, and not less than a thread may have to
/// wait for its turn (but at most a tenth).
fn kept_per_move(time: Duration) -> Duration {
    /// A time slice of a busy processor.
    const TURN: Duration = Duration::from_millis(5);
    (time / 50).max(TURN.min(time / 10))
}

/// The time after which no iteration begins, and the time after which the search is broken off.
fn allotment(time: &TimeControl) -> (Option<Duration>, Option<Duration>) {
    match *time {
        TimeControl::Unlimited => (None, None),
        // All that is not kept may be used. An iteration that is broken off still improves the move, so there is no
        // softer limit.
        TimeControl::PerMove(time) => {
            let time = time - kept_per_move(time);
            (Some(time), Some(time))
        }
        TimeControl::PerGame { remaining, increment, moves_to_go, overhead } => {
            // What is planned with: whatever happens, the rest is still there.
            let moves = moves_to_go.unwrap_or(MOVES_PLANNED).max(1);
            // Before new time comes, the reserve need not last.
            let reserve = if moves == 1 { RESERVE.min(remaining / 2) } else { RESERVE };
            let left = remaining.saturating_sub(overhead.max(reserve));
            let least = least(remaining, increment, overhead);
            let share = (left / moves).saturating_add(increment - increment / 4);
            // Begin no iteration after most of the share, let none run beyond four shares, and never use more than half
            // of what is left. Many moves are found sooner than usual, so that this is about the share on average.
            let most = if moves == 1 { left - left / 20 } else { left / 2 };
            let soft = (share / 5 * 4).min(most).max(least);
            (Some(soft), Some(share.saturating_mul(4).min(most).max(least)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_clock_is_never_run_down() {
        for remaining in [1, 10, 100, 1_000, 60_000] {
            let mut left = Duration::from_millis(remaining);
            for _ in 0..200 {
                let time = TimeControl::PerGame {
                    remaining: left,
                    increment: Duration::ZERO,
                    moves_to_go: None,
                    overhead: Duration::ZERO,
                };
                let (soft, hard) = allotment(&time);
                assert!(soft <= hard);
                left = left.checked_sub(hard.unwrap()).expect("even the hard limit leaves time");
            }
        }
    }

    /// A player who always takes all that a search may take, on a machine that stands still for so long at every so-manieth
    /// move of 300.
    fn is_in_time(mut left: Duration, increment: Duration, stall: Duration, stall_every: u32) -> bool {
        for number in 1..=300 {
            let time = TimeControl::PerGame {
                remaining: left,
                increment,
                moves_to_go: None,
                overhead: Duration::from_millis(10),
            };
            let used = allotment(&time).1.unwrap() + Duration::from_micros(300);
            let stall = if number % stall_every == 0 { stall } else { Duration::ZERO };
            match left.checked_sub(used + stall) {
                Some(rest) => left = rest + increment,
                None => return false,
            }
        }
        true
    }

    #[test]
    fn stalls_of_a_quarter_of_a_second_lose_no_bullet_game() {
        let ms = Duration::from_millis;
        // Once in a while, although every search takes the most it may.
        assert!(is_in_time(ms(1000), ms(10), ms(250), 50));
        assert!(is_in_time(ms(1000), ms(10), ms(100), 20));
        assert!(is_in_time(ms(2000), ms(20), ms(250), 25));
        assert!(is_in_time(ms(5000), ms(50), ms(250), 10));
    }

    #[test]
    fn a_touched_reserve_is_filled_again() {
        let ms = Duration::from_millis;
        let mut left = ms(200);
        for _ in 0..40 {
            let time = TimeControl::PerGame {
                remaining: left,
                increment: ms(10),
                moves_to_go: None,
                overhead: ms(10),
            };
            let used = allotment(&time).1.unwrap();
            assert!(used >= ms(5), "half of the increment is for thinking");
            left = left - used + ms(10);
        }
        assert!(left > RESERVE, "{left:?}");
    }

    #[test]
    fn the_reserve_is_touched_only_for_moments() {
        let ms = Duration::from_millis;
        for (remaining, increment, overhead) in [(100, 0, 10), (80, 10, 10), (500, 0, 600), (3, 1000, 0)] {
            let time = TimeControl::PerGame {
                remaining: ms(remaining),
                increment: ms(increment),
                moves_to_go: None,
                overhead: ms(overhead),
            };
            let (soft, hard) = allotment(&time);
            assert!(soft > Some(Duration::ZERO), "a few plies are searched with {remaining} ms");
            assert!(hard <= Some(ms(2)), "{remaining} ms: {hard:?}");
        }
        for moves_to_go in [None, Some(1), Some(2), Some(40)] {
            let time = TimeControl::PerGame {
                remaining: ms(1000),
                increment: ms(10),
                moves_to_go,
                overhead: ms(10),
            };
            let (_, hard) = allotment(&time);
            assert!(hard <= Some(ms(700)), "{moves_to_go:?}: {hard:?}");
        }
    }

    #[test]
    fn what_is_lost_on_the_way_is_never_used() {
        let ms = Duration::from_millis;
        for (remaining, increment, overhead) in [(1050, 1000, 1000), (160, 50, 150), (500, 100, 600)] {
            let time = TimeControl::PerGame {
                remaining: ms(remaining),
                increment: ms(increment),
                moves_to_go: None,
                overhead: ms(overhead),
            };
            let hard = allotment(&time).1.unwrap();
            let left = ms(remaining).saturating_sub(ms(overhead)).max(ms(2));
            assert!(hard <= left, "{remaining} ms with {overhead} lost: {hard:?}");
        }
    }

    #[test]
    fn a_short_time_for_the_last_move_of_a_control_is_used() {
        let ms = Duration::from_millis;
        let time = TimeControl::PerGame {
            remaining: ms(250),
            increment: Duration::ZERO,
            moves_to_go: Some(1),
            overhead: ms(10),
        };
        let hard = allotment(&time).1.unwrap();
        assert!(hard > ms(100) && hard < ms(150), "{hard:?}");
    }

    /// With minutes on the clock the reserve is nothing: the share is a thirtieth as ever.
    #[test]
    fn long_games_are_planned_as_if_there_were_no_reserve() {
        for (remaining, less) in [(5_000, 0.06), (60_000, 0.006), (600_000, 0.0006)] {
            let time = TimeControl::PerGame {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(50),
                moves_to_go: None,
                overhead: Duration::from_millis(10),
            };
            let share = remaining as f64 / 30.0 + 37.5;
            let soft = allotment(&time).0.unwrap().as_secs_f64() * 1000.0;
            assert!(soft > 0.8 * share * (1.0 - less) && soft < 0.8 * share, "{remaining}: {soft}");
        }
    }

    #[test]
    fn times_for_a_move_leave_time_to_answer() {
        for (time, most) in [(0, 0), (10, 9), (50, 45), (100, 95), (1_000, 980), (60_000, 58_800)] {
            let (soft, hard) = allotment(&TimeControl::PerMove(Duration::from_millis(time)));
            assert_eq!((soft, hard), (hard, Some(Duration::from_millis(most))), "{time}");
        }
    }

    #[test]
    fn no_time_is_too_long_or_too_short() {
        for remaining in [Duration::ZERO, Duration::MAX] {
            for increment in [Duration::ZERO, Duration::MAX] {
                for (moves_to_go, overhead) in
                    [(Some(0), Duration::MAX), (Some(1), Duration::ZERO), (None, Duration::ZERO)]
                {
                    let time = TimeControl::PerGame { remaining, increment, moves_to_go, overhead };
                    let (soft, hard) = allotment(&time);
                    assert!(soft <= hard && hard <= Some(remaining));
                }
            }
        }
    }

    #[test]
    fn the_last_move_of_a_control_may_use_what_is_left() {
        let time = TimeControl::PerGame {
            remaining: Duration::from_secs(10),
            increment: Duration::ZERO,
            moves_to_go: Some(1),
            overhead: Duration::from_millis(100),
        };
        let (_, hard) = allotment(&time);
        assert!(hard > Some(Duration::from_secs(9)) && hard < Some(Duration::from_secs(10)));
    }

    #[test]
    fn a_signal_for_a_part_stops_only_that_part() {
        let whole = StopSignal::new();
        let (first, second) = (whole.for_part(), whole.for_part());
        first.stop();
        assert!(first.is_stopped() && !second.is_stopped() && !whole.is_stopped());
        whole.stop();
        assert!(second.is_stopped());
    }

    #[test]
    fn node_limits_and_signals_end_the_search() {
        let stop = StopSignal::new();
        let clock = Clock::start(&Limits::nodes(300), &stop);
        assert_eq!(clock.nodes_until_look(), NODES_BETWEEN_LOOKS);
        assert!(!clock.look(256));
        assert_eq!(clock.nodes_until_look(), 44);
        assert!(clock.look(44) && clock.is_over());

        let clock = Clock::start(&Limits::default(), &stop);
        assert!(clock.allows_iteration() && !clock.look(1_000_000));
        stop.stop();
        assert!(clock.look(1) && !clock.allows_iteration());
    }

    #[test]
    fn the_time_of_a_search_that_is_held_begins_later() {
        let hold = StopSignal::holding();
        let clock = Clock::start(&Limits::per_move(Duration::from_millis(30)), &hold.for_part());
        std::thread::sleep(Duration::from_millis(40));
        assert!(hold.is_holding() && !clock.look(1) && clock.allows_iteration() && !clock.has_used(0.25));
        assert!(clock.elapsed() >= Duration::from_millis(40), "what is told is the time of the search");
        let released = Instant::now();
        hold.release();
        while !clock.look(1) {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(!hold.is_holding() && released.elapsed() >= Duration::from_millis(25));
        // Nothing else is held.
        let clock = Clock::start(&Limits::nodes(5), &StopSignal::holding());
        assert!(clock.look(5));
    }
}
