//! What all requests share, and the routes.

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, middleware};
use mossa_store::Store;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, watch};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::analyses::{self, Analyses};
use crate::desk::{catalogue, exact, exchange, setup};
use crate::limits::{Rates, Streams};
use crate::players;
use crate::problem::Problem;
use crate::reports::{self, Reports};
use crate::runs::{self, Runs};
use crate::security::Hosts;
use crate::shelf::Shelf;
use crate::tables::writer::Writer;
use crate::tables::{self, Tables};
use crate::thinking::{Pool, cores};
use crate::{Settings, description, security, web};

/// The most bytes of a body.
const LARGEST_BODY: usize = 256 << 10;

/// Answers of less are not compressed.
const SMALL: u64 = 1024;

/// How many short computations run at once, beside the threads that think.
const QUICK_AT_ONCE: usize = 8;

/// What all requests share. Clones are the same.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) store: Store,
    pub(crate) games: Shelf,
    /// Threads that move for engines.
    pub(crate) movers: Pool,
    /// Threads for what people wait for: hints, explanations, exact values.
    pub(crate) errands: Pool,
    /// The thread that has a first look at new positions.
    pub(crate) glances: Pool,
    /// Writes what tables become.
    pub(crate) writer: Writer,
    pub(crate) tables: Tables,
    pub(crate) analyses: Analyses,
    pub(crate) reports: Reports,
    pub(crate) runs: Runs,
    pub(crate) rates: Rates,
    pub(crate) streams: Arc<Streams>,
    /// Says when the server closes, so that streams end.
    pub(crate) closing: watch::Sender<bool>,
    quick: Semaphore,
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    pub(crate) fn new(store: Store, settings: &Settings) -> std::io::Result<App> {
        Ok(App(Arc::new(Shared {
            games: Shelf::new(settings.tables.clone()),
            writer: Writer::new(store.clone()),
            movers: Pool::new("mover", cores(), 1000)?,
            errands: Pool::new("errand", (cores() - 1).max(1), 32)?,
            glances: Pool::new("glance", 1, 64)?,
            tables: Tables::default(),
            analyses: Analyses::new((cores() - 1).max(1))?,
            reports: Reports::new(store.clone(), Handle::current())?,
            runs: Runs::new(store.clone(), Handle::current())?,
            rates: Rates::new(settings.rate),
            streams: Streams::new(settings.streams),
            closing: watch::Sender::new(false),
            quick: Semaphore::new(QUICK_AT_ONCE),
            store,
        })))
    }

    /// Does something short that computes, beside the asynchronous runtime.
    pub(crate) async fn quick<T, F>(&self, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let broken = |_| Problem::broken("the computation broke down");
        let _turn = self.0.quick.acquire().await.map_err(|_| Problem::broken("the server closes"))?;
        tokio::task::spawn_blocking(work).await.map_err(broken)
    }

    /// Ends streams and searches.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.movers.close();
        self.errands.close();
        self.glances.close();
        self.analyses.close();
        self.reports.close();
        self.runs.close();
    }
}

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    pub(crate) status: &'static str,
    /// The version of the program.
    pub(crate) version: &'static str,
}

/// Whether the server is well
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, body = Health)))]
async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}

/// What is worth compressing, for those who understand it: not what is small, nor streams, whose events must not wait.
fn worth_compressing() -> impl Predicate {
    SizeAbove::new(SMALL).and(NotForContentType::SSE).and(NotForContentType::IMAGES)
}

/// All routes.
pub(crate) fn router(app: App, hosts: Hosts) -> Router {
    let described = OpenApiRouter::with_openapi(description::beginning()).nest("/api/v1", api());
    let (api, mut description) = described.split_for_parts();
    description::complete(&mut description);
    let docs = SwaggerUi::new("/api/docs").url("/api/v1/openapi.json", description);
    Router::new()
        .merge(api)
        .merge(docs)
        .fallback(web::file)
        .method_not_allowed_fallback(not_allowed)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::new(hosts), security::guard))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_compressing()))
        .layer(CatchPanicLayer::custom(broke))
        .with_state(app)
}

async fn not_allowed(method: Method) -> Problem {
    let detail = format!("{method} is not possible here");
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", detail).hint("see the header Allow")
}

fn broke(_: Box<dyn Any + Send + 'static>) -> Response {
    Problem::broken("the request broke something").into_response()
}

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(health))
        .routes(routes!(catalogue::games))
        .routes(routes!(catalogue::board))
        .routes(routes!(exact::position))
        .routes(routes!(exact::explain))
        .routes(routes!(exact::solve))
        .routes(routes!(setup::setup))
        .routes(routes!(exchange::import))
        .routes(routes!(exchange::export))
        .merge(tables::routes())
        .merge(analyses::routes())
        .merge(reports::routes())
        .merge(players::routes())
        .merge(runs::routes())
}
