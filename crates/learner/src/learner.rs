//! The opponent that adapts to one person, and remembers.

use std::sync::Arc;

use mossa_adapt::{Adaptive, GameResult, Means, Moment, Profile, Settings};
use mossa_engine::{AnyGame, AnyPosition};
use mossa_store::{BookUpdate, GameEntry, NewProfile, Opponent, OpponentKind, StoreError, UnixMillis};

use crate::book::StoredBook;
use crate::database::{self, Database};

/// How many positions a judgement may look at in games without a quick solver: some ten milliseconds each, of which a move
/// takes a few dozen.
const JUDGED_NODES: u64 = 20_000;

/// How often a game is learned from again because another one of the same person was stored meanwhile. Whoever is overtaken
/// more often is told, and may try later.
const MOST_TRIALS: usize = 10;

/// What moves of `game` are judged by, if nobody says: the solver if it answers at once, otherwise a search.
pub fn usual_means(game: &dyn AnyGame) -> Means {
    if game.has_quick_solver() { Means::Solver } else { Means::Nodes(JUDGED_NODES) }
}

/// A move of the person, and what was known before.
struct Seen {
    before: Box<dyn AnyPosition>,
    text: String,
    moment: Moment,
}

/// The opponent that adapts to one person, and remembers.
pub struct Learner<D> {
    game: Arc<dyn AnyGame>,
    settings: Settings,
    database: D,
    person: Opponent,
    player: Adaptive,
    book: StoredBook<D>,
    /// The version of the stored profile that the player's was made from.
    based_on: u64,
    /// What the person played in this game, by the number of moves before it.
    seen: Vec<Seen>,
    /// Whether the game on the board is stored. What is played after moves are taken back then counts no more.
    stored: bool,
}

impl<D: Database> Learner<D> {
    /// The opponent of whoever is called `name`, with what is known of them.
    pub fn open(
        game: &Arc<dyn AnyGame>,
        name: &str,
        settings: Settings,
        database: D,
    ) -> Result<Learner<D>, StoreError> {
        let person = database.wait(database.store().find_or_add_opponent(OpponentKind::Human, name))?;
        let book = StoredBook::new(database.clone(), person.id);
        let player = Adaptive::new(game, name, settings.clone())?.with_book(Box::new(book.clone()));
        let (known, based_on) = database::profile(&database, &person, &**game)?;
        let player = match known {
            Some(profile) => player.with_profile(profile)?,
            None => player,
        };
        let (game, seen) = (Arc::clone(game), Vec::new());
        Ok(Learner { game, settings, database, person, player, book, based_on, seen, stored: false })
    }

    /// Whom it plays against.
    pub fn person(&self) -> &Opponent {
        &self.person
    }

    /// How it plays.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What it knows of the person.
    pub fn profile(&self) -> &Profile {
        self.player.profile()
    }

    /// Whether the game on the board is stored.
    pub fn is_stored(&self) -> bool {
        self.stored
    }

    /// Its move.
    pub fn choose(&mut self, position: &dyn AnyPosition) -> Option<String> {
        self.player.choose(position).map(|choice| choice.text)
    }

    /// The person played `text` in the position `before`.
    pub fn saw(&mut self, before: Box<dyn AnyPosition>, text: &str) {
        if !self.stored {
            let moment = self.player.moment();
            self.player.saw(&*before, text);
            self.seen.push(Seen { before, text: text.to_owned(), moment });
        }
    }

    /// Moves were taken back, so that `left` are left: what they taught is forgotten.
    pub fn back_to(&mut self, left: usize) {
        self.forget(|seen| seen.before.history().len() >= left);
    }

    /// Sees what the person in `seat` has played up to `position`; what was taken back is forgotten.
    pub fn follow(&mut self, position: &dyn AnyPosition, seat: usize) {
        let history = position.history();
        self.forget(|seen| history.get(seen.before.history().len()) != Some(&seen.text));
        let known = self.seen.last().map_or(0, |seen| seen.before.history().len() + 1);
        let mut earlier = position.boxed_clone();
        let mut new = Vec::new();
        while earlier.history().len() > known {
            let text = earlier.history().last().cloned().unwrap_or_default();
            if !earlier.undo() {
                break;
            }
            if earlier.to_move().index() == seat {
                new.push((earlier.boxed_clone(), text));
            }
        }
        for (before, text) in new.into_iter().rev() {
            self.saw(before, &text);
        }
    }

    /// Forgets the last moves that were seen, as long as they do not hold.
    fn forget(&mut self, wrong: impl Fn(&Seen) -> bool) {
        while let Some(last) = self.seen.pop_if(|seen| wrong(seen)) {
            self.player.back_to(last.moment);
        }
    }

    /// Stores a finished game with what it adds to the book and the profile, and with what `others` add to the book: all, or
    /// nothing. `result` is that of this player.
    pub fn store(
        &mut self,
        entry: &GameEntry,
        result: GameResult,
        others: &[BookUpdate],
    ) -> Result<(), StoreError> {
        self.player.finish(result);
        self.stored = true;
        let book = [&self.book.noted(), others].concat();
        let mut stored = self.try_to_store(entry, &book);
        for _ in 1..MOST_TRIALS {
            // Another game of the same person was stored meanwhile: learn from this one on top of that.
            let Err(StoreError::ProfileMoved { .. }) = stored else { break };
            self.learn_again(result)?;
            stored = self.try_to_store(entry, &book);
        }
        stored
    }

    fn try_to_store(&mut self, entry: &GameEntry, book: &[BookUpdate]) -> Result<(), StoreError> {
        let profile = self.new_profile()?;
        self.database.wait(self.database.store().record_game(entry, book, &[profile]))?;
        self.based_on += 1;
        Ok(())
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
        let (known, based_on) = database::profile(&self.database, &self.person, &*self.game)?;
        let fresh = || Profile::new(self.game.name(), &self.person.name, &self.game.themes());
        self.player = self.player_with(known.unwrap_or_else(fresh))?;
        for seen in &self.seen {
            self.player.saw(&*seen.before, &seen.text);
        }
        self.player.finish(result);
        // The book has its rows of this game already.
        self.book.noted();
        self.based_on = based_on;
        Ok(())
    }

    fn player_with(&self, profile: Profile) -> Result<Adaptive, StoreError> {
        let player = Adaptive::new(&self.game, &self.person.name, self.settings.clone())?;
        Ok(player.with_profile(profile)?.with_book(Box::new(self.book.clone())))
    }

    /// A game is left before its end: what the person's moves showed is kept; the game and the book are not, because there
    /// is no result. If another game was stored meanwhile, that is worth more than half a game.
    pub fn leave(&mut self) -> Result<(), StoreError> {
        let learned = !std::mem::take(&mut self.seen).is_empty() && !self.stored;
        self.book.noted();
        if !learned {
            return Ok(());
        }
        let profile = self.new_profile()?;
        match self.database.wait(self.database.store().append_profile(&profile)) {
            Ok(version) => self.based_on = version,
            Err(StoreError::ProfileMoved { .. }) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Gets ready for the next game.
    pub fn begin(&mut self) -> Result<(), StoreError> {
        self.leave()?;
        self.player = self.player_with(self.player.profile().clone())?;
        self.stored = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use mossa_adapt::Style;
    use mossa_game::GameRecord;
    use mossa_store::{BlockingStore, Location};

    use super::*;

    fn entry() -> GameEntry {
        GameEntry::new(GameRecord { game: "mnk:3,3,3".into(), ..GameRecord::default() }).unwrap()
    }

    #[test]
    fn who_was_overtaken_learns_on_top_of_what_is_stored() {
        let db = Arc::new(BlockingStore::open(&Location::parse(":memory:").unwrap()).unwrap());
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        let settings = Settings::new(Style::Exploit, usual_means(&*game));
        let open = || Learner::open(&game, "Ada", settings.clone(), Arc::clone(&db)).unwrap();
        let (mut one, mut other) = (open(), open());
        other.saw(Arc::clone(&game).start(), "b2");
        one.store(&entry(), GameResult::Draw, &[]).unwrap();
        other.store(&entry(), GameResult::Win, &[]).unwrap();
        assert!(one.is_stored() && other.is_stored());
        assert_eq!((one.profile().games, other.profile().games), (1, 2));
        assert_eq!(open().profile().games, 2);
    }

    #[test]
    fn what_was_taken_back_is_forgotten() {
        let db = Arc::new(BlockingStore::open(&Location::parse(":memory:").unwrap()).unwrap());
        let game = mossa_engine::open("mnk:3,3,3").unwrap();
        let settings = Settings::new(Style::Exploit, usual_means(&*game));
        let mut learner = Learner::open(&game, "Ada", settings, db).unwrap();
        let mut position = Arc::clone(&game).start();
        for text in ["b2", "a1", "c3"] {
            position.play(text).unwrap();
        }
        learner.follow(&*position, 0);
        assert_eq!(learner.seen.iter().map(|seen| seen.text.as_str()).collect::<Vec<_>>(), ["b2", "c3"]);
        position.undo();
        position.play("c1").unwrap();
        learner.follow(&*position, 0);
        assert_eq!(learner.seen.iter().map(|seen| seen.text.as_str()).collect::<Vec<_>>(), ["b2", "c1"]);
        learner.back_to(1);
        assert_eq!(learner.seen.len(), 1);
    }
}
