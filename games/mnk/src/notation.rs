//! How moves and positions are written.
//!
//! A move is a column letter and a row number counted from below: `b2`. After `z` columns go on with `aa`.
//! The pair `row,column` counted from 0 at the upper left, as the course writes cells, is read, too.
//!
//! A position is its rows from above, `x` and `o` for stones and numbers for runs of empty cells, then who is
//! to move: `3/1x1/3 o`.

use mossa_game::{Game, InputError, InputKind, Notation, Player};

use crate::board::CellIndex;
use crate::position::Position;
use crate::rules::{Mark, Mnk};

/// `a` to `z`, then `aa` to `cv` for the hundredth column.
pub(crate) fn column_name(column: usize) -> String {
    let letter = |i: usize| char::from(b'a' + (i % 26) as u8);
    let last = letter(column);
    if column < 26 { last.to_string() } else { format!("{}{last}", letter(column / 26 - 1)) }
}

/// The number of a row, counted from below.
pub(crate) fn row_name(rows: usize, row: usize) -> String {
    (rows - row).to_string()
}

fn column_number(name: &str) -> Option<usize> {
    match name.as_bytes() {
        [a @ b'a'..=b'z'] => Some((a - b'a').into()),
        [a @ b'a'..=b'z', b @ b'a'..=b'z'] => Some((usize::from(a - b'a') + 1) * 26 + usize::from(b - b'a')),
        _ => None,
    }
}

impl<const W: usize> Mnk<W> {
    fn cell_name(&self, cell: usize) -> String {
        let (rows, columns) = (self.board().rows, self.board().columns);
        format!("{}{}", column_name(cell % columns), row_name(rows, cell / columns))
    }

    /// The cell that `text` names, in either way of writing, if the board has it.
    fn cell_named(&self, text: &str) -> Option<CellIndex> {
        let (rows, columns) = (self.board().rows, self.board().columns);
        let text = text.trim().to_ascii_lowercase();
        let (row, column) = if let Some((row, column)) = text.split_once(',') {
            (number(row)?, number(column)?)
        } else {
            let (name, row) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
            (rows.checked_sub(number(row)?)?, column_number(name)?)
        };
        (row < rows && column < columns).then(|| CellIndex((row * columns + column) as u16))
    }

    pub(crate) fn expected_move(&self) -> String {
        let last = self.cell_name(self.board().columns - 1);
        format!("an empty cell from a1 to {last}")
    }

    fn bad_position(&self, problem: String) -> InputError {
        let start = self.position_text(&self.start());
        InputError::new(
            InputKind::Position,
            problem,
            format!("rows of x, o and numbers of empty cells, then x or o to move, such as `{start}`"),
        )
    }

    /// The stones of one row, or what is wrong with it.
    fn read_row(&self, number: usize, text: &str) -> Result<Vec<(CellIndex, usize)>, InputError> {
        let columns = self.board().columns;
        let mut stones = Vec::new();
        let mut column = 0usize;
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            let mut length = next.len_utf8();
            match next {
                'x' | 'X' => stones.push((column, 0)),
                'o' | 'O' => stones.push((column, 1)),
                '1'..='9' => {
                    length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                    // The stone that the other branches count is one of the run.
                    column = column.saturating_add(rest[..length].parse::<usize>().unwrap_or(usize::MAX) - 1);
                }
                other => return Err(self.bad_position(format!("unknown character `{other}` in position"))),
            }
            column = column.saturating_add(1);
            rest = &rest[length..];
        }
        if column != columns {
            let counted = if column == usize::MAX { "too many".to_owned() } else { column.to_string() };
            return Err(self.bad_position(format!("row {} has {counted} cells, not {columns}", number + 1)));
        }
        let cell = |column| CellIndex((number * columns + column) as u16);
        Ok(stones.into_iter().map(|(column, player)| (cell(column), player)).collect())
    }
}

/// A plain decimal number: no sign, no space.
pub(crate) fn number(text: &str) -> Option<usize> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

impl<const W: usize> Notation for Mnk<W> {
    fn options_text(&self) -> String {
        let board = self.board();
        format!("{},{},{}{}", board.rows, board.columns, board.k, board.rule.option_text())
    }

    fn move_text(&self, _: &Position<W>, m: Mark) -> String {
        self.cell_name(m.cell().index())
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Mark, InputError> {
        let error = |problem: String| InputError::new(InputKind::Move, problem, self.expected_move());
        let cell = self.cell_named(text).ok_or_else(|| error(format!("no cell `{text}`")))?;
        if self.result(position).is_some() {
            return Err(InputError::new(
                InputKind::Move,
                format!("no move `{text}`: the game is over"),
                "no move",
            ));
        }
        if position.owner(cell).is_some() {
            return Err(error(format!("cell `{text}` is taken")));
        }
        if let Some(why) = self.forbidden(position, cell) {
            let expected = format!("{} that is not forbidden", self.expected_move());
            return Err(InputError::new(
                InputKind::Move,
                format!("cell `{text}` is forbidden: {why}"),
                expected,
            ));
        }
        Ok(Mark::new(cell))
    }

    fn position_text(&self, position: &Position<W>) -> String {
        let (rows, columns) = (self.board().rows, self.board().columns);
        let mut text = String::new();
        for row in 0..rows {
            if row > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for column in 0..columns {
                let owner = position.owner(CellIndex((row * columns + column) as u16));
                if owner.is_some() && empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                match owner {
                    Some(Player::FIRST) => text.push('x'),
                    Some(_) => text.push('o'),
                    None => empty += 1,
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
        }
        text += if position.to_move() == Player::FIRST { " x" } else { " o" };
        text
    }

    /// Any stones will do, whatever their number, so that handicaps and set-up positions can be analysed; but
    /// only one player may have won, and then it is the other's turn.
    fn parse_position(&self, text: &str) -> Result<Position<W>, InputError> {
        let (board, to_move) = text
            .trim()
            .split_once(' ')
            .ok_or_else(|| self.bad_position(format!("position \"{text}\" does not say who is to move")))?;
        let to_move = match to_move.trim() {
            "x" | "X" => Player::FIRST,
            "o" | "O" => Player::SECOND,
            other => return Err(self.bad_position(format!("unknown player `{other}` to move"))),
        };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.board().rows {
            let problem = format!("position has {} rows, not {}", rows.len(), self.board().rows);
            return Err(self.bad_position(problem));
        }
        let mut stones = Vec::new();
        for (number, row) in rows.into_iter().enumerate() {
            stones.extend(self.read_row(number, row)?);
        }
        let position = Position::from_stones(self.board(), stones.into_iter(), to_move);
        self.validate(&position)?;
        Ok(position)
    }
}

impl<const W: usize> Mnk<W> {
    fn validate(&self, position: &Position<W>) -> Result<(), InputError> {
        let has_won = |player: Player| {
            (0..self.board().lines.len()).any(|line| position.is_won_line(self.board(), line, player.index()))
        };
        if has_won(Player::FIRST) && has_won(Player::SECOND) {
            return Err(self.bad_position("both players have won".to_owned()));
        }
        if position.winner() == Some(position.to_move()) {
            return Err(self.bad_position("the player to move has already won".to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rule;

    #[test]
    fn columns_go_on_after_z() {
        for (column, name) in [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (99, "cv")] {
            assert_eq!(column_name(column), name);
            assert_eq!(column_number(name), Some(column));
        }
    }

    #[test]
    fn cells_are_read_as_people_and_as_the_course_write_them() {
        let game = Mnk::<1>::new(3, 4, 3, Rule::OrMore).unwrap();
        let start = game.start();
        for (text, cell) in [("a3", 0), ("A3", 0), ("d1", 11), ("0,0", 0), ("2,3", 11), ("1,2", 6)] {
            assert_eq!(game.parse_move(&start, text).unwrap().cell(), CellIndex(cell), "{text}");
        }
        for text in ["", "a", "3", "a0", "a4", "e1", "3,0", "0,4", "-1,0", "a1b", "aaa1", "ß1", "1,", "+1,1"]
        {
            let error = game.parse_move(&start, text).unwrap_err().to_string();
            assert!(error.contains("expected an empty cell from a1 to d3"), "{text}: {error}");
        }
    }

    #[test]
    fn positions_are_refused_with_a_reason() {
        let game = Mnk::<1>::new(3, 3, 3, Rule::OrMore).unwrap();
        let cases = [
            ("3/3/3", "does not say who is to move"),
            ("3/3/3 z", "unknown player `z`"),
            ("3/3 x", "2 rows, not 3"),
            ("3/4/3 x", "row 2 has 4 cells, not 3"),
            ("3/xx/3 x", "row 2 has 2 cells, not 3"),
            ("3/x0x/3 x", "unknown character `0`"),
            ("3/3/99999999999999999999999 x", "row 3 has too many cells"),
            ("xxx/ooo/3 x", "both players have won"),
            ("xxx/oo1/3 x", "the player to move has already won"),
        ];
        for (text, problem) in cases {
            let error = game.parse_position(text).unwrap_err().to_string();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
