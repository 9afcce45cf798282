use std::io;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_kgp::{Arrived, LineBuffer, NotALine};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{self, Message};

use super::address::Address;
use crate::remote::{Bytestream, Unreachable, open_socket_at};

/// Lines to the other side and from it.
pub(crate) struct Wire {
    link: Link,
    buffer: LineBuffer,
}

enum Link {
    Tcp(TcpStream),
    Socket(Box<WebSocketStream<Box<dyn Bytestream>>>),
}

/// How long a line may take to leave.
const SEND_WITHIN: Duration = Duration::from_secs(30);
/// How long it may take to reach the other side.
const CONNECT_WITHIN: Duration = Duration::from_secs(20);

impl Wire {
    /// Connects to a server.
    pub(crate) async fn open(address: &Address) -> Result<Self, Unreachable> {
        let late = |_| Unreachable::NoAnswer(io::ErrorKind::TimedOut.into());
        match address {
            Address::Tcp { host, port } => {
                let connected = TcpStream::connect((host.as_str(), *port));
                let stream = timeout(CONNECT_WITHIN, connected).await.map_err(late)?;
                Self::over(stream.map_err(Unreachable::NoAnswer)?).map_err(Unreachable::NoAnswer)
            }
            Address::Socket { url, server } => {
                let socket = timeout(CONNECT_WITHIN, open_socket_at(server, url)).await;
                let link = Link::Socket(Box::new(socket.map_err(late)??));
                Ok(Self { link, buffer: LineBuffer::default() })
            }
        }
    }

    /// Takes over a connection that is open already.
    pub(crate) fn over(stream: TcpStream) -> io::Result<Self> {
        // A move is short, and must not wait until there is more to send.
        stream.set_nodelay(true)?;
        Ok(Self { link: Link::Tcp(stream), buffer: LineBuffer::default() })
    }

    /// Waits for a line; `None` if the connection has ended. To stop waiting loses nothing.
    pub(crate) async fn receive(&mut self) -> Option<Arrived> {
        loop {
            if let Some(arrived) = self.buffer.next_line() {
                return Some(arrived);
            }
            match &mut self.link {
                Link::Tcp(stream) => {
                    let mut bytes = [0; 4096];
                    match stream.read(&mut bytes).await {
                        Ok(0) | Err(_) => return None,
                        Ok(read) => self.buffer.push(&bytes[..read]),
                    }
                }
                Link::Socket(socket) => match socket.next().await? {
                    Ok(Message::Text(text)) => self.buffer.push_message(&text),
                    Ok(Message::Binary(_)) => return Some(Err(NotALine::NotText)),
                    Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                    Ok(Message::Close(_)) | Err(_) => return None,
                },
            }
        }
    }

    /// Sends a line.
    pub(crate) async fn send(&mut self, line: &str) -> io::Result<()> {
        let line = format!("{line}\r\n");
        let sent = async {
            match &mut self.link {
                Link::Tcp(stream) => stream.write_all(line.as_bytes()).await,
                Link::Socket(socket) => {
                    socket.send(Message::text(line)).await.map_err(|error| match error {
                        tungstenite::Error::Io(error) => error,
                        other => io::Error::other(other),
                    })
                }
            }
        };
        timeout(SEND_WITHIN, sent).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}
