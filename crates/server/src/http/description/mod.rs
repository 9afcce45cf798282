//! How the server describes itself: a JSON Schema of all messages, an `OpenAPI` document of the
//! requests, and a page that shows both without any other host.

mod openapi;
mod page;

use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use parlor_protocol::schema;

static SCHEMA: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", schema::document()));
static OPENAPI: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", openapi::document()));
static PAGE: LazyLock<String> = LazyLock::new(|| page::html(&openapi::document()));

/// The JSON Schema of every message and every event.
pub(super) async fn schema() -> Response {
    text("application/schema+json", &SCHEMA)
}

/// The `OpenAPI` document.
pub(super) async fn openapi() -> Response {
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
