//! How moves and positions are written.
//!
//! Stones as in the game inside, `swap`, `more`. Positions have one more word, for the stage of the opening or for the colour
//! that the first player has: `15/15/... x three`, `... o choice`, `... o first=x`.

use mossa_game::{Game, InputError, InputKind, Notation, Player};

use super::position::{Position, Stage};
use super::rules::{Step, Swap2};

const SWAP: &str = "swap";
const MORE: &str = "more";

/// Every word that may stand at the end of a position, with the stage and who has O.
const WORDS: [(&str, Stage, Player); 6] = [
    ("three", Stage::Three, Player::SECOND),
    ("choice", Stage::Choice, Player::SECOND),
    ("pair", Stage::Pair, Player::SECOND),
    ("last-choice", Stage::LastChoice, Player::SECOND),
    ("first=x", Stage::Game, Player::SECOND),
    ("first=o", Stage::Game, Player::FIRST),
];

impl<const W: usize> Swap2<W> {
    /// What the player to move may enter.
    fn expected_move(&self, position: &Position<W>) -> String {
        let cell = self.inner.expected_move();
        match position.stage {
            Stage::Choice => format!("{SWAP}, {MORE}, or {cell}"),
            Stage::LastChoice => format!("{SWAP}, or {cell}"),
            Stage::Three | Stage::Pair | Stage::Game => cell,
        }
    }

    fn bad_position(&self, problem: String) -> InputError {
        let start = self.position_text(&self.start());
        let words = WORDS.map(|(word, ..)| word).join(", ");
        let expected = format!(
            "rows of x, o and numbers of empty cells, x or o to move, then one of {words}, such as `{start}`"
        );
        InputError::new(InputKind::Position, problem, expected)
    }
}

impl<const W: usize> Notation for Swap2<W> {
    fn options_text(&self) -> String {
        let board = self.inner.board();
        format!("{},{}{}", board.rows, board.columns, board.rule.option_text())
    }

    fn move_text(&self, position: &Position<W>, step: Step) -> String {
        match step {
            Step::Put(mark) => self.inner.move_text(&position.stones, mark),
            Step::Swap => SWAP.to_owned(),
            Step::More => MORE.to_owned(),
        }
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<Step, InputError> {
        let expected = || self.expected_move(position);
        let step = match text.trim().to_ascii_lowercase().as_str() {
            SWAP => Step::Swap,
            MORE => Step::More,
            _ => {
                let mark = self.inner.parse_move(&position.stones, text);
                // The game inside knows only of cells.
                return mark.map(Step::Put).map_err(|error| match position.stage.is_choice() {
                    true => InputError::new(InputKind::Move, error.problem, expected()),
                    false => error,
                });
            }
        };
        if self.is_legal(position, step) {
            return Ok(step);
        }
        if self.result(position).is_some() {
            return Err(InputError::new(
                InputKind::Move,
                format!("no `{text}`: the game is over"),
                "no move",
            ));
        }
        Err(InputError::new(InputKind::Move, format!("there is no `{text}` now"), expected()))
    }

    fn position_text(&self, position: &Position<W>) -> String {
        let is = |(_, stage, owner): &&(&str, Stage, Player)| {
            *stage == position.stage && *owner == position.owner_of_o
        };
        let word = WORDS.iter().find(is).map_or("", |(word, ..)| word);
        format!("{} {word}", self.inner.position_text(&position.stones))
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, InputError> {
        let text = text.trim();
        let (stones, last) = text.rsplit_once(' ').unwrap_or((text, ""));
        let (_, stage, owner_of_o) =
            *WORDS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(last)).ok_or_else(|| {
                self.bad_position(format!("position \"{text}\" does not say how far the opening is"))
            })?;
        let stones = self.inner.parse_position(stones).map_err(|error| self.bad_position(error.problem))?;
        let counts = [0, 1].map(|player| stones.stones(player).len());
        // In the opening X and O are put in turn, and nobody wins.
        let next = if counts[0] == counts[1] { Player::FIRST } else { Player::SECOND };
        let in_turn = stage == Stage::Game || stones.to_move() == next;
        if !stage.allows(counts) || !in_turn {
            let problem = format!("{} x and {} o do not fit the stage `{last}`", counts[0], counts[1]);
            return Err(self.bad_position(problem));
        }
        Ok(Position { stones, stage, owner_of_o })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Rule;

    fn game() -> Swap2<1> {
        Swap2::new(5, 6, Rule::OrMore).unwrap()
    }

    #[test]
    fn words_are_read_where_they_mean_something() {
        let game = game();
        let mut position = game.start();
        for (text, expected) in [
            ("swap", "an empty cell from a1 to f5"),
            ("more", "an empty cell from a1 to f5"),
            ("x", "an empty cell from a1 to f5"),
        ] {
            let error = game.parse_move(&position, text).unwrap_err();
            assert_eq!(error.expected, expected, "{text}");
        }
        for text in ["c3", "d3", "1,1"] {
            let step = game.parse_move(&position, text).unwrap();
            game.play(&mut position, step);
        }
        assert_eq!(game.parse_move(&position, " SWAP ").unwrap(), Step::Swap);
        assert_eq!(game.parse_move(&position, "More").unwrap(), Step::More);
        for text in ["c3", "swop", "g1", ""] {
            let error = game.parse_move(&position, text).unwrap_err();
            assert_eq!(error.expected, "swap, more, or an empty cell from a1 to f5", "{text}");
        }
    }

    #[test]
    fn positions_are_refused_with_a_reason() {
        let game = game();
        for (text, problem) in [
            ("6/6/6/6/6 x", "does not say how far the opening is"),
            ("6/6/6/6/6 x now", "does not say how far the opening is"),
            ("6/6/6/6/6 x choice", "0 x and 0 o do not fit the stage `choice`"),
            ("6/6/6/6/6 o three", "0 x and 0 o do not fit the stage `three`"),
            ("6/2x3/6/6/6 x three", "1 x and 0 o do not fit the stage `three`"),
            ("6/2xox1/6/6/6 x choice", "2 x and 1 o do not fit the stage `choice`"),
            ("6/2xox1/6/6/6 o last-choice", "2 x and 1 o do not fit the stage `last-choice`"),
            ("6/6/6/6/5 x three", "row 5 has 5 cells, not 6"),
            ("", "does not say how far the opening is"),
        ] {
            let error = game.parse_position(text).unwrap_err();
            assert!(error.problem.contains(problem), "{text}: {error}");
        }
        for text in ["6/2xox1/6/6/6 o choice", "6/2xox1/6/6/6 o pair", "6/2xox1/6/o5/6 x pair"] {
            assert_eq!(game.position_text(&game.parse_position(text).unwrap()), text);
        }
    }
}
