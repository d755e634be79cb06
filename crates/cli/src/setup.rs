//! From what was typed to a game and a position.

use std::path::Path;
use std::sync::Arc;

use mossa_engine::{AnyGame, AnyPosition};
use mossa_game::{BookError, EndgameTables, InputError, InputKind};

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

/// The endgame tables of `game`, or an error that names the games that have some.
pub(crate) fn tables_of(game: &dyn AnyGame) -> Result<&dyn EndgameTables, InputError> {
    game.endgame_tables().ok_or_else(|| {
        let with = mossa_engine::names_where(|game| game.endgame_tables().is_some());
        let expected = match with.is_empty() {
            true => "another game, but none has some yet".to_owned(),
            // Options decide, too: a game may have tables only while it is small.
            false => format!("one of: {}, or a smaller game", with.join(", ")),
        };
        InputError::new(InputKind::Game, format!("{} has no endgame tables", game.name()), expected)
    })
}

/// Has `game` use the endgame tables of a folder, if one is given.
pub(crate) fn load_tables(game: &dyn AnyGame, folder: Option<&Path>) -> Result<(), InputError> {
    let Some(folder) = folder else { return Ok(()) };
    tables_of(game)?.load(folder).map(drop).map_err(|error| match error {
        BookError::Input(error) => error,
        error => InputError::new(InputKind::Setting, error.to_string(), "tables that can be read"),
    })
}

/// Opens games by name and has them use the endgame tables of a folder, if one is given.
pub(crate) fn opener(folder: Option<&Path>) -> impl Fn(&str) -> Result<Arc<dyn AnyGame>, InputError> {
    move |name| {
        let game = mossa_engine::open(name)?;
        load_tables(&*game, folder)?;
        Ok(game)
    }
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
