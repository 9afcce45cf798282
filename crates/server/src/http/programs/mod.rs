//! What programs ask by plain requests: about positions and games, in the JSON of the program's
//! `--json`, and about tables.
//!
//! - They read, and change nothing. So the pages of other sites may ask, too (`cors.rs`).
//! - The engine thinks for them in one thread of the lowest priority, one question at a time, and
//!   within a budget (`thinking.rs`, `budget.rs`). The computer's moves in games have threads of their
//!   own and never wait for it.
//! - Requests have a rate limit of their own: who asks too much can still play.

mod budget;
mod cors;
mod follow;
mod positions;
mod query;
mod table;
mod table_report;
mod thinking;

use std::sync::Arc;

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use serde::Serialize;

use crate::http::app::App;

pub(super) use budget::EngineBudget;
pub(super) use table_report::TableReport;
pub(super) use thinking::Thinker;

/// The requests of programs, and other documents that any page may read.
pub(super) fn routes(documents: Router<Arc<App>>) -> Router<Arc<App>> {
    let readable = |handler: MethodRouter<Arc<App>>| handler.options(cors::preflight);
    Router::new()
        .route("/api/moves", readable(get(positions::moves)))
        .route("/api/replay", readable(get(positions::replay)))
        .route("/api/analyze", readable(get(positions::analyze)))
        .route("/api/solve", readable(get(positions::solve)))
        .route("/api/tables/{id}", readable(get(table::table)))
        .route("/api/tables/{id}/events", readable(get(follow::events)))
        .merge(documents)
        .layer(map_response(cors::allow_any_origin))
}

/// How long an answer may be kept.
enum Caching {
    /// It depends on nothing but its address. A new version of the server may say more, so it is not
    /// kept for ever.
    Lasting,
    /// It is true now, or known by those alone who know the id of the table.
    Never,
}

fn json(report: &impl Serialize, caching: &Caching) -> Response {
    let caching = match caching {
        Caching::Lasting => "public, max-age=3600",
        Caching::Never => "no-store",
    };
    // Reports have no keys that are not text, so they can always be written.
    let text = serde_json::to_string(report).unwrap_or_default();
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, caching)], text + "\n").into_response()
}
