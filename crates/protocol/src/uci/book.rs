//! The book that moves come from.

use std::path::{Path, PathBuf};

use mossa_engine::AnyGame;
use mossa_game::{BookMove, InputError, MoveBook};

/// A book that was read, or none.
#[derive(Default)]
pub(super) struct OwnBook(Option<(PathBuf, Box<dyn MoveBook>)>);

impl OwnBook {
    /// Reads the book in `file`, unless it was read already. Without a file there is none, and with one that cannot be read.
    pub(super) fn open(&mut self, game: &dyn AnyGame, file: Option<&Path>) -> Result<(), InputError> {
        if self.0.as_ref().map(|(file, _)| &**file) == file {
            return Ok(());
        }
        self.0 = None;
        if let Some((books, file)) = game.move_books().zip(file) {
            self.0 = Some((file.to_owned(), books.open(file)?));
        }
        Ok(())
    }

    /// A move in the position with this text, the more often the heavier it is: the one that `number`, 0 to 1, falls on.
    pub(super) fn choose(&self, position: &str, number: f64) -> Result<Option<String>, InputError> {
        let Some((_, book)) = &self.0 else { return Ok(None) };
        Ok(drawn_by_share(&book.look_up(position)?, number).map(str::to_owned))
    }
}

/// The move that `number`, 0 to 1, falls on; none if the book has none.
fn drawn_by_share(moves: &[BookMove], number: f64) -> Option<&str> {
    let mut left = number;
    let chosen = moves.iter().find(|book| {
        left -= book.share;
        left < 0.0
    });
    // Rounding may leave a crumb: it belongs to the heaviest.
    chosen.or(moves.first().filter(|first| first.weight > 0)).map(|book| book.text.as_str())
}
