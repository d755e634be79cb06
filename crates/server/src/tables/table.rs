//! A table: a game that is being played, and what changes it.
//!
//! Every change is made in the same order: it is checked, stored, and only then shown and acknowledged. Whoever changes a
//! table has it alone meanwhile.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use mossa_engine::AnyGame;
use mossa_game::{Assessment, GameRecord, RecordedMove};
use mossa_store::{
    GameEntry, StoreError, StoredTable, TableChange, TableId, TableMove, TableState, UnixMillis,
};
use tokio::sync::{Mutex, MutexGuard};
use tokio::task::AbortHandle;

use crate::app::App;
use crate::desk::place::Walk;
use crate::problem::Problem;
use crate::tables::ending::Finished;
use crate::tables::events::TableLog;
use crate::tables::learner::SharedLearner;
use crate::tables::terms::{Ending, Reason, Terms};
use crate::tables::token::TokenHash;
use crate::tables::view::Evaluation;

/// What is known of a move beyond itself.
#[derive(Clone, Default)]
pub(crate) struct Note {
    pub(crate) millis: Option<u64>,
    pub(crate) value: Option<Assessment>,
}

/// A table.
pub(crate) struct Table {
    pub(crate) id: TableId,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) log: TableLog,
    /// Whether to show the board takes long enough to hold others up.
    large: bool,
    sitting: Mutex<Sitting>,
}

/// From so many cells on a board is large.
const LARGE: usize = 500;

/// What changes about a table.
pub(crate) struct Sitting {
    pub(crate) version: u64,
    pub(crate) updated: UnixMillis,
    pub(crate) walk: Walk,
    pub(crate) terms: Terms,
    pub(crate) notes: Vec<Note>,
    /// What an engine last made of a position.
    pub(crate) evaluation: Option<Evaluation>,
    /// Who thinks, and how to stop that.
    pub(crate) thinking: Option<(usize, AbortHandle)>,
    /// Counts positions, so that an answer to an old one is known as such.
    pub(crate) turn: u64,
    /// Since when somebody is to move.
    pub(crate) since: Instant,
    pub(crate) flag: Option<AbortHandle>,
    pub(crate) learner: SharedLearner,
}

impl Sitting {
    /// A table at rest.
    pub(crate) fn new(walk: Walk, terms: Terms, version: u64, updated: UnixMillis) -> Sitting {
        Sitting {
            version,
            updated,
            walk,
            terms,
            notes: Vec::new(),
            evaluation: None,
            thinking: None,
            turn: 0,
            since: Instant::now(),
            flag: None,
            learner: SharedLearner::default(),
        }
    }

    /// How far it has come.
    pub(crate) fn state(&self) -> TableState {
        state(&self.terms)
    }

    /// Whose turn it is, by the rules.
    pub(crate) fn to_move(&self) -> usize {
        self.walk.position().to_move().index()
    }

    /// Whose turn it is, if the game goes on.
    pub(crate) fn running(&self) -> Option<usize> {
        (self.state() == TableState::Running).then(|| self.to_move())
    }

    /// Refuses to change a game that is not played.
    pub(crate) fn must_run(&self) -> Result<(), Problem> {
        match self.state() {
            TableState::Running => Ok(()),
            TableState::Waiting => {
                Err(Problem::conflict("somebody has not come yet", "wait until all seats are taken"))
            }
            TableState::Over => Err(Problem::conflict("the game is over", "a game that goes on")),
        }
    }

    /// The seats of whoever has a token.
    pub(crate) fn seats_of(&self, token: Option<&str>) -> Result<Vec<usize>, Problem> {
        let seats = self.terms.seats_of(token.map(TokenHash::of).as_ref());
        if seats.is_empty() {
            let detail = if token.is_some() { "an unknown token" } else { "no token" };
            let problem = Problem::new(StatusCode::UNAUTHORIZED, "Unauthorized", detail);
            return Err(problem.hint("Authorization: Bearer TOKEN, as it was given for a seat"));
        }
        Ok(seats)
    }

    /// The person that an adapting opponent plays against.
    pub(crate) fn person(&self) -> Option<(String, usize)> {
        let seats = self.terms.seats.iter().enumerate();
        let mut people = seats.filter(|(_, seat)| seat.setup.is_person());
        people.next().map(|(index, seat)| (seat.recorded_name(index), index))
    }

    /// The game so far.
    pub(crate) fn record(&self) -> GameRecord {
        let position = self.walk.position();
        let moves = position.history().iter().zip(&self.notes).map(|(text, note)| RecordedMove {
            text: text.clone(),
            millis: note.millis,
            value: note.value,
            ..RecordedMove::default()
        });
        let names = self.terms.names().into_iter();
        GameRecord {
            game: position.game().name().to_owned(),
            players: names.map(|name| mossa_game::Seat { name }).collect(),
            start: self.walk.unusual_start(),
            tags: Vec::new(),
            moves: moves.collect(),
            result: self.terms.ending.map(|ending| ending.outcome),
        }
    }
}

/// How far a table with these terms has come.
pub(crate) fn state(terms: &Terms) -> TableState {
    match terms.ending {
        Some(_) => TableState::Over,
        None if terms.is_complete() => TableState::Running,
        None => TableState::Waiting,
    }
}

/// Who moves.
#[derive(Clone)]
pub(crate) enum Mover {
    /// A person with a token, after so many plies.
    Person {
        /// The token.
        token: Option<String>,
        /// The plies that the person has seen.
        ply: Option<usize>,
    },
    /// The engine that was asked at this turn.
    Engine {
        /// The turn.
        turn: u64,
        /// What it made of the position.
        value: Option<Assessment>,
        /// The same as it is shown.
        evaluation: Option<Evaluation>,
    },
}

impl Table {
    pub(crate) fn new(id: TableId, game: Arc<dyn AnyGame>, sitting: Sitting) -> Table {
        let large = game.layout().cells.len() >= LARGE;
        Table { id, game, log: TableLog::default(), large, sitting: Mutex::new(sitting) }
    }

    /// Computes something about the board. If that takes long, other tasks leave this thread meanwhile.
    pub(crate) fn compute<T>(&self, work: impl FnOnce() -> T) -> T {
        if self.large { tokio::task::block_in_place(work) } else { work() }
    }

    /// The table for oneself alone.
    pub(crate) async fn lock(&self) -> MutexGuard<'_, Sitting> {
        self.sitting.lock().await
    }

    /// The table for oneself alone, if nobody has it.
    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, Sitting>> {
        self.sitting.try_lock().ok()
    }

    /// What is stored once the terms are these.
    pub(crate) fn stored(&self, terms: &Terms, version: u64) -> Result<StoredTable, Problem> {
        let document = serde_json::to_value(terms).map_err(|error| Problem::broken(error.to_string()))?;
        Ok(StoredTable {
            id: self.id,
            game: self.game.name().to_owned(),
            state: state(terms),
            version,
            updated: UnixMillis::now(),
            document,
        })
    }

    /// Stores new terms and moves; only if that worked, the terms count.
    pub(crate) async fn commit(
        &self,
        app: &App,
        sitting: &mut Sitting,
        terms: Terms,
        kept: usize,
        added: Vec<TableMove>,
    ) -> Result<(), Problem> {
        let stored = self.stored(&terms, sitting.version + 1)?;
        let (version, updated) = (stored.version, stored.updated);
        // Each move that is stored has a note.
        let change = TableChange { table: stored, kept, cut: kept < sitting.notes.len(), added };
        match app.writer.store(change).await {
            Ok(()) => {}
            Err(StoreError::TableMoved { .. }) => {
                // Another server with the same database: what is known here is old, and read again for the next request.
                app.tables.forget(self.id);
                return Err(Problem::conflict("the table was changed elsewhere", "look at the table again"));
            }
            Err(error) => return Err(error.into()),
        }
        (sitting.version, sitting.updated, sitting.terms) = (version, updated, terms);
        Ok(())
    }

    /// Plays a move.
    pub(crate) async fn play(self: &Arc<Self>, app: &App, text: &str, mover: Mover) -> Result<(), Problem> {
        let mut guard = self.lock().await;
        let sitting = &mut *guard;
        let (value, evaluation) = match mover {
            Mover::Person { token, ply } => {
                check_person(sitting, token.as_deref(), ply)?;
                (None, None)
            }
            Mover::Engine { turn, .. } if turn != sitting.turn => return Ok(()),
            Mover::Engine { value, evaluation, .. } => (value, evaluation),
        };
        let (seat, ply, spent) = (sitting.to_move(), sitting.walk.plies(), sitting.since.elapsed());
        if self.is_late(sitting, seat, spent) {
            self.lose_on_time(app, sitting, seat).await?;
            return Err(Problem::conflict("the time is over", "a game that goes on"));
        }
        let people = sitting.walk.position().people_move(text);
        let info = self.compute(|| sitting.walk.play(text))?;
        let mut terms = sitting.terms.clone();
        if let Some(clock) = &mut terms.clock {
            clock.moved(seat, spent);
        }
        // Whoever moves declines what others offered.
        terms.draw_offer = terms.draw_offer.filter(|offer| *offer == seat);
        terms.undo_offer = None;
        describe(&mut terms, &sitting.walk);
        let note = Note { millis: u64::try_from(spent.as_millis()).ok(), value };
        let stored_value = note.value.and_then(|value| serde_json::to_value(value).ok());
        let added = TableMove { text: info.text.clone(), millis: note.millis, value: stored_value };
        if let Err(problem) = self.commit(app, sitting, terms, ply, vec![added]).await {
            sitting.walk.undo();
            return Err(problem);
        }
        sitting.notes.push(note);
        if let Some(evaluation) = evaluation {
            self.log.evaluation(sitting.version, &evaluation);
            sitting.evaluation = Some(evaluation);
        }
        sitting.since = Instant::now();
        self.log.played(sitting, &info, people, seat);
        self.carry_on(app, sitting);
        if sitting.terms.ending.is_some() {
            self.log.changed(sitting.version);
        }
        Ok(())
    }

    /// Takes back moves until it is the turn of one of `seats`; nothing happens if it never was.
    pub(crate) async fn take_back(
        self: &Arc<Self>,
        app: &App,
        sitting: &mut Sitting,
        seats: &[usize],
    ) -> Result<(), Problem> {
        let mut undone = Vec::new();
        loop {
            let last = sitting.walk.position().history().last().cloned();
            undone.extend(last);
            let was_there = sitting.walk.undo();
            if !was_there || seats.contains(&sitting.to_move()) {
                break;
            }
        }
        if undone.is_empty() || !seats.contains(&sitting.to_move()) {
            restore(sitting, &undone);
            return Err(Problem::conflict("no move to take back", "a game in which you have moved"));
        }
        let mut terms = sitting.terms.clone();
        (terms.draw_offer, terms.undo_offer) = (None, None);
        describe(&mut terms, &sitting.walk);
        let kept = sitting.walk.plies();
        if let Err(problem) = self.commit(app, sitting, terms, kept, Vec::new()).await {
            restore(sitting, &undone);
            return Err(problem);
        }
        sitting.notes.truncate(kept);
        sitting.evaluation = None;
        self.carry_on(app, sitting);
        self.log.changed(sitting.version);
        Ok(())
    }

    /// Stores terms that leave the position as it is, and goes on if they end or begin the game.
    pub(crate) async fn agree(
        self: &Arc<Self>,
        app: &App,
        sitting: &mut Sitting,
        terms: Terms,
    ) -> Result<(), Problem> {
        let before = sitting.state();
        let plies = sitting.walk.plies();
        self.commit(app, sitting, terms, plies, Vec::new()).await?;
        if sitting.state() != before {
            self.carry_on(app, sitting);
        }
        self.log.changed(sitting.version);
        Ok(())
    }

    /// Ends the game.
    pub(crate) async fn end(
        self: &Arc<Self>,
        app: &App,
        sitting: &mut Sitting,
        ending: Ending,
    ) -> Result<(), Problem> {
        let mut terms = sitting.terms.clone();
        if let (Some(clock), Some(seat)) = (&mut terms.clock, sitting.running()) {
            clock.spend(seat, sitting.since.elapsed());
        }
        terms.ending = Some(ending);
        (terms.draw_offer, terms.undo_offer) = (None, None);
        self.agree(app, sitting, terms).await
    }

    fn is_late(&self, sitting: &Sitting, seat: usize, spent: Duration) -> bool {
        sitting.terms.clock.as_ref().is_some_and(|clock| clock.left(seat, spent).is_zero())
    }

    async fn lose_on_time(
        self: &Arc<Self>,
        app: &App,
        sitting: &mut Sitting,
        seat: usize,
    ) -> Result<(), Problem> {
        let ending = Ending::lost_by(seat, self.game.players(), Reason::Time);
        self.end(app, sitting, ending).await
    }

    /// The time of whoever was to move at `turn` may be over.
    pub(crate) async fn look_at_clock(self: Arc<Self>, app: App, turn: u64) -> Result<(), Problem> {
        let mut guard = self.lock().await;
        let sitting = &mut *guard;
        let Some(seat) = sitting.running().filter(|_| sitting.turn == turn) else { return Ok(()) };
        if self.is_late(sitting, seat, sitting.since.elapsed()) {
            // This task is the flag: it must not be stopped by what it does.
            sitting.flag = None;
            self.lose_on_time(&app, sitting, seat).await?;
        }
        Ok(())
    }

    /// The finished game, to be remembered; nothing if it is not over or nobody moved.
    pub(crate) async fn finished(&self) -> Option<Finished> {
        let sitting = self.lock().await;
        if sitting.terms.ending.is_none() || sitting.walk.plies() == 0 {
            return None;
        }
        Some(Finished {
            entry: GameEntry {
                id: self.id.into(),
                played: sitting.updated,
                run: None,
                opponents: Vec::new(),
                record: sitting.record(),
            },
            terms: sitting.terms.clone(),
            position: sitting.walk.position().boxed_clone(),
            learner: Arc::clone(&sitting.learner),
            person: sitting.person(),
        })
    }
}

/// Refuses a move of somebody who may not move now.
fn check_person(sitting: &Sitting, token: Option<&str>, ply: Option<usize>) -> Result<(), Problem> {
    let mine = sitting.seats_of(token)?;
    sitting.must_run()?;
    let played = sitting.walk.plies();
    if let Some(ply) = ply.filter(|ply| *ply != played) {
        let detail = format!("the move was made after {ply} plies, and {played} are played");
        return Err(Problem::conflict(detail, "look at the table again"));
    }
    if !mine.contains(&sitting.to_move()) {
        let detail = format!("it is the turn of seat {}", sitting.to_move());
        return Err(Problem::conflict(detail, "wait for your turn"));
    }
    Ok(())
}

/// Plays again what was taken back, last to first.
fn restore(sitting: &mut Sitting, undone: &[String]) {
    for text in undone.iter().rev() {
        // It was legal before.
        let _ = sitting.walk.play(text);
    }
}

/// Writes into the terms what the board shows.
pub(crate) fn describe(terms: &mut Terms, walk: &Walk) {
    let position = walk.position();
    terms.text = position.text();
    terms.plies = walk.plies();
    let over = position.result().map(|outcome| Ending { outcome, reason: Reason::Normal });
    // A game that never ends is nobody's.
    let endless = walk.plies() >= crate::desk::place::MOST_PLIES;
    let endless = endless.then(|| Ending::drawn(position.game().players(), Reason::Abandoned));
    terms.ending = over.or(endless);
}
