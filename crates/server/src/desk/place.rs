//! Which position is meant: a game, where it begins, and the moves since.

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition, MoveInfo};
use mossa_game::{Effect, InputError, InputKind};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problem::Problem;

/// The most plies of a game: more than anybody plays, and little enough to be shown at once.
pub(crate) const MOST_PLIES: usize = 2000;

/// A position: a game, where it begins, and the moves since.
#[derive(Clone, Debug, Deserialize, ToSchema)]
pub(crate) struct Place {
    /// The game with its options: `mnk:3,3,3`.
    #[schema(example = "mnk:3,3,3")]
    pub(crate) game: String,
    /// Where it begins, if not in the usual position.
    #[serde(default)]
    pub(crate) position: Option<String>,
    /// The moves since.
    #[serde(default)]
    pub(crate) moves: Option<Moves>,
}

/// Moves as a list, or as people type them.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Moves {
    /// One text for each.
    List(Vec<String>),
    /// `1. e4 e5`.
    Text(String),
}

/// A position with all that led to it.
pub(crate) struct Walk {
    start: String,
    usual: bool,
    position: Box<dyn AnyPosition>,
    effects: Vec<Vec<Effect>>,
}

impl Walk {
    /// Begins a game, in its usual position or in another.
    pub(crate) fn begin(game: &Arc<dyn AnyGame>, position: Option<&str>) -> Result<Walk, InputError> {
        let usual = Arc::clone(game).start();
        let given = position.map(str::trim).filter(|text| !text.is_empty());
        let position = match given {
            Some(text) => Arc::clone(game).position(text)?,
            None => usual.boxed_clone(),
        };
        let start = position.text();
        Ok(Walk { usual: start == usual.text(), start, position, effects: Vec::new() })
    }

    /// The position that `place` means in `game`.
    pub(crate) fn to(game: &Arc<dyn AnyGame>, place: &Place) -> Result<Walk, InputError> {
        let mut walk = Walk::begin(game, place.position.as_deref())?;
        match &place.moves {
            Some(Moves::List(moves)) => walk.follow(moves.iter().map(String::as_str))?,
            Some(Moves::Text(text)) => walk.follow(game.split_moves(text).into_iter())?,
            None => {}
        }
        Ok(walk)
    }

    /// Plays many moves; an error says which of them was wrong.
    pub(crate) fn follow<'m>(&mut self, moves: impl Iterator<Item = &'m str>) -> Result<(), InputError> {
        for text in moves {
            let ply = self.plies() + 1;
            self.play(text).map_err(|error| {
                InputError::new(error.kind, format!("move {ply}: {}", error.problem), error.expected)
            })?;
        }
        Ok(())
    }

    /// Plays a move.
    pub(crate) fn play(&mut self, text: &str) -> Result<MoveInfo, InputError> {
        if self.plies() >= MOST_PLIES {
            let problem = format!("a game of more than {MOST_PLIES} plies");
            return Err(InputError::new(InputKind::Move, problem, "fewer"));
        }
        let info = self.position.play(text)?;
        self.effects.push(info.effects.clone());
        Ok(info)
    }

    /// Takes back the last move; false if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let undone = self.position.undo();
        if undone {
            self.effects.pop();
        }
        undone
    }

    /// The same when only so many plies were played.
    pub(crate) fn after(&self, plies: usize) -> Walk {
        let (start, usual, position) = (self.start.clone(), self.usual, self.position.boxed_clone());
        let mut walk = Walk { start, usual, position, effects: self.effects.clone() };
        while walk.plies() > plies && walk.undo() {}
        walk
    }

    /// The position.
    pub(crate) fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// Where it began.
    pub(crate) fn start(&self) -> &str {
        &self.start
    }

    /// Where it began, if that is not where its game begins.
    pub(crate) fn unusual_start(&self) -> Option<String> {
        (!self.usual).then(|| self.start.clone())
    }

    /// What each ply changed on the board.
    pub(crate) fn effects(&self) -> &[Vec<Effect>] {
        &self.effects
    }

    /// How many plies were played.
    pub(crate) fn plies(&self) -> usize {
        self.effects.len()
    }
}

/// Refuses a position in which the game is over.
pub(crate) fn refuse_finished(position: &dyn AnyPosition) -> Result<(), Problem> {
    match position.result() {
        Some(result) => Err(Problem::bad_value(
            format!("the game is over: {result}"),
            "a position in which somebody is to move",
        )),
        None => Ok(()),
    }
}
