//! What is remembered of a finished game: its record, books, and the profile of whoever played against the opponent that
//! adapts.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use mossa_adapt::GameResult;
use mossa_engine::AnyPosition;
use mossa_game::{Player, Verdict};
use mossa_store::{BookKey, BookUpdate, GameEntry, OpponentKind, Scope, StoreError};
use tokio::runtime::Handle;

use crate::app::App;
use crate::problem::Problem;
use crate::tables::learner::{Learner, Memory, SharedLearner};
use crate::tables::seats::{Seat, Setup, style};
use crate::tables::table::Table;
use crate::tables::terms::Terms;

/// The opening: so many plies go into the book.
const OPENING: usize = 12;

/// A finished game, taken from its table.
pub(crate) struct Finished {
    pub(crate) entry: GameEntry,
    pub(crate) terms: Terms,
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) learner: SharedLearner,
    pub(crate) person: Option<(String, usize)>,
}

/// How often a finished game is tried to be stored, and how long is waited the first time; later twice as long each time.
const TRIALS: u32 = 6;
const AGAIN: Duration = Duration::from_millis(500);

/// Stores a finished game, again and again if there is too much to do. What is not stored even so, or when the program ends
/// meanwhile, is found at the next start.
pub(crate) async fn remember_surely(app: App, table: Arc<Table>) {
    for trial in 0..TRIALS {
        match remember(&app, &table).await {
            Ok(()) => return,
            Err(problem) if *app.closing.borrow() || trial + 1 == TRIALS => {
                eprintln!("the game {} will be recorded later: {}", table.id, problem.detail);
                return;
            }
            Err(_) => tokio::time::sleep(AGAIN * 2u32.pow(trial)).await,
        }
    }
}

/// Stores a finished game. Storing it again changes nothing.
async fn remember(app: &App, table: &Table) -> Result<(), Problem> {
    let Some(mut finished) = table.finished().await else { return Ok(()) };
    let names: Vec<Option<String>> = finished
        .terms
        .seats
        .iter()
        .map(|seat| seat.name.clone().filter(|_| seat.setup.is_person()))
        .collect();
    for name in names {
        let known = match name {
            Some(name) => Some(app.store.find_or_add_opponent(OpponentKind::Human, &name).await?.id),
            None => None,
        };
        finished.entry.opponents.push(known);
    }
    let adaptive = |seat: &Seat| matches!(seat.setup, Setup::Adaptive { .. });
    if let Some(seat) = finished.terms.seats.iter().position(adaptive) {
        let memory = Memory { store: app.store.clone(), runtime: Handle::current() };
        return app.movers.ask(move |_| finished.learn(seat, memory)).await?.map_err(Problem::from);
    }
    let (book, entry) = app.quick(move || (finished.book(None), finished.entry)).await?;
    app.store.record_game(&entry, &book, &[]).await?;
    Ok(())
}

impl Finished {
    /// Stores the game with what the opponent in `seat` learned from it.
    fn learn(self, seat: usize, memory: Memory) -> Result<(), StoreError> {
        let book = self.book(Some(seat));
        let Some((name, person)) = self.person.clone() else {
            let stored = memory.store.record_game(&self.entry, &book, &[]);
            return memory.runtime.block_on(stored).map(drop);
        };
        let mut learner = self.learner.lock().unwrap_or_else(PoisonError::into_inner);
        let mut learner = match learner.take() {
            Some(learner) => learner,
            None => {
                let word = match &self.terms.seats[seat].setup {
                    Setup::Adaptive { style } => style.clone(),
                    _ => None,
                };
                let style = style(word.as_deref())?;
                Learner::open(&self.position.game(), &name, person, style, memory)?
            }
        };
        learner.follow(&*self.position);
        let result = match self.terms.verdict(seat) {
            Some(Verdict::Win) => GameResult::Win,
            Some(Verdict::Loss) => GameResult::Loss,
            Some(Verdict::Draw) | None => GameResult::Draw,
        };
        learner.mind.store(&self.entry, result, &book)
    }

    /// What the opening adds to the book of everybody. An opponent that adapts notes its own moves.
    fn book(&self, noted: Option<usize>) -> Vec<BookUpdate> {
        let Some(outcome) = self.entry.record.result else { return Vec::new() };
        let mut earlier = self.position.boxed_clone();
        while earlier.history().len() > OPENING && earlier.undo() {}
        let mut updates = Vec::new();
        while let Some(text) = earlier.history().last().cloned() {
            if !earlier.undo() {
                break;
            }
            let seat = earlier.to_move().index();
            let score = match outcome.verdict(Player::new(seat)) {
                Verdict::Win => 1.0,
                Verdict::Draw => 0.5,
                Verdict::Loss => 0.0,
            };
            let key = book_key(&*earlier, &text).filter(|_| Some(seat) != noted);
            updates.extend(key.map(|key| BookUpdate { key, visits: 1, score }));
        }
        updates
    }
}

/// Where a move stands in the book of everybody.
pub(crate) fn book_key(position: &dyn AnyPosition, text: &str) -> Option<BookKey> {
    let canonical = position.canonical();
    let index = position.moves().iter().position(|m| m.text == text)?;
    Some(BookKey {
        scope: Scope::Shared,
        game: position.game().name().to_owned(),
        position: mossa_learner::position_name(canonical.key),
        text: canonical.moves.get(index)?.clone(),
    })
}
