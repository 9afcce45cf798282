//! The requests: to set a table, to connect to one, and how the server is.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use parlor_protocol::message::{NewTable, SeatKey, answer_to_version_1};

use crate::error::Error;
use crate::http::app::App;
use crate::http::client_address::{ClientAddress, MayCreateTable};
use crate::http::forwarded_place::ForwardedPlace;
use crate::http::socket;
use crate::store::Trouble;
use crate::tables::SpaceLeft;

/// The longest message, and the longest body of a request.
pub(crate) const MESSAGE_BYTES: usize = 8 * 1024;

/// Sets a table for a friend.
pub(crate) async fn create_table(
    State(app): State<Arc<App>>,
    _: MayCreateTable,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Error> {
    let new = read(body)?;
    let seat = app.tables.create(new, false).await?;
    Ok(private(&seat))
}

/// Sets a table for a player who seeks an opponent. When they connect to it, they may be brought to
/// another table, where a player waits for the same game.
pub(crate) async fn seek_opponent(
    State(app): State<Arc<App>>,
    _: MayCreateTable,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Error> {
    let new = read(body)?;
    let seat = match app.tables.existing_seek(&new).await {
        Some(seat) => seat,
        None => app.tables.create(NewTable { seat: None, ..new }, true).await?,
    };
    Ok(private(&seat))
}

fn read(body: Result<Bytes, BytesRejection>) -> Result<NewTable, Error> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Error::BodyTooLong,
        _ => Error::BodyUnreadable,
    })?;
    let text = std::str::from_utf8(&body).map_err(|_| Error::BodyUnreadable)?;
    if let Some(answer) = answer_to_version_1(text) {
        return Err(Error::Version1(answer));
    }
    Ok(text.parse()?)
}

/// A seat with its token, which no cache may keep.
fn private(seat: &SeatKey) -> Response {
    let headers = [(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, "application/json")];
    (headers, format!("{seat}\n")).into_response()
}

/// Opens a WebSocket.
pub(crate) async fn connect(
    State(app): State<Arc<App>>,
    ClientAddress(network): ClientAddress,
    place: Option<Extension<ForwardedPlace>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Error> {
    app.new_connections.check(network)?;
    let tracked = app.sockets.token();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_AT_ONCE)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .on_upgrade(async move |socket| {
            socket::serve(app, socket, network).await;
            drop((tracked, place));
        }))
}

/// A socket's buffer for reading, which grows for longer messages. An idle socket keeps it: by
/// default it would be 128 KiB.
const READ_BUFFER: usize = 512;
/// How much is gathered before it is sent, unless there is nothing more to gather.
const WRITE_AT_ONCE: usize = 4 * 1024;
/// The most that waits in a socket to be sent: more than any message has.
const WRITE_BUFFER: usize = 4 * 1024 * 1024;

/// Whether the server takes commands, and can store what they lead to; and what else is wrong.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Response {
    if let Some(ailment) = ailment(&app) {
        return (StatusCode::SERVICE_UNAVAILABLE, format!("{ailment}\n")).into_response();
    }
    match damage(&app).or_else(|| too_little(&app, SpaceLeft::Little)) {
        None => "ok\n".into_response(),
        // The other tables can be played at, and whoever is sent away finds no better server.
        Some(wrong) => format!("ok\n{wrong}\n").into_response(),
    }
}

/// What keeps the server from doing its work, if anything does.
fn ailment(app: &App) -> Option<String> {
    if app.tables.is_shutting_down() {
        return Some("closing".to_owned());
    }
    match app.tables.store.trouble() {
        Some(Trouble::NothingStored(trouble)) => Some(trouble),
        Some(Trouble::Damaged(_)) | None => {
            let no_space = || too_little(app, SpaceLeft::None);
            app.tables.health.ailment().map(|ailment| ailment.to_string()).or_else(no_space)
        }
    }
}

/// What there is so little of, if anything.
fn too_little(app: &App, left: SpaceLeft) -> Option<String> {
    let too_little = app.tables.space.too_little().filter(|too_little| too_little.left == left);
    too_little.map(|too_little| too_little.to_string())
}

/// What is wrong with a part of the database, if anything is.
fn damage(app: &App) -> Option<String> {
    match app.tables.store.trouble() {
        Some(Trouble::Damaged(damage)) => Some(damage),
        Some(Trouble::NothingStored(_)) | None => None,
    }
}

/// What the server has counted.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> Response {
    app.metrics.tables.set(app.tables.registry.len().try_into().unwrap_or(i64::MAX));
    app.metrics.healthy.set(ailment(&app).is_none().into());
    app.metrics.damaged.set(damage(&app).is_some().into());
    app.metrics.connections.set(app.places.open().into());
    let waiting = app.tables.commit_queue.len();
    app.metrics.commit_queue.set(waiting.try_into().unwrap_or(i64::MAX));
    app.tables.measure_engine_queue();
    let content_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    match app.metrics.text() {
        Ok(text) => ([(CONTENT_TYPE, content_type)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::metrics::Metrics;
    use crate::store::memory::MemoryStore;
    use crate::store::{AppendError, SingleNode, StoreError};
    use crate::tables::Tables;

    #[tokio::test]
    async fn the_health_check_tells_whether_commands_can_be_stored() {
        let (config, metrics) = (Arc::new(Config::new("nowhere")), Arc::new(Metrics::default()));
        let (store, nodes) = (MemoryStore::new(), Arc::new(SingleNode::default()));
        let tables = Tables::new(config.clone(), metrics.clone(), store.clone(), nodes);
        let tables = Arc::new(tables);
        let app = Arc::new(App::new(config, metrics, tables.clone()));
        let status = || async { health(State(app.clone())).await.status() };
        let told = || async {
            let body = health(State(app.clone())).await.into_body();
            let bytes = axum::body::to_bytes(body, usize::MAX).await.expect("a body");
            String::from_utf8(bytes.to_vec()).expect("text")
        };
        assert_eq!(status().await, StatusCode::OK);
        tables.health.record(&[Err(AppendError::Failed(StoreError::new("the disk is full")))]);
        assert_eq!(status().await, StatusCode::SERVICE_UNAVAILABLE);
        tables.health.record(&[Ok(())]);
        assert_eq!(status().await, StatusCode::OK);

        *store.trouble.lock() = Some(Trouble::Damaged("page 7 is broken".to_owned()));
        assert_eq!(status().await, StatusCode::OK, "the rest of it works");
        assert!(told().await.contains("page 7 is broken"));
        *store.trouble.lock() = Some(Trouble::NothingStored("the file is gone".to_owned()));
        assert_eq!(status().await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(told().await, "the file is gone\n");
        *store.trouble.lock() = None;

        tables.commit_queue.close();
        tables.clone().run_group_commit().await;
        assert_eq!(status().await, StatusCode::SERVICE_UNAVAILABLE, "no task commits any more");
    }
}
