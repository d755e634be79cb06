//! Both sides of the protocol against each other: whole games between our players, with pipes between.

use std::io::{BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::sync::Arc;
use std::time::{Duration, Instant};

use mossa_conformance::toy::NimFamily;
use mossa_engine::{AnyGame, AnyPosition, Registry};
use mossa_game::{InputError, Player};
use mossa_search::{Limits, StopSignal, TimeControl};

use super::Bot;
use super::manager::LinePlayer;
use crate::contestant::{Answer, Choice, Contestant, Fault, NewGame, Turn};
use crate::players::PlayerSpec;
use crate::players::program::{Conversation, Process};

fn open(name: &str) -> Result<Arc<dyn AnyGame>, InputError> {
    if name.starts_with("nim") {
        Registry::empty().with(NimFamily).open(name)
    } else {
        mossa_engine::open(name)
    }
}

/// A bot that works in a thread: where to write, and where to read.
fn serving(spec: &str) -> (PipeWriter, PipeReader) {
    let bot = Bot::new(PlayerSpec::parse(spec).unwrap()).unwrap();
    let (to_bot, from_manager) = (pipe().unwrap(), pipe().unwrap());
    let (input, mut output) = (to_bot.0, from_manager.1);
    std::thread::spawn(move || bot.serve(BufReader::new(input), &mut output, open).unwrap());
    (to_bot.1, from_manager.0)
}

fn by_line(spec: &str) -> Box<dyn Contestant> {
    let (input, output) = serving(spec);
    let process = Process::connected(None, input, output, std::io::empty(), "quit").unwrap();
    Box::new(LinePlayer::greeted(Conversation::with(process)))
}

fn directly(spec: &str, game: &Arc<dyn AnyGame>) -> Box<dyn Contestant> {
    PlayerSpec::parse(spec).unwrap().seat_by_turns(game).unwrap()
}

const LIMITS: Limits = Limits { depth: Some(4), nodes: Some(2000), time: TimeControl::Unlimited };

fn choose(
    player: &mut dyn Contestant,
    position: &dyn AnyPosition,
    start: Option<&str>,
) -> Result<Choice, Fault> {
    let turn = Turn {
        position,
        start,
        limits: LIMITS,
        clocks: &[Some(Duration::from_secs(1)), None],
        patience: Duration::from_secs(60),
        stop: &StopSignal::new(),
    };
    player.choose(&turn).map(|answer| match answer {
        Answer::Move(choice) => choice,
        Answer::Resign => panic!("resigned"),
    })
}

/// Plays a game from `start`; all that the players told, in order.
fn game(game: &Arc<dyn AnyGame>, start: Option<&str>, players: &mut [Box<dyn Contestant>]) -> Vec<Choice> {
    for (seat, player) in players.iter_mut().enumerate() {
        let new = NewGame { game, seat: Player::new(seat), seed: 5 + seat as u64, stop: &StopSignal::new() };
        player.begin(&new).unwrap();
    }
    let mut position = match start {
        Some(text) => Arc::clone(game).position(text).unwrap(),
        None => Arc::clone(game).start(),
    };
    let mut told = Vec::new();
    while position.result().is_none() {
        let choice = choose(&mut *players[position.to_move().index()], &*position, start).unwrap();
        position.play(&choice.text).unwrap();
        told.push(choice);
    }
    let outcome = position.result().unwrap();
    players.iter_mut().for_each(|player| player.finish(&outcome));
    told
}

#[test]
fn games_over_the_protocol_are_the_same_as_without() {
    let cases = [
        ("mnk:3,3,3", None, &["mossa", "level:2"][..]),
        ("mnk:4,5,4", Some("5/1x3/2o2/5 x"), &["alphabeta,-pvs", "random"]),
        ("nim:2.3.4,players=3", None, &["mossa", "paranoid", "mcts"]),
        ("nim:1.3.3,players=3", Some("1.3.2 2"), &["level:4", "maxn", "bestreply"]),
    ];
    for (name, start, specs) in cases {
        let board = open(name).unwrap();
        let mut there: Vec<_> = specs.iter().map(|spec| by_line(spec)).collect();
        let mut here: Vec<_> = specs.iter().map(|spec| directly(spec, &board)).collect();
        let expected = game(&board, start, &mut here);
        assert!(expected.len() >= 3, "{name}");
        for _ in 0..2 {
            assert_eq!(game(&board, start, &mut there), expected, "{name}");
        }
    }
}

#[test]
fn one_program_plays_different_games() {
    let mut players = [by_line("level:3"), by_line("mossa:nodes=300")];
    for name in ["mnk:3,3,3", "nim:2.3", "mnk:3,4,3"] {
        assert!(!game(&open(name).unwrap(), None, &mut players).is_empty());
    }
}

#[test]
fn what_a_bot_cannot_play_it_refuses() {
    let board = open("nim:2.3,players=3").unwrap();
    let mut player = by_line("alphabeta");
    let new = NewGame { game: &board, seat: Player::SECOND, seed: 0, stop: &StopSignal::new() };
    player.begin(&new).unwrap();
    match choose(&mut *player, &*Arc::clone(&board).start(), None) {
        Err(Fault::Refused(reason)) => assert!(reason.contains("alphabeta cannot play"), "{reason}"),
        other => panic!("{other:?}"),
    }
}

/// What a bot answers to a session that is written as a whole.
fn answers(spec: &str, session: &str) -> String {
    let (mut input, mut output) = serving(spec);
    input.write_all(session.as_bytes()).unwrap();
    drop(input);
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_session_can_be_written_as_a_whole() {
    let version = env!("CARGO_PKG_VERSION");
    let session = "mossa-line 1\nnews of tomorrow\ngame mnk:3,3,3 2 1 0\nposition start moves a1 b1 a2 b2\n\
                   legal a3 b3 c1 c2 c3\ngo nodes 1000\nresult 1-0\nquit\nmossa-line 1\n";
    let expected = format!("ready mossa {version} mossa\ninfo depth 1 nodes ");
    let text = answers("mossa", session);
    assert!(text.starts_with(&expected) && text.ends_with(" value win in 1\nmove a3\n"), "{text}");
    let text = answers("mossa", "mossa-line 1\ngame mnk:3,3,3 2 1 0\nposition start moves a1 b1 a2 b2\ngo\n");
    assert!(text.ends_with("move a3\n"), "the end of the input is as good as `quit`: {text}");
}

#[test]
fn mistakes_of_a_manager_are_answered_with_errors() {
    let game = "game mnk:3,3,3 2 1 0\n";
    let cases = [
        ("mossa-line 2\n".to_owned(), "error version 2 is not known, only 1\n"),
        ("go\n".to_owned(), "error no game has begun\n"),
        (format!("{game}go\n"), "error no position was given\n"),
        (format!("{game}position start a1\ngo\n"), "error a position without the word `moves`\n"),
        (format!("{game}position start moves\ngo depth x\n"), "error unreadable limits: depth x\n"),
        ("game mnk:3,3,3 3 1 0\ngo\n".to_owned(), "error mnk:3,3,3 is a game for 2, not 3\n"),
        ("game mnk:3,3,3 2 3 0\ngo\n".to_owned(), "error unreadable game: mnk:3,3,3 2 3 0\n"),
    ];
    for (session, expected) in cases {
        assert_eq!(answers("random", &session), expected, "{session}");
    }
    for (session, part) in [
        (format!("{game}position start moves a1 a1\ngo\n"), "error cell `a1` is taken; expected "),
        (format!("{game}position nonsense moves\ngo\n"), "error "),
        ("game draughts 2 1 0\ngo\n".to_owned(), "error unknown game `draughts`"),
    ] {
        let text = answers("random", &session);
        assert!(text.starts_with(part) && text.lines().count() == 1, "{text}");
    }
}

#[test]
fn a_bot_whose_manager_is_gone_stops_thinking() {
    let began = Instant::now();
    let session = "game mnk:15,15,5 2 1 0\nposition start moves\ngo time 600000\n";
    assert_eq!(answers("mossa", session), "error stopped\n");
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[test]
fn own_limits_hold_beside_those_of_the_manager() {
    let session = "game mnk:15,15,5 2 1 0\nposition start moves\ngo clock 600000 inc 0\n";
    let text = answers("mossa:depth=2", session);
    assert!(text.starts_with("info depth 2 nodes "), "{text}");
    let clock = PlayerSpec::parse("mossa:tc=10+0.1").unwrap();
    assert!(Bot::new(clock).is_err(), "only the arena keeps clocks");
}

#[test]
fn a_manager_that_floods_is_left() {
    let (mut input, mut output) = serving("random");
    let megabyte = vec![b'x'; 1 << 20];
    // The bot goes away in the middle of the line, and then nobody reads it any more.
    while input.write_all(&megabyte).is_ok() {}
    let mut text = String::new();
    output.read_to_string(&mut text).unwrap();
    assert_eq!(text, "");
}
