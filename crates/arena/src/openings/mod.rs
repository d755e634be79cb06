//! Where games begin: openings from files, drawn at random, or simply the start.
//!
//! | module | what it is |
//! |---|---|
//! | `file` | openings from a file: EPD, games in the manner of PGN, or one opening on each line |
//! | `pgn` | a reader of games in the manner of PGN that knows no game |
//! | `random` | openings drawn from a seed, balanced by a short search |
//! | `source` | what a run keeps about its openings, and the book that comes from it |

mod file;
mod pgn;
mod random;
mod source;

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::InputError;
use serde::{Deserialize, Serialize};

pub use file::{Format, Openings};
pub use random::{MOST_COMPARED, RandomOpenings, USUAL_CANDIDATES};
pub use source::{Book, OpeningSource};

/// What is played before the players are asked: a position and moves from there.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Opening {
    /// The position before the moves, if it is not the game's usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves, in canonical form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// A short search proved it won for somebody, and chance offered nothing better.
    #[serde(default, skip_serializing_if = "is_false")]
    pub decided: bool,
    /// It leads to the same position as an earlier one, and chance offered nothing better.
    #[serde(default, skip_serializing_if = "is_false")]
    pub repeated: bool,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Opening {
    /// The position that the opening leads to, with its moves as history.
    pub fn position(&self, game: &Arc<dyn AnyGame>) -> Result<Box<dyn AnyPosition>, InputError> {
        let mut position = self.beginning(game)?;
        for text in &self.moves {
            position.play(text)?;
        }
        Ok(position)
    }

    fn beginning(&self, game: &Arc<dyn AnyGame>) -> Result<Box<dyn AnyPosition>, InputError> {
        match &self.start {
            Some(text) => game.clone().position(text),
            None => Ok(game.clone().start()),
        }
    }

    /// The opening for people: its moves, its position, or both.
    pub fn text(&self) -> String {
        match (&self.start, self.moves.join(" ")) {
            (None, moves) if moves.is_empty() => "the start".to_owned(),
            (None, moves) => moves,
            (Some(start), moves) if moves.is_empty() => start.clone(),
            (Some(start), moves) => format!("{start}, then {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(start: Option<&str>, moves: &str) -> Opening {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        Opening { start: start.map(str::to_owned), moves, ..Opening::default() }
    }

    #[test]
    fn an_opening_is_played_from_its_start() {
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        let cases = [
            (opening(None, ""), "3/3/3 x", "the start"),
            (opening(None, "b2 a1"), "3/1x1/o2 x", "b2 a1"),
            (opening(Some("3/1x1/3 o"), ""), "3/1x1/3 o", "3/1x1/3 o"),
            (opening(Some("3/1x1/3 o"), "c3 a1"), "2o/1x1/x2 o", "3/1x1/3 o, then c3 a1"),
        ];
        for (opening, position, text) in cases {
            let reached = opening.position(&game).unwrap();
            assert_eq!((reached.text().as_str(), opening.text().as_str()), (position, text));
            assert_eq!(reached.history(), opening.moves);
            let json = serde_json::to_string(&opening).unwrap();
            assert_eq!(serde_json::from_str::<Opening>(&json).unwrap(), opening);
        }
        assert!(opening(None, "b2 b2").position(&game).is_err());
        assert!(opening(Some("nowhere"), "").position(&game).is_err());
        assert_eq!(serde_json::to_string(&Opening::default()).unwrap(), "{}");
    }
}
