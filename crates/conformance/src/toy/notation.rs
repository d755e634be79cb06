//! How moves and positions of Nim are written: `b2` takes two stones of heap b;
//! `3.4.5 1` are three heaps with player 1 to move.

use mossa_game::{Game, InputError, InputKind, Notation, Player};

use super::position::{MAX_HEAPS, MAX_STONES, Position, Take};
use super::rules::Nim;

/// The heaps that are there unless an option says otherwise.
pub(super) const DEFAULT_HEAPS: [u8; 3] = [3, 4, 5];

impl Notation for Nim {
    fn options_text(&self) -> String {
        let mut options = Vec::new();
        if self.start != DEFAULT_HEAPS {
            options.push(heaps_text(&self.start));
        }
        if self.players != 2 {
            options.push(format!("players={}", self.players));
        }
        if self.most != MAX_STONES {
            options.push(format!("most={}", self.most));
        }
        options.join(",")
    }

    fn move_text(&self, _: &Position, m: Take) -> String {
        format!("{}{}", heap_letter(usize::from(m.heap)), m.stones)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Take, InputError> {
        let bad = |problem: &str, expected: String| {
            InputError::new(InputKind::Move, format!("{problem} \"{text}\""), expected)
        };
        let Some(m) = read_take(text) else {
            return Err(bad("unreadable move", "a heap and a number of stones, such as b2".to_owned()));
        };
        if self.is_legal(position, m) {
            return Ok(m);
        }
        let moves: Vec<_> = self.legal_moves(position).iter().map(|m| self.move_text(position, *m)).collect();
        let expected =
            if moves.is_empty() { "no move: the game is over".to_owned() } else { moves.join(", ") };
        Err(bad("illegal move", expected))
    }

    fn position_text(&self, position: &Position) -> String {
        format!("{} {}", heaps_text(&position.heaps[..self.start.len()]), position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let bad = |problem: String, expected: String| InputError::new(InputKind::Position, problem, expected);
        let Some((heaps, player)) = text.split_once(' ') else {
            let expected =
                format!("heaps and the player to move, such as `{}`", self.position_text(&self.start()));
            return Err(bad(format!("unreadable position \"{text}\""), expected));
        };
        let highest = self.highest();
        let heaps = read_heaps(heaps)
            .filter(|heaps| heaps.len() == self.start.len() && heaps.iter().all(|heap| *heap <= highest))
            .ok_or_else(|| {
                let expected = format!("{} numbers from 0 to {highest} with dots between", self.start.len());
                bad(format!("unusable heaps \"{heaps}\""), expected)
            })?;
        let mover = Player::all(self.players)
            .find(|seat| seat.to_string() == player)
            .ok_or_else(|| bad(format!("no player \"{player}\""), format!("1 to {}", self.players)))?;
        let mut all = [0; MAX_HEAPS];
        all[..heaps.len()].copy_from_slice(&heaps);
        Ok(self.position(all, mover))
    }
}

/// The name of a heap.
pub(super) fn heap_letter(heap: usize) -> char {
    char::from(b'a' + heap as u8)
}

fn heaps_text(heaps: &[u8]) -> String {
    heaps.iter().map(u8::to_string).collect::<Vec<_>>().join(".")
}

/// Reads `3.4.5`.
pub(super) fn read_heaps(text: &str) -> Option<Vec<u8>> {
    text.split('.').map(read_number).collect()
}

/// Reads a number as it is written here: without a sign or leading zeros, so that every text has one meaning and one form.
pub(super) fn read_number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| number.to_string() == text)
}

fn read_take(text: &str) -> Option<Take> {
    let letter = text.chars().next().filter(|letter| ('a'..='h').contains(letter))?;
    Some(Take { heap: letter as u8 - b'a', stones: read_number(&text[1..])? })
}
