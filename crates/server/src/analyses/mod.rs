//! Analyses: searches that tell what they find while they run.
//!
//! They wait in a [fair queue](crate::fair), a fixed number of them runs, each with one thread and one table, and each
//! ends by itself: at its limit, when everything is proven, or when nobody listens any more.

mod search;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use mossa_engine::AnyPosition;
use mossa_search::StopSignal;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::desk::place::{Place, Walk};
use crate::fair::FairQueue;
use crate::given::{Given, Named};
use crate::limits::Client;
use crate::problem::Problem;
use crate::stream::{self, Log, Logged};
use crate::tables::token;

/// So many analyses may wait.
const ROOM: usize = 128;
/// An analysis to which nobody listens for so long is stopped.
const UNHEARD: Duration = Duration::from_secs(15);
/// What an analysis found is kept for so long.
const KEPT: Duration = Duration::from_secs(300);

/// An analysis.
pub(crate) struct Analysis {
    id: String,
    log: Log,
    stop: StopSignal,
    order: search::Order,
    /// The position until the search takes it.
    position: Mutex<Option<Box<dyn AnyPosition>>>,
    /// The place that was told last; 0 once it runs.
    place: AtomicUsize,
    listeners: AtomicUsize,
    /// When the last listener went away, or the analysis ended.
    quiet: Mutex<Instant>,
}

impl Logged for Analysis {
    fn log(&self) -> &Log {
        &self.log
    }
}

impl Analysis {
    fn hush(&self) {
        *self.quiet.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn quiet_for(&self) -> Duration {
        self.quiet.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

/// Counts a listener as long as it listens.
struct Listening(Arc<Analysis>);

impl Listening {
    fn new(analysis: &Arc<Analysis>) -> Listening {
        analysis.listeners.fetch_add(1, Ordering::Relaxed);
        Listening(Arc::clone(analysis))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.hush();
        self.0.listeners.fetch_sub(1, Ordering::Relaxed);
    }
}

/// All analyses.
pub(crate) struct Analyses {
    queue: Arc<FairQueue<Arc<Analysis>>>,
    known: Mutex<HashMap<String, Arc<Analysis>>>,
    closing: StopSignal,
}

impl Analyses {
    /// Room for analyses, of which so many run at once.
    pub(crate) fn new(threads: usize) -> std::io::Result<Analyses> {
        let queue: Arc<FairQueue<Arc<Analysis>>> = Arc::new(FairQueue::new(ROOM));
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            let work = move || {
                while let Some(analysis) = queue.take() {
                    tell_places(&queue);
                    search::run(&analysis);
                    analysis.hush();
                }
            };
            std::thread::Builder::new().name("analysis".to_owned()).spawn(work)?;
        }
        Ok(Analyses { queue, known: Mutex::default(), closing: StopSignal::new() })
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Analysis>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Result<Arc<Analysis>, Problem> {
        self.known().get(id).cloned().ok_or_else(|| Problem::unknown("analysis", id))
    }

    /// Stops everything.
    pub(crate) fn close(&self) {
        self.closing.stop();
        self.queue.close();
    }

    /// Stops an analysis; one that waits leaves the queue, and makes room.
    fn stop(&self, analysis: &Arc<Analysis>) {
        analysis.stop.stop();
        if self.queue.remove(|other| Arc::ptr_eq(other, analysis)) {
            search::end_early(analysis);
            tell_places(&self.queue);
        }
    }

    /// Stops what nobody listens to, and forgets what ended long ago.
    fn tidy(&self) {
        let unheard = |analysis: &Analysis, limit: Duration| {
            analysis.listeners.load(Ordering::Relaxed) == 0 && analysis.quiet_for() > limit
        };
        let all: Vec<Arc<Analysis>> = self.known().values().cloned().collect();
        for analysis in all.iter().filter(|analysis| unheard(analysis, UNHEARD)) {
            self.stop(analysis);
        }
        self.known().retain(|_, analysis| !(unheard(analysis, KEPT) && analysis.log.has_ended()));
    }
}

/// Tells everybody who waits which place is theirs, if that changed.
fn tell_places(queue: &FairQueue<Arc<Analysis>>) {
    for (index, analysis) in queue.order().iter().enumerate() {
        let place = index + 1;
        if analysis.place.swap(place, Ordering::Relaxed) != place {
            analysis.log.push("queued", &serde_json::json!({ "place": place }));
        }
    }
}

/// Looks after analyses every second.
pub(crate) fn watch_over(app: &App) {
    let app = app.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            app.analyses.tidy();
            if *app.closing.borrow() {
                return;
            }
        }
    });
}

/// An analysis that is wanted.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct AnalysisGiven {
    /// Of which position.
    #[serde(flatten)]
    pub(crate) place: Place,
    /// How many of the best moves to follow; at most 10.
    #[serde(default)]
    pub(crate) lines: Option<usize>,
    /// How long; at most five minutes.
    #[serde(default)]
    pub(crate) time_ms: Option<u64>,
    /// How deep.
    #[serde(default)]
    pub(crate) depth: Option<u32>,
    /// A name that the client chose for itself: clients take turns.
    #[serde(default)]
    pub(crate) client: Option<String>,
}

/// An analysis that was begun.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnalysisCreated {
    /// Which one.
    pub(crate) id: String,
    /// Where it tells what it finds.
    pub(crate) events: String,
}

/// Begins an analysis
#[utoipa::path(post, path = "/analyses", tag = "analyses", request_body = AnalysisGiven,
    responses((status = 201, body = AnalysisCreated), (status = 429, body = Problem)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Client,
    Given(given): Given<AnalysisGiven>,
) -> Result<(StatusCode, Json<AnalysisCreated>), Problem> {
    client.pays(&app)?;
    let order = search::Order::new(&given)?;
    let name = format!("{} {}", client.0, given.client.as_deref().unwrap_or_default());
    let shelf = app.clone();
    let work = move || {
        let game = shelf.games.open(&given.place.game)?;
        Ok::<_, Problem>(Walk::to(&game, &given.place)?.position().boxed_clone())
    };
    let position = app.quick(work).await??;
    let id = token::random()?.chars().take(32).collect::<String>();
    let analysis = Arc::new(Analysis {
        id: id.clone(),
        log: Log::default(),
        stop: app.analyses.closing.for_part(),
        order,
        position: Mutex::new(Some(position)),
        place: AtomicUsize::new(usize::MAX),
        listeners: AtomicUsize::new(0),
        quiet: Mutex::new(Instant::now()),
    });
    app.analyses.known().insert(id.clone(), Arc::clone(&analysis));
    if let Err(full) = app.analyses.queue.push(&name, Arc::clone(&analysis)) {
        app.analyses.known().remove(&analysis.id);
        return Err(full.problem("analyses"));
    }
    tell_places(&app.analyses.queue);
    let events = format!("/api/v1/analyses/{id}/events");
    Ok((StatusCode::CREATED, Json(AnalysisCreated { id, events })))
}

/// What an analysis finds: server-sent events
#[utoipa::path(get, path = "/analyses/{id}/events", tag = "analyses", params(("id" = String, Path)),
    responses((status = 200, description = "queued, line, done and failed", body = String, content_type = "text/event-stream"),
        (status = 429, body = Problem)))]
pub(crate) async fn listen(
    State(app): State<App>,
    client: Client,
    Named(id): Named<String>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Problem> {
    let analysis = app.analyses.find(&id)?;
    let listening = (client.listens(&app)?, Listening::new(&analysis));
    Ok(stream::events(analysis, stream::last_event_id(&headers), app.closing.subscribe(), listening))
}

/// Stops an analysis
#[utoipa::path(delete, path = "/analyses/{id}", tag = "analyses", params(("id" = String, Path)),
    responses((status = 204)))]
pub(crate) async fn stop(State(app): State<App>, Named(id): Named<String>) -> Result<StatusCode, Problem> {
    let analysis = app.analyses.find(&id)?;
    app.analyses.stop(&analysis);
    Ok(StatusCode::NO_CONTENT)
}

/// The routes of analyses.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create)).routes(routes!(listen)).routes(routes!(stop))
}
