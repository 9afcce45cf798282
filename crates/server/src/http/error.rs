use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use parlor_protocol::message::FromServer;

use crate::error::Error;

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        self.log();
        let message = FromServer::Error(self.reason().into());
        let mut response = (self.status(), format!("{message}\n")).into_response();
        if let Some(wait) = self.retry_after() {
            let seconds = wait.as_secs() + 1;
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}
