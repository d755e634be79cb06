//! The HTTP API of mossa, with live streams, and the page.
//!
//! ```text
//! request -> security -> routes -> desk        positions: shown, explained, solved, read and written
//!                               -> tables      games on the server: rules, clocks, seats, streams
//!                               -> analyses    searches that tell what they find, in a fair queue
//!                               -> reports, players, runs
//!                               -> web         the page
//! ```
//!
//! The asynchronous runtime answers requests; whatever thinks does so in threads of its own, of which there is
//! a fixed number. Every change of a game is [stored](mossa_store) before it is acknowledged. Games are names and strings
//! here: nothing names one.

mod analyses;
mod app;
mod description;
mod desk;
mod fair;
mod given;
mod limits;
mod players;
mod problem;
mod reports;
mod runs;
mod security;
mod shelf;
mod stream;
mod tables;
mod thinking;
mod web;

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use mossa_game::InputError;
use mossa_store::{Location, Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;

pub use limits::Rate;
pub use problem::Problem;

use crate::app::App;
use crate::security::Hosts;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen; port 0 takes a free one.
    pub address: SocketAddr,
    /// What is remembered.
    pub location: Location,
    /// How much one client may ask for.
    pub rate: Rate,
    /// To how many streams one client may listen at once.
    pub streams: usize,
    /// Folders with endgame tables: a game uses those of the first folder that has some of its own.
    pub tables: Vec<PathBuf>,
    /// Names under which the server may be asked beside those of this machine, such as that of a proxy.
    pub hosts: Vec<String>,
}

impl Settings {
    /// To how many streams one client listens at most, unless somebody says otherwise: more than all pages of a house, and
    /// less than a program that runs wild.
    pub const USUAL_STREAMS: usize = 1000;

    /// A server that only this machine can reach, at a free port, as servers usually are.
    pub fn local(location: Location) -> Settings {
        Settings {
            address: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
            location,
            rate: Rate::default(),
            streams: Settings::USUAL_STREAMS,
            tables: Vec::new(),
            hosts: Vec::new(),
        }
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What was asked for cannot be.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The system refuses.
    #[error("{doing}: {source}")]
    System {
        /// What was tried.
        doing: String,
        /// What it says.
        source: std::io::Error,
    },
}

/// Connections that are still open after this long are cut when the server closes.
const PATIENCE: Duration = Duration::from_secs(5);

/// A server that listens.
pub struct Server {
    app: App,
    listener: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
}

impl Server {
    /// Opens the database, listens, and goes on with all games and runs that were under way.
    pub async fn open(settings: &Settings) -> Result<Server, ServeError> {
        let system = |doing: String| move |source| ServeError::System { doing, source };
        shelf::check_tables(&settings.tables)?;
        let store = Store::open(&settings.location).await?;
        let listener = TcpListener::bind(settings.address).await;
        let listener = listener.map_err(system(format!("cannot listen at {}", settings.address)))?;
        let address = listener.local_addr().map_err(system("cannot learn the address".to_owned()))?;
        let app = App::new(store, settings).map_err(system("cannot start threads".to_owned()))?;
        tables::resume(&app).await?;
        runs::resume(&app).await?;
        let hosts = Hosts { local: address.ip().is_loopback(), names: settings.hosts.clone() };
        Ok(Server { app, listener, address, hosts })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` comes. Then streams end, searches stop, and what is under way is finished.
    pub async fn serve(self, end: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let Server { app, listener, hosts, .. } = self;
        analyses::watch_over(&app);
        tables::watch_over(&app);
        let router = app::router(app.clone(), hosts).into_make_service_with_connect_info::<SocketAddr>();
        let ending = app.clone();
        let ended = async move {
            end.await;
            ending.close();
        };
        let mut closing = app.closing.subscribe();
        let serving = axum::serve(listener, router).with_graceful_shutdown(ended).into_future();
        let impatient = async move {
            let _ = closing.wait_for(|closing| *closing).await;
            tokio::time::sleep(PATIENCE).await;
            Ok(())
        };
        let served = tokio::select! { served = serving => served, cut = impatient => cut };
        app.store.close().await;
        served.map_err(|source| ServeError::System { doing: "serving".to_owned(), source })
    }
}

/// Serves until `end` comes; `tell` gets the address once there is one.
pub fn serve_blocking(
    settings: &Settings,
    tell: impl FnOnce(SocketAddr),
    end: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let doing = || "cannot start".to_owned();
    let runtime = runtime.map_err(|source| ServeError::System { doing: doing(), source })?;
    runtime.block_on(async {
        let server = Server::open(settings).await?;
        tell(server.address());
        server.serve(end).await
    })
}

/// Waits until the user presses Ctrl-C, or the system asks the program to end.
pub async fn interrupted() {
    let pressed = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut asked) = signal(SignalKind::terminate()) else {
            let _ = pressed.await;
            return;
        };
        tokio::select! {
            _ = pressed => {}
            _ = asked.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = pressed.await;
    }
}
