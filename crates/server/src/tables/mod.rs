//! Games on the server.
//!
//! | module | what it is |
//! |---|---|
//! | [`table`] | a table and what changes it |
//! | [`turns`] | engines and clocks between moves |
//! | [`engine`] | what each kind of engine plays |
//! | [`glance`] | a first look at each new position |
//! | [`learner`] | the opponent that adapts |
//! | [`ending`] | what is remembered of a finished game |
//! | [`terms`] | what is stored beside the moves |
//! | [`writer`] | how changes come to the store |
//! | [`seats`], [`clock`], [`token`] | who plays, for how long, and who may move |
//! | [`view`], [`events`] | what people see, at once and over time |
//! | [`setting`], [`acting`] | requests: to set up and look, and to play |

mod acting;
pub(crate) mod clock;
pub(crate) mod ending;
pub(crate) mod engine;
pub(crate) mod events;
mod glance;
pub(crate) mod learner;
pub(crate) mod seats;
mod setting;
pub(crate) mod table;
pub(crate) mod terms;
pub(crate) mod token;
mod turns;
pub(crate) mod view;
pub(crate) mod writer;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mossa_store::{StoreError, StoredTable, TableId, TableState, UnixMillis};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::desk::place::Walk;
use crate::problem::Problem;
use crate::tables::table::{Note, Sitting, Table};
use crate::tables::terms::Terms;

/// The most tables in memory.
const MOST_LIVE: usize = 2000;
/// So many leave at once when there is no room for another.
const LEAVING: usize = 100;
/// Tables of which nothing is expected are kept in memory for so long after their last change.
const KEPT_MILLIS: i64 = 600_000;

/// The tables in memory: all at which an engine thinks, a clock runs or somebody watches, and some others. The store has all
/// of them, and gives them back when somebody asks.
#[derive(Default)]
pub(crate) struct Tables {
    known: Mutex<HashMap<TableId, Arc<Table>>>,
}

impl Tables {
    fn known(&self) -> MutexGuard<'_, HashMap<TableId, Arc<Table>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a table; if somebody else has added it meanwhile, theirs counts.
    pub(crate) fn add(&self, table: Arc<Table>) -> Arc<Table> {
        Arc::clone(self.known().entry(table.id).or_insert(table))
    }

    /// Reads a table again from the store when it is asked for next.
    pub(crate) fn forget(&self, id: TableId) {
        self.known().remove(&id);
    }

    /// Whether there is room for another. Those of which nothing is expected leave, the longest unchanged first.
    pub(crate) fn has_room(&self) -> bool {
        if self.known().len() < MOST_LIVE {
            return true;
        }
        let mut idle = self.idle(i64::MAX);
        idle.sort_unstable();
        self.drop_idle(idle.into_iter().take(LEAVING).map(|(_, id)| id));
        self.known().len() < MOST_LIVE
    }

    /// Drops all tables of which nothing is expected and that did not change since `moment`.
    pub(crate) fn tidy(&self, moment: UnixMillis) {
        let idle = self.idle(moment.0);
        self.drop_idle(idle.into_iter().map(|(_, id)| id));
    }

    /// The tables that nobody but this list holds and that did not change since a moment. Engines, clocks and watchers hold
    /// the table that they are about.
    fn idle(&self, moment: i64) -> Vec<(UnixMillis, TableId)> {
        let known = self.known();
        let free = known.values().filter(|table| Arc::strong_count(table) == 1);
        let idle = free.filter_map(|table| Some((table.try_lock()?.updated, table.id)));
        idle.filter(|(updated, _)| updated.0 <= moment).collect()
    }

    fn drop_idle(&self, ids: impl Iterator<Item = TableId>) {
        let mut known = self.known();
        for id in ids {
            // With this lock nobody can get hold of it meanwhile: there are never two of the same table.
            if known.get(&id).is_some_and(|table| Arc::strong_count(table) == 1) {
                known.remove(&id);
            }
        }
    }
}

/// The table with an id, from memory or from the store.
pub(crate) async fn find(app: &App, id: &str) -> Result<Arc<Table>, Problem> {
    let unknown = || Problem::unknown("table", id);
    let key: TableId = id.parse().map_err(|_| unknown())?;
    let known = app.tables.known().get(&key).cloned();
    if let Some(table) = known {
        return Ok(table);
    }
    let stored = app.store.table(key).await?.ok_or_else(unknown)?;
    if !app.tables.has_room() {
        return Err(Problem::full("too many games are being played"));
    }
    let table = load(app, &stored).await?;
    Ok(admit(app, table).await)
}

/// Adds a table that was loaded, and goes on with it, unless somebody else was faster.
async fn admit(app: &App, table: Table) -> Arc<Table> {
    let table = Arc::new(table);
    // Nobody else has it yet; once it is known, nobody gets it before it goes on.
    let mut sitting = table.lock().await;
    let known = app.tables.add(Arc::clone(&table));
    if Arc::ptr_eq(&known, &table) && sitting.terms.ending.is_none() {
        table.carry_on(app, &mut sitting);
    }
    drop(sitting);
    known
}

/// A table as it is stored.
async fn load(app: &App, stored: &StoredTable) -> Result<Table, Problem> {
    let moves = app.store.table_moves(stored.id).await?;
    let damaged = |error: serde_json::Error| Problem::broken(format!("a damaged table: {error}"));
    let terms: Terms = serde_json::from_value(stored.document.clone()).map_err(damaged)?;
    let (shelf, name) = (app.clone(), stored.game.clone());
    let (version, updated) = (stored.version, stored.updated);
    let work = move || {
        let game = shelf.games.open(&name)?;
        let mut walk = Walk::begin(&game, terms.start.as_deref())?;
        walk.follow(moves.iter().map(|m| m.text.as_str()))?;
        let mut sitting = Sitting::new(walk, terms, version, updated);
        let note = |m: &mossa_store::TableMove| Note {
            millis: m.millis,
            value: m.value.clone().and_then(|value| serde_json::from_value(value).ok()),
        };
        sitting.notes = moves.iter().map(note).collect();
        Ok::<_, Problem>((game, sitting))
    };
    let (game, sitting) = app.quick(work).await??;
    Ok(Table::new(stored.id, game, sitting))
}

/// Goes on with all games that were being played when the server ended, and records those that had just ended. Clocks go on
/// from where they were at the last change: nobody loses time that the server was away. Where people alone play without a
/// clock, nothing happens before somebody asks for the table.
pub(crate) async fn resume(app: &App) -> Result<(), StoreError> {
    for stored in app.store.tables(Some(TableState::Running), MOST_LIVE as u64).await? {
        let terms = serde_json::from_value::<Terms>(stored.document.clone());
        if terms.is_ok_and(|terms| !terms.goes_on_alone()) {
            continue;
        }
        match load(app, &stored).await {
            Ok(table) => drop(admit(app, table).await),
            Err(problem) => eprintln!("the table {} cannot go on: {}", stored.id, problem.detail),
        }
    }
    for stored in app.store.unrecorded_tables(MOST_LIVE as u64).await? {
        match load(app, &stored).await {
            Ok(table) => drop(tokio::spawn(ending::remember_surely(app.clone(), Arc::new(table)))),
            Err(problem) => eprintln!("the table {} cannot be recorded: {}", stored.id, problem.detail),
        }
    }
    Ok(())
}

/// How often tables are looked for of which nothing is expected.
const ROUND: Duration = Duration::from_secs(60);

/// Drops tables of which nothing is expected any more; they stay in the store.
pub(crate) fn watch_over(app: &App) {
    let app = app.clone();
    let mut closing = app.closing.subscribe();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = tokio::time::sleep(ROUND) => {}
                _ = closing.changed() => return,
            }
            app.tables.tidy(UnixMillis(UnixMillis::now().0 - KEPT_MILLIS));
        }
    });
}

/// The routes of tables.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(setting::create, setting::list))
        .routes(routes!(setting::look))
        .routes(routes!(setting::join))
        .routes(routes!(setting::watch))
        .routes(routes!(setting::record))
        .routes(routes!(acting::play))
        .routes(routes!(acting::undo))
        .routes(routes!(acting::resign))
        .routes(routes!(acting::draw))
        .routes(routes!(acting::hint))
}
