//! Programs of the Gomocup protocol as players: what they are told, byte by byte, and what happens if they misbehave.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod seated;

use std::time::{Duration, Instant};

use mossa_arena::contestant::Fault;
use mossa_arena::players::PlayerSpec;
use mossa_game::{Outcome, Player};
use mossa_search::TimeControl;
use seated::{IMPATIENT, PATIENT, Seated};

#[test]
fn a_program_is_told_what_the_protocol_wants() {
    let mut seated = Seated::at("gomocup", "well", "", "mnk:15,15,5");
    seated.begin(None, &[]).unwrap();
    assert_eq!(seated.moves(), "a15", "its first free cell is 0,0");
    let before = [
        "INFO max_memory 367001600",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO timeout_turn 500",
        "INFO timeout_match 0",
        "INFO time_left 2147483647",
    ];
    let lines =
        |first: &'static str, last: &[&'static str]| -> Vec<&str> { [&[first], &before[..], last].concat() };
    assert_eq!(seated.heard(), lines("START 15", &["BEGIN"]));
    seated.play(&["c14"]);
    assert_eq!(seated.moves(), "b15");
    assert_eq!(seated.heard(), ["INFO time_left 2147483647", "TURN 2,1"]);
    // The next game on the same board: the program is second.
    seated.begin(None, &["h8"]).unwrap();
    assert_eq!(seated.moves(), "a15", "its board was cleared");
    assert_eq!(seated.heard(), lines("RESTART", &["TURN 7,7"]));
    // An opening of three moves.
    seated.begin(None, &["h8", "i8", "h9"]).unwrap();
    assert_eq!(seated.moves(), "a15");
    assert_eq!(seated.heard(), lines("RESTART", &["BOARD", "7,7,2", "8,7,1", "7,6,2", "DONE"]));
    seated.play(&["h10"]);
    assert_eq!(seated.moves(), "b15");
    assert_eq!(seated.heard(), ["INFO time_left 2147483647", "TURN 7,5"]);
    // Two moves at once do not happen in a game, but a position that somebody looks at may be any.
    seated.position.undo();
    seated.position.undo();
    seated.play(&["h11"]);
    assert_eq!(seated.moves(), "b15");
    let board = ["BOARD", "7,7,2", "8,7,1", "7,6,2", "0,0,1", "7,4,2", "DONE"];
    assert_eq!(seated.heard(), [&["RESTART"], &before[3..], &board].concat());
    seated.leaves();
    assert_eq!(seated.heard(), ["END"]);
}

#[test]
fn boards_rules_and_provisions_are_told() {
    let mut seated =
        Seated::at("gomocup", "well", ",threads=2,memory=70,folder=/tmp/brains", "mnk:12,20,5,rule=renju");
    seated.begin(Some("20/20/3x16/4o15/20/20/20/20/20/20/20/20 x"), &["a1"]).unwrap();
    seated.limits.time = TimeControl::PerGame {
        remaining: Duration::from_secs(60),
        increment: Duration::from_secs(1),
        moves_to_go: None,
        overhead: Duration::ZERO,
    };
    assert_eq!(seated.moves(), "a12");
    let told = [
        "RECTSTART 20,12",
        "INFO max_memory 73400320",
        "INFO thread_num 2",
        "INFO folder /tmp/brains",
        "INFO game_type 1",
        "INFO rule 4",
        "INFO timeout_turn 60000",
        "INFO timeout_match 60000",
        "INFO time_left 60000",
        "BOARD",
        "3,2,2",
        "4,3,1",
        "0,11,2",
        "DONE",
    ];
    assert_eq!(seated.heard(), told);
    seated.play(&["b1"]);
    if let TimeControl::PerGame { remaining, .. } = &mut seated.limits.time {
        *remaining = Duration::from_millis(58_500);
    }
    assert_eq!(seated.moves(), "b12");
    assert_eq!(seated.heard(), ["INFO time_left 58500", "TURN 1,11"]);
    // The same program on another board, by another rule.
    seated.game = mossa_engine::open("mnk:9,9,5,rule=exact").unwrap();
    seated.begin(None, &[]).unwrap();
    assert_eq!(seated.moves(), "a9");
    let heard = seated.heard();
    assert!(heard[0] == "START 9" && heard.contains(&"INFO rule 1".to_owned()), "{heard:?}");
}

#[test]
fn what_the_protocol_allows_is_tolerated() {
    let mut chatty = Seated::at("gomocup", "chatty", "", "mnk:15,15,5");
    for _ in 0..2 {
        chatty.begin(None, &[]).unwrap();
        assert_eq!(chatty.moves(), "a15");
        chatty.play(&["h8"]);
        assert_eq!(chatty.moves(), "b15");
    }
    let mut suggests = Seated::at("gomocup", "suggests", "", "mnk:15,15,5");
    suggests.begin(None, &[]).unwrap();
    assert_eq!(suggests.moves(), "a15");
    assert_eq!(suggests.heard().last().unwrap(), "PLAY 0,0");
    let mut old = Seated::at("gomocup", "cannot restart", "", "mnk:15,15,5");
    for expected in [["START 15"].as_slice(), &["RESTART", "END", "START 15"]] {
        old.begin(None, &[]).unwrap();
        assert_eq!(old.moves(), "a15");
        assert_eq!(old.heard()[..expected.len()], *expected, "it was started again");
    }
    old.leaves();
}

#[test]
fn programs_that_misbehave_lose_by_the_right_fault() {
    let garbage = |text: &str| Fault::Garbage(text.to_owned());
    let refused = |text: &str| Fault::Refused(text.to_owned());
    for (behaviour, patience, fault) in [
        ("silent", IMPATIENT, Fault::Silent(IMPATIENT)),
        ("crashes", PATIENT, Fault::Crashed("ended with status 3".to_owned())),
        ("garbage", PATIENT, garbage("\"h8\"")),
        ("errors", PATIENT, refused("\"ERROR too difficult\"")),
        ("ignorant", IMPATIENT, refused("\"UNKNOWN command\"")),
        ("floods", PATIENT, Fault::Flooded("more than 10000 lines in one turn".to_owned())),
        ("refuses", PATIENT, refused("\"ERROR my board has 19 lines\"")),
    ] {
        let mut seated = Seated::at("gomocup", behaviour, "", "mnk:15,15,5");
        let found = seated.begin(None, &[]).and_then(|()| seated.choose(patience).map(drop));
        assert_eq!(found, Err(fault), "{behaviour}");
        seated.contestant().finish(&Outcome::win(Player::SECOND, 2));
        assert!(matches!(seated.choose(PATIENT), Err(Fault::Crashed(_))), "{behaviour} stays at its fault");
        seated.leaves();
    }
}

#[test]
fn moves_that_are_none_and_answers_too_many_are_noticed() {
    let mut outside = Seated::at("gomocup", "outside", "", "mnk:15,15,5");
    outside.begin(None, &[]).unwrap();
    let text = outside.choose(PATIENT).unwrap();
    assert!(outside.position.play(&text).is_err(), "the arena looks whether `{text}` is legal");
    let mut more = Seated::at("gomocup", "says more", "", "mnk:15,15,5");
    more.begin(None, &[]).unwrap();
    more.moves();
    more.play(&["h8"]);
    std::thread::sleep(Duration::from_millis(300));
    let fault = more.choose(PATIENT).unwrap_err();
    assert_eq!(fault, Fault::Garbage("\"0,0\" although it was not its turn".to_owned()));
}

#[test]
fn a_program_that_does_not_leave_is_made_to() {
    let mut seated = Seated::at("gomocup", "stays", "", "mnk:15,15,5");
    seated.begin(None, &[]).unwrap();
    seated.moves();
    let began = Instant::now();
    seated.leaves();
    assert!(began.elapsed() < Duration::from_secs(10));
    assert_eq!(seated.heard().last().unwrap(), "END");
}

#[test]
fn only_five_in_a_row_with_a_limit_of_time_can_be_played() {
    let refusal = |spec: &str, game: &str| {
        let spec = PlayerSpec::parse(spec).unwrap();
        spec.seat(&mossa_engine::open(game).unwrap()).err().unwrap().to_string()
    };
    assert_eq!(
        refusal("gomocup[time=100]:brain", "connect4"),
        "programs of Gomocup cannot play connect4; expected five in a row, such as mnk:15,15,5 or renju"
    );
    assert_eq!(
        refusal("gomocup:brain", "gomoku"),
        "brain would think for ever; expected a limit: time=MS, tc=10+0.1"
    );
    let budget = mossa_arena::budget::Budget { nodes: Some(5), ..Default::default() };
    let spec = PlayerSpec::parse("gomocup:brain").unwrap().with_default_budget(budget);
    let error = spec.seat(&mossa_engine::open("gomoku").unwrap()).err().unwrap().to_string();
    assert_eq!(
        error,
        "brain knows no limits of nodes or depth; expected a limit of time: time=MS or tc=10+0.1"
    );
    let error = refusal("gomocup[time=100]:/no/such/brain", "gomoku");
    assert!(error.starts_with("cannot start `/no/such/brain`: "), "{error}");
}
