//! Games in progress: turns, undo, hints, records.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use mossa_engine::{Level, Means, Registry, Session, Sitter, open};
use mossa_game::{GameRecord, Player};
use mossa_search::{Limits, StopSignal, Table};

fn human() -> Sitter {
    Sitter::Human("Ada \"the first\"".to_owned())
}

fn engine(level: u8) -> Sitter {
    Sitter::Engine(Level::new(level).unwrap().into())
}

fn means(seed: u64) -> Means {
    Means { seed, limits: Limits::nodes(20_000), threads: 1, table: Arc::new(Table::new(1)) }
}

fn session(game: &str, sitters: [Sitter; 2]) -> Session {
    Session::new(open(game).unwrap().start(), sitters.to_vec(), means(11)).unwrap()
}

/// A person who always plays the first legal move.
fn play_to_the_end(session: &mut Session) {
    let stop = StopSignal::new();
    while session.result().is_none() {
        if session.engine_move(&stop).unwrap().is_none() {
            let text = session.position().moves()[0].text.clone();
            session.play(&text).unwrap();
        }
    }
}

#[test]
fn everybody_moves_in_turn() {
    let stop = StopSignal::new();
    let mut session = session("mnk:3,3,3", [human(), engine(3)]);
    assert_eq!(session.to_move(), Some(&human()));
    assert!(session.engine_move(&stop).unwrap().is_none(), "the engine waits");
    session.play("b2").unwrap();
    assert!(session.play("a1").is_err(), "so does the person");
    let made = session.engine_move(&stop).unwrap().unwrap();
    assert_eq!(session.position().history(), ["b2".to_owned(), made.info.text]);
    play_to_the_end(&mut session);
    assert_eq!(session.to_move(), None);
    assert!(session.engine_move(&stop).unwrap().is_none());
}

#[test]
fn undo_goes_back_to_where_a_person_moves() {
    let stop = StopSignal::new();
    let mut first = session("mnk:3,3,3", [human(), engine(2)]);
    first.play("b2").unwrap();
    assert_eq!(first.undo(), 1, "the engine has not answered yet");
    first.play("b2").unwrap();
    first.engine_move(&stop).unwrap();
    assert_eq!(first.undo(), 2);
    assert_eq!((first.undo(), first.record().moves.len()), (0, 0));

    let mut second = session("mnk:3,3,3", [engine(2), human()]);
    second.engine_move(&stop).unwrap();
    assert_eq!(second.undo(), 0, "no person was to move earlier");
    assert_eq!(second.position().history().len(), 1);

    let mut nobody = session("mnk:3,3,3", [engine(1), engine(2)]);
    play_to_the_end(&mut nobody);
    let played = nobody.position().history().len();
    assert_eq!(nobody.undo(), 1);
    assert_eq!(nobody.record().moves.len(), played - 1);
}

#[test]
fn a_hint_is_the_best_move_and_changes_nothing() {
    let mut session = session("mnk:3,3,3", [human(), human()]);
    ["a1", "a2", "b1", "b2"].iter().for_each(|m| drop(session.play(m).unwrap()));
    assert_eq!(session.hint(&StopSignal::new()).best(), Some("c1"));
    assert_eq!(session.position().history().len(), 4);
    session.play("c1").unwrap();
    assert_eq!(session.hint(&StopSignal::new()).best(), None);
}

#[test]
fn a_record_resumes_to_the_same_session() {
    let registry = Registry::builtin();
    let mut played = session("mnk:4,4,3", [human(), engine(4)]);
    let stop = StopSignal::new();
    for _ in 0..3 {
        let text = played.position().moves()[0].text.clone();
        played.play(&text).unwrap();
        played.engine_move(&stop).unwrap();
        let record = played.record();
        let text = GameRecord::from_text(&record.to_text().unwrap()).unwrap();
        let json = GameRecord::from_json(&serde_json::to_string(&record).unwrap()).unwrap();
        assert_eq!((&text, &json), (&record, &record));
        let resumed = Session::resume(&registry, &text, means(0)).unwrap();
        assert_eq!(resumed.record(), record, "players, times, values, seed and moves");
        assert_eq!(resumed.position().text(), played.position().text());
        assert_eq!(resumed.sitters(), played.sitters());
        if played.result().is_some() {
            break;
        }
    }
    let engine_moves: Vec<_> = played.record().moves.into_iter().skip(1).step_by(2).collect();
    assert!(engine_moves.iter().all(|m| m.value.is_some() && m.millis.is_some()));
}

#[test]
fn a_resumed_engine_goes_on_as_it_would_have() {
    let registry = Registry::builtin();
    for level in [1, 3, 5, 7] {
        let mut played = session("mnk:4,4,4", [engine(level), human()]);
        played.engine_move(&StopSignal::new()).unwrap();
        let mut resumed = Session::resume(&registry, &played.record(), means(99)).unwrap();
        // Hints must not change what the opponent does.
        drop(played.hint(&StopSignal::new()));
        play_to_the_end(&mut played);
        play_to_the_end(&mut resumed);
        assert_eq!(resumed.position().history(), played.position().history(), "level {level}");
    }
}

#[test]
fn other_starts_and_facts_survive() {
    let game = open("mnk:3,3,3").unwrap();
    let mut position = game.clone().start();
    position.play("b2").unwrap();
    let text = position.text();
    let mut session = Session::new(game.position(&text).unwrap(), vec![human(), human()], means(1)).unwrap();
    session.play("a1").unwrap();
    let mut record = session.record();
    assert_eq!(record.start, Some(text));
    record.tags.push(("Event".to_owned(), "Kitchen table".to_owned()));
    record.moves[0].remark = Some("a corner".to_owned());
    let resumed = Session::resume(&Registry::builtin(), &record, means(1)).unwrap();
    assert_eq!(resumed.record(), record);

    // A history that was there before belongs to the game, without times.
    let taken_over = Session::new(position, vec![human(), human()], means(1)).unwrap().record();
    assert_eq!((taken_over.start, taken_over.moves.len()), (None, 1));
}

#[test]
fn a_game_that_was_given_up_stays_over() {
    let mut played = session("mnk:3,3,3", [human(), human()]);
    played.play("b2").unwrap();
    played.play("a1").unwrap();
    let mut record = played.record();
    record.result = "0-1".parse().ok();
    let mut resumed = Session::resume(&Registry::builtin(), &record, means(0)).unwrap();
    assert_eq!((resumed.result(), resumed.to_move()), (record.result, None));
    assert_eq!(resumed.record(), record, "the result is still there");
    let error = resumed.play("c3").unwrap_err();
    assert!(error.problem.contains("the game is over, 0-1"), "{error}");
    assert_eq!(resumed.hint(&StopSignal::new()).best(), None);
    resumed.set_sitter(Player::FIRST, engine(2)).unwrap();
    assert!(resumed.engine_move(&StopSignal::new()).unwrap().is_none());
    // Taking a move back takes the end back with it.
    assert_eq!((resumed.undo(), resumed.result()), (1, None));
    resumed.play("c3").unwrap();
    assert_eq!(resumed.record().result, None);
}

#[test]
fn a_seat_can_change_hands() {
    let mut session = session("mnk:3,3,3", [human(), engine(1)]);
    session.play("b2").unwrap();
    session.set_sitter(Player::SECOND, human()).unwrap();
    session.play("a1").unwrap();
    session.set_sitter(Player::FIRST, engine(3)).unwrap();
    assert!(session.engine_move(&StopSignal::new()).unwrap().is_some());
    assert_eq!(session.sitters(), [engine(3), human()]);
    assert_eq!(session.record().players[0].name, "mossa level 3");
    let error = session.set_sitter(Player::new(2), human()).unwrap_err();
    assert!(error.problem.contains("no seat 3") && error.expected == "1 to 2", "{error}");
    assert_eq!(session.position().history().len(), 3, "the game is the same");
}

#[test]
fn sessions_can_move_between_threads() {
    let mut session = session("mnk:3,3,3", [engine(2), engine(3)]);
    let over = std::thread::spawn(move || {
        play_to_the_end(&mut session);
        session.result().is_some()
    });
    assert!(over.join().unwrap());
}
