//! The opponent that adapts to one person, and what it remembers.
//!
//! Everything here happens in threads that think: the database is waited for.

use std::sync::{Arc, Mutex, PoisonError};

use mossa_adapt::{
    Adaptive, BookMemory, BookPlace, BookRow, GameResult, Means, Moment, Profile, Settings, Style,
};
use mossa_engine::{AnyGame, AnyPosition};
use mossa_store::{
    BookKey, BookUpdate, GameEntry, NewProfile, Opponent, OpponentId, OpponentKind, Scope, Store, StoreError,
    UnixMillis,
};
use tokio::runtime::Handle;

/// How many positions a judgement may look at in games without a quick solver.
const JUDGED_NODES: u64 = 20_000;

/// How often a game is learned from again because another one of the same person was stored meanwhile. Whoever is overtaken
/// more often is told, and tries later.
const MOST_TRIALS: usize = 10;

/// A learner that is made when it is first needed.
pub(crate) type SharedLearner = Arc<Mutex<Option<Learner>>>;

/// How a position is called in the book: its canonical key, as 16 hexadecimal digits.
pub(crate) fn position_name(key: u64) -> String {
    format!("{key:016x}")
}

/// The database, for threads that may wait for it.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) store: Store,
    pub(crate) runtime: Handle,
}

impl Memory {
    fn wait<T>(&self, work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
        self.runtime.block_on(work)
    }

    /// What is known of somebody in a game, faded by the time that went by, and the version that it has. A profile of
    /// other themes than the game has now counts as none.
    fn profile(&self, person: &Opponent, game: &dyn AnyGame) -> Result<(Option<Profile>, u64), StoreError> {
        let Some(stored) = self.wait(self.store.current_profile(person.id, game.name()))? else {
            return Ok((None, 0));
        };
        let read = stored.profile.and_then(|value| serde_json::from_value(value).ok());
        let fits = |profile: &Profile| profile.check(game.name(), &game.themes()).is_ok();
        let faded = read.filter(fits).map(|mut profile: Profile| {
            profile.rest(days_since(stored.taken));
            profile
        });
        Ok((faded, stored.version))
    }
}

fn days_since(moment: UnixMillis) -> f64 {
    const MILLIS_OF_A_DAY: f64 = 86_400_000.0;
    UnixMillis::now().0.saturating_sub(moment.0).max(0) as f64 / MILLIS_OF_A_DAY
}

/// A book that reads the rows of one opponent, and notes what is added until the game is stored.
#[derive(Clone)]
struct StoredBook {
    memory: Memory,
    opponent: OpponentId,
    noted: Arc<Mutex<Vec<BookUpdate>>>,
}

impl StoredBook {
    fn take(&self) -> Vec<BookUpdate> {
        std::mem::take(&mut *self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl BookMemory for StoredBook {
    fn rows(&self, place: &BookPlace) -> Vec<BookRow> {
        let (store, scope) = (&self.memory.store, Scope::Opponent(self.opponent));
        let found = self.memory.wait(store.book_moves(scope, &place.game, &position_name(place.key)));
        // Without its book the player thinks for itself.
        let found = found.unwrap_or_default().into_iter();
        found.map(|row| BookRow { text: row.text, visits: row.visits, total: row.score }).collect()
    }

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

/// A move of the person, and what was known before.
struct Seen {
    before: Box<dyn AnyPosition>,
    text: String,
    moment: Moment,
}

/// The opponent that adapts to one person.
pub(crate) struct Learner {
    game: Arc<dyn AnyGame>,
    settings: Settings,
    memory: Memory,
    person: Opponent,
    /// The seat of the person.
    seat: usize,
    player: Adaptive,
    book: StoredBook,
    /// The version of the stored profile that the player's was made from.
    based_on: u64,
    seen: Vec<Seen>,
}

impl Learner {
    /// The opponent of whoever is called `name` and has `seat`, with what is known of them.
    pub(crate) fn open(
        game: &Arc<dyn AnyGame>,
        name: &str,
        seat: usize,
        style: Style,
        memory: Memory,
    ) -> Result<Learner, StoreError> {
        let means = if game.has_quick_solver() { Means::Solver } else { Means::Nodes(JUDGED_NODES) };
        let settings = Settings::new(style, means);
        let person = memory.wait(memory.store.find_or_add_opponent(OpponentKind::Human, name))?;
        let book = StoredBook { memory: memory.clone(), opponent: person.id, noted: Arc::default() };
        let player = Adaptive::new(game, name, settings.clone())?.with_book(Box::new(book.clone()));
        let (known, based_on) = memory.profile(&person, &**game)?;
        let player = match known {
            Some(profile) => player.with_profile(profile)?,
            None => player,
        };
        let (game, seen) = (Arc::clone(game), Vec::new());
        Ok(Learner { game, settings, memory, person, seat, player, book, based_on, seen })
    }

    /// Sees what the person has played up to `position`; what was taken back is forgotten.
    pub(crate) fn follow(&mut self, position: &dyn AnyPosition) {
        let history = position.history();
        let holds = |seen: &Seen| history.get(seen.before.history().len()) == Some(&seen.text);
        while let Some(last) = self.seen.pop_if(|seen| !holds(seen)) {
            self.player.back_to(last.moment);
        }
        let known = self.seen.last().map_or(0, |seen| seen.before.history().len() + 1);
        let mut earlier = position.boxed_clone();
        let mut new = Vec::new();
        while earlier.history().len() > known {
            let text = earlier.history().last().cloned().unwrap_or_default();
            if !earlier.undo() {
                break;
            }
            if earlier.to_move().index() == self.seat {
                new.push((earlier.boxed_clone(), text));
            }
        }
        for (before, text) in new.into_iter().rev() {
            let moment = self.player.moment();
            self.player.saw(&*before, &text);
            self.seen.push(Seen { before, text, moment });
        }
    }

    /// Its move.
    pub(crate) fn choose(&mut self, position: &dyn AnyPosition) -> Option<String> {
        self.follow(position);
        self.player.choose(position).map(|choice| choice.text)
    }

    /// Stores a finished game with what it adds to books and the profile: all, or nothing.
    pub(crate) fn finish(
        &mut self,
        entry: &GameEntry,
        result: GameResult,
        others: &[BookUpdate],
    ) -> Result<(), StoreError> {
        self.player.finish(result);
        let book: Vec<BookUpdate> = self.book.take().into_iter().chain(others.iter().cloned()).collect();
        let mut stored = self.try_to_store(entry, &book);
        for _ in 1..MOST_TRIALS {
            // Another game of the same person was stored meanwhile: learn from this one on top of that.
            let Err(StoreError::ProfileMoved { .. }) = stored else { break };
            self.learn_again(result)?;
            stored = self.try_to_store(entry, &book);
        }
        stored
    }

    fn try_to_store(&self, entry: &GameEntry, book: &[BookUpdate]) -> Result<(), StoreError> {
        let profile = self.new_profile()?;
        self.memory.wait(self.memory.store.record_game(entry, book, &[profile])).map(drop)
    }

    fn new_profile(&self) -> Result<NewProfile, StoreError> {
        let value = serde_json::to_value(self.player.profile());
        let value = value.map_err(|error| StoreError::Database { why: error.to_string() })?;
        Ok(NewProfile {
            opponent: self.person.id,
            family: self.game.name().to_owned(),
            based_on: self.based_on,
            taken: UnixMillis::now(),
            profile: Some(value),
        })
    }

    /// The profile that is stored now, with what this game taught.
    fn learn_again(&mut self, result: GameResult) -> Result<(), StoreError> {
        let (known, based_on) = self.memory.profile(&self.person, &*self.game)?;
        let fresh = || Profile::new(self.game.name(), &self.person.name, &self.game.themes());
        let player = Adaptive::new(&self.game, &self.person.name, self.settings.clone())?;
        self.player =
            player.with_profile(known.unwrap_or_else(fresh))?.with_book(Box::new(self.book.clone()));
        for seen in &self.seen {
            self.player.saw(&*seen.before, &seen.text);
        }
        self.player.finish(result);
        self.book.take();
        self.based_on = based_on;
        Ok(())
    }
}
