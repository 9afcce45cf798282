use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::response::{IntoResponse, Response};

use crate::error::Error;

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
        response
    }
}
