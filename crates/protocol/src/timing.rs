//! A thinker that always answers in time.
//!
//! ```text
//! our turn                                                        the time that was given
//!     |------------------------------------------|--------|----------|
//!                the thinker searches            |  guard            |
//!                                                |------ margin -----|
//! ```
//!
//! The thinker works on a thread of its own. It is told to finish a *margin* before the time is over. If it has not answered
//! a little later, the best move that it told of so far is sent without waiting for it. If it told of none, it gets a part
//! of the margin, too, and in the end any legal move is sent.
//!
//! On a busy machine a thread that could run waits for a processor, 20 ms and more if many others want it. This happens on
//! the way of every move: when we read that it is our turn, when the thinker should finish, when its answer is sent, and
//! when the other side reads it. So delays that can be seen from here are measured, before the game and at every move, and the
//! margin has room for three of the worst of them.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{InputError, InputKind, Player};
use mossa_search::StopSignal;

use crate::thinker::{Pace, Thinker, Thought};

/// What is kept of the time for everything but thinking on a machine that is not busy: a tenth and [`LEAST_MARGIN`], but
/// not more than [`MOST_MARGIN`] nor than half of it.
const LEAST_MARGIN: Duration = Duration::from_millis(5);
pub(crate) const MOST_MARGIN: Duration = Duration::from_millis(30);

/// How many delays may come together: before we read, before we send, and before the other side reads.
const DELAYS: u32 = 3;

/// Nobody thinks longer about a move: a day.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// How long the thinker may take for an answer that nobody waits for any more, before it is considered as hanging.
const LAST_PATIENCE: Duration = Duration::from_secs(10);

/// What is kept of the time for everything but thinking on a machine that is not busy.
pub fn margin(time: Duration) -> Duration {
    (time / 10 + LEAST_MARGIN).min(MOST_MARGIN).min(time / 2)
}

/// How late threads of this machine get their processors.
#[derive(Clone, Copy, Debug)]
struct Delay {
    worst: Duration,
}

impl Delay {
    /// Looks how late a thread wakes that has slept.
    fn measured() -> Delay {
        /// Enough to meet whoever keeps the processors busy, and too little to be waited for.
        const NAPS: u32 = 20;
        const NAP: Duration = Duration::from_millis(1);
        let mut delay = Delay { worst: Duration::ZERO };
        for _ in 0..NAPS {
            let due = Instant::now() + NAP;
            thread::sleep(NAP);
            delay.worst = delay.worst.max(Instant::now().saturating_duration_since(due));
        }
        delay
    }

    /// Takes account of a delay that was seen. What was seen long ago is slowly forgotten: half of it in a game of 22
    /// moves.
    fn seen(&mut self, delay: Duration) {
        self.worst = (self.worst - self.worst / 32).max(delay);
    }

    /// The margin with room for the worst, but something of the time is left in any case.
    fn margin(&self, time: Duration) -> Duration {
        (margin(time) + DELAYS * self.worst).min(time - time / 10)
    }

    /// The margin with room for one such delay, when that of sending matters more than all others.
    fn narrow_margin(&self, time: Duration) -> Duration {
        (margin(time) + self.worst).min(time - time / 10)
    }
}

/// The answer to a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Timely {
    /// The move with what is known of it.
    pub thought: Thought,
    /// Whether the thinker finished; otherwise its best so far was taken from it.
    pub finished: bool,
}

/// A position to think about.
struct Job {
    number: u64,
    position: Box<dyn AnyPosition>,
    until: Instant,
    pace: Pace,
    stop: StopSignal,
}

/// What was found for a job.
struct Found {
    number: u64,
    thought: Option<Thought>,
    /// When it was found.
    at: Instant,
}

/// No answer came.
struct Late;

/// A thinker on a thread of its own, which answers in time whatever the thinker does.
pub struct Timed {
    /// `None` only while it is being dropped.
    jobs: Option<Sender<Job>>,
    found: Receiver<Found>,
    /// The best so far, and for which job.
    so_far: Arc<Mutex<Option<(u64, Thought)>>>,
    number: u64,
    /// For what is done before the first move.
    stop: StopSignal,
    delay: Delay,
}

impl Timed {
    /// Has `thinker` get ready for a game on its own thread.
    pub fn start(
        mut thinker: Box<dyn Thinker>,
        game: &Arc<dyn AnyGame>,
        seat: Player,
        stop: &StopSignal,
    ) -> Result<Timed, InputError> {
        let (jobs, to_do) = channel::<Job>();
        let (told, found) = channel();
        let (ready, prepared) = channel();
        let so_far = Arc::<Mutex<Option<(u64, Thought)>>>::default();
        let (kept, game) = (Arc::clone(&so_far), Arc::clone(game));
        let stop = stop.for_part();
        let signal = stop.clone();
        let work = move || {
            let fine = thinker.prepare(&game, seat, &signal);
            let failed = fine.is_err();
            if ready.send(fine).is_err() || failed {
                return;
            }
            for job in to_do {
                let thought = work_on(&mut *thinker, &job, &kept);
                if told.send(Found { number: job.number, thought, at: Instant::now() }).is_err() {
                    return;
                }
            }
        };
        let unable = |problem: &str| InputError::new(InputKind::Setting, problem, "a player who can begin");
        let started = thread::Builder::new().name("thinker".to_owned()).spawn(work);
        started.map_err(|error| unable(&format!("no thread to think on: {error}")))?;
        prepared.recv().map_err(|_| unable("the player failed while it got ready"))??;
        Ok(Timed { jobs: Some(jobs), found, so_far, number: 0, stop, delay: Delay::measured() })
    }

    /// A move for `position`, within the time of `pace` after `began` at the latest, and soon if `stop` is given; `None`
    /// if the game is over. Moves that `allowed` refuses are not made.
    pub fn answer(
        &mut self,
        position: &dyn AnyPosition,
        began: Instant,
        pace: Pace,
        stop: &StopSignal,
        allowed: &dyn Fn(&str) -> bool,
    ) -> Option<Timely> {
        self.number += 1;
        let time = pace.time.min(LONGEST);
        let until = began + (time - self.delay.margin(time));
        let guard = until + margin(time) / 2;
        let (number, stop) = (self.number, stop.for_part());
        let any = position.moves().into_iter().map(|m| m.text).find(|text| allowed(text))?;
        let job = Job { number, position: position.boxed_clone(), until, pace, stop: stop.clone() };
        // If the thread is gone, there will be no answer, which is taken care of below.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
        // Whoever thinks by the clock of the game may not look at the time of the move, and is told when it is over.
        let by_clock = pace.left.is_some();
        let waited = self.wait(until, if by_clock { until } else { guard }).or_else(|Late| {
            let narrow = began + (time - self.delay.narrow_margin(time));
            let answer = self.anything(narrow);
            stop.stop();
            let patience = if by_clock && answer.is_none() { guard } else { until };
            answer.or_else(|| self.last_words(patience)).ok_or(Late)
        });
        stop.stop();
        let waited = waited.ok().flatten();
        let finished = waited.is_some();
        let best = waited.or_else(|| self.best_so_far()).filter(|thought| allowed(&thought.text));
        let thought = best.unwrap_or_else(|| Thought { text: any, ..Thought::default() });
        Some(Timely { thought, finished })
    }

    /// Waits for the answer, which should come before `until`, up to the guard.
    fn wait(&mut self, until: Instant, guard: Instant) -> Result<Option<Thought>, Late> {
        loop {
            let found = self.found.recv_timeout(guard.saturating_duration_since(Instant::now()));
            let now = Instant::now();
            match found {
                // Answers to earlier jobs came too late.
                Ok(found) if found.number < self.number => {}
                Ok(found) => {
                    // How late it was found, or how late we heard of it.
                    let late = found.at.saturating_duration_since(until);
                    self.delay.seen(late.max(now.saturating_duration_since(found.at)));
                    return Ok(found.thought);
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.delay.seen(now.saturating_duration_since(until));
                    return Err(Late);
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    /// Waits until the thinker has told of a move, or answered. Whoever got no processor so far has told of none, and a move
    /// that nobody has thought about is worse than a narrower margin.
    fn anything(&self, until: Instant) -> Option<Option<Thought>> {
        const LOOK_EVERY: Duration = Duration::from_millis(1);
        while self.best_so_far().is_none() && Instant::now() < until {
            if let Some(answer) = self.last_words(Instant::now() + LOOK_EVERY) {
                return Some(answer);
            }
        }
        None
    }

    /// The answer of a thinker that is late already, if it comes before `until`.
    fn last_words(&self, until: Instant) -> Option<Option<Thought>> {
        loop {
            match self.found.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(found) if found.number < self.number => {}
                Ok(found) => return Some(found.thought),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => return Some(None),
            }
        }
    }

    fn best_so_far(&self) -> Option<Thought> {
        let kept = self.so_far.lock().unwrap_or_else(PoisonError::into_inner);
        kept.as_ref().filter(|(number, _)| *number == self.number).map(|(_, thought)| thought.clone())
    }
}

fn work_on(thinker: &mut dyn Thinker, job: &Job, so_far: &Mutex<Option<(u64, Thought)>>) -> Option<Thought> {
    /// Less than this is not worth a search, but a move must be found.
    const LEAST: Duration = Duration::from_millis(1);
    let time = job.until.saturating_duration_since(Instant::now()).max(LEAST);
    let pace = Pace { time, ..job.pace };
    thinker.think(&*job.position, pace, &job.stop, &mut |thought| {
        *so_far.lock().unwrap_or_else(PoisonError::into_inner) = Some((job.number, thought));
    })
}

/// The thinker's thread is told to end and waited for, so that the next game has the machine for itself.
impl Drop for Timed {
    fn drop(&mut self) {
        self.stop.stop();
        self.jobs = None;
        while self.found.recv_timeout(LAST_PATIENCE).is_ok() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tells of a move after a while, and hangs then.
    struct Sleepy {
        tells_after: Duration,
    }

    impl Thinker for Sleepy {
        fn prepare(&mut self, _: &Arc<dyn AnyGame>, _: Player, _: &StopSignal) -> Result<(), InputError> {
            Ok(())
        }

        fn think(
            &mut self,
            _: &dyn AnyPosition,
            _: Pace,
            _: &StopSignal,
            improved: &mut dyn FnMut(Thought),
        ) -> Option<Thought> {
            thread::sleep(self.tells_after);
            improved(Thought { text: "b2".to_owned(), ..Thought::default() });
            thread::sleep(Duration::from_millis(400));
            None
        }
    }

    /// On a machine that was seen to be very busy the margin is nearly all of the time; but a move that nobody has thought
    /// about is the last thing to send.
    #[test]
    fn a_thinker_that_has_told_of_nothing_gets_a_part_of_the_margin() {
        let (time, worst) = (Duration::from_millis(300), Duration::from_millis(80));
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        for (millis, expected) in [(100, "b2"), (1000, "a3")] {
            let sleepy = Box::new(Sleepy { tells_after: Duration::from_millis(millis) });
            let mut timed = Timed::start(sleepy, &game, Player::FIRST, &StopSignal::new()).unwrap();
            timed.delay = Delay { worst };
            assert_eq!(timed.delay.margin(time), Duration::from_millis(270));
            assert_eq!(timed.delay.narrow_margin(time), Duration::from_millis(110));
            let (position, began) = (Arc::clone(&game).start(), Instant::now());
            let answer = timed.answer(&*position, began, Pace::per_move(time), &StopSignal::new(), &|_| true);
            assert_eq!(answer.map(|answer| answer.thought.text).as_deref(), Some(expected));
            assert!(began.elapsed() < time, "{:?}", began.elapsed());
        }
    }
}
