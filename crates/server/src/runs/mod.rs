//! Runs: matches, tournaments and experiments of the laboratory, one after the other.
//!
//! They are stored when they are asked for and when they end. What was not carried out when the server ended is carried out
//! after its next start; games that were played are not played again.

mod contest;
mod given;
mod lab;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use mossa_arena::lab::Experiment;
use mossa_arena::run::{Opener, Run};
use mossa_search::StopSignal;
use mossa_store::{NewRun, RunId, Store, StoreError, UnixMillis};
use serde::Serialize;
use tokio::runtime::Handle;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::fair::FairQueue;
use crate::given::{Given, Named};
use crate::limits::Client;
use crate::problem::Problem;
use crate::runs::given::{RunGiven, RunKind, RunState, Stage, Standings};
use crate::stream::{self, Log, Logged};

/// So many runs may wait, and so many are kept in memory.
const ROOM: usize = 32;
const KEPT: usize = 200;

/// What is to be done.
enum Task {
    Contest(Box<Run>),
    Lab(Box<Experiment>),
}

impl Task {
    fn prepare(given: &RunGiven, open: Opener<'_>) -> Result<Task, Problem> {
        Ok(match given.kind {
            RunKind::Match | RunKind::Tournament => Task::Contest(Box::new(contest::prepare(given, open)?)),
            RunKind::Lab => Task::Lab(Box::new(lab::prepare(given, open)?)),
        })
    }

    fn planned(&self) -> u64 {
        match self {
            Task::Contest(run) => run.planned(),
            Task::Lab(experiment) => lab::planned(experiment),
        }
    }

    fn carry_out(&self, work: &Work) -> bool {
        match self {
            Task::Contest(run) => contest::carry_out(run, work),
            Task::Lab(experiment) => lab::carry_out(experiment, work),
        }
    }
}

/// A run.
pub(crate) struct Work {
    id: RunId,
    /// What is to be done, until it is.
    task: Mutex<Option<Task>>,
    stop: StopSignal,
    /// Raised when the server closes.
    closing: StopSignal,
    log: Log,
    state: Mutex<RunState>,
}

impl Logged for Work {
    fn log(&self) -> &Log {
        &self.log
    }
}

impl Work {
    fn new(state: RunState, id: RunId, task: Option<Task>, closing: &StopSignal) -> Arc<Work> {
        let work = Work {
            id,
            task: Mutex::new(task),
            stop: closing.for_part(),
            closing: closing.clone(),
            // Each event tells everything: only the last one counts.
            log: Log::keeping(1),
            state: Mutex::new(state),
        };
        work.tell(|_| {});
        Arc::new(work)
    }

    fn state(&self) -> MutexGuard<'_, RunState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the run stops because the server does: it goes on later.
    fn is_interrupted(&self) -> bool {
        self.closing.is_stopped()
    }

    /// Tells what the run has come to.
    fn tell(&self, change: impl FnOnce(&mut RunState)) {
        let mut state = self.state();
        change(&mut state);
        let told = state.clone();
        drop(state);
        if told.state.is_end() {
            self.log.end("run", &told);
        } else {
            self.log.push("run", &told);
        }
    }

    /// Carries the run out, and stores what came out.
    fn run(&self, store: &Store, runtime: &Handle) {
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(task) = task.filter(|_| !self.is_interrupted()) else { return };
        let stage = if self.stop.is_stopped() {
            Stage::Stopped
        } else {
            self.tell(|state| state.state = Stage::Running);
            match catch_unwind(AssertUnwindSafe(|| task.carry_out(self))) {
                Ok(true) => Stage::Done,
                Ok(false) if self.is_interrupted() => return,
                Ok(false) if self.stop.is_stopped() => Stage::Stopped,
                _ => Stage::Failed,
            }
        };
        let mut end = self.state().clone();
        end.state = stage;
        let summary = serde_json::to_value(&end).unwrap_or_default();
        match runtime.block_on(store.end_run(self.id, UnixMillis::now(), &summary)) {
            Ok(()) => contest::remove_journal(self.id),
            Err(error) => eprintln!("what came out of the run {} was not stored: {error}", self.id),
        }
        self.tell(|state| *state = end);
    }
}

/// All runs.
pub(crate) struct Runs {
    queue: Arc<FairQueue<Arc<Work>>>,
    known: Mutex<BTreeMap<u64, Arc<Work>>>,
    closing: StopSignal,
}

impl Runs {
    /// Room for runs, of which one is carried out at a time.
    pub(crate) fn new(store: Store, runtime: Handle) -> std::io::Result<Runs> {
        let queue: Arc<FairQueue<Arc<Work>>> = Arc::new(FairQueue::new(ROOM));
        let line = Arc::clone(&queue);
        let work = move || {
            while let Some(work) = line.take() {
                work.run(&store, &runtime);
            }
        };
        std::thread::Builder::new().name("run".to_owned()).spawn(work)?;
        Ok(Runs { queue, known: Mutex::default(), closing: StopSignal::new() })
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Work>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Arc<Work>, Problem> {
        let found = self.known().values().find(|work| work.id.to_string() == id).cloned();
        found.ok_or_else(|| Problem::unknown("run", id))
    }

    fn add(&self, work: Arc<Work>) {
        let mut known = self.known();
        let number = known.keys().last().map_or(0, |last| last + 1);
        known.insert(number, work);
        while known.len() > KEPT {
            known.pop_first();
        }
    }

    /// Stops everything.
    pub(crate) fn close(&self) {
        self.closing.stop();
        self.queue.close();
    }
}

/// A run that has not begun.
fn beginning(id: RunId, given: &RunGiven, games: u64) -> RunState {
    RunState {
        id: id.to_string(),
        kind: given.kind,
        game: given.game.clone(),
        state: Stage::Queued,
        done: 0,
        games,
        standings: Standings::default(),
        lab: None,
    }
}

/// Goes on with the runs that were not carried out when the server ended, and knows the others again.
pub(crate) async fn resume(app: &App) -> Result<(), StoreError> {
    let mut stored = Vec::new();
    for kind in RunKind::ALL {
        stored.extend(app.store.runs(Some(kind.as_str()), KEPT as u64).await?);
    }
    stored.sort_by_key(|run| run.new.begun);
    for run in stored {
        let id = run.new.id;
        let Ok(given) = serde_json::from_value::<RunGiven>(run.new.settings) else { continue };
        if let Some(summary) = run.summary {
            if let Ok(state) = serde_json::from_value::<RunState>(summary) {
                app.runs.add(Work::new(state, id, None, &app.runs.closing));
            }
            continue;
        }
        let (shelf, wanted) = (app.clone(), given.clone());
        let prepared = app.quick(move || Task::prepare(&wanted, &|name| shelf.games.open(name))).await;
        match prepared.and_then(|task| task) {
            Ok(task) => {
                let state = beginning(id, &given, task.planned());
                let work = Work::new(state, id, Some(task), &app.runs.closing);
                app.runs.queue.readmit("", Arc::clone(&work));
                app.runs.add(work);
            }
            Err(problem) => eprintln!("the run {id} cannot go on: {}", problem.detail),
        }
    }
    Ok(())
}

/// A run that was begun.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunCreated {
    /// Which one.
    pub(crate) id: String,
}

/// Begins a match, a tournament or an experiment of the laboratory
#[utoipa::path(post, path = "/runs", tag = "runs", request_body = RunGiven,
    responses((status = 201, body = RunCreated), (status = 429, body = Problem)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Client,
    Given(given): Given<RunGiven>,
) -> Result<(StatusCode, Json<RunCreated>), Problem> {
    client.pays(&app)?;
    let name = client.0.to_string();
    app.runs.queue.has_room(&name).map_err(|full| full.problem("runs"))?;
    let id = RunId::random()?;
    let (shelf, wanted) = (app.clone(), given.clone());
    let task = app.quick(move || Task::prepare(&wanted, &|name| shelf.games.open(name))).await??;
    let settings = serde_json::to_value(&given).map_err(|error| Problem::broken(error.to_string()))?;
    let (kind, game) = (given.kind.as_str().to_owned(), given.game.clone());
    app.store.begin_run(&NewRun { id, kind, game, settings, begun: UnixMillis::now() }).await?;
    let work = Work::new(beginning(id, &given, task.planned()), id, Some(task), &app.runs.closing);
    app.runs.add(Arc::clone(&work));
    if let Err(full) = app.runs.queue.push(&name, Arc::clone(&work)) {
        // Others were faster.
        app.runs.known().retain(|_, known| known.id != id);
        let summary = serde_json::json!("refused");
        app.store.end_run(id, UnixMillis::now(), &summary).await?;
        return Err(full.problem("runs"));
    }
    Ok((StatusCode::CREATED, Json(RunCreated { id: id.to_string() })))
}

/// The runs, the newest first
#[utoipa::path(get, path = "/runs", tag = "runs", responses((status = 200, body = Vec<RunState>)))]
pub(crate) async fn list(State(app): State<App>) -> Json<Vec<RunState>> {
    let known = app.runs.known();
    Json(known.values().rev().map(|work| work.state().clone()).collect())
}

/// A run
#[utoipa::path(get, path = "/runs/{id}", tag = "runs", params(("id" = String, Path)),
    responses((status = 200, body = RunState)))]
pub(crate) async fn look(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Json<RunState>, Problem> {
    let work = app.runs.find(&id)?;
    let state = work.state().clone();
    Ok(Json(state))
}

/// What a run comes to: server-sent events
#[utoipa::path(get, path = "/runs/{id}/events", tag = "runs", params(("id" = String, Path)),
    responses((status = 200, description = "run", body = String, content_type = "text/event-stream"),
        (status = 429, body = Problem)))]
pub(crate) async fn watch(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let work = app.runs.find(&id)?;
    let listening = client.listens(&app)?;
    Ok(stream::events(work, stream::last_event_id(&headers), app.closing.subscribe(), listening))
}

/// Stops a run
#[utoipa::path(delete, path = "/runs/{id}", tag = "runs", params(("id" = String, Path)),
    responses((status = 204)))]
pub(crate) async fn stop(State(app): State<App>, Named(id): Named<String>) -> Result<StatusCode, Problem> {
    let work = app.runs.find(&id)?;
    work.stop.stop();
    // One that waits need not wait for its turn to end. Whoever goes away before this is done leaves it to its turn.
    let (shelf, runtime) = (app.clone(), Handle::current());
    let end = move || {
        if shelf.runs.queue.remove(|other| Arc::ptr_eq(other, &work)) {
            work.run(&shelf.store, &runtime);
        }
    };
    app.quick(end).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The routes of runs.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, list)).routes(routes!(look, stop)).routes(routes!(watch))
}
