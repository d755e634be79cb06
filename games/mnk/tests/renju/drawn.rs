//! Boards drawn by hand. `X` is black, `O` white, `*` the cell in question.

use mossa_mnk::CellIndex;
use mossa_mnk::renju::Forbidden;

pub(crate) struct Drawn {
    pub(crate) name: &'static str,
    pub(crate) board: Vec<Vec<char>>,
    pub(crate) asked: CellIndex,
    pub(crate) expected: Option<Forbidden>,
}

/// Empty cells around what is drawn, so that edges do not matter.
const MARGIN: usize = 6;

fn case(name: &'static str, drawing: &str, margin: usize, expected: Option<Forbidden>) -> Drawn {
    let lines: Vec<&str> = drawing.split_whitespace().collect();
    let width = lines.iter().map(|line| line.len()).max().unwrap() + 2 * margin;
    let mut board = vec![vec!['.'; width]; lines.len() + 2 * margin];
    for (row, line) in lines.iter().enumerate() {
        for (column, c) in line.chars().enumerate() {
            board[margin + row][margin + column] = c;
        }
    }
    let asked = board.iter().flatten().position(|c| *c == '*').unwrap();
    Drawn { name, board, asked: CellIndex(asked as u16), expected }
}

pub(crate) fn drawn() -> Vec<Drawn> {
    let amid = [overlines_and_fives(), fours(), threes(), threes_that_do_not_count()].concat();
    let amid = amid.into_iter().map(|(name, drawing, why)| case(name, drawing, MARGIN, why));
    amid.chain(edges().into_iter().map(|(name, drawing, why)| case(name, drawing, 0, why))).collect()
}

type Case = (&'static str, &'static str, Option<Forbidden>);

const OVERLINE: Option<Forbidden> = Some(Forbidden::Overline);
const DOUBLE_FOUR: Option<Forbidden> = Some(Forbidden::DoubleFour);
const DOUBLE_THREE: Option<Forbidden> = Some(Forbidden::DoubleThree);

fn overlines_and_fives() -> Vec<Case> {
    vec![
        ("six in a row", "XXX*XX", OVERLINE),
        ("nine in a row", "XXXX*XXXX", OVERLINE),
        ("six in a row between white stones", "OXXX*XXO", OVERLINE),
        ("five in a row", "XX*XX", None),
        ("five in a row, and a stone after a gap", "X.XX*XX", None),
        ("five in a column and six in a row", "XXX*XX ...X.. ...X.. ...X.. ...X..", None),
        (
            "five in a column where two fours meet",
            "XXX*
             ..XX
             .X.X
             X..X
             ...X",
            None,
        ),
        (
            "five in a column and two threes",
            "..*..
             .XXX.
             X.X.X
             ..X..
             ..X..",
            None,
        ),
    ]
}

fn fours() -> Vec<Case> {
    vec![
        ("a four", "XXX*", None),
        ("a straight four", ".XX*X.", None),
        ("four and four", "XXX* ...X ...X ...X", DOUBLE_FOUR),
        ("four and four, both stopped at one end", "OXXX* ....X ....X ....X ....O", DOUBLE_FOUR),
        ("four and four, one stopped at both ends", "OXXX*O ....X. ....X. ....X.", None),
        ("two fours in a row, one gap each", "X.X*X.X", DOUBLE_FOUR),
        ("two fours in a row, wider", "XX.*X.XX", DOUBLE_FOUR),
        ("two fours in a row, widest", "XXX.*.XXX", DOUBLE_FOUR),
        ("two fours in a row, of which one is stopped", "XXX.*OXXX", None),
        (
            "a row of four that can only become too long is no four",
            "X.XX*X.X ....X... ....X... ....X...",
            None,
        ),
        ("one end of four stays", "X.XX*X.. ....X... ....X... ....X...", DOUBLE_FOUR),
        ("four and three", "XXX* ...X ...X", None),
        ("four and two threes", "XXX*.. ...XX. ...X.X", DOUBLE_THREE),
        ("two fours and a three", "XXX*.. ...XX. ...X.X ...X..", DOUBLE_FOUR),
    ]
}

fn threes() -> Vec<Case> {
    vec![
        ("a three", "XX*", None),
        ("three and three", "XX* ..X ..X", DOUBLE_THREE),
        ("three and three on diagonals", "X...X .X.X. ..*..", DOUBLE_THREE),
        ("three and three crossing in their middles", ".X. X*X .X.", DOUBLE_THREE),
        ("three and three, both with a gap", "X.X* .... ...X ...X", DOUBLE_THREE),
        ("three and three, the gap next to the stone", "XX.* ...X ...X", DOUBLE_THREE),
        ("three threes", "XX*.. ..XX. ..X.X", DOUBLE_THREE),
        ("a stone two cells off does no harm", "X..XX* .....X .....X", DOUBLE_THREE),
        ("white two cells off on one side leaves the other", "O.XX*..O ....X... ....X...", DOUBLE_THREE),
    ]
}

fn threes_that_do_not_count() -> Vec<Case> {
    vec![
        ("stopped by white", "OXX* ...X ...X", None),
        ("a gap, stopped by white", "OX.X* ....X ....X", None),
        ("white two cells off on both sides", "O.XX*.O ....X.. ....X..", None),
        ("two gaps", "X.X.* ....X ....X", None),
        ("a gap of two cells", "X..X* ....X ....X", None),
        ("both straight fours could become too long", "X..X*X..X ....X.... ....X....", None),
        (
            "its straight four would make six",
            ".X..
             .X.X
             .X.X
             X.X*
             .X..
             .X..",
            None,
        ),
        (
            "its straight four would be a five",
            "....
             .X.X
             .X.X
             X.X*
             .X..
             .X..",
            None,
        ),
        (
            "its straight four would be a double four",
            ".X..
             .X.X
             .X.X
             X.X*",
            None,
        ),
        (
            "its straight four would be a three besides, which is allowed",
            "....
             .X.X
             .X.X
             X.X*",
            DOUBLE_THREE,
        ),
        (
            "its straight four would be a double three",
            "X...X
             .X..X
             .X.X*
             ..X..
             ..X..",
            None,
        ),
        (
            "one of the two threes behind it would make a double four: it is no double three, so this is one",
            "..X...X
             ...X..X
             ...X.X*
             XXX....
             ....X..
             ....X..",
            DOUBLE_THREE,
        ),
        (
            "both of the threes behind it count: it is a double three, so this is none",
            "..X...X
             ...X..X
             ...X.X*
             .......
             ....X..
             ....X..",
            None,
        ),
    ]
}

fn edges() -> Vec<Case> {
    vec![
        (
            "six cells are enough for a three",
            "......
             ......
             .XX*..
             ...X..
             ...X..
             ......",
            DOUBLE_THREE,
        ),
        (
            "five cells are not",
            ".....
             .....
             .XX*.
             ...X.
             ...X.
             .....",
            None,
        ),
        ("a three that begins at the edge is none", "..XX*.. ....X.. ....X.. ....... .......", None),
        ("two fours in a corner", "*XXX. X.... X.... X.... .....", DOUBLE_FOUR),
    ]
}
