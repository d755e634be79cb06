//! Programs of the Universal Chess Interface as players: what they are told, byte by byte, and what happens if they
//! misbehave.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod seated;

use std::time::Duration;

use mossa_arena::contestant::Fault;
use mossa_arena::players::PlayerSpec;
use mossa_game::{Assessment, Outcome, Player, Verdict};
use mossa_search::TimeControl;
use seated::{IMPATIENT, PATIENT, Seated};

#[test]
fn a_program_is_told_what_the_protocol_wants() {
    let settings = ",table=64,option.Skill Level=3,option.Clear Hash=";
    let mut seated = Seated::at("uci", "well", settings, "chess");
    seated.begin(None, &[]).unwrap();
    let choice = seated.answer(PATIENT).unwrap();
    assert_eq!((choice.text.as_str(), choice.depth, choice.nodes), ("g1f3", Some(2), Some(45)));
    assert_eq!(choice.value, Some(Assessment::Proven { outcome: Verdict::Win, plies: Some(3) }));
    let told = [
        "uci",
        "setoption name Hash value 64",
        "setoption name Skill Level value 3",
        "setoption name Clear Hash",
        "ucinewgame",
        "isready",
        "position startpos",
        "go movetime 500",
    ];
    assert_eq!(seated.heard(), told);
    // The next game begins after an opening, with a clock.
    seated.begin(None, &["e2e4"]).unwrap();
    seated.limits.time = TimeControl::PerGame {
        remaining: Duration::from_secs(5),
        increment: Duration::from_millis(50),
        moves_to_go: None,
        overhead: Duration::ZERO,
    };
    assert_eq!(seated.moves(), "g8f6");
    let go = "go wtime 5000 winc 50 btime 5000 binc 50";
    assert_eq!(seated.heard(), ["ucinewgame", "isready", "position startpos moves e2e4", go]);
    // Another from a position.
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qq - 3 9";
    seated.begin(Some(fen), &[]).unwrap();
    assert_eq!(seated.moves(), "g1f3");
    assert_eq!(seated.heard()[2], format!("position fen {fen}"));
    seated.leaves();
    assert_eq!(seated.heard(), ["quit"]);
}

#[test]
fn the_beginnings_of_chess960_are_told() {
    let mut seated = Seated::at("uci", "well", "", "chess:960,start=534");
    seated.begin(None, &[]).unwrap();
    seated.choose(PATIENT).unwrap();
    let heard = seated.heard();
    assert_eq!(heard[1], "setoption name UCI_Chess960 value true");
    let start = seated.position.text();
    assert!(!start.starts_with("rnbqkbnr"), "{start} has no word in the protocol");
    assert_eq!(heard[4], format!("position fen {start}"));
}

#[test]
fn programs_that_misbehave_lose_by_the_right_fault() {
    let garbage = |text: &str| Fault::Garbage(text.to_owned());
    for (behaviour, settings, patience, fault) in [
        ("silent", "", IMPATIENT, Fault::Silent(IMPATIENT)),
        ("crashes", "", PATIENT, Fault::Crashed("ended with status 3".to_owned())),
        ("no move", "", PATIENT, garbage("\"bestmove\"")),
        ("floods", "", PATIENT, Fault::Flooded("more than 10000 lines in one turn".to_owned())),
        ("well", ",option.Colour=blue", PATIENT, Fault::Refused("it has no option `Colour`".to_owned())),
    ] {
        let mut seated = Seated::at("uci", behaviour, settings, "chess");
        let found = seated.begin(None, &[]).and_then(|()| seated.choose(patience).map(drop));
        assert_eq!(found, Err(fault), "{behaviour}");
        seated.contestant().finish(&Outcome::win(Player::SECOND, 2));
        seated.leaves();
    }
}

#[test]
fn moves_that_are_none_and_answers_too_many_are_noticed() {
    for (behaviour, text) in [("illegal", "e1e5"), ("gives up", "(none)")] {
        let mut seated = Seated::at("uci", behaviour, "", "chess");
        seated.begin(None, &[]).unwrap();
        assert_eq!(seated.choose(PATIENT).unwrap(), text);
        assert!(seated.position.play(text).is_err(), "the arena looks whether `{text}` is legal");
    }
    let mut more = Seated::at("uci", "says more", "", "chess");
    more.begin(None, &[]).unwrap();
    more.moves();
    more.play(&["e7e5"]);
    std::thread::sleep(Duration::from_millis(300));
    let fault = more.choose(PATIENT).unwrap_err();
    assert_eq!(fault, Fault::Garbage("\"bestmove g1f3\" although it was not its turn".to_owned()));
}

#[test]
fn words_that_nobody_knows_are_passed_over() {
    let mut seated = Seated::at("uci", "chatty", "", "chess");
    for _ in 0..2 {
        seated.begin(None, &[]).unwrap();
        assert_eq!(seated.moves(), "g1f3");
        seated.play(&["e7e5"]);
        assert_eq!(seated.moves(), "f3g1");
    }
}

/// The protocol says nothing about bytes beyond ASCII, and authors have names.
#[test]
fn what_is_not_utf_8_is_no_fault() {
    let mut seated = Seated::at("uci", "latin", "", "chess");
    for _ in 0..2 {
        seated.begin(None, &[]).unwrap();
        assert_eq!(seated.moves(), "g1f3");
        seated.play(&["e7e5"]);
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(seated.moves(), "f3g1");
    }
}

#[test]
fn only_chess_with_a_limit_can_be_played() {
    let refusal = |spec: &str, game: &str| {
        let spec = PlayerSpec::parse(spec).unwrap();
        spec.seat(&mossa_engine::open(game).unwrap()).err().unwrap().to_string()
    };
    assert_eq!(
        refusal("uci[time=100]:engine", "connect4"),
        "programs of UCI cannot play connect4; expected chess or chess:960"
    );
    assert_eq!(
        refusal("uci:engine", "chess"),
        "engine would think for ever; expected a limit: time=MS, tc=10+0.1, nodes=N or depth=N"
    );
    let error = refusal("uci[time=100]:/no/such/engine", "chess");
    assert!(error.starts_with("cannot start `/no/such/engine`: "), "{error}");
}
