//! Requests that set tables, and those about the server itself.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use parlor_protocol::message::{NewTable, Reason, SeatKey};

use crate::http::client_address::{MaySetTable, Visitor};
use crate::http::error::Refused;
use crate::http::socket;
use crate::rate_limit::MESSAGE_BYTES;
use crate::tables::Room;

/// Sets a table for a friend.
pub(crate) async fn set_table(
    State(room): State<Arc<Room>>,
    _may: MaySetTable,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refused> {
    let new = read(body)?;
    let key = room.open(new, false).await?;
    Ok(seat(&key))
}

/// Sets a table for anyone. Whoever comes to it may be brought to somebody who waits already.
pub(crate) async fn find_anyone(
    State(room): State<Arc<Room>>,
    _may: MaySetTable,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refused> {
    let new = read(body)?;
    let key = match room.waits_already(&new).await {
        Some(key) => key,
        None => room.open(NewTable { seat: None, ..new }, true).await?,
    };
    Ok(seat(&key))
}

fn read(body: Result<Bytes, BytesRejection>) -> Result<NewTable, Refused> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Reason::TooLong,
        _ => Reason::Malformed,
    })?;
    let text = std::str::from_utf8(&body).map_err(|_| Reason::Malformed)?;
    Ok(text.parse()?)
}

fn seat(key: &SeatKey) -> Response {
    ([(CACHE_CONTROL, "no-store")], format!("{key}\n")).into_response()
}

/// Opens a connection to a table.
pub(crate) async fn connect(
    State(room): State<Arc<Room>>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    room.connections_from.check(visitor.address)?;
    let place = room.places.take(visitor.address)?;
    let connection = room.connections.token();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_AT_ONCE)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .on_upgrade(async move |socket| {
            socket::run(room, socket, place).await;
            drop(connection);
        }))
}

/// A socket's buffer for reading, which grows for longer messages: an idle one keeps it.
const READ_BUFFER: usize = 1024;
/// How much is gathered before it is sent, unless there is nothing more to gather.
const WRITE_AT_ONCE: usize = 4 * 1024;
/// The most that waits in a socket to be sent: more than the longest log.
const WRITE_BUFFER: usize = 4 * 1024 * 1024;

/// Whether the server is well: it takes commands, and can store what they lead to.
pub(crate) async fn health(State(room): State<Arc<Room>>) -> Response {
    if room.is_closing() {
        return (StatusCode::SERVICE_UNAVAILABLE, "closing\n").into_response();
    }
    if !room.health.is_good() {
        return (StatusCode::SERVICE_UNAVAILABLE, "nothing can be stored\n").into_response();
    }
    "ok\n".into_response()
}

/// What the server has counted.
pub(crate) async fn metrics(State(room): State<Arc<Room>>) -> Response {
    room.metrics.tables.set(room.tables_in_memory().try_into().unwrap_or(i64::MAX));
    let content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    match room.metrics.text() {
        Ok(text) => ([(CONTENT_TYPE, content_type)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
