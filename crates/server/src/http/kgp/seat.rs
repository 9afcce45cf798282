use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use parlor_protocol::TableId;
use parlor_protocol::client::{Device, Memory, Output, RemoteHost};
use parlor_protocol::message::{FromClient, FromServer, NewTable};
use parlor_rules::mancala::Preset;
use parlor_rules::{AnyPosition, Player, Record, Variant};
use parlor_table::{Command, Host, Marks, Name, Phase, PieRule, Report, Table};
use tokio::time::{Instant, sleep_until};

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::http::app::App;
use crate::http::place_at_table::PlaceAtTable;
use crate::tables::{Answer, Outgoing};
use crate::tokens;

/// A bot's seat at a table. It is reached as a browser reaches it, only without a network in between.
pub(super) struct BotSeat {
    app: Arc<App>,
    network: ClientNetwork,
    host: RemoteHost<Memory<fn() -> u128>>,
    /// Its connection to the table.
    place: Option<PlaceAtTable>,
    began: Instant,
    messages: VecDeque<Utf8Bytes>,
}

impl BotSeat {
    /// A seat where an opponent for Kalah is sought, at a table of its own.
    pub(super) async fn seek(
        app: &Arc<App>,
        name: Name,
        network: ClientNetwork,
    ) -> Result<Self, Error> {
        app.new_tables.check(network)?;
        app.tables.count_table(network).await?;
        let new = NewTable {
            game: Record::new(AnyPosition::opening(Variant::Mancala(Preset::Kalah.rules()))),
            name,
            seat: None,
            clock: None,
            marks: Marks::default(),
            pie_rule: PieRule::Off,
            waits: None,
        };
        let key = app.tables.create(new, true).await?;
        let random: fn() -> u128 = || u128::from_ne_bytes(tokens::random_bytes());
        let mut device = Memory::new(random);
        device.keep_token(&key.table, &key.token);
        let host = RemoteHost::new(device, key.table, None, Duration::ZERO);
        let mut seat = Self {
            app: app.clone(),
            network,
            host,
            place: None,
            began: Instant::now(),
            messages: VecDeque::new(),
        };
        seat.drive().await;
        Ok(seat)
    }

    /// Which table it is at: what its link ends with.
    pub(super) fn table_id(&self) -> &TableId {
        self.host.table_id()
    }

    /// The table, once it is known, and the bot's side of it.
    pub(super) fn table(&self) -> Option<(&Table, Player)> {
        let table = self.host.replica().log()?.table();
        Some((table, table.side(self.host.seat()?)))
    }

    /// Whether the table cannot be reached any more.
    pub(super) fn has_ended(&self) -> bool {
        matches!(self.host.status(), parlor_protocol::client::Status::Ended(_))
    }

    /// Whether a game is being played.
    pub(super) fn is_playing(&self) -> bool {
        self.table().is_some_and(|(table, _)| matches!(table.phase(), Phase::Playing(_)))
    }

    /// Whether what was submitted has not been answered.
    pub(super) fn is_waiting(&self) -> bool {
        !self.host.pending().is_empty()
    }

    /// Submits a command, as every player does.
    pub(super) async fn submit(&mut self, command: Command) {
        self.host.submit(command);
        self.drive().await;
    }

    /// Waits until something has happened. To stop waiting loses nothing.
    pub(super) async fn wait(&mut self) {
        let Self { place, messages, .. } = self;
        let said = async {
            match place {
                Some(place) => place.participant.send_queue.next(messages).await,
                None => std::future::pending().await,
            }
        };
        let due = self.host.deadline().map(|due| self.began + due);
        let time = async {
            match due {
                Some(due) => sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        let outgoing = tokio::select! {
            outgoing = said => Some(outgoing),
            () = time => None,
        };
        let now = self.began.elapsed();
        for message in self.messages.drain(..) {
            self.host.received(&message, now);
        }
        match outgoing {
            Some(Outgoing::Send) => {}
            Some(Outgoing::Close(_)) => self.disconnect(),
            None => self.host.tick(now),
        }
    }

    /// Does what the host asks for. True if it has been refused something.
    pub(super) async fn drive(&mut self) -> bool {
        while let Some(output) = self.host.next_output() {
            match output {
                Output::Connect => self.host.connected(),
                Output::Disconnect => self.leave(),
                Output::Send(message) => self.send(message).await,
                Output::Notice(_) => {}
            }
        }
        let mut is_refused = false;
        while let Some(report) = self.host.next_report() {
            is_refused |= matches!(report, Report::Refused { .. });
        }
        is_refused
    }

    /// Is away from the table, to be back at it later.
    pub(super) fn disconnect(&mut self) {
        self.leave();
        self.host.disconnected(self.began.elapsed());
    }

    /// Is back at the table.
    pub(super) async fn reconnect(&mut self) {
        self.host.wake(self.began.elapsed());
        self.drive().await;
    }

    /// Gives the seat up: the game, if one is being played, and then the seat.
    pub(super) async fn give_up(mut self) {
        if self.place.is_none() {
            self.reconnect().await;
        }
        if self.is_playing() {
            self.submit(Command::Resign).await;
            while self.is_waiting() && self.place.is_some() {
                self.wait().await;
                self.drive().await;
            }
        }
        self.submit(Command::Leave).await;
    }

    async fn send(&mut self, message: FromClient) {
        let now = self.began.elapsed();
        match (message, &self.place) {
            (FromClient::Hello(hello), _) => {
                self.leave();
                match self.app.tables.connect(hello, self.network).await {
                    Ok(connected) => {
                        self.place = Some(PlaceAtTable::new(self.app.clone(), connected));
                    }
                    Err(error) => {
                        error.log();
                        self.host.heard(FromServer::Error(error.problem()), now);
                    }
                }
            }
            (FromClient::Submission(submission), Some(place)) => {
                let answer = self.app.tables.submit(&place.table, &place.participant, submission);
                match answer {
                    Answer::Later => {}
                    Answer::Message(message) => place.participant.send_queue.push(message.into()),
                }
            }
            (FromClient::Ping, _) => self.host.heard(FromServer::Pong, now),
            // What is not sent now is sent again on the next connection.
            (FromClient::Submission(_), None) | (FromClient::React(_), _) => {}
        }
    }

    fn leave(&mut self) {
        if let Some(place) = self.place.take() {
            place.leave();
        }
    }
}

impl Drop for BotSeat {
    fn drop(&mut self) {
        self.leave();
    }
}
