//! Serves Parlor: the browser app, which is inside the program, and the tables that people play at
//! online.
//!
//! [`run`] is the only way in: it is handed a listener and serves until it is told to stop. The
//! messages are described in `docs/protocol.md`. There are three parts, and each knows only those
//! after it:
//!
//! - `http`: requests and sockets, headers, rate limits. It finds out who asks, and hands on what
//!   they ask for.
//! - `tables`: what happens at tables. A command is decided, stored, and then broadcast.
//! - `store`: where logs are kept, with the only SQL of the workspace.
//!
//! What always holds is written at the top of each of them. The first of these invariants is that
//! what a client was told is stored, so a crash of the process or of the machine takes nothing
//! back.

mod background;
mod client_network;
mod config;
mod database;
mod error;
mod fill;
mod http;
mod metrics;
mod rate_limit;
mod store;
mod tables;
mod tokens;

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::http::App;
use crate::metrics::Metrics;
use crate::tables::Tables;

pub use config::Config;
pub use database::Database;
pub use fill::fill;
pub use http::is_embedded;
pub use store::{
    DamagedTable, DamagedTables, ExistingDatabase, RestoreError, Restored, StoreError, backup,
    begin_epoch, restore,
};

/// Where a server listens.
#[derive(Debug)]
pub struct Listeners {
    /// Where people play.
    pub games: TcpListener,
    /// Where it tells what it has counted, if that is not to be told where people play.
    pub metrics: Option<TcpListener>,
}

impl From<TcpListener> for Listeners {
    fn from(games: TcpListener) -> Self {
        Self { games, metrics: None }
    }
}

/// Why a server could not run.
#[derive(Debug)]
pub enum RunError {
    /// The database could not be opened.
    Store(StoreError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => write!(f, "the database could not be opened: {error}"),
        }
    }
}

impl std::error::Error for RunError {}

/// How long requests and sockets may take to finish during a shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Serves on the listeners until `shutdown` completes. The shutdown is graceful: clients are told to
/// reconnect, requests in progress are finished, and what was decided is stored.
///
/// # Errors
/// If the database cannot be opened.
pub async fn run(
    listeners: impl Into<Listeners>,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let (store, nodes) = config.database.open().await.map_err(RunError::Store)?;
    let (config, metrics) = (Arc::new(config), Arc::new(Metrics::default()));
    let tables = Tables::new(config.clone(), metrics.clone(), store.clone(), nodes);
    let tables = Arc::new(tables);
    let app = Arc::new(App::new(config, metrics, tables.clone()));
    let writer = tokio::spawn(tables.clone().run_group_commit());
    let background = [
        tokio::spawn(tables.clone().run_clocks()),
        tokio::spawn(tables.clone().run_expiry()),
        tokio::spawn(tables.clone().run_following()),
        tokio::spawn(tables.clone().run_news()),
        tokio::spawn(tables.clone().run_look_for_news()),
        tokio::spawn(tables.clone().run_pairing()),
        tokio::spawn(tables.clone().run_store_probe()),
        tokio::spawn(app.clone().run_eviction()),
    ];

    let Listeners { games, metrics } = listeners.into();
    let router = http::router(app.clone(), metrics.is_none());
    let watched = metrics.map(|listener| {
        let (router, tables) = (http::metrics_router(app.clone()), tables.clone());
        tokio::spawn(async move {
            let closed = tables.shutdown_begun();
            http::accept(listener, router, http::metrics_places(), &tables, closed).await
        })
    });
    let requests = http::accept(games, router, app.places.clone(), &tables, shutdown).await;
    tracing::info!("closing");
    tables.shut_down();
    requests.close();
    app.sockets.close();
    // Neither a request that never ends nor a client that never says goodbye keeps the server from
    // stopping.
    let _ = timeout(SHUTDOWN_TIMEOUT, requests.wait()).await;
    let _ = timeout(SHUTDOWN_TIMEOUT, app.sockets.wait()).await;
    background.iter().for_each(tokio::task::JoinHandle::abort);
    if let Some(watched) = watched {
        watched.abort();
    }
    tables.commit_queue.close();
    let _ = writer.await;
    store.close().await;
    Ok(())
}
