//! How long the machine stands still, and what is kept on the clock of a game for that.
//!
//! A virtual machine on a crowded host is not let run at times, and no program on it is, whatever its priority. A search reads
//! the clock every few tenths of a millisecond, so it notices: between two readings a fifth of a second is gone. Whoever has less
//! than that on the clock has lost. Nobody can know how long the next standstill takes, but a machine that stood still once
//! does so again.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// What is kept on a machine that was not seen to stand still: 100 ms once in some minutes are usual on virtual ones, and the
/// first long standstill is not announced. With 100 ms kept, 7 of 80 games of 1 s + 0.01 s were lost on time in a bad quarter of
/// an hour.
pub(crate) const LEAST_RESERVE: Duration = Duration::from_millis(300);

/// What is kept at most. The longest standstill seen in games took 690 ms, and one who keeps more has nothing to think with in
/// games of a second.
pub(crate) const MOST_RESERVE: Duration = Duration::from_millis(700);

/// The longest standstill that this process has seen, in microseconds: the machine is the same for all of its searches.
static LONGEST: AtomicU64 = AtomicU64::new(0);

/// What to keep on this machine.
pub(crate) fn reserve() -> Duration {
    reserve_for(Duration::from_micros(LONGEST.load(Relaxed)))
}

/// Standstills come in bad seconds, in which several moves or one move several times stand still. In one such second a game was
/// lost whose moves took 480 ms more than planned; the longest single standstill was 150 ms.
const STANDSTILLS: u32 = 3;

/// What is enough if the longest comes with shorter ones.
fn reserve_for(longest: Duration) -> Duration {
    longest.saturating_mul(STANDSTILLS).clamp(LEAST_RESERVE, MOST_RESERVE)
}

/// Who looks at the clock all the time, and sees how much is gone since the last look. Threads that search together share one: it
/// sees when all of them stand still.
#[derive(Default, Debug)]
pub(crate) struct Watch {
    /// The last look, in microseconds since the search began.
    last: AtomicU64,
}

impl Watch {
    /// A look at the clock, so long after the beginning.
    #[inline]
    pub(crate) fn look(&self, elapsed: Duration) {
        let gap = self.gap(elapsed);
        // Nearly always it is not, and then nobody else has to hear of it.
        if gap > LONGEST.load(Relaxed) {
            LONGEST.fetch_max(gap, Relaxed);
        }
    }

    /// The microseconds since the look before this one. Looks of two threads may come in the wrong order, which is no time.
    #[inline]
    fn gap(&self, elapsed: Duration) -> u64 {
        let now = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        now.saturating_sub(self.last.swap(now, Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Clock, StopSignal};
    use crate::limits::{Limits, TimeControl};

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn what_is_kept_grows_with_what_was_seen() {
        for (longest, kept) in [(0, 300), (100, 300), (101, 303), (200, 600), (234, 700), (3_600_000, 700)] {
            assert_eq!(reserve_for(ms(longest)), ms(kept), "{longest}");
        }
        assert_eq!(reserve_for(Duration::MAX), MOST_RESERVE);
    }

    #[test]
    fn a_gap_is_what_is_gone_since_the_look_before() {
        let watch = Watch::default();
        let gaps = [3, 5, 205, 204, 206].map(|at| watch.gap(ms(at)));
        assert_eq!(gaps, [3_000, 2_000, 200_000, 0, 2_000]);
        assert_eq!(watch.gap(Duration::MAX), u64::MAX - 206_000);
    }

    /// One test for all of it: what was seen belongs to the process.
    #[test]
    fn only_the_clock_of_a_game_sees_standstills_and_pondering_is_none() {
        let game = Limits {
            time: TimeControl::PerGame {
                remaining: ms(60_000),
                increment: ms(0),
                moves_to_go: None,
                overhead: ms(0),
            },
            ..Limits::default()
        };
        let longest = || Duration::from_micros(LONGEST.load(Relaxed));
        let still = || std::thread::sleep(ms(400));

        let clock = Clock::start(&Limits::per_move(ms(60_000)), &StopSignal::new());
        let before = longest();
        clock.look(1);
        still();
        clock.look(1);
        assert_eq!(longest(), before, "no game is lost on this clock");

        let hold = StopSignal::holding();
        let clock = Clock::start(&game, &hold);
        let begun = std::time::Instant::now();
        while begun.elapsed() < ms(400) {
            clock.look(1);
        }
        hold.release();
        clock.look(1);
        // This machine may really stand still, but hardly all the time.
        assert!(longest() < ms(400), "{:?}: the search looked all the time", longest());

        let clock = Clock::start(&game, &StopSignal::new());
        clock.look(1);
        still();
        assert!(!clock.look(1));
        assert!(longest() >= ms(400) && reserve() == MOST_RESERVE);
    }
}
