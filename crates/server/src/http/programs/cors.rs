//! Which pages of other sites may read what programs may (cross-origin resource sharing): all of
//! them.
//!
//! There is no account and no cookie, so a page reads nothing in its visitor's name that it could
//! not read from any other machine. It has to know the id of a table to see it, and who knows that
//! has been invited. What it asks for is counted for its visitor's address, but apart from what that
//! visitor plays with.
//!
//! To set a table or to open a socket is something else: that is done in the visitor's name, takes
//! place and seats, and stays refused to the pages of other sites (`ClientAddress`). Neither has a
//! preflight that would allow it.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// Lets the page of any site read a response, errors included, and when to try again.
pub(super) async fn allow_any_origin(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("retry-after"));
    response
}

/// What a browser asks before it sends a request with headers of the page's own.
pub(super) async fn preflight() -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, "GET"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "*"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}
