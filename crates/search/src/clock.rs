//! When to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::allotment::allotment;
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

    /// What all threads together have visited when they last looked, and what was asked of the game.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether more nodes may be visited, if time were not over.
    pub fn has_nodes(&self) -> bool {
        self.nodes() < self.most_nodes
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
        let left = self.most_nodes.saturating_sub(self.nodes());
        left.clamp(1, NODES_BETWEEN_LOOKS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
