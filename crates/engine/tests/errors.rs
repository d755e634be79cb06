//! What people get wrong is answered on one line, with what was expected.

use mossa_engine::{Level, Means, Registry, Session, Sitter, bench, families, open};
use mossa_game::{GameRecord, InputError, InputKind, RecordedMove};
use mossa_search::{Features, StopSignal};

#[track_caller]
fn assert_explains(error: &InputError, kind: InputKind, words: &[&str]) {
    let text = error.to_string();
    assert_eq!(error.kind, kind, "{text}");
    assert!(!text.contains('\n') && text.contains("expected"), "{text}");
    words.iter().for_each(|word| assert!(text.contains(word), "`{word}` is not in: {text}"));
}

#[test]
fn unknown_games_list_the_known_ones_and_suggest_the_nearest() {
    let error = open("mnkk:3,3,3").err().unwrap();
    assert_explains(&error, InputKind::Game, &["unknown game `mnkk`", "did you mean `mnk`?"]);
    for name in Registry::builtin().names() {
        assert!(error.expected.contains(name), "{name} is not in: {error}");
    }
    let error = open("backgammon").err().unwrap();
    assert_explains(&error, InputKind::Game, &["unknown game `backgammon`; expected one of: chess"]);
    assert_explains(&open("").err().unwrap(), InputKind::Game, &["unknown game ``"]);
    assert_explains(&open("a\nb").err().unwrap(), InputKind::Game, &["a\\nb"]);
}

#[test]
fn presets_open_what_they_stand_for() {
    for info in families() {
        for (preset, options) in &info.presets {
            let full = open(&format!("{}:{options}", info.name)).unwrap();
            assert_eq!(open(preset).unwrap().name(), full.name());
        }
    }
    assert_eq!(open("tic-tac-toe").unwrap().name(), "mnk:3,3,3");
}

#[test]
fn bad_options_moves_and_positions_are_refused() {
    for options in ["x", "3,3", "0,3,3", "3,3,3,colour=red", "3,3,9999999999"] {
        let error = open(&format!("mnk:{options}")).err().unwrap();
        assert_explains(&error, InputKind::Options, &[]);
    }
    let game = open("mnk:3,3,3").unwrap();
    for text in ["", "x", "3/3 x", "xxx/ooo/3 x", "3/3/3 z"] {
        assert_explains(&game.clone().position(text).err().unwrap(), InputKind::Position, &[]);
    }
    let mut position = game.start();
    position.play("b2").unwrap();
    let before = position.text();
    for text in ["", "b2", "z9", "pass", "\u{1F600}"] {
        assert_explains(&position.play(text).unwrap_err(), InputKind::Move, &[]);
    }
    assert_eq!((position.text(), position.history().len()), (before, 1), "a refused move changes nothing");
}

#[test]
fn megabytes_of_nonsense_get_a_short_answer() {
    let nonsense = "x\u{202e}\n/".repeat(1_000_000);
    let game = open("mnk:3,3,3").unwrap();
    let answers = [
        game.clone().position(&nonsense).err().unwrap(),
        game.start().play(&nonsense).unwrap_err(),
        open(&nonsense).err().unwrap(),
        open(&format!("mnk:{nonsense}")).err().unwrap(),
        GameRecord::from_text(&nonsense).unwrap_err(),
        GameRecord::from_text(&format!("[Game \"{nonsense}")).unwrap_err(),
    ];
    for error in answers {
        let text = error.to_string();
        assert!(text.len() < 1000 && !text.contains(['\n', '\u{202e}']), "{} bytes: {text}", text.len());
    }
}

#[test]
fn no_move_is_possible_when_the_game_is_over() {
    let mut position = open("mnk:3,3,3").unwrap().start();
    ["a1", "a2", "b1", "b2", "c1"].iter().for_each(|m| drop(position.play(m).unwrap()));
    assert!(position.result().is_some() && position.marked().len() == 3);
    assert_explains(&position.play("c3").unwrap_err(), InputKind::Move, &["the game is over"]);
}

#[test]
fn sessions_and_records_that_do_not_fit_are_refused() {
    let start = || open("mnk:3,3,3").unwrap().start();
    let alone = vec![Sitter::Human("Ada".to_owned())];
    let error = Session::new(start(), alone, Means::new(0)).err().unwrap();
    assert_explains(&error, InputKind::Setting, &["1 players", "2 players"]);

    let engines = vec![Sitter::Engine(Level::FULL.into()), Sitter::Engine(Level::EASIEST.into())];
    let mut session = Session::new(start(), engines, Means::new(0)).unwrap();
    assert_explains(&session.play("b2").unwrap_err(), InputKind::Move, &["turn of mossa level 8"]);

    let good = GameRecord { game: "mnk:3,3,3".to_owned(), ..GameRecord::default() };
    let moves = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| RecordedMove { text: (*text).to_owned(), ..RecordedMove::default() })
            .collect()
    };
    let won = ["a1", "a2", "b1", "b2", "c1"];
    let cases = [
        (GameRecord { game: "chss".to_owned(), ..good.clone() }, InputKind::Game, "unknown game"),
        (GameRecord { start: Some("x".to_owned()), ..good.clone() }, InputKind::Position, ""),
        (GameRecord { moves: moves(&["a1", "a1"]), ..good.clone() }, InputKind::Record, "move 2"),
        (
            GameRecord { moves: moves(&won), result: "0-1".parse().ok(), ..good.clone() },
            InputKind::Record,
            "says 0-1",
        ),
        (
            GameRecord { tags: vec![("Seed".to_owned(), "x".to_owned())], ..good.clone() },
            InputKind::Record,
            "seed",
        ),
        (
            GameRecord { players: vec![mossa_game::Seat { name: "Ada".to_owned() }], ..good.clone() },
            InputKind::Record,
            "1 players",
        ),
    ];
    let broken = [
        (
            GameRecord { result: "places 1 2 2".parse().ok(), ..good.clone() },
            InputKind::Record,
            "of 3 players",
        ),
        (GameRecord { moves: moves(&["a1 a2"]), ..good.clone() }, InputKind::Record, "a move written"),
        (
            GameRecord { tags: vec![("Result".to_owned(), "1-0".to_owned())], ..good.clone() },
            InputKind::Record,
            "a tag called",
        ),
    ];
    for (record, kind, word) in cases.into_iter().chain(broken) {
        let error = Session::resume(&Registry::builtin(), &record, Means::new(0)).err().unwrap();
        assert_explains(&error, kind, &[word]);
    }
    assert!(Session::resume(&Registry::builtin(), &good, Means::new(0)).is_ok());
}

#[test]
fn fixed_work_that_there_is_not_is_refused() {
    let error = bench(&Registry::builtin(), &["mnk:3,4,2"], Features::ALL, &StopSignal::new(), &mut |_| {})
        .err()
        .unwrap();
    assert_explains(&error, InputKind::Game, &["no fixed work for `mnk:3,4,2`"]);
}
