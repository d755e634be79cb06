//! Names of cells, directions and players.

use mossa_game::Player;

use crate::board::Board;
use crate::cells::CellIndex;
use crate::direction::Direction;

/// Which of two ways to name cells is meant; both are a letter and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// The letter is the row, `A` at Black's side; the number is the column.
    Course,
    /// As in chess: the letter is the column, the number is the row, `1` at White's side.
    Chess,
}

impl Naming {
    /// The name of a cell.
    pub(crate) fn cell<const CELLS: usize>(self, board: &Board<CELLS>, cell: CellIndex) -> String {
        let (row, column) = board.place(cell);
        match self {
            Naming::Course => format!("{}{}", row_letter(row), column + 1),
            Naming::Chess => format!("{}{}", letter(b'a', column), board.side() - row),
        }
    }

    /// The cell called `name`, or what is wrong with it.
    pub(super) fn read<const CELLS: usize>(
        self,
        board: &Board<CELLS>,
        name: &str,
    ) -> Result<CellIndex, Refusal> {
        let side = board.side();
        let refused = |problem: String| {
            let last = letter(if self == Naming::Course { b'A' } else { b'a' }, side - 1);
            let first = if self == Naming::Course { "A1" } else { "a1" };
            Refusal { problem, expected: Some(format!("a dark cell from {first} to {last}{side}")) }
        };
        let place = || {
            let mut characters = name.chars();
            let letter = characters.next()?.to_ascii_lowercase();
            let along = usize::from(u8::try_from(letter).ok()?.checked_sub(b'a')?);
            let digits = characters.as_str();
            let count = number(digits).filter(|_| !digits.starts_with('0'))?.checked_sub(1)?;
            (along < side && count < side).then_some((along, count))
        };
        let (along, count) = place().ok_or_else(|| refused(format!("no cell `{name}`")))?;
        let (row, column) = match self {
            Naming::Course => (along, count),
            Naming::Chess => (side - 1 - count, along),
        };
        let cell = board.cell_at(row, column);
        cell.ok_or_else(|| refused(format!("`{name}` is a light cell, where no stack can be")))
    }
}

fn letter(first: u8, number: usize) -> char {
    char::from(first + number as u8)
}

/// The name of a row from above.
pub(crate) fn row_letter(row: usize) -> char {
    letter(b'A', row)
}

/// Why something that was written is refused: what is wrong with it and, where that can be said, what is right.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) problem: String,
    pub(super) expected: Option<String>,
}

impl From<String> for Refusal {
    fn from(problem: String) -> Refusal {
        Refusal { problem, expected: None }
    }
}

/// The direction called `name`.
pub(super) fn direction(name: &str) -> Result<Direction, Refusal> {
    let found = Direction::ALL.into_iter().find(|direction| direction.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| Refusal {
        problem: format!("no direction `{name}`"),
        expected: Some(format!("one of {}", Direction::ALL.map(Direction::name).join(", "))),
    })
}

/// What a player is called.
pub(super) fn player(player: Player) -> &'static str {
    if player == Player::FIRST { "White" } else { "Black" }
}

/// `1 piece`, `2 pieces`.
pub(super) fn pieces(count: usize) -> String {
    if count == 1 { "1 piece".to_owned() } else { format!("{count} pieces") }
}

/// A number that is written in digits alone: no sign, no blanks.
pub(crate) fn number(text: &str) -> Option<usize> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
