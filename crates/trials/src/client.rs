//! A client of the protocol in `docs/protocol.md`.

use std::fmt::{self, Display};
use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::message::{
    Events, FromClient, FromServer, Hello, NewTable, PROTOCOL, SeatKey,
};
use parlor_protocol::{SeatToken, TableId};
use parlor_rules::Player;
use parlor_table::{GameLog, Refusal};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A WebSocket that speaks the protocol.
pub struct Connection(WebSocketStream<TcpStream>);

/// A connection that has ended, for whatever reason. Whoever it belonged to connects again.
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
    /// If nobody answers there.
    pub async fn open(address: SocketAddr) -> Result<Self, Lost> {
        let stream = TcpStream::connect(address).await.map_err(|_| Lost)?;
        stream.set_nodelay(true).map_err(|_| Lost)?;
        let url = format!("ws://{address}/api/socket");
        let (socket, _) =
            client_async_with_config(url, stream, Some(small())).await.map_err(|_| Lost)?;
        Ok(Self(socket))
    }

    /// Connects and says hello.
    ///
    /// # Errors
    /// If nobody answers there.
    pub async fn hello(
        address: SocketAddr,
        table: &TableId,
        token: Option<&SeatToken>,
        version: usize,
    ) -> Result<Self, Lost> {
        let mut connection = Self::open(address).await?;
        let (table, token) = (table.clone(), token.cloned());
        let hello = Hello { protocol: PROTOCOL, table, token, version };
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
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return text.parse().map_err(|_| Lost),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return Err(Lost),
            }
        }
    }
}

/// Buffers for thousands of sockets in one process.
pub(crate) fn small() -> WebSocketConfig {
    WebSocketConfig::default().read_buffer_size(2 * 1024).write_buffer_size(0)
}

/// Sets a table. It waits for the answer: not for a thread that has other things to do.
///
/// # Errors
/// If the server cannot be reached, or will not.
pub fn set_table(
    agent: &ureq::Agent,
    server: SocketAddr,
    new: &NewTable,
) -> anyhow::Result<SeatKey> {
    let url = format!("http://{server}/api/tables");
    let answer = agent.post(url).send(new.to_string())?.into_body().read_to_string()?;
    Ok(answer.trim_end().parse()?)
}

/// What a client has been told about a table.
#[derive(Clone, Debug, Default)]
pub struct Known(Option<GameLog>);

/// What no client may ever be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contradiction {
    /// An event that was told before is another one now.
    Changed(usize),
    /// An event that was told before is not there any more.
    Gone(usize),
    /// An event that cannot have happened.
    Impossible(usize, Refusal),
}

impl Known {
    /// How many events are known.
    pub fn version(&self) -> usize {
        self.0.as_ref().map_or(0, GameLog::version)
    }

    /// The log as far as it is known, once anything is.
    pub fn log(&self) -> Option<&GameLog> {
        self.0.as_ref()
    }

    /// Where somebody sits now who had this side when the table was opened.
    pub fn seat(&self, home: Player) -> Player {
        self.0.as_ref().map_or(home, |log| log.table().home(home))
    }

    /// Hears news, which may overlap with what is known, and says how many events were new. None
    /// are taken if some before them are missing: whoever hears that says hello again.
    ///
    /// # Errors
    /// If the news contradict what is known.
    pub fn hear(&mut self, news: Events) -> Result<usize, Contradiction> {
        let before = self.version();
        for (number, entry) in (news.from..).zip(news.entries) {
            match &mut self.0 {
                None if number == 0 => {
                    let log = GameLog::try_from(vec![entry]);
                    self.0 = Some(log.map_err(|why| Contradiction::Impossible(number, why))?);
                }
                Some(log) if number < log.version() => {
                    if log.entries()[number] != entry {
                        return Err(Contradiction::Changed(number));
                    }
                }
                Some(log) if number == log.version() => {
                    log.append(entry).map_err(|why| Contradiction::Impossible(number, why))?;
                }
                _ => break,
            }
        }
        Ok(self.version() - before)
    }

    /// Hears the news of a welcome, which reach to the present: nothing that is known may be
    /// missing from the log by then.
    ///
    /// # Errors
    /// If the news contradict what is known.
    pub fn hear_all(&mut self, news: Events) -> Result<usize, Contradiction> {
        let present = news.from + news.entries.len();
        if present < self.version() {
            return Err(Contradiction::Gone(present));
        }
        self.hear(news)
    }
}

impl Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(number) => write!(f, "event {number} is not what it was"),
            Self::Gone(number) => write!(f, "event {number} is gone"),
            Self::Impossible(number, why) => {
                write!(f, "event {number} cannot have happened: {why}")
            }
        }
    }
}

impl std::error::Error for Contradiction {}

#[cfg(test)]
mod tests {
    use parlor_protocol::text::read_entry;

    use super::*;

    fn news(from: usize, lines: &[&str]) -> Events {
        let entries = lines.iter().map(|line| read_entry(line).expect("an event")).collect();
        Events { from, entries }
    }

    fn known() -> Known {
        let mut known = Known::default();
        let opened = "opened\tgems~S~\tXO\tguest\tAda\tguest\tBen";
        assert_eq!(known.hear_all(news(0, &[opened, "moved\t0", "moved\t0"])), Ok(3));
        known
    }

    #[test]
    fn what_is_known_may_be_told_again() {
        let mut known = known();
        assert_eq!(known.hear(news(1, &["moved\t0", "moved\t0"])), Ok(0));
        assert_eq!(known.hear(news(2, &["moved\t0", "moved\t1"])), Ok(1));
        assert_eq!(known.hear(news(9, &["moved\t0"])), Ok(0), "some are missing before these");
        assert_eq!(known.version(), 4);
    }

    #[test]
    fn a_log_that_changes_shrinks_or_makes_no_sense_is_found_out() {
        assert_eq!(known().hear(news(2, &["moved\t1"])), Err(Contradiction::Changed(2)));
        assert_eq!(known().hear_all(news(1, &["moved\t0"])), Err(Contradiction::Gone(2)));
        assert!(matches!(
            known().hear(news(3, &["moved\t0"])),
            Err(Contradiction::Impossible(3, _))
        ));
    }
}
