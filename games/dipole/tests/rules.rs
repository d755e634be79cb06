//! The examples of RULES.md: what moves do, what is refused, and how games end. The drawings are made here and looked for
//! there, so that none can be wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_dipole::{CellIndex, Dipole, Position, Start};
use mossa_game::{Game, Notation, Outcome, Player};

const RULES: &str = include_str!("../RULES.md");

/// What the drawing shows, the move, the position before it and the one behind it.
const EXAMPLES: [(&str, &str, &str, &str); 6] = [
    (
        "three of twelve pieces go three cells",
        "H5,NE,3",
        "1,b12,2/4/4/4/4/4/4/2,w12,1 w 120",
        "1,b12,2/4/4/4/3,w3/4/4/2,w9,1 b 119",
    ),
    (
        "two pieces join a stack of three",
        "G4,N,2",
        "4/1,b4,2/4/4/1,w3,2/4/1,w4,2/4 w 40",
        "4/1,b4,2/4/4/1,w5,2/4/1,w2,2/4 b 39",
    ),
    (
        "four pieces capture three, sideways and over another stack",
        "F3,E,4",
        "4/4/4/4/4/1,w5,b6,b3/4/4 w 40",
        "4/4/4/4/4/1,w1,b6,w4/4/4 b 39",
    ),
    (
        "a whole stack captures backward",
        "C4,SW,2",
        "4/4/1,w2,2/4/b2,3/4/4/1,w3,2 w 31",
        "4/4/4/4/w2,3/4/4/1,w3,2 b 30",
    ),
    (
        "three of four pieces leave the board",
        "C4,NW,3",
        "4/4/1,w4,2/4/4/3,b2/4/4 w 20",
        "4/4/1,w1,2/4/4/3,b2/4/4 b 19",
    ),
    (
        "White has no move and passes",
        "D5,N,0",
        "4/4/1,b2,b3,1/2,w1,1/4/4/4/4 w 20",
        "4/4/1,b2,b3,1/2,w1,1/4/4/4/4 b 19",
    ),
];

fn course() -> Dipole<32> {
    Dipole::new(Start::Course, Some(60))
}

/// The board in lines: a dot for an empty dark cell, a letter and a number for a stack.
fn drawn(game: &Dipole<32>, position: &Position<32>) -> Vec<String> {
    let shown = |cell: CellIndex| match position.owner(cell) {
        Some(Player::FIRST) => format!("w{}", position.height(cell)),
        Some(_) => format!("b{}", position.height(cell)),
        None => "·".to_owned(),
    };
    let row = |row: usize| {
        let cells = (0..8).map(|column| game.board().cell_at(row, column).map(shown).unwrap_or_default());
        let cells: String = cells.map(|cell| format!("{cell:<4}")).collect();
        format!("{} {cells}", char::from(b'A' + row as u8))
    };
    let columns: String = (1..=8).map(|column| format!("{column:<4}")).collect();
    (0..8).map(row).chain([format!("  {columns}")]).collect()
}

fn example(title: &str, text: &str, before: &str, after: &str) -> String {
    let game = course();
    let boards = [before, after].map(|text| drawn(&game, &game.parse_position(text).unwrap()));
    let mut lines = vec![format!("{text}: {title}"), String::new()];
    lines.extend(
        boards[0]
            .iter()
            .zip(&boards[1])
            .map(|(left, right)| format!("{left}    {right}").trim_end().to_owned()),
    );
    lines.extend([String::new(), format!("before  {before}"), format!("after   {after}")]);
    lines.join("\n")
}

#[test]
fn examples_are_true_and_drawn_right() {
    let game = course();
    for (title, text, before, after) in EXAMPLES {
        let mut position = game.parse_position(before).unwrap();
        let m = game.parse_move(&position, text).unwrap();
        assert_eq!(game.move_text(&position, m), text);
        game.play(&mut position, m);
        assert_eq!(game.position_text(&position), after, "{text}");
        let block = example(title, text, before, after);
        assert!(RULES.contains(&block), "RULES.md lacks\n\n{block}\n");
    }
    assert_eq!(RULES.matches("\nbefore  ").count(), EXAMPLES.len(), "every example of RULES.md is checked");
}

#[test]
fn the_drawn_start_is_the_start() {
    let game = course();
    let lines: Vec<String> =
        drawn(&game, &game.start()).iter().map(|line| line.trim_end().to_owned()).collect();
    assert!(RULES.contains(&lines.join("\n")), "RULES.md lacks\n\n{}\n", lines.join("\n"));
}

#[test]
fn moves_that_the_rules_refuse() {
    let game = course();
    let refused = [
        ("1,b12,2/4/4/4/4/4/4/2,w12,1 w 120", "H5,N,3"),
        ("1,b12,2/4/4/4/4/4/4/2,w12,1 w 120", "H5,N,9"),
        ("1,b12,2/4/4/4/4/4/4/2,w12,1 w 120", "H5,S,2"),
        ("1,b12,2/4/4/4/4/4/4/2,w12,1 w 120", "H5,E,2"),
        ("4/4/4/4/4/1,w5,b6,b3/4/4 w 40", "F3,E,2"),
        ("4/4/4/4/4/1,w5,b6,b3/4/4 w 40", "F3,N,0"),
        ("4/4/1,w2,2/4/b2,3/4/4/1,w3,2 w 31", "C4,S,2"),
    ];
    for (position, text) in refused {
        let read = game.parse_move(&game.parse_position(position).unwrap(), text);
        assert!(read.is_err(), "{position} {text}");
    }
}

#[test]
fn games_end_as_the_rules_say() {
    let (white, black) = (Outcome::win(Player::FIRST, 2), Outcome::win(Player::SECOND, 2));
    let cases = [
        // Who has no pieces left has lost, also by a move of one's own.
        ("w1,3/4/4/4/4/4/4/3,b1 w 9", "A2,NE,1", black),
        ("4/4/4/4/4/1,w1,2/b1,3/4 w 9", "F3,SW,1", white),
        // The last ply: more pieces win.
        ("4/4/4/4/4/1,w2,2/4/b1,3 w 1", "F3,NE,1", white),
        ("4/4/4/4/4/1,w2,2/4/b3,3 w 1", "F3,NE,1", black),
        ("4/4/4/4/4/1,w2,2/4/b2,3 w 1", "F3,NE,1", Outcome::draw(2)),
    ];
    let game = course();
    for (text, m, outcome) in cases {
        let mut position = game.parse_position(text).unwrap();
        assert_eq!(game.outcome(&position), None, "{text}");
        let m = game.parse_move(&position, m).unwrap();
        game.play(&mut position, m);
        assert_eq!(game.outcome(&position), Some(outcome), "{text}");
    }
}

/// The moves that the table of RULES.md shows in the style of chess, the example they are taken from, and what they mean.
const IN_CHESS_STYLE: [(&str, &str, &str); 8] = [
    ("e1-h4", EXAMPLES[0].2, "H5,NE,3"),
    ("d2+d4", EXAMPLES[1].2, "G4,N,2"),
    ("d2-d4", EXAMPLES[1].2, "G4,N,2"),
    ("c3xg3", EXAMPLES[2].2, "F3,E,4"),
    ("c3-g3", EXAMPLES[2].2, "F3,E,4"),
    ("d6-off:3", EXAMPLES[4].2, "C4,NE,3"),
    // Of three pieces there only all can leave: two of them reach A4.
    ("d6-off", "4/4/1,w3,2/4/4/3,b2/4/4 w 20", "C4,NE,3"),
    ("pass", EXAMPLES[5].2, "D5,N,0"),
];

#[test]
fn the_notations_of_the_rules_are_read() {
    let (_, table) = RULES.split_once("| written | means |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let is_chess = |code: &&str| !code.contains(',');
    let shown: Vec<&str> = table.split('`').skip(1).step_by(2).filter(is_chess).collect();
    assert_eq!(shown, IN_CHESS_STYLE.map(|(text, ..)| text), "the table of RULES.md and the one here");
    let game = course();
    for (text, position, course) in IN_CHESS_STYLE {
        let position = game.parse_position(position).unwrap();
        let m = game.parse_move(&position, text);
        assert_eq!(m.map(|m| game.move_text(&position, m)), Ok(course.to_owned()), "{text}");
    }
    assert!(RULES.contains("`H5, NE, 3`."));
    assert_eq!(game.split_moves("H5, NE, 3 A4 ,S, 2  e1 - e3"), ["H5, NE, 3", "A4 ,S, 2", "e1 - e3"]);
    assert!(game.parse_move(&game.start(), "H5, NE, 3").is_ok());
}
