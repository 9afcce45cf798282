use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::client::Replica;
use parlor_protocol::message::{
    Events, FromClient, FromServer, Hello, Presence, Reason, SeatKey, Welcome, Whereabouts,
};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::Player;
use parlor_table::{GameLog, Table};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::host::Host;

/// A client that knows the log of its table and nothing else.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    replica: Replica,
    pub(crate) seat: Option<Player>,
    /// The key to the seat they have, or that they will have when they join.
    pub(crate) token: Option<SeatToken>,
    pub(crate) table_id: TableId,
    pub(crate) presence: Presence,
    /// The epoch of the log.
    epoch: Option<u32>,
    /// The number of the first event that they were told on this connection.
    pub(crate) began_at: usize,
    commands: u32,
}

/// What a client knows of a log, and the epoch of it.
type Known = (Replica, Option<u32>);

/// Longer than anything takes here. Only a test that fails waits for it.
pub(crate) const LONG: Duration = Duration::from_mins(1);

impl Client {
    /// Comes to a table with the key to a seat.
    pub(crate) async fn sit(host: &Host, key: &SeatKey) -> Self {
        Self::try_sit(host, key).await.expect("no welcome")
    }

    /// Comes to a table with the key to a seat, if the table has not expired.
    pub(crate) async fn try_sit(host: &Host, key: &SeatKey) -> Option<Self> {
        Self::try_hello(host, &key.table, Some(key.token.clone()), Known::default()).await
    }

    /// Comes to a table with the key to a seat, from a place that a proxy tells.
    pub(crate) async fn sit_from(host: &Host, key: &SeatKey, place: &str) -> Self {
        let socket = connect_from(host, place).await.expect("a connection");
        let (token, known) = (Some(key.token.clone()), Known::default());
        Self::greet(socket, &key.table, token, known).await.expect("no welcome")
    }

    /// Comes to a table without one.
    pub(crate) async fn visit(host: &Host, table: &TableId) -> Self {
        Self::hello(host, table, None, Known::default()).await
    }

    /// Comes to a table by its link and takes the free seat.
    pub(crate) async fn join(host: &Host, table: &TableId, name: &str) -> Self {
        let mut client = Self::visit(host, table).await;
        client.send(&message!("join", name: name.to_string())).await;
        client.news().await;
        client.seat = (0..2)
            .map(|index| Player::BOTH[index])
            .find(|&player| client.table().name(player) == name);
        client
    }

    /// Comes back with what they know.
    pub(crate) async fn again(self, host: &Host) -> Self {
        let Self { replica, epoch, token, table_id, .. } = self;
        Self::hello(host, &table_id, token, (replica, epoch)).await
    }

    /// Comes to the same table on a second connection, with the same key and knowledge.
    pub(crate) async fn twin(&self, host: &Host) -> Self {
        let known = (self.replica.clone(), self.epoch);
        Self::hello(host, &self.table_id, self.token.clone(), known).await
    }

    async fn hello(host: &Host, table: &TableId, token: Option<SeatToken>, known: Known) -> Self {
        Self::try_hello(host, table, token, known).await.expect("no welcome")
    }

    async fn try_hello(
        host: &Host,
        table: &TableId,
        token: Option<SeatToken>,
        known: Known,
    ) -> Option<Self> {
        let socket = connect(host.address, None).await.expect("a connection");
        Self::greet(socket, table, token, known).await
    }

    async fn greet(
        socket: WebSocketStream<TcpStream>,
        table: &TableId,
        token: Option<SeatToken>,
        known: Known,
    ) -> Option<Self> {
        let (replica, epoch) = known;
        let mut client = Self {
            socket,
            replica,
            seat: None,
            token,
            table_id: table.clone(),
            presence: Presence::default(),
            epoch,
            began_at: 0,
            commands: 0,
        };
        let (token, version) = (client.token.clone(), client.version());
        let hash = client.replica.hash().cloned();
        let hello = Hello { protocol: 2, table: table.clone(), token, version, epoch, hash };
        client.send(&FromClient::Hello(hello).to_string()).await;
        match client.next().await {
            // The rest of a long log follows.
            FromServer::Welcome(welcome) => {
                let version = welcome.version.expect("it says how many events there are");
                client.reach(version as usize).await;
            }
            FromServer::Error(problem) if problem.reason == Reason::NoSuchTable => return None,
            other => panic!("{other:?}"),
        }
        let FromServer::Presence(_) = client.next().await else { panic!("no presence") };
        Some(client)
    }

    pub(crate) async fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("the server listens");
    }

    /// The next message, after what it tells has been taken in.
    pub(crate) async fn next(&mut self) -> FromServer {
        match self.receive().await {
            Ok(message) => message,
            Err(end) => panic!("the connection ended: {end:?}"),
        }
    }

    /// The next message, or how the connection ended.
    pub(crate) async fn receive(&mut self) -> Result<FromServer, Option<CloseCode>> {
        loop {
            let message =
                timeout(LONG, self.socket.next()).await.expect("the server says something");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
                    self.take_in(&message);
                    return Ok(message);
                }
                Some(Ok(Message::Close(frame))) => {
                    // Reading on is what confirms it.
                    let _ = timeout(LONG, self.socket.next()).await;
                    return Err(frame.map(|frame| frame.code));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    fn take_in(&mut self, message: &FromServer) {
        match message {
            FromServer::Welcome(Welcome { table, seat, token, epoch, news, .. }) => {
                self.epoch = *epoch;
                self.began_at = news.from;
                self.table_id = table.clone();
                self.seat = *seat;
                self.token = token.clone().or(self.token.take());
                if news.from == 0 {
                    self.replica = Replica::default();
                }
                self.replica.catch_up(news.clone()).expect("nothing is taken back");
            }
            FromServer::Events(news) => {
                self.replica.follow(news.clone()).expect("nothing is missing or taken back");
            }
            FromServer::Presence(presence) => self.presence = *presence,
            _ => {}
        }
    }

    /// Waits for events and gives them back.
    pub(crate) async fn news(&mut self) -> Events {
        loop {
            match self.next().await {
                FromServer::Events(news) => return news,
                FromServer::Presence(_) | FromServer::Reaction { .. } => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Waits until the log has so many events.
    pub(crate) async fn reach(&mut self, version: usize) {
        while self.version() < version {
            self.news().await;
        }
    }

    /// Waits for a refusal and gives back its reason.
    pub(crate) async fn refusal(&mut self) -> Reason {
        loop {
            match self.next().await {
                FromServer::Refused { problem, .. } | FromServer::Error(problem) => {
                    return problem.reason;
                }
                FromServer::Presence(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Waits until people are here as expected.
    pub(crate) async fn sees(&mut self, here: [bool; 2], watching: usize) {
        let is_as_wanted = |presence: &Presence| {
            presence.players.map(|player| player == Whereabouts::Here) == here
                && presence.watching == watching
        };
        while !is_as_wanted(&self.presence) {
            self.next().await;
        }
    }

    /// Plays a move under a new name, and waits until it is acknowledged.
    pub(crate) async fn play(&mut self, choice: u8) {
        self.commands += 1;
        let id = format!("m{}-{}", self.version(), self.commands);
        self.send(&message!("move", choice: choice, version: self.version(), id: id)).await;
        let news = self.news().await;
        let acknowledged = news.entries[0].note.key.as_ref().map(ToString::to_string);
        assert_eq!(acknowledged, Some(id));
    }

    pub(crate) fn version(&self) -> usize {
        self.replica.version()
    }

    /// The log as it is known here.
    pub(crate) fn log(&self) -> GameLog {
        self.replica.log().expect("a log comes with the welcome").clone()
    }

    pub(crate) fn table(&self) -> Table {
        self.log().table().clone()
    }
}

/// Whether this is a message of this type.
pub(crate) fn is_a(kind: &str, text: &str) -> bool {
    text.starts_with(&format!(r#"{{"type":"{kind}""#))
}

/// Why something is not done, out of an answer that says so.
pub(crate) fn reason_in(text: &str) -> String {
    match text.parse() {
        Ok(FromServer::Error(problem) | FromServer::Refused { problem, .. }) => {
            problem.reason.code().to_owned()
        }
        _ => panic!("{text}"),
    }
}

/// Opens a connection, with another origin if one is given.
pub(crate) async fn connect(
    address: SocketAddr,
    origin: Option<&str>,
) -> Result<WebSocketStream<TcpStream>, Box<tokio_tungstenite::tungstenite::Error>> {
    connect_with(address, origin.map(|origin| ("origin", origin))).await
}

/// Opens a connection from another place, as a proxy would tell it.
pub(crate) async fn connect_from(
    host: &Host,
    place: &str,
) -> Result<WebSocketStream<TcpStream>, Box<tokio_tungstenite::tungstenite::Error>> {
    connect_with(host.address, Some(("x-forwarded-for", place))).await
}

async fn connect_with(
    address: SocketAddr,
    header: Option<(&'static str, &str)>,
) -> Result<WebSocketStream<TcpStream>, Box<tokio_tungstenite::tungstenite::Error>> {
    let stream = TcpStream::connect(address).await.expect("the server listens");
    let mut request =
        format!("ws://{address}/api/socket").into_client_request().expect("an address");
    if let Some((name, value)) = header {
        request.headers_mut().insert(name, value.parse().expect("a header"));
    }
    let (socket, _) = client_async(request, stream).await.map_err(Box::new)?;
    Ok(socket)
}

/// Two people at a table, both connected.
pub(crate) async fn pair(host: &Host, mut body: Value) -> [Client; 2] {
    body["name"] = "Ada".into();
    body["seat"] = 1.into();
    let key = host.set(body).await;
    let mut one = Client::sit(host, &key).await;
    let two = Client::join(host, &key.table, "Ben").await;
    one.reach(two.version()).await;
    [one, two]
}
