//! What mossa remembers from one day to the next: the database of commands that learn.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::anyhow;
use mossa_adapt::book::{BookMemory, BookPlace, BookRow};
use mossa_engine::AnyGame;
use mossa_store::{
    BlockingStore, BookKey, BookUpdate, Location, Opponent, OpponentId, OpponentKind, Scope, StoreError,
    UnixMillis,
};

use crate::failure::Failure;

/// The database.
#[derive(Clone)]
pub(crate) struct Memory {
    db: Arc<BlockingStore>,
}

impl Memory {
    /// Opens the database that the option names, or MOSSA_DB, or the user's own. One that cannot be used is refused, and
    /// left as it is.
    pub(crate) fn open(option: Option<&str>) -> Result<Memory, Failure> {
        let db = BlockingStore::open(&Location::choose(option)?);
        let db = db.map_err(|error| Failure::Refused(error.to_string()))?;
        Ok(Memory { db: Arc::new(db) })
    }

    /// The store, and what waits for it.
    pub(crate) fn db(&self) -> &BlockingStore {
        &self.db
    }

    /// Whoever is called `name`: a person before a bot before an engine.
    pub(crate) fn find(&self, name: &str) -> Result<Opponent, Failure> {
        for kind in [OpponentKind::Human, OpponentKind::Bot, OpponentKind::Engine] {
            if let Some(found) = self.db.wait(self.db.find_opponent(kind, name))? {
                return Ok(found);
            }
        }
        Err(Failure::setting(format!("nobody called `{name}` is known"), "a name of `mossa profile list`"))
    }

    /// What is known of somebody in a game, faded by the time that went by, and the version that it has. A profile of other
    /// themes than the game has now counts as none.
    pub(crate) fn profile(
        &self,
        opponent: &Opponent,
        game: &dyn AnyGame,
    ) -> Result<(Option<mossa_adapt::Profile>, u64), StoreError> {
        let Some(stored) = self.db.wait(self.db.current_profile(opponent.id, game.name()))? else {
            return Ok((None, 0));
        };
        let read = stored.profile.and_then(|value| serde_json::from_value(value).ok());
        let fits = |profile: &mossa_adapt::Profile| profile.check(game.name(), &game.themes()).is_ok();
        let faded = read.filter(fits).map(|mut profile: mossa_adapt::Profile| {
            profile.rest(days_since(stored.taken));
            profile
        });
        Ok((faded, stored.version))
    }

    /// A book that reads the rows of one opponent, and notes what is added until somebody stores that.
    pub(crate) fn book_of(&self, opponent: OpponentId) -> StoredBook {
        StoredBook { memory: self.clone(), opponent, noted: Arc::default() }
    }
}

fn days_since(moment: UnixMillis) -> f64 {
    const MILLIS_OF_A_DAY: f64 = 86_400_000.0;
    UnixMillis::now().0.saturating_sub(moment.0).max(0) as f64 / MILLIS_OF_A_DAY
}

/// How a position is called in the book: its canonical key, as 16 hexadecimal digits.
pub(crate) fn position_name(key: u64) -> String {
    format!("{key:016x}")
}

/// The book that learns, over the database. Nothing is written here: [`StoredBook::noted`] gives what the game adds, so that
/// it is stored together with the game.
#[derive(Clone)]
pub(crate) struct StoredBook {
    memory: Memory,
    opponent: OpponentId,
    noted: Arc<Mutex<Vec<BookUpdate>>>,
}

impl StoredBook {
    /// Takes what was added since the last time.
    pub(crate) fn noted(&self) -> Vec<BookUpdate> {
        std::mem::take(&mut *self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl BookMemory for StoredBook {
    fn rows(&self, place: &BookPlace) -> Vec<BookRow> {
        let (db, scope) = (self.memory.db(), Scope::Opponent(self.opponent));
        let found = db.wait(db.book_moves(scope, &place.game, &position_name(place.key)));
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

/// What somebody is called who says nothing: as the system calls them.
pub(crate) fn usual_name() -> String {
    let set = |name| std::env::var(name).ok().filter(|value: &String| !value.trim().is_empty());
    ["USER", "LOGNAME"]
        .into_iter()
        .find_map(set)
        .map_or_else(|| "player".to_owned(), |name| name.trim().to_owned())
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Input(error) => Failure::Input(error),
            StoreError::Foreign { .. }
            | StoreError::Corrupt { .. }
            | StoreError::Newer { .. }
            | StoreError::Unreachable { .. }
            | StoreError::Missing { .. }
            | StoreError::NameTaken { .. } => Failure::Refused(error.to_string()),
            error => Failure::Io(anyhow!("{error}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_book_notes_is_read_once_it_is_stored() {
        let memory = Memory::open(Some(":memory:")).unwrap();
        let db = memory.db();
        let person = db.wait(db.find_or_add_opponent(OpponentKind::Human, "Ada")).unwrap();
        let mut book = memory.book_of(person.id);
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

    #[test]
    fn a_database_that_cannot_be_opened_is_refused() {
        for place in ["/no/such/folder/mossa.db", "mysql://host/db", "/dev/null/x"] {
            let refused = Memory::open(Some(place));
            assert!(matches!(refused, Err(Failure::Refused(_) | Failure::Input(_))), "{place}");
        }
    }

    #[test]
    fn nobody_is_found_by_a_wrong_name() {
        let memory = Memory::open(Some(":memory:")).unwrap();
        let Err(Failure::Input(error)) = memory.find("Ada") else { panic!() };
        assert_eq!(error.problem, "nobody called `Ada` is known");
    }
}
