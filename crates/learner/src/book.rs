//! The book that learns, over the database.

use std::sync::{Arc, Mutex, PoisonError};

use mossa_adapt::{BookMemory, BookPlace, BookRow};
use mossa_store::{BookKey, BookUpdate, OpponentId, Scope};

use crate::database::Database;

/// How a position is called in the book: its canonical key, as 16 hexadecimal digits.
pub fn position_name(key: u64) -> String {
    format!("{key:016x}")
}

/// A book that reads the rows of one opponent. Nothing is written here: [`StoredBook::noted`] gives what the game adds, so that
/// it is stored together with the game. Clones note together.
#[derive(Clone)]
pub struct StoredBook<D> {
    database: D,
    opponent: OpponentId,
    noted: Arc<Mutex<Vec<BookUpdate>>>,
}

impl<D: Database> StoredBook<D> {
    /// The book of one opponent.
    pub fn new(database: D, opponent: OpponentId) -> StoredBook<D> {
        StoredBook { database, opponent, noted: Arc::default() }
    }

    /// Takes what was added since the last time.
    pub fn noted(&self) -> Vec<BookUpdate> {
        std::mem::take(&mut *self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<D: Database> BookMemory for StoredBook<D> {
    fn rows(&self, place: &BookPlace) -> Vec<BookRow> {
        let (store, scope) = (self.database.store(), Scope::Opponent(self.opponent));
        let found = self.database.wait(store.book_moves(scope, &place.game, &position_name(place.key)));
        // Without its book the player thinks for itself; that the database is gone is told when the game is stored.
        let found = found.unwrap_or_default().into_iter();
        found.map(|row| BookRow { text: row.text, visits: row.visits, total: row.score }).collect()
    }

    /// Notes the visit twice: for this opponent, and for everybody.
    fn add(&mut self, place: &BookPlace, text: &str, score: f64) {
        let update = |scope| BookUpdate {
            key: BookKey {
                scope,
                game: place.game.clone(),
                position: position_name(place.key),
                text: text.to_owned(),
            },
            visits: 1,
            score,
        };
        let both = [Scope::Opponent(self.opponent), Scope::Shared].map(update);
        self.noted.lock().unwrap_or_else(PoisonError::into_inner).extend(both);
    }
}

#[cfg(test)]
mod tests {
    use mossa_store::{BlockingStore, Location, OpponentKind};

    use super::*;

    #[test]
    fn what_a_book_notes_is_read_once_it_is_stored() {
        let db = Arc::new(BlockingStore::open(&Location::parse(":memory:").unwrap()).unwrap());
        let person = db.wait(db.find_or_add_opponent(OpponentKind::Human, "Ada")).unwrap();
        let mut book = StoredBook::new(Arc::clone(&db), person.id);
        let place = BookPlace { game: "nim".to_owned(), opponent: "Ada".to_owned(), key: 7 };
        book.add(&place, "a1", 1.0);
        book.add(&place, "a1", 0.5);
        assert_eq!(book.rows(&place), []);
        let noted = book.noted();
        assert_eq!((noted.len(), book.noted().len()), (4, 0));
        db.wait(db.add_to_book(&noted)).unwrap();
        assert_eq!(book.rows(&place), [BookRow { text: "a1".to_owned(), visits: 2, total: 1.5 }]);
        let everybody = db.wait(db.book_moves(Scope::Shared, "nim", &position_name(7))).unwrap();
        assert_eq!((everybody[0].visits, everybody[0].score), (2, 1.5));
    }
}
