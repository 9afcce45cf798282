use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};

use parlor_protocol::message::Reason;

use crate::error::Error;
use crate::http::app::App;

/// Why a request was refused, on the response that says so.
#[derive(Clone, Copy)]
struct Refused(Reason);

/// Counts a request that was refused.
pub(crate) async fn count_refused(State(app): State<Arc<App>>, response: Response) -> Response {
    if let Some(Refused(reason)) = response.extensions().get() {
        app.metrics.count_refused(*reason);
    }
    response
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        if let Self::Version1(answer) = self {
            return (self.status(), format!("{answer}\n")).into_response();
        }
        let problem = serde_json::to_string(&self.problem()).unwrap_or_default();
        let json = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
        let mut response = (self.status(), json, format!("{problem}\n")).into_response();
        if let Some(wait) = self.retry_after() {
            let seconds = wait.as_secs() + 1;
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(Refused(self.reason()));
        response
    }
}
