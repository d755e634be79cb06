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
    ) -> Result<CellIndex, String> {
        let side = board.side();
        let place = || {
            let mut characters = name.chars();
            let letter = characters.next()?.to_ascii_lowercase();
            let along = usize::from(u8::try_from(letter).ok()?.checked_sub(b'a')?);
            let digits = characters.as_str();
            let count = number(digits).filter(|_| !digits.starts_with('0'))?.checked_sub(1)?;
            (along < side && count < side).then_some((along, count))
        };
        let (along, count) = place().ok_or_else(|| format!("no cell `{name}`"))?;
        let (row, column) = match self {
            Naming::Course => (along, count),
            Naming::Chess => (side - 1 - count, along),
        };
        board.cell_at(row, column).ok_or_else(|| format!("`{name}` is a light cell, where no stack can be"))
    }
}

fn letter(first: u8, number: usize) -> char {
    char::from(first + number as u8)
}

/// The name of a row from above.
pub(crate) fn row_letter(row: usize) -> char {
    letter(b'A', row)
}

/// The direction called `name`.
pub(super) fn direction(name: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.name().eq_ignore_ascii_case(name))
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
