//! The search stops when it is told to.
//!
//! The signal is obeyed within 5 ms, and a time of 100 ms is kept within 110: in the median of several tries, because
//! even a test that runs alone (`.config/nextest.toml`) can be interrupted by the system.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::{Duration, Instant};

use mossa_game::{Family, Host, InputError, Playable};
use mossa_mnk::MnkFamily;
use mossa_search::{Limits, Request, StopSignal, Table, TimeControl, alphabeta};

const TRIES: usize = 7;

/// How long a search takes, measured from outside, and how long it went on after the signal.
struct Timed {
    request: Request,
    stop_after: Option<Duration>,
}

impl Host for Timed {
    type Output = Duration;

    fn host<G: Playable>(self, game: G) -> Duration {
        let (evaluator, table, stop) = (game.evaluator(), Table::new(16), StopSignal::new());
        let start = Instant::now();
        std::thread::scope(|scope| {
            let signal = stop.clone();
            let stopper = scope.spawn(move || {
                self.stop_after.map(|after| {
                    std::thread::sleep(after);
                    signal.stop();
                    Instant::now()
                })
            });
            let report = alphabeta::search(
                &game,
                &evaluator,
                &game.start(),
                &self.request,
                &table,
                &stop,
                &mut |_| {},
            );
            let end = Instant::now();
            assert!(report.best().is_some(), "a move is found in any time");
            end - stopper.join().unwrap().unwrap_or(start)
        })
    }
}

fn median(options: &str, request: &Request, stop_after: Option<Duration>) -> Duration {
    let timed = |_| -> Result<Duration, InputError> {
        MnkFamily.open(options, Timed { request: request.clone(), stop_after })
    };
    let mut all: Vec<Duration> = (0..TRIES).map(|i| timed(i).unwrap()).collect();
    all.sort_unstable();
    all[TRIES / 2]
}

#[test]
fn the_stop_signal_is_obeyed_within_5_ms() {
    for options in ["7,7,5", "19,19,5", "50,50,10"] {
        for threads in [1, 2] {
            let request = Request { threads, ..Request::default() };
            let late = median(options, &request, Some(Duration::from_millis(30)));
            assert!(late < Duration::from_millis(5), "{options}, {threads} threads: {late:?}");
        }
    }
}

#[test]
fn a_time_per_move_is_kept_within_10_percent() {
    for options in ["7,7,5", "19,19,5", "50,50,10"] {
        let request = Request::new(Limits::per_move(Duration::from_millis(100)));
        let took = median(options, &request, None);
        assert!(took < Duration::from_millis(110), "{options}: {took:?}");
        assert!(took > Duration::from_millis(90), "{options}: stopped early after {took:?}");
    }
}

#[test]
fn even_no_time_at_all_gives_a_move() {
    let request = Request::new(Limits::per_move(Duration::ZERO));
    median("19,19,5", &request, None);
    let request = Request::new(Limits::nodes(1));
    median("50,50,10", &request, None);
}

#[test]
fn a_game_clock_lasts_for_the_whole_game() {
    let mut left = Duration::from_secs(3);
    let (increment, overhead) = (Duration::from_millis(2), Duration::from_millis(10));
    for _ in 0..40 {
        let time = TimeControl::PerGame { remaining: left, increment, moves_to_go: None, overhead };
        let request = Request::new(Limits { time, ..Limits::default() });
        let took = MnkFamily.open("15,15,5", Timed { request, stop_after: None }).unwrap();
        left = left.checked_sub(took).expect("no move uses more than is left") + increment;
    }
    assert!(left < Duration::from_secs(2), "time is there to be used: {left:?} left");
}
