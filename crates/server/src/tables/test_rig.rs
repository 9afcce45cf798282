//! Tables over a store in memory, for tests. With tokio's time paused, clocks and timeouts are
//! exact.

use std::collections::VecDeque;
use std::net::Ipv4Addr;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use futures_util::FutureExt;
use parlor_protocol::message::{FromClient, Hello, PROTOCOL};
use parlor_protocol::{SeatToken, TableId};
use parlor_table::SeatId;

use crate::client_network::ClientNetwork;
use crate::config::Config;
use crate::metrics::Metrics;
use crate::store::SingleNode;
use crate::store::memory::MemoryStore;
use crate::tables::hosted_table::HostedTable;
use crate::tables::participant::Participant;
use crate::tables::send_queue::Outgoing;
use crate::tables::service::Tables;
use crate::tables::submit::Answer;
use crate::tokens::TokenHash;

/// A game with a clock in which no move has been played, in the text of earlier versions.
pub(crate) const GAME: [&str; 2] = ["opened\tgems~S~\tXO\tguest\tAda\tguest\tBen", "clocked\t60+0"];

/// Tables with everything that runs beside them.
pub(crate) struct Rig {
    pub(crate) tables: Arc<Tables>,
    pub(crate) store: Arc<MemoryStore>,
    pub(crate) nodes: Arc<SingleNode>,
}

impl Rig {
    pub(crate) fn new() -> Self {
        Self::with(|_| {})
    }

    /// Tables whose configuration differs from the usual one.
    pub(crate) fn with(change: impl FnOnce(&mut Config)) -> Self {
        let rig = Self::idle(change);
        rig.run();
        rig
    }

    /// Another node on the same store, which never tells this one of anything.
    pub(crate) fn beside(&self) -> Self {
        let rig = Self::on(self.store.clone(), Config::new("nowhere"));
        rig.run();
        rig
    }

    /// Tables where nothing is ever committed, and no time runs out.
    pub(crate) fn idle(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new("nowhere");
        change(&mut config);
        Self::on(MemoryStore::new(), config)
    }

    fn on(store: Arc<MemoryStore>, config: Config) -> Self {
        let metrics = Arc::new(Metrics::default());
        let nodes = Arc::new(SingleNode::default());
        let tables = Tables::new(Arc::new(config), metrics, store.clone(), nodes.clone());
        Self { tables: Arc::new(tables), store, nodes }
    }

    fn run(&self) {
        tokio::spawn(self.tables.clone().run_group_commit());
        tokio::spawn(self.tables.clone().run_clocks());
        tokio::spawn(self.tables.clone().run_following());
    }

    /// A table with this log.
    pub(crate) async fn table<'a>(
        &self,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Arc<HostedTable> {
        let id = self.store.insert(lines);
        self.tables.registry.find(&id).await.expect("the log of a table")
    }

    /// Submits a command, and gives back what its sender alone is told.
    pub(crate) fn submit(
        &self,
        table: &Arc<HostedTable>,
        participant: &Arc<Participant>,
        text: &str,
    ) -> Option<String> {
        let Ok(FromClient::Submission(submission)) = text.parse() else {
            panic!("{text} is no command");
        };
        match self.tables.submit(table, participant, submission) {
            Answer::Later => None,
            Answer::Message(message) => Some(message),
        }
    }
}

/// A participant in a seat, who is not connected.
pub(crate) fn seated(seat: SeatId) -> Arc<Participant> {
    Arc::new(Participant::new(Some(seat), TokenHash([0; 32]), network()))
}

pub(crate) fn hello(table: TableId, token: Option<SeatToken>) -> Hello {
    Hello { protocol: PROTOCOL, table, token, version: 0, epoch: None, hash: None }
}

pub(crate) fn network() -> ClientNetwork {
    ClientNetwork::of(Ipv4Addr::LOCALHOST.into())
}

/// The messages to a participant, one after the other.
#[derive(Debug)]
pub(crate) struct Inbox {
    pub(crate) participant: Arc<Participant>,
    read: VecDeque<Utf8Bytes>,
}

impl Inbox {
    pub(crate) fn of(participant: Arc<Participant>) -> Self {
        Self { participant, read: VecDeque::new() }
    }

    /// Whether nothing but a welcome and presence has been said.
    pub(crate) fn is_empty(&mut self) -> bool {
        let mut news = VecDeque::new();
        while let Some(Outgoing::Send) = self.participant.send_queue.next(&mut news).now_or_never()
        {
            self.read.append(&mut news);
        }
        let news = ["welcome", "presence"].map(|kind| format!(r#"{{"type":"{kind}""#));
        self.read.iter().all(|message| news.iter().any(|start| message.starts_with(start)))
    }

    /// The next message of this type.
    pub(crate) async fn next(&mut self, kind: &str) -> String {
        let start = format!(r#"{{"type":"{kind}""#);
        loop {
            let Some(message) = self.read.pop_front() else {
                match self.participant.send_queue.next(&mut self.read).await {
                    Outgoing::Send => {}
                    Outgoing::Close(reason) => panic!("the connection is closed: {reason:?}"),
                }
                continue;
            };
            if message.starts_with(&start) {
                return message.to_string();
            }
        }
    }
}
