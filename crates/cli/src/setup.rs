//! From what was typed to a game and a position.

use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{InputError, InputKind};

use crate::args::Start;

/// The position that the arguments describe: where it starts, and the moves from there.
pub(crate) fn position(start: &Start) -> Result<Box<dyn AnyPosition>, InputError> {
    let game = mossa_engine::open(&start.game)?;
    let mut position = initial(&game, start.position.as_deref())?;
    let moves = game.split_moves(start.moves.as_deref().unwrap_or_default());
    for (index, text) in moves.into_iter().enumerate() {
        play_numbered(position.as_mut(), index + 1, text)?;
    }
    Ok(position)
}

/// The position of `text`, or the one in which a game begins.
pub(crate) fn initial(
    game: &Arc<dyn AnyGame>,
    text: Option<&str>,
) -> Result<Box<dyn AnyPosition>, InputError> {
    match text {
        Some(text) => Arc::clone(game).position(text),
        None => Ok(Arc::clone(game).start()),
    }
}

/// Says which move of a list an error is about.
pub(crate) fn numbered(number: usize, error: InputError) -> InputError {
    InputError::new(InputKind::Move, format!("move {number}: {}", error.problem), error.expected)
}

fn play_numbered(position: &mut dyn AnyPosition, number: usize, text: &str) -> Result<(), InputError> {
    position.play(text).map(drop).map_err(|error| numbered(number, error))
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
