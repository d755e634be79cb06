//! Positions as boards: rows from above, `x` for the first player and `o` for the second.
//!
//! Written: numbers for runs of empty cells, `/` between rows, and who is to move: `7/7/7/7/3o3/2xox2 x`.
//!
//! Read, too: boards as people draw them, one character for each cell and `.` or `_` for empty ones, with `/`, `|` or
//! line ends between rows and blanks anywhere. Stones may be `x` and `o`, `r` and `y`, or `1` and `2`, in capitals or
//! not. Who is to move follows from the stones and may be left out.
//!
//! A digit is a stone where empty cells are drawn as `.` or `_`, or where a board consists of nothing but `1` and `2`;
//! otherwise it begins the number of a run.

use mossa_game::{InputError, InputKind, Player};

use crate::geometry::{Geometry, Word};
use crate::notation::column_name;
use crate::position::Position;
use crate::rules::Connect4;

/// What separates rows.
const BETWEEN_ROWS: [char; 4] = ['/', '|', '\n', '\r'];

/// Whether `text` is meant as a board of so many rows rather than as moves: it has several rows, or is the only row and
/// says who is to move.
pub(super) fn is_board(text: &str, height: u32) -> bool {
    text.contains(BETWEEN_ROWS) || (height == 1 && text.contains(char::is_whitespace))
}

/// Whose stone a character stands for.
fn owner(c: char) -> Option<Player> {
    match c {
        'x' | 'X' | 'r' | 'R' | '1' => Some(Player::FIRST),
        'o' | 'O' | 'y' | 'Y' | '2' => Some(Player::SECOND),
        _ => None,
    }
}

fn letter(player: Player) -> char {
    if player == Player::FIRST { 'x' } else { 'o' }
}

/// What a digit means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Digits {
    Stones,
    Runs,
}

impl Digits {
    fn in_text(text: &str) -> Digits {
        let only_digits = text.chars().all(|c| matches!(c, '1' | '2') || BETWEEN_ROWS.contains(&c));
        if text.contains(['.', '_']) || only_digits { Digits::Stones } else { Digits::Runs }
    }
}

/// The cells of a row, those of a run one by one; an error names the character that means nothing.
fn cells_of(row: &str, digits: Digits, most: usize) -> Result<Vec<Option<Player>>, char> {
    let mut cells = Vec::new();
    let mut run: usize = 0;
    let end_run = |cells: &mut Vec<Option<Player>>, run: &mut usize| {
        // One more than fits is enough to know that there are too many.
        let room = (most + 1).saturating_sub(cells.len());
        cells.extend(std::iter::repeat_n(None, std::mem::take(run).min(room)));
    };
    for c in row.chars() {
        match (c, c.to_digit(10), digits) {
            ('0', ..) if run == 0 => return Err('0'),
            (_, Some(digit), Digits::Runs) => run = run.saturating_mul(10).saturating_add(digit as usize),
            _ => {
                end_run(&mut cells, &mut run);
                match (owner(c), c) {
                    (Some(player), _) => cells.push(Some(player)),
                    (None, '.' | '_') => cells.push(None),
                    (None, c) if c.is_whitespace() => {}
                    (None, other) => return Err(other),
                }
            }
        }
    }
    end_run(&mut cells, &mut run);
    Ok(cells)
}

impl<G: Geometry> Connect4<G> {
    /// The position as a board on one line.
    pub(super) fn drawn(&self, position: &Position<G::Word>) -> String {
        let (geometry, [first, second]) = (self.geometry(), position.stones());
        let mut text = String::new();
        for row in (0..geometry.height()).rev() {
            let mut empty = 0;
            for column in 0..geometry.width() {
                let cell = geometry.cell(column, row);
                let stone = [(first, 'x'), (second, 'o')]
                    .into_iter()
                    .find(|(stones, _)| !(*stones & cell).is_empty());
                match stone {
                    None => empty += 1,
                    Some((_, c)) => {
                        push_run(&mut text, &mut empty);
                        text.push(c);
                    }
                }
            }
            push_run(&mut text, &mut empty);
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text.push(letter(position.to_move()));
        text
    }

    /// The position of a board that was written or drawn.
    pub(super) fn read_board(&self, text: &str) -> Result<Position<G::Word>, InputError> {
        let (width, height) = (self.geometry().width() as usize, self.geometry().height() as usize);
        let digits = Digits::in_text(text);
        let rows = text.split(BETWEEN_ROWS).map(str::trim).filter(|row| !row.is_empty());
        let rows: Vec<&str> = rows.take(height + 1).collect();
        if rows.len() != height {
            let counted =
                if rows.len() > height { format!("more than {height}") } else { rows.len().to_string() };
            return Err(self.bad_board(format!("the board has {counted} rows, not {height}")));
        }
        let (last, to_move) = self.without_turn(rows[height - 1], digits);
        let mut stones = [G::Word::ZERO; 2];
        for (above, row) in rows[..height - 1].iter().copied().chain([last]).enumerate() {
            let cells = cells_of(row, digits, width)
                .map_err(|c| self.bad_board(format!("`{c}` on the board means nothing")))?;
            if cells.len() != width {
                let counted =
                    if cells.len() > width { format!("more than {width}") } else { cells.len().to_string() };
                return Err(
                    self.bad_board(format!("row {} from above has {counted} cells, not {width}", above + 1))
                );
            }
            for (column, player) in cells.into_iter().enumerate() {
                if let Some(player) = player {
                    stones[player.index()] |=
                        self.geometry().cell(column as u32, (height - 1 - above) as u32);
                }
            }
        }
        self.position_of(stones, to_move)
    }

    /// The last row without the word behind it that says who is to move, if there is one: the row is complete without
    /// that word.
    fn without_turn<'t>(&self, row: &'t str, digits: Digits) -> (&'t str, Option<Player>) {
        let width = self.geometry().width() as usize;
        let Some((cells, word)) = row.rsplit_once(char::is_whitespace) else { return (row, None) };
        let mut letters = word.chars();
        let player = match (letters.next(), letters.next()) {
            (Some(c), None) => owner(c),
            _ => None,
        };
        let complete = cells_of(cells, digits, width).is_ok_and(|cells| cells.len() == width);
        if complete && player.is_some() { (cells, player) } else { (row, None) }
    }

    /// The position with these stones, if a game could stand like this: stones rest on stones, the players have taken
    /// turns, and nobody has won but with the last stone. Whether there is an order of play is not asked, so that
    /// set-up positions can be analysed.
    fn position_of(
        &self,
        stones: [G::Word; 2],
        to_move: Option<Player>,
    ) -> Result<Position<G::Word>, InputError> {
        let occupied = stones[0] | stones[1];
        if let Some(column) = self.hanging(occupied) {
            let name = column_name(column);
            return Err(self.bad_board(format!("a stone in column {name} lies on nothing")));
        }
        let [x, o] = stones.map(Word::count);
        let turn = match x.checked_sub(o) {
            Some(0) => Player::FIRST,
            Some(1) => Player::SECOND,
            _ => {
                let problem = format!("{x} stones of x and {o} of o");
                let expected = "as many of x as of o, or one more: x begins, and they take turns";
                return Err(InputError::new(InputKind::Position, problem, expected));
            }
        };
        if let Some(player) = to_move.filter(|player| *player != turn) {
            let problem = format!("{} to move with {x} stones of x and {o} of o", letter(player));
            let expected = format!("{} to move, since x begins and they take turns", letter(turn));
            return Err(InputError::new(InputKind::Position, problem, expected));
        }
        let position = Position::from_bits(stones[turn.index()], occupied);
        self.check_fours(&position)?;
        Ok(position)
    }

    /// The leftmost column with a stone above an empty cell.
    fn hanging(&self, occupied: G::Word) -> Option<u32> {
        let geometry = self.geometry();
        (0..geometry.width()).find(|column| {
            let stones = (occupied & geometry.column(*column)) >> (column * (geometry.height() + 1));
            // Stones from the bottom up are all ones, and one more than that has no bit in common with them.
            !(stones & stones.plus(G::Word::ONE)).is_empty()
        })
    }

    fn check_fours(&self, position: &Position<G::Word>) -> Result<(), InputError> {
        let (mover_has, other_has) = (self.geometry().has_four(position.mover()), self.is_won(position));
        let problem = match (mover_has, other_has) {
            (true, true) => "both players have four in a row",
            (true, false) => "the player to move has already four in a row",
            (false, true) if self.last_stones(position).next().is_none() => {
                "four in a row that the last stone cannot have completed"
            }
            _ => return Ok(()),
        };
        let expected = "a position in which nobody has won but with the last stone";
        Err(InputError::new(InputKind::Position, problem, expected))
    }

    fn bad_board(&self, problem: String) -> InputError {
        let (width, height) = (self.geometry().width(), self.geometry().height());
        let expected = format!(
            "{height} rows from above with {width} cells each, x and o and numbers or dots for empty cells, such as `{}`",
            self.drawn(&Position::EMPTY)
        );
        InputError::new(InputKind::Position, problem, expected)
    }
}

fn push_run(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *text += &std::mem::take(empty).to_string();
    }
}
