//! Moves, positions and options as text: what is read, and what is refused with which reason.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use mossa_dipole::{Dipole, DipoleFamily, Start};
use mossa_game::{Family, Game, Host, InputKind, Notation, Playable};
use proptest::prelude::*;

const START: &str = "1,b12,2/4/4/4/4/4/4/2,w12,1 w 120";

fn course() -> Dipole<32> {
    Dipole::new(Start::Course, Some(60))
}

/// What moving does to a position, both as text.
fn after(position: &str, text: &str) -> Result<String, String> {
    let game = course();
    let mut position = game.parse_position(position).unwrap();
    let m = game.parse_move(&position, text).map_err(|error| {
        assert_eq!(error.kind, InputKind::Move);
        error.problem
    })?;
    game.play(&mut position, m);
    Ok(game.position_text(&position))
}

/// A position with everything: stacks to join and to capture, ahead, aside and behind.
/// ```text
///      1   2   3   4   5   6   7   8
/// A        ·       b5      ·       ·
/// B    ·       ·       ·       ·
/// C        w2      ·       ·       ·
/// D    ·       ·       ·       b2
/// E        ·       w4      ·       b2
/// F    ·       b1      ·       ·
/// G        ·       b2      ·       ·
/// H    ·       ·       ·       ·
/// ```
const MIDDLE: &str = "1,b5,2/4/w2,3/3,b2/1,w4,1,b2/1,b1,2/1,b2,2/4 w 60";

/// A stack that is far from every edge before it.
const FAR: &str = "b1,3/4/4/4/4/1,w2,2/4/4 w 9";

#[test]
fn the_same_move_has_many_texts() {
    let game = course();
    let groups: [(&str, &[&str]); 10] = [
        (START, &["H5,NE,1", "h5,ne,1", " H5 , Ne , 1 ", "e1-f2", "E1-F2", "e1 - f2"]),
        (START, &["H5,N,2", "e1-e3", "E1-E3"]),
        // The first direction that does it is meant: straight on where it can be.
        (START, &["H5,N,8", "e1-off:8", "E1-OFF:8", "e1-off: 8"]),
        (START, &["H5,NE,5", "e1-off:5"]),
        (MIDDLE, &["E4,NW,2", "d4+b6", "D4+B6", "d4-b6"]),
        (MIDDLE, &["E4,E,4", "d4xh4", "d4-h4"]),
        (MIDDLE, &["E4,NW,4", "d4-off:4", "d4-off"]),
        (MIDDLE, &["E4,S,2", "d4xd2"]),
        (MIDDLE, &["E4,SW,1", "d4xc3", "D4XC3"]),
        ("w1,3/4/4/4/4/4/4/3,b1 w 9", &["A2,NE,1", "b8-off", "B8-off:1"]),
    ];
    for (position, texts) in groups {
        let position = game.parse_position(position).unwrap();
        let m = game.parse_move(&position, texts[0]).unwrap();
        assert_eq!(game.move_text(&position, m), texts[0]);
        for text in texts {
            assert_eq!(game.parse_move(&position, text), Ok(m), "{text}");
        }
    }
}

#[test]
fn moves_are_refused_with_a_reason() {
    let cases = [
        (START, "", "unreadable move ``"),
        (START, "H5", "unreadable move `H5`"),
        (START, "H5,NE", "unreadable move `h5,ne`"),
        (START, "H5,NE,1,2", "unreadable move `h5,ne,1,2`"),
        (START, "I5,NE,1", "no cell `I5`"),
        (START, "H9,NE,1", "no cell `H9`"),
        (START, "H05,NE,1", "no cell `H05`"),
        (START, "\u{e9}5,NE,1", "no cell `\u{e9}5`"),
        (START, "H4,NE,1", "`H4` is a light cell, where no stack can be"),
        (START, "H5,NNE,1", "no direction `nne`"),
        (START, "H5,NE,-1", "no number of pieces: `-1`"),
        (START, "H5,NE,99999999999999999999", "no number of pieces: `99999999999999999999`"),
        (START, "H5,NE,13", "13 pieces cannot leave H5: the stack has 12"),
        (START, "H3,NE,1", "no stack on H3"),
        (START, "A4,S,2", "the stack on A4 is Black's"),
        (START, "H5,N,3", "3 pieces going N would end on a light cell: straight moves need an even number"),
        (START, "H5,S,2", "2 pieces must not leave the board to the S: White goes N, NE or NW"),
        (START, "H5,E,2", "nothing to capture on H7: without capture White goes N, NE or NW"),
        (START, "H5,N,0", "White can move and must not pass"),
        (START, "A4,N,0", "the stack on A4 is Black's"),
        (START, "pass", "White can move and must not pass"),
        (MIDDLE, "E4,N,4", "4 pieces cannot capture the stack on A4, which has 5"),
        (MIDDLE, "d4xd8", "4 pieces cannot capture the stack on d8, which has 5"),
        (MIDDLE, "E4,SE,1", "nothing to capture on F5: without capture White goes N, NE or NW"),
        (MIDDLE, "d4xb6", "this move joins a stack: it is written `d4+b6`"),
        (MIDDLE, "d4+h4", "this move captures: it is written `d4xh4`"),
        (MIDDLE, "d4xd6", "this move goes to an empty cell: it is written `d4-d6`"),
        (MIDDLE, "d4-d5", "`d5` is a light cell, where no stack can be"),
        (MIDDLE, "d4-e7", "no straight or diagonal way leads from d4 to e7"),
        (MIDDLE, "d4-d4", "no straight or diagonal way leads from d4 to d4"),
        (MIDDLE, "d4-", "no cell ``"),
        (MIDDLE, "a7-off", "no stack on a7"),
        (FAR, "c3-off", "no pieces can leave the board from c3"),
        (FAR, "c3-off:2", "no pieces can leave the board from c3"),
        (START, "e1-off", "from e1 4, 5, 6, 7, 8, 9, 10, 11 or 12 pieces can leave the board: say how many"),
        (
            START,
            "e1-off:3",
            "3 pieces cannot leave the board from e1, but 4, 5, 6, 7, 8, 9, 10, 11 or 12 can",
        ),
        (START, "e1-off3", "unreadable `off3`, not `off` or `off:12`"),
        (START, "e1xoff:4", "pieces leave with `e1-off`"),
    ];
    for (position, text, problem) in cases {
        assert_eq!(after(position, text), Err(problem.to_owned()), "{text}");
    }
    let game = course();
    let over = game.parse_position("4/4/4/4/4/4/4/2,w12,1 b 3").unwrap();
    let error = game.parse_move(&over, "pass").unwrap_err();
    assert_eq!(error.to_string(), "no move `pass`: the game is over; expected no move");
}

#[test]
fn what_is_expected_depends_on_what_is_wrong() {
    let game = course();
    let expected = |position: &str, text: &str| {
        let position = game.parse_position(position).unwrap();
        game.parse_move(&position, text).unwrap_err().expected
    };
    let (first, chess) = ("cell, direction and number of pieces, such as `H5,N,6`", "such as `e1-e7`");
    for text in ["x", "H5", "H5,NE", "H5,N,3", "A4,S,2"] {
        assert_eq!(expected(START, text), first, "{text}");
    }
    for text in ["e1-h6", "e1-off:3", "e1+f2", "e1xoff:4", "d8-d6"] {
        let told = expected(START, text);
        assert!(told.ends_with(chess), "{text}: {told}");
    }
    assert_eq!(expected(START, "H5,NNE,1"), "one of N, NE, E, SE, S, SW, W, NW");
    for text in ["I9,N,2", "H4,N,2", "H05,NE,1"] {
        assert_eq!(expected(START, text), "a dark cell from A1 to H8", "{text}");
    }
    for text in ["i9-e3", "e1-e33", "e1-e2", "e1-h5"] {
        assert_eq!(expected(START, text), "a dark cell from a1 to h8", "{text}");
    }
    assert_eq!(expected(START, "H5,NE,x"), "1 to 12");
    // Other signs are shown where the first legal move needs them.
    assert!(expected("4/4/4/4/4/4/b1,3/w1,3 w 9", "a1-a1").ends_with("such as `a1xb2`"));
    let large = Dipole::<50>::new(Start::Course, Some(60));
    assert_eq!(
        large.parse_move(&large.start(), "K1,N,2").unwrap_err().expected,
        "a dark cell from A1 to J10"
    );
}

#[test]
fn who_cannot_move_passes_with_any_stack_and_direction() {
    let game = course();
    // White's pieces on D5 and E6 go diagonally only, against stacks of two and more, or against each other.
    let blocked = "4/4/1,b2,b3,1/2,w1,b2/2,w1,1/4/4/4 w 20";
    let position = game.parse_position(blocked).unwrap();
    assert!(!game.must_pass(&position), "E6 can join D5");
    let blocked = "4/4/1,b2,b3,1/2,w1,1/4/2,b2,b2/2,w1,1/4 w 20";
    let position = game.parse_position(blocked).unwrap();
    let pass = game.legal_moves(&position)[0];
    assert_eq!(game.legal_moves(&position).len(), 1);
    assert_eq!(game.move_text(&position, pass), "D5,N,0");
    let left = "4/4/1,b2,b3,1/2,w1,1/4/2,b2,b2/2,w1,1/4 b 19";
    for text in ["pass", "PASS", "D5,N,0", "d5,sw,0", "G6,E,0"] {
        assert_eq!(after(blocked, text), Ok(left.to_owned()), "{text}");
    }
    assert_eq!(after(blocked, "D7,N,0"), Err("no stack on D7".to_owned()));
    let error = game.parse_move(&position, "D5,NE,1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "1 piece cannot capture the stack on C6, which has 3; expected `pass`, the only choice here"
    );
}

#[test]
fn positions_are_read_in_many_ways() {
    let game = course();
    for text in [
        START,
        "start",
        " START ",
        "1,B12,2/4/4/4/4/4/4/2,W12,1 W 120",
        "1,b12,2/1,3/4/2,2/4/4/4/1,1,w12,1 w",
    ] {
        assert_eq!(game.parse_position(text), Ok(game.start()), "{text}");
    }
    assert_eq!(game.position_text(&game.start()), START);
    let endless = Dipole::<32>::new(Start::Steere, None);
    assert_eq!(endless.position_text(&endless.start()), "1,b12,2/4/4/4/4/4/4/1,w12,2 w");
    let large = Dipole::<50>::new(Start::Course, Some(60));
    let text = "2,b20,2/5/5/5/5/5/5/5/5/2,w20,2 w 120";
    assert_eq!(large.position_text(&large.start()), text);
    assert_eq!(large.parse_position(text), Ok(large.start()));
    let start = large.start();
    assert_eq!(large.parse_move(&start, "e1-off:20"), large.parse_move(&start, "J5,N,20"));
    assert!(large.parse_move(&start, "e1-j6").is_ok());
    let mut black = start;
    large.play(&mut black, large.parse_move(&start, "e1-f2").unwrap());
    assert_eq!(large.parse_move(&black, "f10-e9"), large.parse_move(&black, "A6,SW,1"));
}

#[test]
fn positions_are_refused_with_a_reason() {
    let game = course();
    let cases = [
        ("", "an empty text is no position"),
        ("4 w", "the board has 1 row, not 8"),
        ("4/4/4/4/4/4/4 w", "the board has 7 rows, not 8"),
        ("4/4/4/4/4/4/4/4/4 w", "the board has 9 rows, not 8"),
        ("4/4/4/4/4/4/4/5 w", "row H has more than 4 dark cells"),
        ("4/4/4/4/4/4/4/99999 w", "row H has more than 4 dark cells"),
        ("4/4/4/4/4/4/4/4,w1 w", "row H has more than 4 dark cells"),
        ("4/4/4/4/4/4/4/w1 w", "row H has 1 dark cell, not 4"),
        ("4/4/4/4/4/4/4/w1,2 w", "row H has 3 dark cells, not 4"),
        ("4/4/4/4/4/4/4/ w", "`` in row H is no stack and no number of cells"),
        ("4/4/4/4/4/4/4/0,4 w", "`0` in row H is no stack and no number of cells"),
        ("4/4/4/4/4/4/4/x1,3 w", "`x1` in row H is no stack and no number of cells"),
        ("4/4/4/4/4/4/4/w,3 w", "`w` in row H is no stack"),
        ("4/4/4/4/4/4/4/w-1,3 w", "`w-1` in row H is no stack"),
        ("4/4/4/4/4/4/4/w0,3 w", "a stack of 0 in row H, not of 1 to 12"),
        ("4/4/4/4/4/4/4/w13,3 w", "a stack of 13 in row H, not of 1 to 12"),
        ("4/4/4/4/4/4/4/w300,3 w", "a stack of 300 in row H, not of 1 to 12"),
        ("b1,3/4/4/4/4/4/4/w12,w1,2 w", "White has 13 pieces, more than 12"),
        ("b6,b7,2/4/4/4/4/4/4/w12,3 w", "Black has 13 pieces, more than 12"),
        ("4/4/4/4/4/4/4/4 w", "nobody has pieces"),
        ("4/4/4/4/4/4/4/w1,3", "whose turn it is is missing"),
        ("4/4/4/4/4/4/4/w1,3 x", "it is the turn of `x`, neither w nor b"),
        ("4/4/4/4/4/4/4/w1,3 wb", "it is the turn of `wb`, neither w nor b"),
        ("4/4/4/4/4/4/4/w1,3 w -1", "`-1` is no number of plies"),
        ("4/4/4/4/4/4/4/w1,3 w 121", "121 plies until pieces are counted, more than the 120 of a game"),
        ("4/4/4/4/4/4/4/w1,3 w 120 5", "`5` behind the position"),
    ];
    for (text, problem) in cases {
        let error = game.parse_position(text).unwrap_err();
        assert_eq!((error.kind, &error.problem[..]), (InputKind::Position, problem), "{text}");
        assert!(error.expected.contains(START), "{}", error.expected);
    }
    let endless = Dipole::<32>::new(Start::Course, None);
    let error = endless.parse_position(START).unwrap_err();
    assert_eq!(error.problem, "`120` plies until pieces are counted, which they never are without a limit");
}

struct OptionsText;

impl Host for OptionsText {
    type Output = String;

    fn host<G: Playable>(self, game: G) -> String {
        game.options_text()
    }
}

#[test]
fn options_have_one_form() {
    let cases = [
        ("", ""),
        ("size=8,start=course,limit=60", ""),
        ("limit=none,start=steere", "start=steere,limit=none"),
        ("limit=100, size=10", "size=10,limit=100"),
        ("limit=1000", "limit=1000"),
    ];
    for (text, canonical) in cases {
        assert_eq!(DipoleFamily.open(text, OptionsText).unwrap(), canonical, "{text}");
    }
    let refused = [
        ("10", "dipole: `10` has no name; expected names and values, such as dipole:size=10,limit=none"),
        ("size=9", "dipole: bad size `9`; expected size=8 or size=10"),
        ("limit=0", "dipole: bad limit `0`; expected limit=none, or a number from 1 to 1000"),
        ("limit=1001", "dipole: bad limit `1001`; expected limit=none, or a number from 1 to 1000"),
        ("limit=+5", "dipole: bad limit `+5`; expected limit=none, or a number from 1 to 1000"),
        ("start=mine", "dipole: unknown start `mine`; expected start=course or start=steere"),
        (
            "size=10,start=steere",
            "dipole: start=steere with size=10: M. Steere drew the board of 8x8 alone; expected start=course, or size=8",
        ),
    ];
    for (text, told) in refused {
        assert_eq!(DipoleFamily.open(text, OptionsText).unwrap_err().to_string(), told, "{text}");
    }
}

proptest! {
    /// Whatever is read is legal, and nothing makes reading panic.
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,40}", pieces in "[a-hA-H1-9wWbBxX,/+: off0-]{0,40}") {
        let game = course();
        let middle = game.parse_position(MIDDLE).unwrap();
        for text in [text, pieces] {
            for position in [game.start(), middle] {
                if let Ok(m) = game.parse_move(&position, &text) {
                    prop_assert!(game.is_legal(&position, m), "{text}");
                }
            }
            if let Ok(position) = game.parse_position(&text) {
                prop_assert_eq!(game.parse_position(&game.position_text(&position)), Ok(position));
            }
        }
    }

    #[test]
    fn nearly_right_texts_are_read_or_refused(
        cell in "[A-Ha-h][1-8]", direction in "[NSEW]{1,2}", count in 0usize..14, to in "[a-h][1-8]|off(:[0-9]{1,2})?",
        sign in "[-+x]", rows in prop::collection::vec("([wb]?[0-9]{1,2},){0,3}[wb]?[0-9]{1,2}", 8), rest in "[wb] [0-9]{1,3}",
    ) {
        let game = course();
        let middle = game.parse_position(MIDDLE).unwrap();
        for text in [format!("{cell},{direction},{count}"), format!("{cell}{sign}{to}")] {
            if let Ok(m) = game.parse_move(&middle, &text) {
                prop_assert!(game.is_legal(&middle, m), "{text}");
            }
        }
        if let Ok(position) = game.parse_position(&format!("{} {rest}", rows.join("/"))) {
            prop_assert_eq!(game.parse_position(&game.position_text(&position)), Ok(position));
        }
    }
}
