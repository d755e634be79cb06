//! Games that are open. Opening one may compute tables, and solvers remember what they found: games are kept.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use mossa_engine::AnyGame;
use mossa_game::{BookError, InputError, InputKind};

/// So many games are kept open; tables that are played keep theirs, too.
const MOST_OPEN: usize = 24;

/// The longest name of a game with its options.
const LONGEST_NAME: usize = 200;

/// Games by the names under which somebody asked for them, the last used at the end.
#[derive(Default)]
pub(crate) struct Shelf {
    open: Mutex<VecDeque<(String, Arc<dyn AnyGame>)>>,
    tables: Vec<PathBuf>,
}

/// Refuses folders that are not there, and endgame tables that are damaged. That a folder has no tables of a game is no error:
/// it may have those of another.
pub(crate) fn check_tables(folders: &[PathBuf]) -> Result<(), InputError> {
    let setting = |problem: String, expected: &str| InputError::new(InputKind::Setting, problem, expected);
    if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
        let problem = format!("no folder {}", missing.display());
        return Err(setting(problem, "a folder in which `mossa table build` wrote"));
    }
    for info in mossa_engine::families().into_iter().filter(|_| !folders.is_empty()) {
        load_tables(&*mossa_engine::open(info.name)?, folders).map_err(|error| match error {
            BookError::Input(error) => error,
            error => setting(error.to_string(), "tables that can be read"),
        })?;
    }
    Ok(())
}

/// Has a game use the endgame tables of the first folder that has some of its own.
fn load_tables(game: &dyn AnyGame, folders: &[PathBuf]) -> Result<(), BookError> {
    let Some(tables) = game.endgame_tables() else { return Ok(()) };
    match folders.iter().find(|folder| tables.info(folder).is_ok()) {
        Some(folder) => tables.load(folder).map(drop),
        None => Ok(()),
    }
}

impl Shelf {
    /// A shelf whose games use the endgame tables of these folders.
    pub(crate) fn new(tables: Vec<PathBuf>) -> Shelf {
        Shelf { open: Mutex::default(), tables }
    }

    /// The game called `name`.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, InputError> {
        if name.len() > LONGEST_NAME {
            let problem = format!("the name of a game with {} bytes", name.len());
            return Err(InputError::new(InputKind::Game, problem, "a shorter one"));
        }
        if let Some(game) = self.kept(name) {
            return Ok(game);
        }
        let game = mossa_engine::open(name)?;
        // Different names may mean the same game, which shall have one memory.
        let game = self.kept(game.name()).unwrap_or_else(|| {
            // Tables were checked at the start; a game for which there are none does without.
            let _ = load_tables(&*game, &self.tables);
            game
        });
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        while open.len() >= MOST_OPEN {
            open.pop_front();
        }
        open.push_back((name.to_owned(), Arc::clone(&game)));
        if name != game.name() {
            open.push_back((game.name().to_owned(), Arc::clone(&game)));
        }
        Ok(game)
    }

    fn kept(&self, name: &str) -> Option<Arc<dyn AnyGame>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let index = open.iter().position(|(known, _)| known == name)?;
        let entry = open.remove(index)?;
        let game = Arc::clone(&entry.1);
        open.push_back(entry);
        Some(game)
    }
}
