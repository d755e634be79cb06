//! Who plays instead of a level: a training bot, or the opponent that adapts.

use std::sync::Arc;

use mossa_adapt::{Adaptive, Bot, GameResult, Means, Moment, Profile, Settings, Style};
use mossa_engine::{AnyGame, AnyPosition, Session, Sitter};
use mossa_game::{InputError, Player, Verdict};
use mossa_store::{BookUpdate, GameEntry, NewProfile, Opponent, OpponentKind, StoreError, UnixMillis};

use crate::failure::Failure;
use crate::memory::{Memory, StoredBook};

/// How many positions a judgement may look at in games without a quick solver: some ten milliseconds each, of which a move
/// takes a few dozen.
const JUDGED_NODES: u64 = 20_000;

/// What moves of `game` are judged by, if nobody says: the solver if it answers at once, otherwise a search.
pub(crate) fn usual_means(game: &dyn AnyGame) -> Means {
    if game.has_quick_solver() { Means::Solver } else { Means::Nodes(JUDGED_NODES) }
}

/// How often a game is learned from again because another one of the same person was stored meanwhile.
const MOST_TRIALS: usize = 10;

/// Who plays instead of a level.
pub(crate) enum Rival {
    /// A training bot. It learns nothing.
    Bot(Bot),
    /// The opponent that adapts.
    Learner(Box<Learner>),
}

/// The opponent that adapts to one person, and remembers.
pub(crate) struct Learner {
    game: Arc<dyn AnyGame>,
    settings: Settings,
    memory: Memory,
    person: Opponent,
    player: Adaptive,
    book: StoredBook,
    /// The version of the stored profile that the player's was made from.
    based_on: u64,
    /// What the person played in this game, and what was known before: by the number of moves before it.
    seen: Vec<Seen>,
    /// Whether the game on the board is stored. What is played after moves are taken back then counts no more.
    stored: bool,
}

struct Seen {
    before: Box<dyn AnyPosition>,
    text: String,
    moment: Moment,
}

impl Learner {
    /// The opponent of whoever is called `name`, with what is known of them.
    pub(crate) fn new(
        game: &Arc<dyn AnyGame>,
        name: &str,
        settings: Settings,
        memory: Memory,
    ) -> Result<Learner, Failure> {
        let person = memory.db().wait(memory.db().find_or_add_opponent(OpponentKind::Human, name))?;
        let book = memory.book_of(person.id);
        let player = Adaptive::new(game, name, settings.clone())?.with_book(Box::new(book.clone()));
        let (known, based_on) = memory.profile(&person, &**game)?;
        let player = match known {
            Some(profile) => player.with_profile(profile)?,
            None => player,
        };
        let (game, seen) = (game.clone(), Vec::new());
        Ok(Learner { game, settings, memory, person, player, book, based_on, seen, stored: false })
    }

    fn saw(&mut self, before: Box<dyn AnyPosition>, text: &str) {
        if !self.stored {
            let moment = self.player.moment();
            self.player.saw(&*before, text);
            self.seen.push(Seen { before, text: text.to_owned(), moment });
        }
    }

    /// Moves were taken back, so that `left` are left: what they taught is forgotten.
    fn back_to(&mut self, left: usize) {
        while let Some(last) = self.seen.pop_if(|seen| seen.before.history().len() >= left) {
            self.player.back_to(last.moment);
        }
    }

    /// Stores a finished game with what it adds to the book and the profile: all, or nothing.
    fn store(&mut self, session: &Session) -> Result<(), StoreError> {
        let result = result_of(session);
        self.player.finish(result);
        self.stored = true;
        let mut entry = GameEntry::new(session.record())?;
        let seats = session.sitters().iter();
        entry.opponents = seats.map(|sitter| sitter.is_human().then_some(self.person.id)).collect();
        let book = self.book.noted();
        let mut stored = self.try_to_store(&entry, &book);
        for _ in 1..MOST_TRIALS {
            // Another game of the same person was stored meanwhile: learn from this one on top of that.
            let Err(StoreError::ProfileMoved { .. }) = stored else { break };
            self.learn_again(result)?;
            stored = self.try_to_store(&entry, &book);
        }
        stored
    }

    fn try_to_store(&mut self, entry: &GameEntry, book: &[BookUpdate]) -> Result<(), StoreError> {
        let profile = self.new_profile()?;
        let db = self.memory.db();
        db.wait(db.record_game(entry, book, &[profile]))?;
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
        let (known, based_on) = self.memory.profile(&self.person, &*self.game)?;
        let fresh = || Profile::new(self.game.name(), &self.person.name, &self.game.themes());
        let profile = known.unwrap_or_else(fresh);
        let player = Adaptive::new(&self.game, &self.person.name, self.settings.clone())?;
        self.player = player.with_profile(profile)?.with_book(Box::new(self.book.clone()));
        for seen in &self.seen {
            self.player.saw(&*seen.before, &seen.text);
        }
        self.player.finish(result);
        self.based_on = based_on;
        Ok(())
    }

    /// A game is left before its end: what the person's moves showed is kept; the game and the book are not, because there
    /// is no result. If another game was stored meanwhile, that is worth more than half a game.
    fn leave(&mut self) -> Result<(), StoreError> {
        let learned = !std::mem::take(&mut self.seen).is_empty() && !self.stored;
        self.book.noted();
        if !learned {
            return Ok(());
        }
        let profile = self.new_profile()?;
        let db = self.memory.db();
        match db.wait(db.append_profile(&profile)) {
            Ok(version) => self.based_on = version,
            Err(StoreError::ProfileMoved { .. }) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Gets ready for the next game.
    fn begin(&mut self) -> Result<(), StoreError> {
        self.leave()?;
        let player = Adaptive::new(&self.game, &self.person.name, self.settings.clone())?;
        let profile = self.player.profile().clone();
        self.player = player.with_profile(profile)?.with_book(Box::new(self.book.clone()));
        self.stored = false;
        Ok(())
    }
}

/// How a finished game went for the guest.
fn result_of(session: &Session) -> GameResult {
    let guest = session.sitters().iter().position(|sitter| matches!(sitter, Sitter::Guest(_)));
    let outcome = session.result().zip(guest);
    match outcome.map(|(outcome, seat)| outcome.verdict(Player::new(seat))) {
        Some(Verdict::Win) => GameResult::Win,
        Some(Verdict::Loss) => GameResult::Loss,
        Some(Verdict::Draw) | None => GameResult::Draw,
    }
}

impl Rival {
    /// What it is called at the board.
    pub(crate) fn name(&self) -> String {
        match self {
            Rival::Bot(bot) => format!("bot {}", bot.info().name),
            Rival::Learner(learner) => format!("mossa {}", learner.settings.style),
        }
    }

    /// Its move.
    pub(crate) fn choose(&mut self, position: &dyn AnyPosition) -> Option<String> {
        match self {
            Rival::Bot(bot) => bot.choose(position),
            Rival::Learner(learner) => learner.player.choose(position).map(|choice| choice.text),
        }
    }

    /// The person played `text` in the position `before`.
    pub(crate) fn saw(&mut self, before: Box<dyn AnyPosition>, text: &str) {
        if let Rival::Learner(learner) = self {
            learner.saw(before, text);
        }
    }

    /// Moves were taken back, so that `left` are left.
    pub(crate) fn back_to(&mut self, left: usize) {
        if let Rival::Learner(learner) = self {
            learner.back_to(left);
        }
    }

    /// The game is over; gives how many games of the person are known now if it was stored.
    pub(crate) fn finish(&mut self, session: &Session) -> Option<Result<u32, StoreError>> {
        match self {
            Rival::Learner(learner) if !learner.stored => {
                Some(learner.store(session).map(|()| learner.player.profile().games))
            }
            _ => None,
        }
    }

    /// The game is left, finished or not.
    pub(crate) fn leave(&mut self) -> Result<(), StoreError> {
        match self {
            Rival::Bot(_) => Ok(()),
            Rival::Learner(learner) => learner.leave(),
        }
    }

    /// Gets ready for the next game, with other dice.
    pub(crate) fn begin(&mut self, seed: u64) -> Result<(), StoreError> {
        match self {
            Rival::Bot(bot) => *bot = bot.with_seed(seed),
            Rival::Learner(learner) => learner.begin()?,
        }
        Ok(())
    }
}

/// Refuses games and seats that the opponent cannot play: it adapts to one person in a game for two.
pub(crate) fn check_seats(game: &dyn AnyGame, people: &[bool]) -> Result<(), InputError> {
    let bad = |problem: String, expected: &str| {
        Err(InputError::new(mossa_game::InputKind::Setting, problem, expected))
    };
    if game.players() != 2 {
        return bad(format!("{} is a game for {}", game.name(), game.players()), "a game for two");
    }
    match people.iter().filter(|person| **person).count() {
        1 => Ok(()),
        count => bad(format!("{count} people against one opponent"), "--side with one seat"),
    }
}

/// The usual settings of a style in a game.
pub(crate) fn settings(game: &dyn AnyGame, style: Style, tolerance: Option<i32>) -> Settings {
    let usual = Settings::new(style, usual_means(game));
    Settings { tolerance: tolerance.unwrap_or(usual.tolerance), ..usual }
}
