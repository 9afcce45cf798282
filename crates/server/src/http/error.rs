use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use parlor_protocol::message::{FromServer, Misread, Problem, Reason};

use crate::rate_limit::TooSoon;

/// A request that is not granted. What it says is in the protocol; what went wrong inside the
/// server is in its log and nowhere else.
#[derive(Debug)]
pub(crate) struct Refused {
    reason: Reason,
    retry_after: Option<Duration>,
}

impl From<Reason> for Refused {
    fn from(reason: Reason) -> Self {
        Self { reason, retry_after: None }
    }
}

impl From<TooSoon> for Refused {
    fn from(TooSoon(wait): TooSoon) -> Self {
        Self { reason: Reason::TooMany, retry_after: Some(wait) }
    }
}

impl From<Misread> for Refused {
    fn from(misread: Misread) -> Self {
        misread_reason(misread).into()
    }
}

/// Why something that could not be read is not done.
pub(crate) fn misread_reason(misread: Misread) -> Reason {
    match misread {
        Misread::Unknown => Reason::UnknownMessage,
        Misread::Field(_) | Misread::Event => Reason::Malformed,
    }
}

/// What could not be read, with the field that made no sense.
pub(crate) fn misread_problem(misread: Misread) -> Problem {
    let reason = misread_reason(misread);
    match misread {
        Misread::Unknown => reason.into(),
        Misread::Field(_) | Misread::Event => Problem { reason, say: misread.to_string() },
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let status = status(self.reason);
        let body = FromServer::Error(self.reason.into()).to_string();
        let mut response = (status, format!("{body}\n")).into_response();
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_secs() + 1;
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

fn status(reason: Reason) -> StatusCode {
    match reason {
        Reason::Malformed
        | Reason::UnknownMessage
        | Reason::HelloFirst
        | Reason::AlreadyGreeted
        | Reason::Protocol => StatusCode::BAD_REQUEST,
        Reason::Origin => StatusCode::FORBIDDEN,
        Reason::NoSuchTable => StatusCode::NOT_FOUND,
        Reason::Refused(_) | Reason::Stale => StatusCode::CONFLICT,
        Reason::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
        Reason::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Reason::Closing | Reason::Failed | Reason::Other => StatusCode::SERVICE_UNAVAILABLE,
    }
}
