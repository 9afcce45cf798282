//! How the server describes itself: a JSON Schema of all messages, an `OpenAPI` document of the
//! requests, and a page that shows both without any other host.

mod openapi;
mod page;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use parlor_protocol::schema;

use crate::http::app::App;

static SCHEMA: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", schema::document()));
static OPENAPI: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", openapi::document()));
static PAGE: LazyLock<String> = LazyLock::new(|| page::html(&openapi::document()));

/// The documents for programs, which the pages of all sites may read.
pub(super) fn documents() -> Router<Arc<App>> {
    Router::new().route("/api/schema.json", get(schema)).route("/api/openapi.json", get(openapi))
}

/// The JSON Schema of every message and every event.
async fn schema() -> Response {
    text("application/schema+json", &SCHEMA)
}

/// The `OpenAPI` document.
async fn openapi() -> Response {
    text("application/json", &OPENAPI)
}

/// The page for people.
pub(super) async fn page() -> Response {
    text("text/html; charset=utf-8", &PAGE)
}

/// How the page looks.
pub(super) async fn style() -> Response {
    text("text/css; charset=utf-8", include_str!("page.css"))
}

fn text(content_type: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "no-cache")], text).into_response()
}
