//! Serves Parlor: the browser app, which is inside the program.
//!
//! [`run`] is the only way in: it is handed a listener and serves until it is told to stop.

mod bundle;
mod headers;

use std::future::Future;
use std::io;

use axum::Router;
use axum::middleware::map_response;
use axum::routing::get;
use tokio::net::TcpListener;

pub use bundle::is_embedded;

/// Serves on the listener until `shutdown` completes, and lets requests under way finish.
///
/// # Errors
/// If the listener fails.
pub async fn run(
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, router()).with_graceful_shutdown(shutdown).await
}

fn router() -> Router {
    Router::new()
        .route("/health", get(|| async { "ok\n" }))
        .fallback(get(bundle::file))
        .layer(map_response(headers::protect))
}
