//! A WebSocket, from hello to close.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::SinkExt;
use parlor_protocol::message::{FromClient, FromServer, answer_to_version_1};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::http::app::App;
use crate::http::place_at_table::{CountedSocket, PlaceAtTable};
use crate::rate_limit::RateLimit;
use crate::tables::{Answer, CloseReason, HostedTable, Outgoing, Participant};

/// How long a connection may stay open without having said hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a message may take to leave.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// How many pings may be unanswered.
const MISSED_PINGS: u32 = 2;

/// A connection that has ended, for whatever reason.
struct Ended;

/// Serves a connection until it ends.
pub(crate) async fn serve(app: Arc<App>, mut socket: WebSocket, network: ClientNetwork) {
    let _counted = CountedSocket::new(app.metrics.clone());
    let limit = RateLimit::messages(app.config.messages_per_second);
    if let Ok(place) = greet(&app, &mut socket, &limit, network).await {
        let _ = converse(&app, &mut socket, &limit, &place).await;
        place.leave();
    }
}

/// Waits for the hello, which says which table the client wants.
async fn greet(
    app: &Arc<App>,
    socket: &mut WebSocket,
    limit: &RateLimit,
    network: ClientNetwork,
) -> Result<PlaceAtTable, Ended> {
    let end = Instant::now() + HELLO_TIMEOUT;
    loop {
        let message = tokio::select! {
            message = timeout_at(end, socket.recv()) => message.map_err(|_| Ended)?,
            () = app.tables.shutdown_begun() => return Err(Ended),
        };
        let Some(text) = text(socket, message).await? else { continue };
        let error = match read(&text, limit) {
            Ok(FromClient::Hello(hello)) => match app.tables.connect(hello, network).await {
                Ok(connected) => return Ok(PlaceAtTable::new(app.clone(), connected)),
                Err(error) => error,
            },
            Ok(FromClient::Ping) => {
                send(socket, Message::text(FromServer::Pong.to_string())).await?;
                continue;
            }
            Ok(FromClient::Submission(_) | FromClient::React(_)) => Error::HelloFirst,
            Err(error) => error,
        };
        let answer = match answer_to_version_1(&text) {
            Some(answer) => answer.to_owned(),
            None => refuse(app, &error),
        };
        send(socket, Message::text(answer)).await?;
    }
}

/// Passes messages on between the socket and the table.
async fn converse(
    app: &Arc<App>,
    socket: &mut WebSocket,
    limit: &RateLimit,
    PlaceAtTable { table, participant, .. }: &PlaceAtTable,
) -> Result<(), Ended> {
    let ping_every = app.config.ping_every;
    // One timer for the heartbeat of the whole connection: to set one for each message would cost
    // more than most messages do. The first ping comes at once, to measure the lag.
    let mut next_ping = pin!(tokio::time::sleep(Duration::ZERO));
    let mut unanswered = 0;
    let mut pinged = None;
    let mut messages = VecDeque::new();
    loop {
        tokio::select! {
            biased;
            outgoing = participant.send_queue.next(&mut messages) => match outgoing {
                Outgoing::Send => send_all(socket, participant, &mut messages).await?,
                Outgoing::Close(reason) => {
                    send_all(socket, participant, &mut messages).await?;
                    return close(socket, reason).await;
                }
            },
            message = socket.recv() => {
                unanswered = 0;
                if let Some(Ok(Message::Pong(_))) = &message
                    && let Some(pinged) = pinged.take()
                {
                    participant.set_lag(Instant::now() - pinged);
                }
                if let Some(text) = text(socket, message).await?
                    && let Some(answer) = answer(app, table, participant, read(&text, limit))
                {
                    participant.send_queue.push(answer.into());
                }
            }
            () = next_ping.as_mut() => {
                if unanswered == MISSED_PINGS {
                    return Err(Ended);
                }
                unanswered += 1;
                pinged = Some(Instant::now());
                next_ping.as_mut().reset(Instant::now() + ping_every);
                send(socket, Message::Ping(Vec::new().into())).await?;
            }
        }
    }
}

/// What a message is answered with at once, if it is.
fn answer(
    app: &Arc<App>,
    table: &Arc<HostedTable>,
    participant: &Arc<Participant>,
    message: Result<FromClient, Error>,
) -> Option<String> {
    let error = match message {
        Ok(FromClient::Submission(submission)) => {
            return match app.tables.submit(table, participant, submission) {
                Answer::Later => None,
                Answer::Message(message) => Some(message),
            };
        }
        Ok(FromClient::React(reaction)) => app.tables.react(table, participant, reaction).err()?,
        Ok(FromClient::Ping) => return Some(FromServer::Pong.to_string()),
        Ok(FromClient::Hello(_)) => Error::AlreadyGreeted,
        Err(error) => error,
    };
    Some(refuse(app, &error))
}

/// Counts and logs a message that is refused, and gives back what its sender is told.
fn refuse(app: &App, error: &Error) -> String {
    app.metrics.count_refused(error.reason());
    error.log();
    FromServer::Error(error.problem()).to_string()
}

fn read(text: &str, limit: &RateLimit) -> Result<FromClient, Error> {
    if !limit.allows_one_more() {
        return Err(Error::TooManyMessages);
    }
    Ok(text.parse()?)
}

/// The text of a message; `None` for pings and pongs.
async fn text(
    socket: &mut WebSocket,
    message: Option<Result<Message, axum::Error>>,
) -> Result<Option<Utf8Bytes>, Ended> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => {
            let frame = CloseFrame { code: close_code::UNSUPPORTED, reason: "text only".into() };
            send(socket, Message::Close(Some(frame))).await?;
            Err(Ended)
        }
        Some(Err(error)) => {
            if let Some(frame) = protocol_fault(error) {
                send(socket, Message::Close(Some(frame))).await?;
            }
            Err(Ended)
        }
        Some(Ok(Message::Close(_))) | None => Err(Ended),
    }
}

/// What is wrong with what was sent. The library leaves it to us to say so; it reads no further.
fn protocol_fault(error: axum::Error) -> Option<CloseFrame> {
    let error = error.into_inner().downcast::<tungstenite::Error>().ok()?;
    let (code, reason) = match *error {
        tungstenite::Error::Capacity(_) => (close_code::SIZE, "too long"),
        tungstenite::Error::Utf8(_) => (close_code::INVALID, "not UTF-8"),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => return None,
        tungstenite::Error::Protocol(_) => (close_code::PROTOCOL, "no such frame"),
        _ => return None,
    };
    Some(CloseFrame { code, reason: reason.into() })
}

async fn send_all(
    socket: &mut WebSocket,
    participant: &Participant,
    messages: &mut VecDeque<Utf8Bytes>,
) -> Result<(), Ended> {
    while let Some(message) = messages.pop_front() {
        let message = Message::Text(message);
        if messages.is_empty() {
            leaves(participant, socket.send(message)).await?;
        } else {
            leaves(participant, socket.feed(message)).await?;
        }
    }
    Ok(())
}

/// Waits until a message has left, or as much before it as there has to be room for it.
async fn leaves(
    participant: &Participant,
    leaving: impl Future<Output = Result<(), axum::Error>>,
) -> Result<(), Ended> {
    tokio::select! {
        // Most messages leave at once; then nothing else is looked at, and no timer is set.
        biased;
        left = leaving => left.map_err(|_| Ended),
        // A client that does not read is not waited for.
        () = participant.send_queue.overflowed() => Err(Ended),
        () = async { tokio::time::sleep(SEND_TIMEOUT).await } => Err(Ended),
    }
}

async fn close(socket: &mut WebSocket, reason: CloseReason) -> Result<(), Ended> {
    let frame = match reason {
        CloseReason::TooSlow => CloseFrame { code: close_code::AGAIN, reason: "too slow".into() },
        CloseReason::Crowded => {
            CloseFrame { code: close_code::AGAIN, reason: "too crowded".into() }
        }
        CloseReason::Reconnect => {
            CloseFrame { code: close_code::RESTART, reason: "come back".into() }
        }
    };
    send(socket, Message::Close(Some(frame))).await?;
    // The client confirms the closing handshake, so that nothing on the way is lost.
    let _ =
        timeout(Duration::from_secs(2), async { while let Some(Ok(_)) = socket.recv().await {} })
            .await;
    Ok(())
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Ended> {
    match timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Ended),
    }
}
