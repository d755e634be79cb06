//! Runs: matches and tournaments between players of mossa, one after the other.

mod contest;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use mossa_search::StopSignal;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::fair::FairQueue;
use crate::given::{Given, Named};
use crate::limits::Client;
use crate::problem::Problem;
use crate::runs::contest::{RunGiven, Standings};
use crate::stream::{self, Log, Logged};
use crate::tables::token;

/// So many runs may wait, and so many are kept.
const ROOM: usize = 16;
const KEPT: usize = 200;

/// A run.
pub(crate) struct Work {
    id: String,
    run: mossa_arena::run::Run,
    stop: StopSignal,
    log: Log,
    state: Mutex<RunState>,
}

impl Logged for Work {
    fn log(&self) -> &Log {
        &self.log
    }
}

impl Work {
    fn state(&self) -> MutexGuard<'_, RunState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what the run has come to.
    fn tell(&self, change: impl FnOnce(&mut RunState)) {
        let mut state = self.state();
        change(&mut state);
        let told = state.clone();
        drop(state);
        if matches!(told.state, "queued" | "running") {
            self.log.push("run", &told);
        } else {
            self.log.end("run", &told);
        }
    }
}

/// What a run has come to.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunState {
    /// Which one.
    pub(crate) id: String,
    /// `match` or `tournament`.
    pub(crate) kind: String,
    /// The game with its options.
    pub(crate) game: String,
    /// `queued`, `running`, `done`, `stopped` or `failed`.
    pub(crate) state: &'static str,
    /// How many games are played.
    pub(crate) done: u64,
    /// How many there will be.
    pub(crate) games: u64,
    /// What came out so far.
    #[serde(flatten)]
    pub(crate) standings: Standings,
}

/// All runs.
pub(crate) struct Runs {
    queue: Arc<FairQueue<Arc<Work>>>,
    known: Mutex<BTreeMap<u64, Arc<Work>>>,
    closing: StopSignal,
}

impl Runs {
    /// Room for runs, of which one is played at a time.
    pub(crate) fn new() -> std::io::Result<Runs> {
        let queue: Arc<FairQueue<Arc<Work>>> = Arc::new(FairQueue::new(ROOM));
        let line = Arc::clone(&queue);
        let work = move || {
            while let Some(work) = line.take() {
                contest::play(&work);
            }
        };
        std::thread::Builder::new().name("run".to_owned()).spawn(work)?;
        Ok(Runs { queue, known: Mutex::default(), closing: StopSignal::new() })
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Work>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Arc<Work>, Problem> {
        let found = self.known().values().find(|work| work.id == id).cloned();
        found.ok_or_else(|| Problem::unknown("run", id))
    }

    /// Stops everything.
    pub(crate) fn close(&self) {
        self.closing.stop();
        self.queue.close();
    }
}

/// A run that was begun.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunCreated {
    /// Which one.
    pub(crate) id: String,
}

/// Begins a match or a tournament
#[utoipa::path(post, path = "/runs", tag = "runs", request_body = RunGiven,
    responses((status = 201, body = RunCreated), (status = 422, body = Problem), (status = 503, body = Problem)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Client,
    Given(given): Given<RunGiven>,
) -> Result<(StatusCode, Json<RunCreated>), Problem> {
    client.pays(&app)?;
    let id: String = token::random()?.chars().take(32).collect();
    let (shelf, stop, name) = (app.clone(), app.runs.closing.for_part(), id.clone());
    let work = move || {
        let run = contest::prepare(&given, &|name| shelf.games.open(name))?;
        let state = RunState {
            id: name.clone(),
            kind: given.kind.clone(),
            game: given.game.clone(),
            state: "queued",
            done: 0,
            games: run.planned(),
            standings: Standings::default(),
        };
        Ok::<_, Problem>(Work { id: name, run, stop, log: Log::default(), state: Mutex::new(state) })
    };
    let work = Arc::new(app.quick(work).await??);
    work.tell(|_| {});
    if !app.runs.queue.push(&client.0.to_string(), Arc::clone(&work)) {
        return Err(Problem::full("too many runs wait"));
    }
    let mut known = app.runs.known();
    let number = known.keys().last().map_or(0, |last| last + 1);
    known.insert(number, work);
    while known.len() > KEPT {
        known.pop_first();
    }
    Ok((StatusCode::CREATED, Json(RunCreated { id })))
}

/// The runs, the newest first
#[utoipa::path(get, path = "/runs", tag = "runs", responses((status = 200, body = Vec<RunState>)))]
pub(crate) async fn list(State(app): State<App>) -> Json<Vec<RunState>> {
    let known = app.runs.known();
    Json(known.values().rev().map(|work| work.state().clone()).collect())
}

/// A run
#[utoipa::path(get, path = "/runs/{id}", tag = "runs", params(("id" = String, Path)),
    responses((status = 200, body = RunState), (status = 404, body = Problem)))]
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
    responses((status = 200, description = "run", content_type = "text/event-stream"), (status = 404, body = Problem)))]
pub(crate) async fn watch(
    State(app): State<App>,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let work = app.runs.find(&id)?;
    Ok(stream::events(work, stream::last_event_id(&headers), app.closing.subscribe(), ()))
}

/// Stops a run
#[utoipa::path(delete, path = "/runs/{id}", tag = "runs", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
pub(crate) async fn stop(State(app): State<App>, Named(id): Named<String>) -> Result<StatusCode, Problem> {
    app.runs.find(&id)?.stop.stop();
    Ok(StatusCode::NO_CONTENT)
}

/// The routes of runs.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, list)).routes(routes!(look, stop)).routes(routes!(watch))
}
