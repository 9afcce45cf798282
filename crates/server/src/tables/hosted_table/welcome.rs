//! What a client is told first.

use parlor_protocol::message::{Events, Hello, PROTOCOL, Welcome};
use parlor_protocol::{SeatToken, TableId};
use parlor_table::SeatId;
use tokio::time::Instant;

use super::State;
use crate::store::ChainHash;

impl State {
    /// The first message to a client that says this hello.
    pub(crate) fn welcome(
        &self,
        table: &TableId,
        hello: &Hello,
        seat: Option<SeatId>,
        offered: Option<&SeatToken>,
        now: Instant,
    ) -> String {
        let end = self.committed_events;
        let from = self.known_to(table, hello);
        let hash = Some(self.hash_at(table, end).told());
        let welcome = Welcome {
            protocol: PROTOCOL,
            table: table.clone(),
            seat: seat.map(|seat| self.committed.side(seat)),
            token: offered.cloned(),
            thinking: self.committed.thinking(now),
            epoch: Some(self.epoch),
            news: Events { from: from as usize, entries: Vec::new(), hash },
        };
        welcome.with_events(self.log.between(from, end))
    }

    /// How many events of the log a client knows: none, if what it knows is no beginning of this log.
    /// That is another table's log, or one from before this log was restored from a copy.
    fn known_to(&self, table: &TableId, hello: &Hello) -> u32 {
        let known = u32::try_from(hello.version).ok();
        let known = known.filter(|&known| known <= self.committed_events).unwrap_or_default();
        let is_same = hello.table == *table
            && hello.epoch.is_none_or(|epoch| epoch == self.epoch)
            && hello.hash.as_ref().is_none_or(|hash| *hash == self.hash_at(table, known).told());
        if is_same { known } else { 0 }
    }

    /// Which history of the log it is.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// The hash of the log when it had so many events.
    pub(crate) fn hash_at(&self, table: &TableId, version: u32) -> ChainHash {
        if version == self.version() {
            return self.hash;
        }
        let events = (0..version).filter_map(|version| self.log.event(version));
        events.fold(ChainHash::start(table), ChainHash::next)
    }
}
