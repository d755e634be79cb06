//! Positions on one line.
//!
//! Rows from Black's side, `/` between them; in each row its dark cells from the left: stacks such as `w12` and `b3`, and
//! numbers of empty cells, with commas between them. Then whose turn it is, and how many plies remain until pieces are
//! counted, if ever: `1,b12,2/4/4/4/4/4/4/2,w12,1 w 120`. `start` is the position with which the game begins.
//!
//! Read, too: capitals, and positions without the last number, in which all plies remain.

use mossa_game::{Game, InputError, InputKind, Player};

use super::names::{self, row_letter};
use crate::cells::CellIndex;
use crate::position::Position;
use crate::rules::Dipole;

const START: &str = "start";

/// A stack: owner, cell, height.
type Stack = (Player, CellIndex, u8);

fn letter(player: Player) -> char {
    if player == Player::FIRST { 'w' } else { 'b' }
}

fn owner(letter: char) -> Option<Player> {
    [Player::FIRST, Player::SECOND]
        .into_iter()
        .find(|player| self::letter(*player).eq_ignore_ascii_case(&letter))
}

impl<const CELLS: usize> Dipole<CELLS> {
    pub(super) fn drawn(&self, position: &Position<CELLS>) -> String {
        let side = self.board().side();
        let rows: Vec<String> = (0..side).map(|row| self.drawn_row(position, row)).collect();
        let turn = letter(position.to_move());
        let left = position.plies_left().map(|plies| format!(" {plies}")).unwrap_or_default();
        format!("{} {turn}{left}", rows.join("/"))
    }

    fn drawn_row(&self, position: &Position<CELLS>, row: usize) -> String {
        let (mut items, mut empty) = (Vec::new(), 0);
        for cell in self.row_cells(row) {
            let Some(owner) = position.owner(cell) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                items.push(std::mem::take(&mut empty).to_string());
            }
            items.push(format!("{}{}", letter(owner), position.height(cell)));
        }
        if empty > 0 {
            items.push(empty.to_string());
        }
        items.join(",")
    }

    /// The dark cells of a row from the left.
    fn row_cells(&self, row: usize) -> impl Iterator<Item = CellIndex> + use<'_, CELLS> {
        (0..self.board().side()).filter_map(move |column| self.board().cell_at(row, column))
    }

    pub(super) fn read_position(&self, text: &str) -> Result<Position<CELLS>, InputError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case(START) {
            return Ok(self.start());
        }
        self.read_fields(text).map_err(|problem| {
            let example = self.drawn(&self.start());
            InputError::new(
                InputKind::Position,
                problem,
                format!("`{START}`, or a position such as `{example}`"),
            )
        })
    }

    fn read_fields(&self, text: &str) -> Result<Position<CELLS>, String> {
        let mut fields = text.split_whitespace();
        let board = fields.next().ok_or("an empty text is no position")?;
        let stacks = self.read_rows(board)?;
        let turn = fields.next().ok_or("whose turn it is is missing")?;
        let mut letters = turn.chars();
        let to_move = match (letters.next().and_then(owner), letters.next()) {
            (Some(player), None) => player,
            _ => return Err(format!("it is the turn of `{turn}`, neither w nor b")),
        };
        let left = fields.next().map_or(Ok(self.plies()), |text| self.read_left(text))?;
        if let Some(more) = fields.next() {
            return Err(format!("`{more}` behind the position"));
        }
        let position = self.position(stacks, to_move, left);
        match [Player::FIRST, Player::SECOND].map(|player| position.pieces(player)) {
            [0, 0] => Err("nobody has pieces".to_owned()),
            _ => Ok(position),
        }
    }

    fn read_left(&self, text: &str) -> Result<u16, String> {
        let most = self.limit().map(|_| self.plies()).ok_or_else(|| {
            format!("`{text}` plies until pieces are counted, which they never are without a limit")
        })?;
        let left = names::number(text).ok_or_else(|| format!("`{text}` is no number of plies"))?;
        let fits = u16::try_from(left).ok().filter(|left| *left <= most);
        fits.ok_or_else(|| format!("{left} plies until pieces are counted, more than the {most} of a game"))
    }

    fn read_rows(&self, text: &str) -> Result<Vec<Stack>, String> {
        let side = self.board().side();
        let rows = text.split('/').count();
        if rows != side {
            let rows = if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
            return Err(format!("the board has {rows}, not {side}"));
        }
        let mut stacks = Vec::new();
        for (row, items) in text.split('/').enumerate() {
            self.read_row(row, items, &mut stacks)?;
        }
        for player in [Player::FIRST, Player::SECOND] {
            let own = stacks.iter().filter(|(owner, ..)| *owner == player);
            let (pieces, most) =
                (own.map(|(.., height)| usize::from(*height)).sum::<usize>(), Self::pieces());
            if pieces > most.into() {
                return Err(format!("{} has {pieces} pieces, more than {most}", names::player(player)));
            }
        }
        Ok(stacks)
    }

    /// Adds the stacks of one row.
    fn read_row(&self, row: usize, items: &str, stacks: &mut Vec<Stack>) -> Result<(), String> {
        let (name, width) = (row_letter(row), self.board().side() / 2);
        let mut cells = self.row_cells(row);
        let mut filled = 0;
        for item in items.split(',') {
            let mut digits = item.chars();
            if let Some(player) = digits.next().and_then(owner) {
                let height = names::number(digits.as_str())
                    .ok_or_else(|| format!("`{item}` in row {name} is no stack"))?;
                let most = Self::pieces();
                let fits = u8::try_from(height).ok().filter(|height| (1..=most).contains(height));
                let height =
                    fits.ok_or_else(|| format!("a stack of {height} in row {name}, not of 1 to {most}"))?;
                stacks.extend(cells.next().map(|cell| (player, cell, height)));
                filled += 1;
            } else {
                let empty = names::number(item).filter(|empty| *empty > 0);
                let empty = empty
                    .ok_or_else(|| format!("`{item}` in row {name} is no stack and no number of cells"))?;
                cells.by_ref().take(empty.min(width)).for_each(drop);
                filled += empty.min(width + 1);
            }
            if filled > width {
                return Err(format!("row {name} has more than {width} dark cells"));
            }
        }
        let cells = if filled == 1 { "1 dark cell".to_owned() } else { format!("{filled} dark cells") };
        match filled == width {
            true => Ok(()),
            false => Err(format!("row {name} has {cells}, not {width}")),
        }
    }
}
