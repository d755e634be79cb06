//! The lines of a turn, and what a program says.

use std::fmt::Write;
use std::time::Duration;

use mossa_game::Player;
use mossa_search::{Limits, TimeControl};

use super::cell::Cell;
use super::stones::Stone;
use super::terms::Terms;
use crate::players::program::split_word;

/// What `INFO time_left` says if there is no limit for the game.
const ENDLESS: u128 = i32::MAX as u128;

/// `START 15`, or `RECTSTART 20,15` if the sides differ.
pub(super) fn start_line(terms: &Terms) -> String {
    if terms.width == terms.height {
        format!("START {}\n", terms.width)
    } else {
        format!("RECTSTART {},{}\n", terms.width, terms.height)
    }
}

/// The time of a turn as the protocol has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Times {
    /// What the move may take at most.
    pub(super) turn: Duration,
    /// What is left for the game, if it has a clock.
    pub(super) left: Option<Duration>,
}

impl Times {
    /// The time that `limits` give; `None` if they give none.
    pub(super) fn of(limits: &Limits) -> Option<Times> {
        match limits.time {
            TimeControl::Unlimited => None,
            TimeControl::PerMove(turn) => Some(Times { turn, left: None }),
            // The protocol has no word for what each move adds: it is in what is left.
            TimeControl::PerGame { remaining, .. } => Some(Times { turn: remaining, left: Some(remaining) }),
        }
    }

    /// What a program is told before its first move.
    pub(super) fn limit_lines(&self) -> String {
        // 0 would mean "at once" for a move, and "no limit" for a game.
        let millis = |time: Duration| time.as_millis().max(1);
        let whole = self.left.map_or(0, millis);
        format!("INFO timeout_turn {}\nINFO timeout_match {whole}\n", millis(self.turn))
    }

    /// What it is told before each.
    pub(super) fn left_line(&self) -> String {
        let left = self.left.map_or(ENDLESS, |left| left.as_millis().min(ENDLESS));
        format!("INFO time_left {left}\n")
    }
}

/// The board with all of its stones, as `player` sees it.
pub(super) fn board_lines(stones: &[Stone], player: Player) -> String {
    let mut text = "BOARD\n".to_owned();
    for stone in stones {
        let field = if stone.player == player { 1 } else { 2 };
        // Writing to a string never fails.
        let _ = writeln!(text, "{},{field}", stone.cell);
    }
    text + "DONE\n"
}

/// What a program says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Ok,
    Move(Cell),
    /// It would move there, but asks whether it may.
    Suggest(Cell),
    /// Something for people.
    Remark,
    /// It cannot do what it was told.
    Error,
    /// It does not know what it was told.
    Unknown,
}

/// What a line means; `None` if it means nothing. Words may be in small letters.
pub(super) fn said(line: &str) -> Option<Said> {
    let (word, rest) = split_word(line);
    match word.to_ascii_uppercase().as_str() {
        "OK" => Some(Said::Ok),
        "MESSAGE" | "DEBUG" => Some(Said::Remark),
        "ERROR" => Some(Said::Error),
        "UNKNOWN" => Some(Said::Unknown),
        "SUGGEST" => rest.parse().ok().map(Said::Suggest),
        _ => line.parse().ok().map(Said::Move),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::gomocup::Rule;

    #[test]
    fn boards_are_announced_by_their_sides() {
        let mut terms = Terms { width: 20, height: 20, rule: Rule::Freestyle };
        assert_eq!(start_line(&terms), "START 20\n");
        terms.height = 15;
        assert_eq!(start_line(&terms), "RECTSTART 20,15\n");
    }

    #[test]
    fn times_are_told_in_milliseconds() {
        let ms = Duration::from_millis;
        let times = Times::of(&Limits::per_move(ms(500))).unwrap();
        assert_eq!(times.limit_lines(), "INFO timeout_turn 500\nINFO timeout_match 0\n");
        assert_eq!(times.left_line(), "INFO time_left 2147483647\n");
        let time = TimeControl::PerGame {
            remaining: ms(60_000),
            increment: ms(100),
            moves_to_go: None,
            overhead: ms(5),
        };
        let times = Times::of(&Limits { time, ..Limits::default() }).unwrap();
        assert_eq!(times.limit_lines(), "INFO timeout_turn 60000\nINFO timeout_match 60000\n");
        assert_eq!(times.left_line(), "INFO time_left 60000\n");
        let none = Times { turn: Duration::ZERO, left: Some(Duration::ZERO) };
        assert_eq!(none.limit_lines(), "INFO timeout_turn 1\nINFO timeout_match 1\n");
        assert_eq!(none.left_line(), "INFO time_left 0\n");
        assert_eq!(Times::of(&Limits::nodes(5)), None);
    }

    #[test]
    fn boards_show_whose_stones_they_are() {
        let stone = |x, y, player| Stone { cell: Cell { x, y }, player };
        let stones = [stone(7, 7, Player::FIRST), stone(8, 9, Player::SECOND)];
        assert_eq!(board_lines(&stones, Player::FIRST), "BOARD\n7,7,1\n8,9,2\nDONE\n");
        assert_eq!(board_lines(&stones, Player::SECOND), "BOARD\n7,7,2\n8,9,1\nDONE\n");
    }

    #[test]
    fn only_the_words_of_the_protocol_are_understood() {
        let cell = Cell { x: 7, y: 11 };
        for (line, meaning) in [
            ("7,11", Said::Move(cell)),
            (" 7, 11 ", Said::Move(cell)),
            ("SUGGEST 7,11", Said::Suggest(cell)),
            ("suggest 7,11", Said::Suggest(cell)),
            ("OK", Said::Ok),
            ("ok - everything is good", Said::Ok),
            ("MESSAGE depth 9", Said::Remark),
            ("DEBUG", Said::Remark),
            ("ERROR board too large", Said::Error),
            ("UNKNOWN command", Said::Unknown),
        ] {
            assert_eq!(said(line), Some(meaning), "{line}");
        }
        for line in ["", "7", "7,11,1", "7 11", "-1,4", "SUGGEST", "SUGGEST h8", "OKAY", "h8", "SWAP"] {
            assert_eq!(said(line), None, "{line}");
        }
    }
}
