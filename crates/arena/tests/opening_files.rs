//! Openings from files, however they are written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mossa_arena::openings::{Format, Opening, OpeningSource, Openings};
use mossa_engine::{AnyGame, open};
use mossa_game::{Assessment, GameRecord, InputError, Outcome, RecordedMove, Seat};

fn game() -> Arc<dyn AnyGame> {
    open("mnk:3,3,3").unwrap()
}

fn read(format: Format, text: &str) -> Result<Openings, InputError> {
    Openings::from_text(text, "book", format, &game(), None)
}

fn texts(openings: &Openings) -> Vec<String> {
    openings.openings.iter().map(Opening::text).collect()
}

/// A file for one test, in the directory that Cargo has for this.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn lines_are_positions_or_moves() {
    let text = "\u{feff}# a book\r\n\r\nb2 a1\r\n  3/1x1/3 o  # the centre\r\n1. a1 b2 2. C3\r\n3/3/3 x\r\n1,1 0,0\n";
    let found = read(Format::Lines, text).unwrap();
    assert_eq!(texts(&found), ["b2 a1", "3/1x1/3 o", "a1 b2 c3", "the start", "b2 a3"]);
    assert_eq!((found.duplicates, found.finished), (0, 0));
    let positions = ["3/1x1/o2 x", "3/1x1/3 o", "2x/1o1/x2 o", "3/3/3 x", "o2/1x1/3 x"];
    for (opening, position) in found.openings.iter().zip(positions) {
        assert_eq!(opening.position(&game()).unwrap().text(), position);
    }
}

#[test]
fn the_same_position_comes_once_and_finished_games_never() {
    let text = "a1 b2 c3\nc3 b2 a1\n2x/1o1/x2 o\na1 a2 b1 b2 c1\nxxx/oo1/3 o\nb2\nb2";
    let found = read(Format::Lines, text).unwrap();
    assert_eq!(texts(&found), ["a1 b2 c3", "b2"]);
    assert_eq!((found.duplicates, found.finished), (3, 2));
}

#[test]
fn epd_is_as_much_of_a_line_as_is_a_position() {
    let text = "3/1x1/3 o bm a1; id \"centre # 1\";\n# nothing\n3/3/x2 o\n\n2o/1x1/3 x; hmvc 0;\n";
    let found = read(Format::Epd, text).unwrap();
    assert_eq!(texts(&found), ["3/1x1/3 o", "3/3/x2 o", "2o/1x1/3 x"]);
    let error = read(Format::Epd, "\n\n3/3 x bm a1;").unwrap_err();
    assert_eq!(error.problem, "book, line 3: no position in front of \"3/3 x bm a1;\"");
    let endless = "word ".repeat(200_000);
    assert!(read(Format::Epd, &endless).is_err(), "and it does not take for ever");
}

#[test]
fn games_are_openings_up_to_some_plies() {
    let text = "[Event \"?\"]\n[FEN \"3/1x1/3 o\"]\n[SetUp \"1\"]\n\n1... a1 {corner} 2. c3! (2. c1 $1 (2. a2)) 1-0\n\n\
                [Event \"?\"]\n\n1.b2 a1 2.c3 a3 ; four\n% five\n3. a2 c2 1/2-1/2\n";
    let all = |plies| texts(&Openings::from_text(text, "book", Format::Pgn, &game(), plies).unwrap());
    assert_eq!(all(None), ["3/1x1/3 o, then a1 c3", "b2 a1 c3 a3 a2 c2"]);
    assert_eq!(all(Some(1)), ["3/1x1/3 o, then a1", "b2"]);
    assert_eq!(all(Some(0)), ["3/1x1/3 o", "the start"]);
}

#[test]
fn our_own_records_are_such_games() {
    let record = |moves: &[&str], start: Option<&str>| {
        let remark = Some("a {remark} (with [signs]; and \"more\"\n% of them".to_owned());
        let value = Some(Assessment::Guess { score: 3 });
        let step = |text: &&str| RecordedMove {
            text: (*text).to_owned(),
            millis: Some(12),
            value,
            depth: Some(7),
            remark: remark.clone(),
        };
        let seat = |name: &str| Seat { name: name.to_owned() };
        GameRecord {
            game: "mnk:3,3,3".to_owned(),
            players: vec![seat("A \"the\" [first]"), seat("B\\")],
            start: start.map(str::to_owned),
            tags: vec![("Date".to_owned(), "today".to_owned())],
            moves: moves.iter().map(step).collect(),
            result: Some(Outcome::draw(2)),
        }
    };
    let records = [record(&["b2", "a1", "c3"], None), record(&[], None), record(&["a1"], Some("3/1x1/3 o"))];
    let text: String = records.iter().map(|record| record.to_text().unwrap()).collect();
    let path = file("records.txt", text.as_bytes());
    let found = Openings::from_file(&path, &game(), None).unwrap();
    assert_eq!(texts(&found), ["b2 a1 c3", "the start", "3/1x1/3 o, then a1"]);

    let other = open("mnk:4,4,4").unwrap();
    let error = Openings::from_file(&path, &other, None).unwrap_err();
    let expected = "none of 3 openings can be read; records.txt, game 1, line 1: a game of mnk:3,3,3; expected games of mnk:4,4,4";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn errors_say_which_line_and_why() {
    let cases = [
        (
            Format::Lines,
            "\n\nz9 a1",
            "book, line 3: neither a position (unknown player `a1` to move) nor moves (no cell `z9`)",
        ),
        (Format::Lines, "\nb2 b2", "nor moves (cell `b2` is taken)"),
        (
            Format::Lines,
            "3/3/4 x",
            "book, line 1: neither a position (row 3 has 4 cells, not 3) nor moves (no cell",
        ),
        (Format::Pgn, "1. b2 a1\n2. b2", "book, game 1, line 2: cell `b2` is taken"),
        (Format::Pgn, "b2\n12.b2!", "book, game 1, line 2: cell `b2` is taken"),
        (Format::Pgn, "\n\n\n[FEN \"x\"]\nb2", "book, game 1, line 4: position \"x\" does not say who"),
        (Format::Pgn, "b2 {", "book, game 1, line 1: a comment without an end"),
        (Format::Lines, "a1 a2 b1 b2 c1 c2", "the game is over"),
        (Format::Lines, "", "no openings in book"),
        (Format::Epd, "# nothing\n\n", "no openings in book"),
        (Format::Pgn, "{nothing}", "no openings in book"),
        (
            Format::Lines,
            "xxx/oo1/3 o\na1 a2 b1 b2 c1",
            "the game is over after each of the 2 openings in book",
        ),
    ];
    for (format, text, problem) in cases {
        let error = read(format, text).unwrap_err();
        assert!(error.problem.contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn one_bad_opening_does_not_spoil_the_others() {
    let tags = "[Event \"x\"]\n\n";
    let games = ["b2 a1 *", "b2 {no end", "b2 (a1", "a1 b2 a1 *", "[FEN x]\na1 *", "b2 ) *", "c3 *"];
    let text: String = games.iter().map(|game| format!("{tags}{game}\n\n")).collect();
    let found = read(Format::Pgn, &text).unwrap();
    assert_eq!((texts(&found), found.unreadable), (vec!["b2 a1".to_owned(), "c3".to_owned()], 5));
    let told: Vec<&str> = found.problems.iter().map(|error| error.problem.as_str()).collect();
    let expected = [
        "book, game 2, line 7: a comment without an end",
        "book, game 3, line 11: a variation without an end",
        "book, game 4, line 15: cell `a1` is taken",
        "book, game 5, line 19: unreadable tag [FEN x]",
        "book, game 6, line 24: `)` without a beginning",
    ];
    assert_eq!(told, expected);

    let found = read(Format::Epd, "3/1x1/3 o bm a1;\nnonsense\n3/3/x2 o\n").unwrap();
    assert_eq!((found.openings.len(), found.unreadable), (2, 1));
    let many = "b2\n".to_owned() + &"nonsense\n".repeat(1000);
    let found = read(Format::Lines, &many).unwrap();
    assert_eq!((found.openings.len(), found.unreadable, found.problems.len()), (1, 1000, 10));
    let error = read(Format::Lines, &"nonsense\n".repeat(3)).unwrap_err();
    assert!(error.problem.starts_with("none of 3 openings can be read; book, line 1: neither"), "{error}");
}

#[test]
fn files_that_cannot_be_read_say_so() {
    let missing = Openings::from_file(Path::new("/no/such/book.epd"), &game(), None).unwrap_err();
    assert!(missing.problem.starts_with("cannot read `/no/such/book.epd`: "), "{missing}");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    assert!(Openings::from_file(directory, &game(), None).is_err());
    let latin = file("latin.txt", b"b2\na1 # M\xfcller\n");
    let error = Openings::from_file(&latin, &game(), None).unwrap_err();
    assert_eq!(error.to_string(), "latin.txt, line 2: not UTF-8; expected a text file in UTF-8");
    let latin = file("latin.pgn", b"[White \"A\"]\n[Black \"M\xfcller\"]\n\nb2 *\n");
    assert_eq!(texts(&Openings::from_file(&latin, &game(), None).unwrap()), ["b2"]);
}

#[test]
fn a_hundred_thousand_lines_are_fine() {
    let board = open("mnk:19,19,5").unwrap();
    let cell = |i: usize| format!("{}{}", char::from(b'a' + (i % 19) as u8), i / 19 % 19 + 1);
    let mut text = String::new();
    for i in 0..100_000 {
        writeln!(text, "{} {}", cell(i % 361), cell((i / 361 + i + 1) % 361)).unwrap();
    }
    let path = file("large.txt", text.as_bytes());
    let found = Openings::from_file(&path, &board, None).unwrap();
    assert_eq!((found.openings.len(), found.duplicates, found.finished), (100_000, 0, 0));
    let source = OpeningSource::list(found, true);
    assert!(source.book(&board, 7).opening(99_999).unwrap().position(&board).is_ok());
}
