//! Requests and sockets: who may ask for what, how often, and what they are answered.
//!
//! - Everything is bounded: messages and bodies by size, requests and messages by rate, open
//!   connections by number from when they are accepted (`connection_limit.rs`), headers and bodies by
//!   the time that they may take to arrive, responses by the time that their client may take to read.
//! - A client is told a reason of the protocol and nothing else. What went wrong inside the server
//!   goes to the log (`error.rs`).
//! - A page of another site has no business here: it could play in its visitors' names
//!   (`client_address.rs`).
//!   What programs only read is for the pages of all sites (`programs/cors.rs`).
//!   That holds by whatever name the server is reached (`allowed_hosts.rs`).
//! - There is no account, no cookie and no chat.

mod accept;
mod allowed_hosts;
mod api;
mod app;
mod bundle;
mod client_address;
mod connection;
mod connection_limit;
mod description;
mod error;
mod forwarded_place;
mod kgp;
mod place_at_table;
mod programs;
mod security_headers;
mod socket;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn_with_state, map_response, map_response_with_state};
use axum::routing::{any, get, post};

pub(crate) use accept::accept;
pub(crate) use app::App;
pub use bundle::is_embedded;
use connection_limit::ConnectionLimit;
pub(crate) use kgp::accept as accept_bots;

/// What is answered where people play. What was counted is told there, too, unless that has an address
/// of its own.
pub(crate) fn router(app: Arc<App>, tells_metrics: bool) -> Router {
    let counted = if tells_metrics { metrics_route() } else { Router::new() };
    let bots = match app.config.bots {
        Some(_) => Router::new().route("/socket", any(kgp::upgrade)),
        None => Router::new(),
    };
    let router = Router::new()
        .merge(bots)
        .route("/health", get(api::health))
        .merge(counted)
        .route("/api/tables", post(api::create_table))
        .route("/api/anyone", post(api::seek_opponent))
        .route("/api/socket", any(api::connect))
        .route("/api", get(description::page))
        .route("/api/style.css", get(description::style))
        .merge(programs::routes(description::documents()))
        .layer(DefaultBodyLimit::max(api::MESSAGE_BYTES))
        .layer(from_fn_with_state(app.config.request_timeout, accept::with_timeout))
        .with_state(app.clone())
        .fallback(get(bundle::file));
    let router = if app.config.behind_proxy {
        router.layer(from_fn_with_state(app.clone(), forwarded_place::hold))
    } else {
        router
    };
    router
        .layer(from_fn_with_state(app.clone(), allowed_hosts::check))
        .layer(map_response_with_state(app, error::count_refused))
        .layer(map_response(security_headers::add))
}

/// What is answered at an address of its own for those who watch over the server.
pub(crate) fn metrics_router(app: Arc<App>) -> Router {
    metrics_route()
        .route("/health", get(api::health))
        .with_state(app)
        .layer(map_response(security_headers::add))
}

/// How many connections there may be for metrics: those who watch over a server are few.
pub(crate) fn metrics_places() -> Arc<ConnectionLimit> {
    ConnectionLimit::new(32, 0)
}

fn metrics_route() -> Router<Arc<App>> {
    Router::new().route("/metrics", get(api::metrics))
}
