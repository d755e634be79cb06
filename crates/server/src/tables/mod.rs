//! Games on the server.
//!
//! | module | what it is |
//! |---|---|
//! | [`table`] | a table and what changes it |
//! | [`turns`] | engines and clocks between moves |
//! | [`engine`] | what each kind of engine plays |
//! | [`learner`] | the opponent that adapts |
//! | [`ending`] | what is remembered of a finished game |
//! | [`terms`] | what is stored beside the moves |
//! | [`seats`], [`clock`], [`token`] | who plays, for how long, and who may move |
//! | [`view`], [`events`] | what people see, at once and over time |
//! | [`setting`], [`acting`] | requests: to set up and look, and to play |

mod acting;
pub(crate) mod clock;
pub(crate) mod ending;
pub(crate) mod engine;
pub(crate) mod events;
pub(crate) mod learner;
pub(crate) mod seats;
mod setting;
pub(crate) mod table;
pub(crate) mod terms;
pub(crate) mod token;
mod turns;
pub(crate) mod view;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mossa_store::{StoreError, StoredTable, TableId, TableState, UnixMillis};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::desk::place::Walk;
use crate::problem::Problem;
use crate::tables::table::{Note, Sitting, Table};
use crate::tables::terms::Terms;

/// The most tables that are waited at or played at once.
const MOST_LIVE: usize = 2000;
/// Finished tables are kept in memory for so long.
const KEPT_MILLIS: i64 = 600_000;

/// The tables in memory: all that are played, and some that were.
#[derive(Default)]
pub(crate) struct Tables {
    known: Mutex<HashMap<TableId, Arc<Table>>>,
}

impl Tables {
    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Arc<Table>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a table; if somebody else has added it meanwhile, theirs counts.
    pub(crate) fn add(&self, table: Arc<Table>) -> Arc<Table> {
        Arc::clone(self.known().entry(table.id).or_insert(table))
    }

    /// Whether there is room for another.
    pub(crate) fn has_room(&self) -> bool {
        self.known().len() < MOST_LIVE
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
    let table = load(app, &stored).await?;
    Ok(app.tables.add(Arc::new(table)))
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

/// Goes on with all games that were waited for or played when the server ended. Clocks go on from where they were at the
/// last change: nobody loses time that the server was away.
pub(crate) async fn resume(app: &App) -> Result<(), StoreError> {
    for state in [TableState::Running, TableState::Waiting] {
        for stored in app.store.tables(Some(state), MOST_LIVE as u64).await? {
            match load(app, &stored).await {
                Ok(table) => {
                    let table = app.tables.add(Arc::new(table));
                    let mut sitting = table.lock().await;
                    table.carry_on(app, &mut sitting);
                }
                Err(problem) => eprintln!("the table {} cannot go on: {}", stored.id, problem.detail),
            }
        }
    }
    Ok(())
}

/// How often finished tables are looked for.
const ROUND: Duration = Duration::from_secs(60);

/// Forgets finished tables that nobody has looked at for a while; they stay in the store.
pub(crate) fn watch_over(app: &App) {
    let app = app.clone();
    let mut closing = app.closing.subscribe();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = tokio::time::sleep(ROUND) => {}
                _ = closing.changed() => return,
            }
            let all: Vec<Arc<Table>> = app.tables.known().values().cloned().collect();
            for table in all {
                let sitting = table.lock().await;
                let old = UnixMillis::now().0 - sitting.updated.0 > KEPT_MILLIS;
                let over = sitting.terms.ending.is_some();
                drop(sitting);
                // Those who watch it hold it, too: this list, the registry, and nobody else.
                if old && over && Arc::strong_count(&table) <= 2 {
                    app.tables.known().remove(&table.id);
                }
            }
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
