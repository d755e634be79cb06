//! Nobody of ours ever loses on time.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod metronome;
mod support;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use metronome::Metronome;
use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{InputError, Player};
use mossa_protocol::dipole::entrant::Entrant;
use mossa_protocol::dipole::{Ending, League, LeagueSettings, ServerSettings};
use mossa_protocol::thinker::{Pace, Thinker, Thought};
use mossa_protocol::timing::{Timed, margin};
use mossa_search::StopSignal;
use support::{dipole, settings};

/// Tells of a move and then hangs, whatever it is told.
struct Hanging {
    tells: Option<&'static str>,
    hangs: Duration,
}

impl Thinker for Hanging {
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
        if let Some(text) = self.tells {
            improved(Thought { text: text.to_owned(), ..Thought::default() });
        }
        thread::sleep(self.hangs);
        Some(Thought { text: "H5,N,12".to_owned(), ..Thought::default() })
    }
}

#[test]
fn a_thinker_that_hangs_is_not_waited_for() {
    let game = dipole();
    let position = game.clone().start();
    for tells in [Some("H5,NE,3"), None] {
        let hanging = Box::new(Hanging { tells, hangs: Duration::from_millis(700) });
        let mut timed = Timed::start(hanging, &game, Player::FIRST, &StopSignal::new()).unwrap();
        for _ in 0..2 {
            let began = Instant::now();
            let time = Duration::from_millis(300);
            let answer =
                timed.answer(&*position, began, Pace::per_move(time), &StopSignal::new(), &|_| true).unwrap();
            assert!(began.elapsed() < time, "{:?}", began.elapsed());
            assert!(!answer.finished);
            let legal = position.moves().into_iter().any(|m| m.text == answer.thought.text);
            assert!(legal && answer.thought.text != "H5,N,12", "{answer:?}");
            // The second time the thinker is still at the first turn: what it told of then does not count.
        }
    }
}

#[test]
fn what_a_thinker_told_of_is_sent() {
    let game = dipole();
    let hanging = Box::new(Hanging { tells: Some("H5,NE,3"), hangs: Duration::from_millis(400) });
    let mut timed = Timed::start(hanging, &game, Player::FIRST, &StopSignal::new()).unwrap();
    let position = game.start();
    let answer = |timed: &mut Timed, allowed: &dyn Fn(&str) -> bool| {
        let pace = Pace::per_move(Duration::from_millis(200));
        timed.answer(&*position, Instant::now(), pace, &StopSignal::new(), allowed).unwrap().thought.text
    };
    assert_eq!(answer(&mut timed, &|_| true), "H5,NE,3");
    thread::sleep(Duration::from_millis(400));
    assert_ne!(answer(&mut timed, &|text| text != "H5,NE,3"), "H5,NE,3");
}

/// A time that no clock can tell is cut to one that is long enough.
#[test]
fn a_time_without_end_is_no_trouble() {
    let game = dipole();
    let quick = Box::new(Hanging { tells: None, hangs: Duration::ZERO });
    let mut timed = Timed::start(quick, &game, Player::FIRST, &StopSignal::new()).unwrap();
    let answer = timed
        .answer(&*game.start(), Instant::now(), Pace::per_move(Duration::MAX), &StopSignal::new(), &|_| true)
        .unwrap();
    assert!(answer.finished && answer.thought.text == "H5,N,12", "{answer:?}");
}

#[test]
fn margins_grow_with_the_time_but_not_for_ever() {
    let millis = |time: u64| margin(Duration::from_millis(time)).as_micros() as f64 / 1000.0;
    assert_eq!([0, 4, 50, 100, 950, 60_000].map(millis), [0.0, 2.0, 10.0, 15.0, 30.0, 30.0]);
}

/// So many games at 50 ms a move between full-strength players, four at once.
fn league_at_50_ms(rounds: usize) {
    let entrants = ["a=mossa:table=8", "b=level:8,table=8"].map(|text| Entrant::parse(text).unwrap());
    let server = ServerSettings {
        time: Duration::from_millis(50),
        grace: Duration::from_millis(20),
        patience: Some(Duration::from_secs(60)),
        ..settings()
    };
    let settings =
        LeagueSettings { entrants: entrants.to_vec(), rounds, server, concurrency: 4, logs: None, seed: 1 };
    let league = League::new(settings).unwrap();
    let metronome = Metronome::start();
    let (mut slowest, mut stalled, mut lost) = (0, 0, 0);
    let run = league.run(&StopSignal::new(), &mut |game| {
        let report = &game.report;
        slowest = slowest.max(report.moves.iter().map(|made| made.millis).max().unwrap_or(0));
        // Players take a moment to hear of the end, so it was a moment ago.
        match metronome.worst_within(Duration::from_millis(500)) {
            _ if report.ending == Ending::Rules => {}
            Some(still) => {
                stalled += 1;
                println!("game {}: {report}, but the machine stood still for {still:?}", game.number);
            }
            None => {
                lost += 1;
                println!("game {}: {report}", game.number);
            }
        }
        if game.number % 100 == 0 {
            println!("game {}, slowest move so far {slowest} ms", game.number);
        }
    });
    println!(
        "{} games, {} lost on time, {stalled} of them while the machine stood still, which it did {} times",
        run.games.len(),
        lost + stalled,
        metronome.count()
    );
    assert_eq!((run.games.len(), lost + stalled), (2 * rounds, 0), "{:?}", run.failure);
}

/// Four games at once keep both cores of a small machine busy with two games each, and no game is lost on time. If one is,
/// what is printed says whether the machine itself stood still then.
#[test]
#[ignore = "ten minutes"]
fn a_thousand_games_at_50_ms_without_a_timeout() {
    league_at_50_ms(500);
}
