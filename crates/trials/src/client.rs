//! A client of the protocol in `docs/protocol.md`.

use std::fmt::{self, Display};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use parlor_protocol::client::{Device, Notice, Output, RemoteHost, SeatLink};
use parlor_protocol::message::{FromClient, FromServer, Hello, NewTable, PROTOCOL, SeatKey};
use parlor_protocol::{SeatToken, TableId};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::history::History;
use crate::websocket::WebSocket;

/// A WebSocket that speaks the protocol.
pub struct Connection(WebSocket);

/// A connection that has ended, for whatever reason. Its client reconnects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

impl Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the connection was lost")
    }
}

impl std::error::Error for Lost {}

impl Connection {
    /// Connects to a server, or to what stands in for one.
    ///
    /// # Errors
    /// If no server answers there.
    pub async fn open(address: SocketAddr) -> Result<Self, Lost> {
        WebSocket::connect(address, "/api/socket").await.map(Self).map_err(|_| Lost)
    }

    /// Connects and says hello.
    ///
    /// # Errors
    /// If no server answers there.
    pub async fn hello(
        address: SocketAddr,
        table: &TableId,
        token: Option<&SeatToken>,
        version: usize,
    ) -> Result<Self, Lost> {
        let mut connection = Self::open(address).await?;
        let (table, token) = (table.clone(), token.cloned());
        let hello = Hello { protocol: PROTOCOL, table, token, version, epoch: None, hash: None };
        connection.send(&FromClient::Hello(hello)).await?;
        Ok(connection)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection has ended.
    pub async fn send(&mut self, message: &FromClient) -> Result<(), Lost> {
        self.0.send(Message::text(message.to_string())).await.map_err(|_| Lost)
    }

    /// Waits for a message.
    ///
    /// # Errors
    /// If the connection has ended, or the server says what no server should.
    pub async fn receive(&mut self) -> Result<FromServer, Lost> {
        self.receive_text().await?.parse().map_err(|_| Lost)
    }

    /// Waits for a message, and does not read it.
    ///
    /// # Errors
    /// If the connection has ended, or the server sends no text.
    pub async fn receive_text(&mut self) -> Result<Utf8Bytes, Lost> {
        loop {
            match self.0.receive().await {
                Ok(Message::Text(text)) => return Ok(text),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(Message::Binary(_) | Message::Close(_) | Message::Frame(_)) | Err(_) => {
                    return Err(Lost);
                }
            }
        }
    }
}

/// Sets a table for a friend. It waits for the answer: not for a thread that has other things to do.
///
/// # Errors
/// If the server cannot be reached, or will not.
pub fn set_table(
    agent: &ureq::Agent,
    server: SocketAddr,
    new: &NewTable,
) -> anyhow::Result<SeatKey> {
    ask_for_seat(agent, server, "tables", new)
}

/// Sets a table to wait at for anyone who wants the same. It waits for the answer, too.
///
/// # Errors
/// If the server cannot be reached, or will not.
pub fn seek_opponent(
    agent: &ureq::Agent,
    server: SocketAddr,
    new: &NewTable,
) -> anyhow::Result<SeatKey> {
    ask_for_seat(agent, server, "anyone", new)
}

fn ask_for_seat(
    agent: &ureq::Agent,
    server: SocketAddr,
    path: &str,
    new: &NewTable,
) -> anyhow::Result<SeatKey> {
    let url = format!("http://{server}/api/{path}");
    let answer = agent.post(url).send(new.to_string())?.into_body().read_to_string()?;
    Ok(answer.trim_end().parse()?)
}

/// A table that a server keeps, over a WebSocket.
pub struct RemoteTable<D> {
    /// The table.
    pub host: RemoteHost<D>,
    address: SocketAddr,
    connection: Option<Connection>,
    opened: Instant,
    /// What was said and heard.
    pub history: History,
}

impl<D: Device> RemoteTable<D> {
    /// Goes to a table, by a server or by what stands in for one.
    pub fn new(address: SocketAddr, device: D, table: TableId, link: Option<SeatLink>) -> Self {
        let history = History::new(table.clone());
        let host = RemoteHost::new(device, table, link, Duration::ZERO);
        Self { host, address, connection: None, opened: Instant::now(), history }
    }

    /// Connects by another way from now on.
    pub fn go_to(&mut self, address: SocketAddr) {
        self.address = address;
    }

    /// The time as the host counts it.
    pub fn now(&self) -> Duration {
        self.opened.elapsed()
    }

    /// Whether there is a connection, greeted or not.
    pub fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Ends the connection, as a bad network would.
    pub fn cut_off(&mut self) {
        self.connection = None;
        self.host.disconnected(self.now());
    }

    /// Does what the host asks for, and gives back what it has to say besides.
    pub async fn drive(&mut self) -> Vec<Notice> {
        let mut notices = Vec::new();
        while let Some(output) = self.host.next_output() {
            match output {
                Output::Connect => match Connection::open(self.address).await {
                    Ok(connection) => {
                        self.connection = Some(connection);
                        self.host.connected();
                    }
                    Err(Lost) => self.cut_off(),
                },
                Output::Disconnect => self.connection = None,
                Output::Send(message) => {
                    self.history.said(&message);
                    if let Some(connection) = &mut self.connection
                        && connection.send(&message).await.is_err()
                    {
                        self.cut_off();
                    }
                }
                Output::Notice(notice) => notices.push(notice),
            }
        }
        notices
    }

    /// Waits for the server to say something, for the connection to end or for something to be due.
    pub async fn wait(&mut self) {
        let time = self.host.deadline().map(|deadline| deadline.saturating_sub(self.now()));
        let received = async {
            match &mut self.connection {
                Some(connection) => connection.receive().await,
                None => std::future::pending().await,
            }
        };
        match timeout(time.unwrap_or(Duration::MAX), received).await {
            Ok(Ok(message)) => {
                self.history.heard(&message);
                self.host.heard(message, self.now());
            }
            Ok(Err(Lost)) => self.cut_off(),
            Err(_) => self.host.tick(self.now()),
        }
    }
}
