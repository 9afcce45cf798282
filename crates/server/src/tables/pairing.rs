//! Pairing: bringing players together who seek an opponent for the same game.
//!
//! Each has a table of their own to wait at. A pair is made when a player connects to theirs,
//! because then they are there, and so is the one who waits: they are given a seat at that one's
//! table, and leave their own.

use std::sync::Arc;

use parlor_protocol::message::{Hello, NewTable, SeatKey, Submission};
use parlor_table::{Command, Name, SeatId};

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::store::LogId;
use crate::tables::commit_queue::Receipt;
use crate::tables::hosted_table::HostedTable;
use crate::tables::participant::Participant;
use crate::tables::send_queue::CloseReason;
use crate::tables::service::Tables;
use crate::tables::submit::Submitter;
use crate::tables::waiting_list::Seek;
use crate::tokens::TokenHash;

/// A player who waits to be paired.
pub(super) struct Seeker {
    seat: SeatId,
    token: TokenHash,
    name: Name,
    seek: Seek,
}

impl Seeker {
    /// The player who says this hello, if they wait at this table.
    pub(super) fn at(table: &HostedTable, hello: &Hello) -> Option<Self> {
        let token = hello.token.as_ref()?;
        let state = table.lock();
        let seat = state.seat_of(token)?;
        state.seeks_opponent().then(|| {
            let name = state.table.seat(state.table.side(seat)).name.clone();
            Self { seat, token: TokenHash::of(token), name, seek: Seek::at(&state.table) }
        })
    }
}

impl Tables {
    /// The seat where a player waits already for what they ask for again: in two tabs they would be
    /// paired with themselves.
    pub(crate) async fn existing_seek(&self, new: &NewTable) -> Option<SeatKey> {
        let (id, token) = new.waits.clone()?;
        let table = self.registry.find(&id).await.ok()?;
        let mut state = table.lock();
        let seat = state.seat_of(&token)?;
        let side = state.table.side(seat);
        let same = Seek::at(&state.table) == Seek::of(new) && *state.table.marks() == new.marks;
        if !state.seeks_opponent() || !same {
            return None;
        }
        if state.table.seat(side).name != new.name {
            let by = seated(seat, TokenHash::of(&token));
            let rename = plain(Command::Rename { player: None, name: new.name.clone() });
            self.carry_out(&table, &mut state, &by, rename, None).ok()?;
        }
        Some(SeatKey { table: id, seat: side, token })
    }

    /// Pairs a player who connects to their table with one who waits for the same; or lets them
    /// wait.
    pub(super) async fn pair(
        self: &Arc<Self>,
        own: Arc<HostedTable>,
        hello: &Hello,
        network: ClientNetwork,
    ) -> Result<(Arc<HostedTable>, Arc<Participant>), Error> {
        let _one_pair_at_a_time = self.waiting_list.lock().await;
        let table = self.find_opponent(&own, hello).await?.unwrap_or(own);
        let participant = self.admit(&table, hello, network)?;
        if let Some(Seeker { seek, .. }) = Seeker::at(&table, hello) {
            self.waiting_list.add(&table, seek);
        }
        Ok((table, participant))
    }

    /// The table of a player who waits for the same, with a seat there for the one who says this
    /// hello.
    async fn find_opponent(
        &self,
        own: &Arc<HostedTable>,
        hello: &Hello,
    ) -> Result<Option<Arc<HostedTable>>, Error> {
        let Some(Seeker { seat, token, name, seek }) = Seeker::at(own, hello) else {
            return Ok(None);
        };
        // They may have been paired before, just when the server stopped.
        let mut found = self.seat_elsewhere(hello, Some(own.log)).await?;
        while found.is_none()
            && let Some(table) = self.waiting_list.take(&seek, own)
        {
            // A friend may have come by the link in the meantime.
            let joined = self.join(&table, name.clone(), token).await;
            found = joined.is_ok().then_some(table);
        }
        if found.is_some() {
            let mut state = own.lock();
            // Their other devices reconnect, and are brought to the same table.
            state.participants.disconnect(CloseReason::Reconnect);
            let leave = plain(Command::Leave);
            self.carry_out(own, &mut state, &seated(seat, token), leave, None)?;
        }
        Ok(found)
    }

    /// Gives a seat to a player who is not connected, and returns when that is committed.
    async fn join(
        &self,
        table: &Arc<HostedTable>,
        name: Name,
        token: TokenHash,
    ) -> Result<(), Error> {
        let (sender, receipt) = Receipt::new();
        let by = Submitter { seat: None, token, participant: None };
        let join = plain(Command::Join { name, seat: None });
        self.carry_out(table, &mut table.lock(), &by, join, Some(sender))?;
        receipt.committed().await
    }

    /// A table other than the one of this log where a player's token opens a seat.
    pub(super) async fn seat_elsewhere(
        &self,
        hello: &Hello,
        log: Option<LogId>,
    ) -> Result<Option<Arc<HostedTable>>, Error> {
        let Some(token) = &hello.token else { return Ok(None) };
        match self.store.find_seat(&TokenHash::of(token), log).await? {
            Some(table) => self.registry.find(&table).await.map(Some),
            None => Ok(None),
        }
    }
}

fn seated(seat: SeatId, token: TokenHash) -> Submitter<'static> {
    Submitter { seat: Some(seat), token, participant: None }
}

/// A command without an idempotency key, which the server gives itself and never sends twice.
fn plain(command: Command) -> Submission {
    Submission { command, key: None, version: None, token: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::test_rig::{Rig, hello, network};

    #[tokio::test]
    async fn a_table_is_listed_while_its_player_is_connected() {
        let rig = Rig::new();
        let new: NewTable = r#"{"game":"gems"}"#.parse().expect("a table");
        let seat = rig.tables.create(new, true).await.expect("a table");
        let hello = hello(seat.table, Some(seat.token));
        let (table, participant) = rig.tables.connect(hello, network()).await.expect("a seat");
        rig.tables.waiting_list.evict_gone();
        assert_eq!(rig.tables.waiting_list.len(), 1, "a player waits");
        rig.tables.leave(&table, &participant);
        rig.tables.waiting_list.evict_gone();
        assert_eq!(rig.tables.waiting_list.len(), 0, "they have gone");
    }
}
