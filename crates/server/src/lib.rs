//! Serves Parlor: the browser app, which is inside the program, and the tables that people play at
//! by link.
//!
//! [`run`] is the only way in: it is handed a listener and serves until it is told to stop. What is
//! spoken is in `docs/protocol.md`.

mod config;
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

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::{any, get, post};
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::http::{accept, api, bundle, security_headers};
use crate::store::{Sqlite, Store, health};
use crate::tables::{Room, expiry, group_commit, timers};

pub use config::Config;
pub use http::bundle::is_embedded;
pub use store::{StoreError, backup};

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

/// Serves on the listener until `shutdown` completes. Then everybody is told to come back, requests
/// under way are finished, and what was decided is stored.
///
/// # Errors
/// If the database cannot be opened.
pub async fn run(
    listener: TcpListener,
    config: Config,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), RunError> {
    let store = Sqlite::open(&config.database).await.map_err(RunError::Store)?;
    let store: Arc<dyn Store> = Arc::new(store);
    let room = Arc::new(Room::new(config, store.clone()));
    let writer = tokio::spawn(group_commit::run(room.clone()));
    let helpers = [
        tokio::spawn(timers::run(room.clone())),
        tokio::spawn(health::run(room.clone())),
        tokio::spawn(expiry::run(room.clone())),
    ];

    let busy = accept::accept(listener, router(room.clone()), &room, shutdown).await;
    tracing::info!("closing");
    room.close();
    busy.close();
    // Neither a request that never ends nor somebody who never says goodbye keeps the server from
    // stopping.
    let _ = timeout(CLOSE_WITHIN, busy.wait()).await;
    let _ = timeout(CLOSE_WITHIN, room.connections.wait()).await;
    helpers.iter().for_each(tokio::task::JoinHandle::abort);
    room.queue.close();
    let _ = writer.await;
    store.close().await;
    Ok(())
}

/// How long requests and connections under way may take to finish.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/health", get(api::health))
        .route("/metrics", get(api::metrics))
        .route("/api/tables", post(api::set_table))
        .route("/api/anyone", post(api::find_anyone))
        .route("/api/socket", any(api::connect))
        .layer(DefaultBodyLimit::max(rate_limit::MESSAGE_BYTES))
        .layer(from_fn_with_state(room.config.request_within, accept::in_time))
        .with_state(room)
        .fallback(get(bundle::file))
        .layer(map_response(security_headers::protect))
}
