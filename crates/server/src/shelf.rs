//! Games that are open. Opening one may compute tables, and solvers remember what they found: games are kept.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use mossa_engine::AnyGame;
use mossa_game::{InputError, InputKind};

/// So many games are kept open; tables that are played keep theirs, too.
const MOST_OPEN: usize = 24;

/// The longest name of a game with its options.
const LONGEST_NAME: usize = 200;

/// Games by the names under which somebody asked for them, the last used at the end.
#[derive(Default)]
pub(crate) struct Shelf {
    open: Mutex<VecDeque<(String, Arc<dyn AnyGame>)>>,
}

impl Shelf {
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
        let game = self.kept(game.name()).unwrap_or(game);
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
