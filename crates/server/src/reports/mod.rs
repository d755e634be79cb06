//! Reports: finished games judged move by move, one after the other.
//!
//! They are stored as runs of their own kind, when they are asked for and when they are there. One that was not made when the
//! server ended is made when somebody asks for it again.

mod review;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use mossa_engine::AnyGame;
use mossa_game::Language;
use mossa_search::StopSignal;
use mossa_store::{NewRun, RunId, Store, UnixMillis};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::runtime::Handle;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::desk::place::Walk;
use crate::fair::{FairQueue, Full};
use crate::given::{Given, Lang, Named};
use crate::limits::Client;
use crate::problem::Problem;
use crate::reports::review::{Report, Reviewer};

/// So many reports may wait.
const ROOM: usize = 64;
/// The positions that the search of a ply looks at, if nobody says, and at most.
const USUAL_NODES: u64 = 20_000;
const MOST_NODES: u64 = 500_000;
/// The most plies of a game that is judged.
const MOST_PLIES: usize = 600;
/// A report is kept in memory for so long.
const KEPT: Duration = Duration::from_secs(3600);
/// What kind of run it is for the store.
const KIND: &str = "report";

/// A report that is wanted, made, or there.
struct Work {
    id: RunId,
    game: Arc<dyn AnyGame>,
    start: Option<String>,
    moves: Vec<String>,
    nodes: u64,
    language: Language,
    done: AtomicUsize,
    state: Mutex<Progress>,
    asked: Instant,
}

/// How far a report has come.
#[derive(Clone)]
enum Progress {
    Queued,
    Running,
    Done(Arc<Value>),
    Failed,
}

impl Work {
    fn state(&self) -> MutexGuard<'_, Progress> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, stop: &StopSignal, store: &Store, runtime: &Handle) {
        *self.state() = Progress::Running;
        let reviewer = Reviewer {
            game: Arc::clone(&self.game),
            nodes: self.nodes,
            language: self.language,
            stop,
            done: &self.done,
        };
        let review = || reviewer.review(self.start.as_deref(), &self.moves);
        let made = catch_unwind(AssertUnwindSafe(review)).ok().flatten();
        let made = made.and_then(|report| serde_json::to_value(report).ok());
        if stop.is_stopped() && made.is_none() {
            return;
        }
        let summary = made.clone().unwrap_or_default();
        if let Err(error) = runtime.block_on(store.end_run(self.id, UnixMillis::now(), &summary)) {
            eprintln!("the report {} was not stored: {error}", self.id);
        }
        *self.state() = made.map_or(Progress::Failed, |report| Progress::Done(Arc::new(report)));
    }
}

/// All reports.
pub(crate) struct Reports {
    queue: Arc<FairQueue<Arc<Work>>>,
    known: Mutex<HashMap<RunId, Arc<Work>>>,
    closing: StopSignal,
}

impl Reports {
    /// Room for reports, of which one is made at a time.
    pub(crate) fn new(store: Store, runtime: Handle) -> std::io::Result<Reports> {
        let queue: Arc<FairQueue<Arc<Work>>> = Arc::new(FairQueue::new(ROOM));
        let closing = StopSignal::new();
        let (line, stop) = (Arc::clone(&queue), closing.clone());
        let work = move || {
            while let Some(work) = line.take() {
                work.run(&stop, &store, &runtime);
            }
        };
        std::thread::Builder::new().name("report".to_owned()).spawn(work)?;
        Ok(Reports { queue, known: Mutex::default(), closing })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<RunId, Arc<Work>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a report, if there is room.
    fn add(&self, client: &str, work: Arc<Work>) -> Result<(), Full> {
        let mut known = self.known();
        known.retain(|_, work| work.asked.elapsed() < KEPT);
        self.queue.push(client, Arc::clone(&work))?;
        known.insert(work.id, work);
        Ok(())
    }

    /// Stops everything.
    pub(crate) fn close(&self) {
        self.closing.stop();
        self.queue.close();
    }
}

/// A game to be judged.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ReportGiven {
    /// The game with its options.
    #[schema(example = "mnk:3,3,3")]
    pub(crate) game: String,
    /// Where it began, if not in the usual position.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves.
    #[schema(example = json!(["b2", "a1"]))]
    pub(crate) moves: Vec<String>,
    /// How many positions the search of a ply looks at.
    #[serde(default)]
    pub(crate) nodes: Option<u64>,
}

/// A report that is made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportCreated {
    /// Which one.
    pub(crate) id: String,
}

/// Has a game judged
#[utoipa::path(post, path = "/report", tag = "reports", request_body = ReportGiven,
    responses((status = 202, body = ReportCreated), (status = 429, body = Problem)))]
pub(crate) async fn create(
    State(app): State<App>,
    Lang(language): Lang,
    client: Client,
    Given(given): Given<ReportGiven>,
) -> Result<(StatusCode, Json<ReportCreated>), Problem> {
    client.pays(&app)?;
    if given.moves.len() > MOST_PLIES {
        let detail = format!("a game of {} plies", given.moves.len());
        return Err(Problem::bad_value(detail, format!("at most {MOST_PLIES}")));
    }
    let name = client.0.to_string();
    app.reports.queue.has_room(&name).map_err(|full| full.problem("reports"))?;
    let (id, game) = (RunId::random()?, given.game.clone());
    let asked = Asked { given, italian: language == Language::Italian };
    let settings = serde_json::to_value(&asked).map_err(|error| Problem::broken(error.to_string()))?;
    let work = prepare(&app, id, asked).await?;
    let new = NewRun { id, kind: KIND.to_owned(), game, settings, begun: UnixMillis::now() };
    app.store.begin_run(&new).await?;
    if let Err(full) = app.reports.add(&name, work) {
        // Others were faster. Nobody heard of this one, so nobody asks for it again.
        app.store.end_run(id, UnixMillis::now(), &Value::Null).await?;
        return Err(full.problem("reports"));
    }
    Ok((StatusCode::ACCEPTED, Json(ReportCreated { id: id.to_string() })))
}

/// What was asked for, as it is stored.
#[derive(Clone, Serialize, Deserialize)]
struct Asked {
    #[serde(flatten)]
    given: ReportGiven,
    italian: bool,
}

/// Checks that a report can be made.
async fn prepare(app: &App, id: RunId, asked: Asked) -> Result<Arc<Work>, Problem> {
    let shelf = app.clone();
    let work = move || {
        let Asked { given, italian } = asked;
        let game = shelf.games.open(&given.game)?;
        let mut walk = Walk::begin(&game, given.start.as_deref())?;
        walk.follow(given.moves.iter().map(String::as_str))?;
        Ok::<_, Problem>(Arc::new(Work {
            id,
            start: walk.unusual_start(),
            moves: walk.position().history().to_vec(),
            nodes: given.nodes.unwrap_or(USUAL_NODES).clamp(100, MOST_NODES),
            game,
            language: if italian { Language::Italian } else { Language::English },
            done: AtomicUsize::new(0),
            state: Mutex::new(Progress::Queued),
            asked: Instant::now(),
        }))
    };
    app.quick(work).await?
}

/// How far a report has come.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReportState {
    /// `queued`, `running`, `done` or `failed`.
    pub(crate) state: &'static str,
    /// How many come before it, itself included; 0 once it is made.
    pub(crate) place: usize,
    /// How many plies are judged.
    pub(crate) done: usize,
    /// How many there are.
    pub(crate) plies: usize,
    /// The report, once it is there.
    #[schema(value_type = Option<Report>)]
    pub(crate) report: Option<Value>,
}

/// A report
#[utoipa::path(get, path = "/reports/{id}", tag = "reports", params(("id" = String, Path)),
    responses((status = 200, body = ReportState)))]
pub(crate) async fn look(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Json<ReportState>, Problem> {
    let unknown = || Problem::unknown("report", &id);
    let key: RunId = id.parse().map_err(|_| unknown())?;
    let known = app.reports.known().get(&key).cloned();
    let work = match known {
        Some(work) => work,
        None => {
            let stored = app.store.run(key).await?.filter(|run| run.new.kind == KIND).ok_or_else(unknown)?;
            let asked: Asked = serde_json::from_value(stored.new.settings).map_err(|_| unknown())?;
            let plies = asked.given.moves.len();
            if let Some(report) = stored.summary {
                let state = if report.is_null() { "failed" } else { "done" };
                let report = Some(report).filter(|report| !report.is_null());
                return Ok(Json(ReportState { state, place: 0, done: plies, plies, report }));
            }
            let work = prepare(&app, key, asked).await?;
            // Whoever looks did not ask for all of those that wait.
            let added = app.reports.add("", Arc::clone(&work));
            added.map_err(|_| Full::ForAll.problem("reports"))?;
            work
        }
    };
    let waiting = app.reports.queue.order();
    let place = waiting.iter().position(|other| Arc::ptr_eq(other, &work)).map_or(0, |index| index + 1);
    let (state, report) = match work.state().clone() {
        Progress::Queued => ("queued", None),
        Progress::Running => ("running", None),
        Progress::Done(report) => ("done", Some(Value::clone(&report))),
        Progress::Failed => ("failed", None),
    };
    let (done, plies) = (work.done.load(Ordering::Relaxed), work.moves.len());
    Ok(Json(ReportState { state, place, done, plies, report }))
}

/// The routes of reports.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(look))
}
