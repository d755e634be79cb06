//! Reports: finished games judged move by move, one after the other.

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
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::desk::place::Walk;
use crate::fair::FairQueue;
use crate::given::{Given, Lang, Named};
use crate::limits::Client;
use crate::problem::Problem;
use crate::reports::review::{Report, Reviewer};
use crate::tables::token;

/// So many reports may wait.
const ROOM: usize = 32;
/// The positions that the search of a ply looks at, if nobody says, and at most.
const USUAL_NODES: u64 = 20_000;
const MOST_NODES: u64 = 500_000;
/// The most plies of a game that is judged.
const MOST_PLIES: usize = 600;
/// A report is kept for so long.
const KEPT: Duration = Duration::from_secs(3600);

/// A report that is wanted, made, or there.
struct Work {
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
    Done(Box<Report>),
    Failed,
}

impl Work {
    fn state(&self) -> MutexGuard<'_, Progress> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, stop: &StopSignal) {
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
        *self.state() = made.map_or(Progress::Failed, |report| Progress::Done(Box::new(report)));
    }
}

/// All reports.
pub(crate) struct Reports {
    queue: Arc<FairQueue<Arc<Work>>>,
    known: Mutex<HashMap<String, Arc<Work>>>,
    closing: StopSignal,
}

impl Reports {
    /// Room for reports, of which one is made at a time.
    pub(crate) fn new() -> std::io::Result<Reports> {
        let queue: Arc<FairQueue<Arc<Work>>> = Arc::new(FairQueue::new(ROOM));
        let closing = StopSignal::new();
        let (line, stop) = (Arc::clone(&queue), closing.clone());
        let work = move || {
            while let Some(work) = line.take() {
                work.run(&stop);
            }
        };
        std::thread::Builder::new().name("report".to_owned()).spawn(work)?;
        Ok(Reports { queue, known: Mutex::default(), closing })
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Arc<Work>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops everything.
    pub(crate) fn close(&self) {
        self.closing.stop();
        self.queue.close();
    }
}

/// A game to be judged.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReportGiven {
    /// The game with its options.
    pub(crate) game: String,
    /// Where it began, if not in the usual position.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves.
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
    responses((status = 202, body = ReportCreated), (status = 422, body = Problem), (status = 503, body = Problem)))]
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
    let shelf = app.clone();
    let work = move || {
        let game = shelf.games.open(&given.game)?;
        let mut walk = Walk::begin(&game, given.start.as_deref())?;
        walk.follow(given.moves.iter().map(String::as_str))?;
        Ok::<_, Problem>(Arc::new(Work {
            start: walk.unusual_start(),
            moves: walk.position().history().to_vec(),
            nodes: given.nodes.unwrap_or(USUAL_NODES).clamp(100, MOST_NODES),
            game,
            language,
            done: AtomicUsize::new(0),
            state: Mutex::new(Progress::Queued),
            asked: Instant::now(),
        }))
    };
    let work = app.quick(work).await??;
    let id: String = token::random()?.chars().take(32).collect();
    if !app.reports.queue.push(&client.0.to_string(), Arc::clone(&work)) {
        return Err(Problem::full("too many reports wait"));
    }
    let mut known = app.reports.known();
    known.retain(|_, work| work.asked.elapsed() < KEPT);
    known.insert(id.clone(), work);
    Ok((StatusCode::ACCEPTED, Json(ReportCreated { id })))
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
    pub(crate) report: Option<Report>,
}

/// A report
#[utoipa::path(get, path = "/reports/{id}", tag = "reports", params(("id" = String, Path)),
    responses((status = 200, body = ReportState), (status = 404, body = Problem)))]
pub(crate) async fn look(
    State(app): State<App>,
    Named(id): Named<String>,
) -> Result<Json<ReportState>, Problem> {
    let work = app.reports.known().get(&id).cloned().ok_or_else(|| Problem::unknown("report", &id))?;
    let waiting = app.reports.queue.order();
    let place = waiting.iter().position(|other| Arc::ptr_eq(other, &work)).map_or(0, |index| index + 1);
    let (state, report) = match work.state().clone() {
        Progress::Queued => ("queued", None),
        Progress::Running => ("running", None),
        Progress::Done(report) => ("done", Some(*report)),
        Progress::Failed => ("failed", None),
    };
    let (done, plies) = (work.done.load(Ordering::Relaxed), work.moves.len());
    Ok(Json(ReportState { state, place, done, plies, report }))
}

/// The routes of reports.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(look))
}
