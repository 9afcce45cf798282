//! One connection to a table.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use futures_util::SinkExt;
use parlor_protocol::message::{FromClient, FromServer, Misread, Problem, Reason};
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

use crate::http::connection_limit::Place;
use crate::http::error::misread_problem;
use crate::rate_limit::MessageLimit;
use crate::tables::hosted_table::Hosted;
use crate::tables::participant::Member;
use crate::tables::send_queue::{End, Next};
use crate::tables::{Answer, Room};

/// How long a connection may stay without having said hello.
const HELLO_WITHIN: Duration = Duration::from_secs(30);
/// How long a message may take to leave.
const SEND_WITHIN: Duration = Duration::from_secs(30);

/// A connection that has ended, for whatever reason.
struct Ended;

/// Serves a connection until it ends.
pub(crate) async fn run(room: Arc<Room>, mut socket: WebSocket, place: Place) {
    room.metrics.sockets.inc();
    let limit = MessageLimit::messages(room.config.messages_per_second);
    if let Ok((hosted, member)) = greet(&room, &mut socket, &limit, &place).await {
        let _ = converse(&room, &mut socket, &limit, &hosted, &member).await;
        room.part(&hosted, &member);
    }
    room.metrics.sockets.dec();
}

/// Waits for somebody to say which table they want.
async fn greet(
    room: &Arc<Room>,
    socket: &mut WebSocket,
    limit: &MessageLimit,
    place: &Place,
) -> Result<(Arc<Hosted>, Arc<Member>), Ended> {
    let end = Instant::now() + HELLO_WITHIN;
    loop {
        let message = tokio::select! {
            message = timeout_at(end, socket.recv()) => message.map_err(|_| Ended)?,
            () = room.closed() => return Err(Ended),
        };
        let Some(text) = text(socket, message).await? else { continue };
        let problem = match read(&text, limit) {
            Ok(FromClient::Hello(hello)) => match room.greet(hello, place.household()).await {
                Ok(greeted) => return Ok(greeted),
                Err(reason) => reason.into(),
            },
            Ok(FromClient::Ping) => {
                send(socket, FromServer::Pong.to_string().into()).await?;
                continue;
            }
            Ok(_) => Reason::HelloFirst.into(),
            Err(problem) => problem,
        };
        room.metrics.refused.inc();
        send(socket, FromServer::Error(problem).to_string().into()).await?;
    }
}

/// Hands messages to and fro.
async fn converse(
    room: &Arc<Room>,
    socket: &mut WebSocket,
    limit: &MessageLimit,
    hosted: &Arc<Hosted>,
    member: &Arc<Member>,
) -> Result<(), Ended> {
    let ping_every = room.config.ping_every;
    // One timer for the whole connection: to set one for each message would cost more than most
    // messages do.
    let mut next_ping = pin!(tokio::time::sleep(ping_every));
    let mut unanswered = 0;
    loop {
        tokio::select! {
            biased;
            next = member.outbox.next() => match next {
                Next::Send(messages) => send_all(socket, member, messages).await?,
                Next::Close(messages, end) => {
                    send_all(socket, member, messages).await?;
                    return close(socket, end).await;
                }
            },
            message = socket.recv() => {
                unanswered = 0;
                if let Some(text) = text(socket, message).await? {
                    let answer = answer(room, hosted, member, read(&text, limit));
                    if let Some(answer) = answer {
                        member.outbox.push(answer.into());
                    }
                }
            }
            () = next_ping.as_mut() => {
                if unanswered == 2 {
                    return Err(Ended);
                }
                unanswered += 1;
                next_ping.as_mut().reset(Instant::now() + ping_every);
                send_message(socket, Message::Ping(Vec::new().into())).await?;
            }
        }
    }
}

/// What a message is answered with at once, if it is.
fn answer(
    room: &Arc<Room>,
    hosted: &Arc<Hosted>,
    member: &Arc<Member>,
    message: Result<FromClient, Problem>,
) -> Option<String> {
    let problem = match message {
        Ok(FromClient::Submission(order)) => match room.order(hosted, member, order) {
            Answer::Later => return None,
            Answer::Now(text) => return Some(text),
        },
        Ok(FromClient::React(reaction)) => match hosted.lock().react(member, reaction) {
            Ok(()) => return None,
            Err(reason) => reason.into(),
        },
        Ok(FromClient::Ping) => return Some(FromServer::Pong.to_string()),
        Ok(FromClient::Hello(_)) => Reason::AlreadyGreeted.into(),
        Err(problem) => problem,
    };
    room.metrics.refused.inc();
    Some(FromServer::Error(problem).to_string())
}

fn read(text: &str, limit: &MessageLimit) -> Result<FromClient, Problem> {
    if !limit.allows_one_more() {
        return Err(Reason::TooMany.into());
    }
    // A line end at the end is what people's tools add.
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.parse().map_err(|misread: Misread| misread_problem(misread))
}

/// The text of a message; `None` for what the connection says to itself.
async fn text(
    socket: &mut WebSocket,
    message: Option<Result<Message, axum::Error>>,
) -> Result<Option<Utf8Bytes>, Ended> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => {
            let frame = CloseFrame { code: close_code::UNSUPPORTED, reason: "text only".into() };
            send_message(socket, Message::Close(Some(frame))).await?;
            Err(Ended)
        }
        Some(Err(error)) => {
            if let Some(frame) = fault(error) {
                send_message(socket, Message::Close(Some(frame))).await?;
            }
            Err(Ended)
        }
        Some(Ok(Message::Close(_))) | None => Err(Ended),
    }
}

/// What is wrong with what was sent. The library leaves it to us to say so; it reads no further.
fn fault(error: axum::Error) -> Option<CloseFrame> {
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
    member: &Member,
    messages: VecDeque<Utf8Bytes>,
) -> Result<(), Ended> {
    tokio::select! {
        // Most messages leave at once; then nothing else is looked at, and no timer is set.
        biased;
        sent = async {
            for message in messages {
                socket.feed(Message::Text(message)).await.map_err(|_| Ended)?;
            }
            socket.flush().await.map_err(|_| Ended)
        } => sent,
        // Somebody who does not read is not waited for.
        () = member.outbox.too_slow() => Err(Ended),
        () = async { tokio::time::sleep(SEND_WITHIN).await } => Err(Ended),
    }
}

async fn close(socket: &mut WebSocket, end: End) -> Result<(), Ended> {
    let frame = match end {
        End::TooSlow => CloseFrame { code: close_code::AGAIN, reason: "too slow".into() },
        End::Crowded => CloseFrame { code: close_code::AGAIN, reason: "too crowded".into() },
        End::ComeBack => CloseFrame { code: close_code::RESTART, reason: "come back".into() },
    };
    send_message(socket, Message::Close(Some(frame))).await?;
    // The other side confirms, so that nothing on the way is lost.
    let _ =
        timeout(Duration::from_secs(2), async { while let Some(Ok(_)) = socket.recv().await {} })
            .await;
    Ok(())
}

async fn send(socket: &mut WebSocket, message: Utf8Bytes) -> Result<(), Ended> {
    send_message(socket, Message::Text(message)).await
}

async fn send_message(socket: &mut WebSocket, message: Message) -> Result<(), Ended> {
    match timeout(SEND_WITHIN, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Ended),
    }
}
