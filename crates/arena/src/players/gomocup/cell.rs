//! Cells as both sides write them.
//!
//! ```text
//! Gomocup: X,Y from 0 at the upper left     ours: column letter, row number from below
//!
//!      0,0  1,0  2,0                             a3  b3  c3
//!      0,1  1,1  2,1                             a2  b2  c2
//!      0,2  1,2  2,2                             a1  b1  c1
//! ```

use std::fmt;
use std::str::FromStr;

/// A cell as the protocol writes it: column and row, both from 0 at the upper left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The column.
    pub x: usize,
    /// The row, from above.
    pub y: usize,
}

impl Cell {
    /// The cell that a move of our notation means on a board of `height` rows.
    pub fn of_move(text: &str, height: usize) -> Option<Cell> {
        let (letters, number) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
        let y = height.checked_sub(plain_number(number)?).filter(|y| *y < height)?;
        Some(Cell { x: column(letters)?, y })
    }

    /// The move of our game that takes the cell, in the second of its notations: row and column from 0 above.
    pub fn as_move(self) -> String {
        format!("{},{}", self.y, self.x)
    }
}

/// `a` to `z`, then `aa` and so on: the digits of a number without a zero.
fn column(letters: &str) -> Option<usize> {
    const LETTERS: usize = 26;
    let mut number = 0usize;
    for letter in letters.bytes() {
        let digit = usize::from(letter.is_ascii_lowercase().then(|| letter - b'a')?) + 1;
        number = number.checked_mul(LETTERS)?.checked_add(digit)?;
    }
    number.checked_sub(1)
}

/// Digits and nothing else.
fn plain_number(text: &str) -> Option<usize> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The text is no cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoCell;

/// Two numbers with a comma between; blanks around them do not matter.
impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Cell, NoCell> {
        let (x, y) = text.split_once(',').ok_or(NoCell)?;
        let number = |text: &str| plain_number(text.trim()).ok_or(NoCell);
        Ok(Cell { x: number(x)?, y: number(y)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_the_same_in_every_notation() {
        for name in ["mnk:15,15,5", "mnk:7,30,5", "mnk:100,100,5", "mnk:30,6,5"] {
            let game = mossa_engine::open(name).unwrap();
            let height = game.name()[4..].split(',').next().unwrap().parse().unwrap();
            let start = game.start();
            for legal in start.moves() {
                let cell = Cell::of_move(&legal.text, height).unwrap();
                assert_eq!(start.boxed_clone().play(&cell.as_move()).unwrap().text, legal.text, "{name}");
                assert_eq!(cell.to_string().parse(), Ok(cell));
            }
        }
        assert_eq!(Cell::of_move("c1", 15), Some(Cell { x: 2, y: 14 }));
    }

    #[test]
    fn nothing_else_is_a_cell() {
        assert_eq!(" 3 , 4 ".parse(), Ok(Cell { x: 3, y: 4 }));
        for text in ["", "3", "3,", ",4", "-1,3", "+1,3", "3,4,1", "a,b", "99999999999999999999,0", "3.0,4"] {
            assert_eq!(text.parse::<Cell>(), Err(NoCell), "{text}");
        }
        let huge = "z".repeat(60);
        for text in ["", "a", "3", "a0", "a16", "A3", "a-1", "\u{e9}1", &format!("{huge}1")] {
            assert_eq!(Cell::of_move(text, 15), None, "{text}");
        }
    }
}
