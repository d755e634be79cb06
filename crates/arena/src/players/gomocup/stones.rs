//! Stones in the notation of positions: rows from above, `x` and `o` for stones and numbers for runs of empty cells,
//! then who is to move: `3/1x1/3 o`.

use mossa_game::Player;

use super::cell::Cell;
use super::terms::Terms;

/// A stone on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stone {
    /// Where it is.
    pub cell: Cell,
    /// Whose it is.
    pub player: Player,
}

fn letter(player: Player) -> char {
    if player == Player::FIRST { 'x' } else { 'o' }
}

/// The position with these stones, whose cells must be on the board.
pub fn position_text(terms: &Terms, stones: &[Stone], to_move: Player) -> String {
    let mut board = vec![vec![None; terms.width]; terms.height];
    for stone in stones {
        if let Some(place) = board.get_mut(stone.cell.y).and_then(|row| row.get_mut(stone.cell.x)) {
            *place = Some(stone.player);
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row_text(row)).collect();
    format!("{} {}", rows.join("/"), letter(to_move))
}

fn row_text(row: &[Option<Player>]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for place in row {
        match place {
            None => empty += 1,
            Some(player) => {
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text.push(letter(*player));
            }
        }
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

/// The stones of a position, those of each player from the upper left to the lower right; `None` if the text is none.
pub fn read_position(text: &str) -> Option<Vec<Stone>> {
    let (rows, _) = text.trim().split_once(' ')?;
    let mut stones = Vec::new();
    for (y, row) in rows.split('/').enumerate() {
        let mut x = 0usize;
        let mut run = 0usize;
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                run = run.checked_mul(10)?.checked_add(digit as usize)?;
                continue;
            }
            let player = match c {
                'x' | 'X' => Player::FIRST,
                'o' | 'O' => Player::SECOND,
                _ => return None,
            };
            x = x.checked_add(std::mem::take(&mut run))?;
            stones.push(Stone { cell: Cell { x, y }, player });
            x += 1;
        }
    }
    Some(stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::gomocup::Rule;

    fn stone(x: usize, y: usize, player: Player) -> Stone {
        Stone { cell: Cell { x, y }, player }
    }

    #[test]
    fn stones_are_written_as_the_game_writes_them() {
        let terms = Terms { width: 12, height: 5, rule: Rule::Freestyle };
        let game = mossa_engine::open(&terms.game_name()).unwrap();
        let mut position = game.clone().start();
        let mut stones = Vec::new();
        for (x, y) in [(0, 0), (11, 4), (10, 2), (1, 0), (11, 0)] {
            stones.push(stone(x, y, position.to_move()));
            position.play(&Cell { x, y }.as_move()).unwrap();
            let text = position_text(&terms, &stones, position.to_move());
            assert_eq!(text, position.text());
            let mut read = read_position(&text).unwrap();
            read.sort_by_key(|stone| stones.iter().position(|known| known == stone));
            assert_eq!(read, stones);
        }
    }

    #[test]
    fn nothing_but_positions_is_read() {
        assert_eq!(read_position("3/1x1/3 o"), Some(vec![stone(1, 1, Player::FIRST)]));
        for text in ["", "3/3/3", "3/1z1/3 x", "99999999999999999999x x"] {
            assert_eq!(read_position(text), None, "{text}");
        }
    }
}
