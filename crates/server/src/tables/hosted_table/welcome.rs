//! What a client is told first.

use axum::extract::ws::Utf8Bytes;
use parlor_protocol::message::{Events, Hello, PROTOCOL, Welcome};
use parlor_protocol::{SeatToken, TableId};
use parlor_table::SeatId;
use tokio::time::Instant;

use super::State;
use crate::store::ChainHash;

impl State {
    /// The first messages to a client that says this hello: the welcome, and the pages of the log for
    /// which it has no room.
    pub(crate) fn greeting(
        &mut self,
        table: &TableId,
        hello: &Hello,
        seat: Option<SeatId>,
        offered: Option<&SeatToken>,
        now: Instant,
    ) -> Vec<Utf8Bytes> {
        let end = self.committed_events;
        let from = self.known_to(table, hello);
        let to = self.log.end_of_page(from).min(end);
        let news = Events {
            from: from as usize,
            entries: Vec::new(),
            hash: Some(self.log.hash_at(to).told()),
        };
        let welcome = Welcome {
            protocol: PROTOCOL,
            table: table.clone(),
            seat: seat.map(|seat| self.committed.side(seat)),
            token: offered.cloned(),
            thinking: self.committed.thinking(now),
            version: Some(end),
            epoch: Some(self.epoch),
            news,
        };
        let welcome = welcome.with_events(&self.log.between(from, to));
        let mut messages = vec![Utf8Bytes::from(welcome)];
        messages.extend(self.log.messages(to, end));
        messages
    }

    /// How many events of the log a client knows: none, if what it knows is no beginning of this log.
    /// That is another table's log, or one from before this log was restored from a copy.
    fn known_to(&self, table: &TableId, hello: &Hello) -> u32 {
        let known = u32::try_from(hello.version).ok();
        let known = known.filter(|&known| known <= self.committed_events).unwrap_or_default();
        let is_same = hello.table == *table
            && hello.epoch.is_none_or(|epoch| epoch == self.epoch)
            && hello.hash.as_ref().is_none_or(|hash| *hash == self.log.hash_at(known).told());
        if is_same { known } else { 0 }
    }

    /// Which history of the log it is.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The hash of the log when it had so many events.
    pub(crate) fn hash_at(&self, version: u32) -> ChainHash {
        self.log.hash_at(version)
    }
}
