//! A WebSocket from the client's side, for thousands of them in one thread.
//!
//! `tungstenite` reads and writes the frames in two buffers, and `tokio` waits for the bytes. To have
//! `tokio-tungstenite` do both would wake a task by way of two more wakers for each message, and whatever
//! a client in the load test costs, the server beside it does without.

use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite;
use tungstenite::client::client_with_config;
use tungstenite::handshake::HandshakeError;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message};

/// A connection.
pub(crate) struct WebSocket {
    stream: TcpStream,
    frames: tungstenite::WebSocket<Buffers>,
}

/// How many bytes are read at once. Most messages have a hundred.
const READ_BUFFER: usize = 2 * 1024;

impl WebSocket {
    /// Connects to a path of a server.
    pub(crate) async fn connect(server: SocketAddr, path: &str) -> Result<Self, Error> {
        let mut stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER).write_buffer_size(0);
        let buffers = Buffers { incoming: Vec::with_capacity(READ_BUFFER), outgoing: Vec::new() };
        let url = format!("ws://{server}{path}");
        let mut handshake = client_with_config(url, buffers, Some(config));
        loop {
            let mut interrupted = match handshake {
                Ok((frames, _)) => return Ok(Self { stream, frames }),
                Err(HandshakeError::Interrupted(interrupted)) => interrupted,
                Err(HandshakeError::Failure(error)) => return Err(error),
            };
            let buffers = interrupted.get_mut().get_mut();
            buffers.send(&mut stream).await?;
            buffers.receive(&mut stream).await?;
            handshake = interrupted.handshake();
        }
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.frames.write(message)?;
        Ok(self.frames.get_mut().send(&mut self.stream).await?)
    }

    /// Waits for a message. Nothing is lost if it is not waited for to the end.
    pub(crate) async fn receive(&mut self) -> Result<Message, Error> {
        loop {
            match self.frames.read() {
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    let buffers = self.frames.get_mut();
                    // A ping is answered while it is read.
                    buffers.send(&mut self.stream).await?;
                    buffers.receive(&mut self.stream).await?;
                }
                read => return read,
            }
        }
    }
}

/// Bytes that came and were not read yet, and bytes that were written and have not left yet.
struct Buffers {
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
}

impl Buffers {
    async fn send(&mut self, stream: &mut TcpStream) -> io::Result<()> {
        while !self.outgoing.is_empty() {
            let sent = stream.write(&self.outgoing).await?;
            self.outgoing.drain(..sent);
        }
        Ok(())
    }

    async fn receive(&mut self, stream: &mut TcpStream) -> io::Result<()> {
        match stream.read_buf(&mut self.incoming).await? {
            0 => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }
}

impl Read for Buffers {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.incoming.is_empty() {
            return Err(ErrorKind::WouldBlock.into());
        }
        let read = Read::read(&mut self.incoming.as_slice(), buffer)?;
        self.incoming.drain(..read);
        Ok(read)
    }
}

impl Write for Buffers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Write::write(&mut self.outgoing, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use futures_util::{SinkExt, StreamExt};
    use tokio::net::TcpListener;
    use tokio_tungstenite::accept_async;

    use super::*;

    #[tokio::test]
    async fn messages_of_any_length_are_read_and_pings_answered() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let long = "long ".repeat(10 * READ_BUFFER);
        let serve = async {
            let (stream, _) = listener.accept().await.expect("a client");
            let mut socket = accept_async(stream).await.expect("a handshake");
            assert_eq!(next(&mut socket).await, Message::text("hello"));
            socket.send(Message::Ping("still there?".into())).await.expect("it is open");
            assert_eq!(next(&mut socket).await, Message::Pong("still there?".into()));
            socket.send(Message::text(long.clone())).await.expect("it is open");
        };
        let talk = async {
            let mut socket = WebSocket::connect(address, "/").await.expect("a server");
            socket.send(Message::text("hello")).await.expect("it is open");
            let ping = socket.receive().await.expect("it is open");
            assert_eq!(ping, Message::Ping("still there?".into()));
            assert_eq!(socket.receive().await.expect("it is open"), Message::text(long.clone()));
            assert!(socket.receive().await.is_err(), "the server has gone");
        };
        tokio::join!(serve, talk);
    }

    async fn next<S>(socket: &mut S) -> Message
    where
        S: StreamExt<Item = Result<Message, Error>> + Unpin,
    {
        socket.next().await.expect("it is open").expect("a message")
    }
}
