//! Who plays instead of a level: a training bot, or the opponent that adapts.

use std::sync::Arc;

use mossa_adapt::{Bot, GameResult, Settings, Style};
use mossa_engine::{AnyGame, AnyPosition, Session, Sitter};
use mossa_game::{InputError, Player, Verdict};
use mossa_store::{BlockingStore, GameEntry, StoreError};

/// The opponent that adapts, over the database of the command line.
pub(crate) type Learner = mossa_learner::Learner<Arc<BlockingStore>>;

/// Who plays instead of a level.
pub(crate) enum Rival {
    /// A training bot. It learns nothing.
    Bot(Bot),
    /// The opponent that adapts.
    Learner(Box<Learner>),
}

/// Stores a finished game with what the opponent learned from it.
fn store(learner: &mut Learner, session: &Session) -> Result<(), StoreError> {
    let mut entry = GameEntry::new(session.record())?;
    let seats = session.sitters().iter();
    entry.opponents = seats.map(|sitter| sitter.is_human().then_some(learner.person().id)).collect();
    learner.store(&entry, result_of(session), &[])
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
            Rival::Learner(learner) => format!("mossa {}", learner.settings().style),
        }
    }

    /// Its move.
    pub(crate) fn choose(&mut self, position: &dyn AnyPosition) -> Option<String> {
        match self {
            Rival::Bot(bot) => bot.choose(position),
            Rival::Learner(learner) => learner.choose(position),
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
            Rival::Learner(learner) if !learner.is_stored() => {
                Some(store(learner, session).map(|()| learner.profile().games))
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
    let usual = Settings::new(style, mossa_learner::usual_means(game));
    Settings { tolerance: tolerance.unwrap_or(usual.tolerance), ..usual }
}
