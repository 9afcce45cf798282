use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use parlor_kgp::{Arrived, LineBuffer, NotALine};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::http::connection::Connection;

/// Lines to a bot and from it.
pub(super) struct Wire {
    link: Link,
    buffer: LineBuffer,
}

enum Link {
    Tcp(Box<Connection<TcpStream>>),
    Socket(Box<WebSocket>),
}

/// A connection that has ended, for whatever reason.
#[derive(Debug)]
pub(super) struct Ended;

/// How long a line may take to leave.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);

impl Wire {
    pub(super) fn tcp(connection: Connection<TcpStream>) -> Self {
        Self { link: Link::Tcp(Box::new(connection)), buffer: LineBuffer::default() }
    }

    pub(super) fn socket(socket: WebSocket) -> Self {
        Self { link: Link::Socket(Box::new(socket)), buffer: LineBuffer::default() }
    }

    /// Waits for a line. To stop waiting loses nothing.
    pub(super) async fn receive(&mut self) -> Result<Arrived, Ended> {
        loop {
            if let Some(arrived) = self.buffer.next_line() {
                return Ok(arrived);
            }
            match &mut self.link {
                Link::Tcp(connection) => {
                    let mut bytes = [0; 2048];
                    match connection.read(&mut bytes).await {
                        Ok(0) | Err(_) => return Err(Ended),
                        Ok(read) => self.buffer.push(&bytes[..read]),
                    }
                }
                Link::Socket(socket) => match socket.recv().await {
                    Some(Ok(Message::Text(text))) => self.buffer.push_message(&text),
                    Some(Ok(Message::Binary(_))) => return Ok(Err(NotALine::NotText)),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Ended),
                },
            }
        }
    }

    /// Sends a line.
    pub(super) async fn send(&mut self, line: &str) -> Result<(), Ended> {
        let line = format!("{line}\r\n");
        let sent = async {
            match &mut self.link {
                Link::Tcp(connection) => {
                    connection.write_all(line.as_bytes()).await.map_err(|_| Ended)
                }
                Link::Socket(socket) => socket.send(Message::text(line)).await.map_err(|_| Ended),
            }
        };
        timeout(SEND_TIMEOUT, sent).await.unwrap_or(Err(Ended))
    }

    /// Closes the connection, so that what was sent last is still read.
    pub(super) async fn close(&mut self) {
        let closed = async {
            match &mut self.link {
                Link::Tcp(connection) => drop(connection.shutdown().await),
                Link::Socket(socket) => drop(socket.send(Message::Close(None)).await),
            }
        };
        let _ = timeout(SEND_TIMEOUT, closed).await;
    }
}
