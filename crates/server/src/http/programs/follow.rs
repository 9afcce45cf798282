//! What happens at a table, as server-sent events.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, HeaderName};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use parlor_protocol::LogHash;
use parlor_protocol::message::{Hello, PROTOCOL};
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::query::read;
use super::table::read_id;
use crate::error::Error;
use crate::http::accept::Disconnect;
use crate::http::app::App;
use crate::http::client_address::MayFollow;
use crate::http::place_at_table::{CountedSocket, PlaceAtTable};
use crate::store::ChainHash;
use crate::tables::{HostedTable, Outgoing};

/// From where on to tell what happened.
#[derive(Deserialize)]
pub(super) struct VersionQuery {
    version: Option<usize>,
}

/// How many events may wait between the table and the connection, besides those in the send queue.
const ON_THE_WAY: usize = 16;
/// How long an event may take to leave.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

/// Tells every event of a table, from the beginning or from where the client was, as soon as it is
/// committed. The client is a spectator like others, and takes a place at the table.
pub(super) async fn events(
    State(app): State<Arc<App>>,
    MayFollow(network): MayFollow,
    Extension(disconnect): Extension<Disconnect>,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    query: Result<Query<VersionQuery>, QueryRejection>,
) -> Result<Response, Error> {
    let version = read(query)?.version.unwrap_or(0);
    let known = last_event(&headers)?.unwrap_or(EventId { version, epoch: None, hash: None });
    let EventId { version, epoch, hash } = known;
    let hello =
        Hello { protocol: PROTOCOL, table: read_id(id)?, token: None, version, epoch, hash };
    let connected = app.tables.connect(hello, network).await?;
    let place = PlaceAtTable::new(app.clone(), connected);
    let (sender, receiver) = mpsc::channel(ON_THE_WAY);
    let follower = Follower { app: app.clone(), place, sender, told: None };
    app.sockets.spawn(async move {
        match follower.follow().await {
            Ended::TooSlow => disconnect.now(),
            Ended::ByTable | Ended::ByClient => {}
        }
    });
    let events = stream::unfold(receiver, async |mut receiver| {
        let event = receiver.recv().await?;
        Some((Ok::<_, Infallible>(event), receiver))
    });
    let mut response = Sse::new(events).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // A reverse proxy must not gather events until there are many (nginx does).
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

/// The id of an event, such as `3-1-5f0c2d4be11a9c37`: how many events are known with it, and by which
/// epoch and hash the server knows whether its log still has them.
struct EventId {
    version: usize,
    epoch: Option<u32>,
    hash: Option<LogHash>,
}

/// What a browser says when it reconnects: the id of the last event that it got. A program may leave
/// out what comes after the version.
fn last_event(headers: &HeaderMap) -> Result<Option<EventId>, Error> {
    let Some(id) = headers.get("last-event-id").filter(|id| !id.is_empty()) else {
        return Ok(None);
    };
    let id = id.to_str().ok().and_then(|id| {
        let mut parts = id.splitn(3, '-');
        let version = parts.next()?.parse().ok()?;
        let epoch = parts.next().map(str::parse).transpose().ok()?;
        Some(EventId { version, epoch, hash: parts.next().map(|hash| hash.to_owned().into()) })
    });
    id.map(Some).ok_or_else(|| Error::Query("last-event-id: not the id of an event".to_owned()))
}

/// A spectator who listens to server-sent events.
struct Follower {
    app: Arc<App>,
    place: PlaceAtTable,
    sender: mpsc::Sender<Event>,
    /// How many events they were told of, and the hash of the log after them.
    told: Option<(u32, ChainHash)>,
}

/// Why no more is told.
enum Ended {
    /// The server restarts, the table has to be read again, or it is too crowded.
    ByTable,
    ByClient,
    /// The client does not read what it is sent.
    TooSlow,
}

impl Follower {
    /// Passes on what happens until the client goes or the table closes the connection.
    async fn follow(mut self) -> Ended {
        let _counted = CountedSocket::new(self.app.metrics.clone());
        let Err(ended) = self.pass_on().await;
        self.place.leave();
        ended
    }

    async fn pass_on(&mut self) -> Result<Infallible, Ended> {
        let mut heartbeat = interval(self.app.config.ping_every);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut messages = VecDeque::new();
        loop {
            let is_closed = tokio::select! {
                biased;
                outgoing = self.place.participant.send_queue.next(&mut messages) => match outgoing {
                    Outgoing::Send => false,
                    Outgoing::Close(_) => true,
                },
                () = self.sender.closed() => return Err(Ended::ByClient),
                // Keeps proxies from closing a connection where nothing happens.
                _ = heartbeat.tick() => {
                    self.send(Event::default().comment("")).await?;
                    continue;
                }
            };
            for message in messages.drain(..) {
                for event in self.server_sent(&message) {
                    self.send(event).await?;
                }
            }
            if is_closed {
                return Err(Ended::ByTable);
            }
        }
    }

    async fn send(&self, event: Event) -> Result<(), Ended> {
        tokio::select! {
            // Most events leave at once; then nothing else is looked at, and no timer is set.
            biased;
            sent = self.sender.send(event) => sent.map_err(|_| Ended::ByClient),
            // A client that does not read is not waited for.
            () = self.place.participant.send_queue.overflowed() => Err(Ended::TooSlow),
            () = async { sleep(SEND_TIMEOUT).await } => Err(Ended::TooSlow),
        }
    }

    /// What a follower is told of a message to spectators: events, and when to reconnect.
    fn server_sent(&mut self, message: &str) -> Vec<Event> {
        let Ok(Message { kind, data: Some(data) }) = serde_json::from_str(message) else {
            return Vec::new();
        };
        match &*kind {
            "welcome" | "events" => {
                let Ok(News { from, events }) = serde_json::from_str(data.get()) else {
                    return Vec::new();
                };
                events_with_ids(&self.place.table, &mut self.told, from, events)
            }
            "goodbye" => {
                let goodbye = serde_json::from_str(data.get());
                let retry =
                    |Goodbye { after }| Event::default().retry(Duration::from_millis(after));
                goodbye.map(retry).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Events, each with an id from which to go on after it.
fn events_with_ids(
    table: &HostedTable,
    told: &mut Option<(u32, ChainHash)>,
    from: u32,
    events: Vec<&RawValue>,
) -> Vec<Event> {
    let (epoch, before) = {
        let state = table.lock();
        let known = told.filter(|(version, _)| *version == from).map(|(_, hash)| hash);
        (state.epoch(), known.unwrap_or_else(|| state.hash_at(from)))
    };
    let mut now = (from, before);
    let event = |event: &RawValue| {
        let (version, hash) = now;
        let (version, hash) = (version + 1, hash.next(event.get()));
        now = (version, hash);
        let id = format!("{version}-{epoch}-{}", hash.told().as_str());
        Event::default().id(id).data(event.get())
    };
    let events = events.into_iter().map(event).collect();
    *told = Some(now);
    events
}

/// A message to a spectator.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

/// Events in a message.
#[derive(Deserialize)]
struct News<'a> {
    from: u32,
    #[serde(borrow)]
    events: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Goodbye {
    after: u64,
}
