//! Moves, positions and options as text: what is read, and what is refused with which reason.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_connect4::geometry::{Any, Geometry, Standard};
use mossa_connect4::{Connect4, Connect4Family, Position};
use mossa_game::{Family, Game, Host, InputKind, Notation, Playable};
use proptest::prelude::*;

fn standard() -> Connect4<Standard> {
    Connect4::new(Standard::default())
}

fn sized(width: u32, height: u32) -> Connect4<Any<u128>> {
    Connect4::new(Any::new(width, height).unwrap())
}

#[test]
fn columns_have_one_character() {
    let game = sized(35, 2);
    let start = game.start();
    for (text, column) in [("1", 0), ("9", 8), ("a", 9), ("A", 9), ("z", 34), (" 3 ", 2)] {
        let m = game.parse_move(&start, text).unwrap();
        assert_eq!(m.index(), column, "{text}");
        assert_eq!(game.move_text(&start, m), text.trim().to_lowercase());
    }
}

#[test]
fn moves_are_refused_with_a_reason() {
    let game = standard();
    let told = |position: &str, text: &str| {
        let error = game.parse_move(&game.parse_position(position).unwrap(), text).unwrap_err();
        assert_eq!(error.kind, InputKind::Move);
        error.to_string()
    };
    for text in ["0", "8", "a", "44", "", "-1", "4.", "é", "d"] {
        let error = told("44", text);
        assert_eq!(error, format!("no column `{text}`; expected a column from 1 to 7 that is not full"));
    }
    let full = "column `4` is full; expected a column from 1 to 7 that is not full";
    assert_eq!(told("444444", "4"), full);
    assert_eq!(told("1122334", "5"), "no move `5`: the game is over; expected no move");
}

#[test]
fn lists_of_moves_need_no_blanks() {
    let game = standard();
    for text in ["4453", "4 4 5 3", " 44,53 ", "4, 4,5\t3\n"] {
        assert_eq!(game.split_moves(text), ["4", "4", "5", "3"], "{text:?}");
    }
    assert_eq!(game.split_moves("4é"), ["4", "é"]);
    assert!(game.split_moves(" , ").is_empty());
}

#[test]
fn a_position_is_read_in_many_ways() {
    let game = standard();
    let expected = game.parse_position("4453").unwrap();
    let rows = [".......", ".......", ".......", ".......", "...o...", "..oxx.."];
    let spaced = rows.map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(" "));
    let digits = rows.map(|row| row.replace('x', "1").replace('o', "2"));
    let colours = rows.map(|row| row.replace('x', "R").replace('o', "Y").replace('.', "_"));
    let texts = [
        "4354".to_owned(),
        " 4453\n".to_owned(),
        "7/7/7/7/3o3/2oxx2 x".to_owned(),
        "7/7/7/7/3O3/2OXX2".to_owned(),
        rows.join("/"),
        rows.join("/") + " x",
        rows.join("\n"),
        rows.join("\r\n") + "\r\n",
        spaced.join("\n"),
        spaced.join("/") + " x",
        format!("|{}|", rows.join("|\n|")),
        digits.join("|"),
        digits.join("\n") + "\n1",
        colours.join("/"),
    ];
    for text in texts.iter().filter(|text| !text.ends_with("\n1")) {
        assert_eq!(game.parse_position(text), Ok(expected), "{text:?}");
    }
    for text in ["", "  ", "start", "7/7/7/7/7/7 x", "7/7/7/7/7/7"] {
        assert_eq!(game.parse_position(text), Ok(game.start()), "{text:?}");
    }
    // A row of its own is never who is to move.
    assert!(game.parse_position(&texts[12]).is_err());
}

#[test]
fn boards_full_of_stones_are_read_with_letters_and_with_digits() {
    let game = sized(2, 2);
    let full = game.parse_position("1212").unwrap();
    for text in ["xo/xo", "xo/xo x", "12/12", "1 2/1 2 1", "ry|ry"] {
        // With a blank or a letter a digit is a run, so `1 2/1 2 1` is a row of one and of two empty cells.
        let read = game.parse_position(text);
        assert_eq!(read.is_ok(), text != "1 2/1 2 1", "{text}");
        assert!(read.is_err() || read == Ok(full), "{text}");
    }
    // One row alone must say who is to move, for otherwise it is a string of moves.
    let row = sized(4, 1);
    let expected = row.parse_position("12").unwrap();
    assert_eq!(row.parse_position("xo2 x"), Ok(expected));
    assert_eq!(row.parse_position("xo.. x"), Ok(expected));
}

#[test]
fn positions_are_refused_with_a_reason() {
    let game = standard();
    let cases = [
        ("4483", "move 3 of the position: no column 8"),
        ("4444444", "move 7 of the position: column 4 is full"),
        ("11223344", "move 8 of the position: the game was over before it"),
        ("44?3", "unreadable position \"44?3\""),
        ("4 4 5 3", "unreadable position \"4 4 5 3\""),
        ("x", "move 1 of the position: no column x"),
        ("7/7/7/7/7 x", "the board has 5 rows, not 6"),
        ("7/7/7/7/7/7/7 x", "the board has more than 6 rows, not 6"),
        ("7/7/7/7/7/8 x", "row 6 from above has more than 7 cells, not 7"),
        ("7/7/7/7/7/99999999999999999999999 x", "row 6 from above has more than 7 cells, not 7"),
        ("7/7/7/7/xo/7 x", "row 5 from above has 2 cells, not 7"),
        ("7/7/7/7/7/3z3 x", "`z` on the board means nothing"),
        ("7/7/7/7/7/x06 o", "`0` on the board means nothing"),
        ("7/7/7/7/3x3/7 o", "a stone in column 4 lies on nothing"),
        ("7/7/7/7/7/2xx3 o", "2 stones of x and 0 of o"),
        ("7/7/7/7/7/3o3 x", "0 stones of x and 1 of o"),
        ("7/7/7/7/7/3x3 x", "x to move with 1 stones of x and 0 of o"),
        ("7/7/7/7/7/3xo2 o", "o to move with 1 stones of x and 1 of o"),
        ("7/7/7/7/oooo3/xxxx3 x", "both players have four in a row"),
        ("7/7/7/7/7/xxxx3 o", "4 stones of x and 0 of o"),
        ("7/7/7/7/o6/xxxxooo x", "the player to move has already four in a row"),
        // All stones of this four lie under others, so none was the last.
        ("7/7/7/7/ooxo3/xxxxo2 o", "four in a row that the last stone cannot have completed"),
    ];
    for (text, problem) in cases {
        let error = game.parse_position(text).unwrap_err();
        assert_eq!(error.kind, InputKind::Position, "{text}");
        assert!(error.problem.starts_with(problem), "{text}: {error}");
        assert!(!error.expected.is_empty());
    }
}

/// Stones that no game leaves like this: whoever begins is on top of the other.
#[test]
fn positions_that_no_game_leads_to_are_written_as_boards() {
    let game = standard();
    let won = "7/x6/x6/x6/x6/ooo4 o";
    for text in ["7/7/7/7/3x3/3o3 x", "7/7/7/7/x5x/o5o x", "o6/x6/x6/o6/x6/o6 x", won] {
        let position = game.parse_position(text).unwrap();
        assert_eq!(game.position_text(&position), text);
    }
}

#[test]
fn the_order_that_is_written_depends_on_the_position_alone() {
    let game = standard();
    let text = |moves: &str| game.position_text(&game.parse_position(moves).unwrap());
    assert_eq!(text("4453"), text("4354"));
    assert_eq!(text(""), "start");
    assert_eq!(text("1122334"), text("3322114"));
    // Whatever order is written, reading it gives the position again.
    assert_eq!(game.parse_position(&text("44444222655")), game.parse_position("44444222655"));
}

/// Each of the four stones above may have been the last, but the rest can be ordered only without some of them.
#[test]
fn a_won_position_has_an_order_whichever_stone_was_the_last() {
    let game = sized(4, 4);
    let position = game.parse_position("oooo/oxxx/xoxx/oxox x").unwrap();
    assert_eq!(Ok(position), game.parse_position("2112414341343322"));
    let text = game.position_text(&position);
    assert!(!text.contains('/') && game.parse_position(&text) == Ok(position), "{text}");
}

struct OptionsText;

impl Host for OptionsText {
    type Output = String;

    fn host<G: Playable>(self, game: G) -> String {
        game.options_text()
    }
}

#[test]
fn sizes_are_read_and_written() {
    let text = |options: &str| Connect4Family.open(options, OptionsText);
    let cases = [
        ("", ""),
        ("7x6", ""),
        ("8x7", "8x7"),
        ("8X7", "8x7"),
        (" 8 x 7 ", "8x7"),
        ("width=8,height=7", "8x7"),
        ("height=5", "7x5"),
        ("width=9", "9x6"),
        ("35x2", "35x2"),
        ("11x10", "11x10"),
    ];
    for (options, expected) in cases {
        assert_eq!(text(options), Ok(expected.to_owned()), "{options}");
    }
    let refused = [
        ("8", "bad size `8`"),
        ("0x4", "bad size `0`"),
        ("36x1", "bad size `36`"),
        ("7x6x5", "bad size `6x5`"),
        ("7x6,8x7", "2 sizes given"),
        ("7x6,width=8", "the size is given twice"),
        ("+7x6", "bad size `+7`"),
        ("20x20", "a board of 20x20 is too large"),
        ("depth=3", "unknown option `depth`"),
    ];
    for (options, problem) in refused {
        let error = text(options).unwrap_err();
        assert_eq!((error.kind, error.problem), (InputKind::Options, format!("connect4: {problem}")));
    }
}

/// The position after as many of these moves as are legal, each taken modulo the number of columns.
fn played<G: Geometry>(game: &Connect4<G>, moves: &[u8]) -> Position<G::Word> {
    let mut position = game.start();
    for m in moves {
        let legal = game.legal_moves(&position);
        let Some(m) = legal.get(usize::from(*m) % legal.len().max(1)) else { break };
        game.play(&mut position, *m);
    }
    position
}

/// The leftmost stone that completes a row need not have been the last: without it no order alternates here.
#[test]
fn any_stone_of_the_winning_row_may_have_been_the_last() {
    let game = sized(4, 4);
    let position = game.parse_position("oooo/oxxx/xoxx/oxox x").unwrap();
    let text = game.position_text(&position);
    assert!(!text.contains('/'), "{text}");
    assert_eq!(game.parse_position(&text), Ok(position));
}

proptest! {
    #[test]
    fn every_position_of_a_game_is_written_as_its_moves(
        moves in prop::collection::vec(any::<u8>(), 0..90),
        (width, height) in prop::sample::select(vec![(7, 6), (4, 4), (5, 8), (9, 7), (12, 9), (35, 2)]),
    ) {
        let game = sized(width, height);
        let position = played(&game, &moves);
        let text = game.position_text(&position);
        prop_assert!(text == "start" || !text.contains('/'), "{text}");
        prop_assert_eq!(text == "start", position.plies() == 0);
        prop_assert_eq!(game.parse_position(&text), Ok(position));
    }

    #[test]
    fn whatever_is_read_can_be_written_and_read_again(text in "[1-7xo./ ]{0,60}") {
        let game = standard();
        if let Ok(position) = game.parse_position(&text) {
            prop_assert_eq!(game.parse_position(&game.position_text(&position)), Ok(position));
        }
    }
}
