use std::slice;
use std::sync::Arc;

use parlor_protocol::message::Hello;

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::tables::hosted_table::HostedTable;
use crate::tables::pairing::Seeker;
use crate::tables::participant::Participant;
use crate::tables::service::Tables;

impl Tables {
    /// Connects a client to the table that it asks for, or to the one where its player was paired.
    pub(crate) async fn connect(
        self: &Arc<Self>,
        hello: Hello,
        network: ClientNetwork,
    ) -> Result<(Arc<HostedTable>, Arc<Participant>), Error> {
        let table = self.find_seat_or_table(&hello).await?;
        self.catch_up_with(&table, &hello).await?;
        if Seeker::at(&table, &hello).is_some() {
            return self.pair(table, &hello, network).await;
        }
        let participant = self.admit(&table, &hello, network).await?;
        Ok((table, participant))
    }

    /// Has a table know what a client knows of it. They may come from another node, which told them of
    /// events that this one has not heard of yet, and must not be welcomed with less.
    async fn catch_up_with(&self, table: &Arc<HostedTable>, hello: &Hello) -> Result<(), Error> {
        let is_known = hello.version <= table.lock().known_version() as usize;
        if is_known || hello.table != table.id {
            return Ok(());
        }
        // A client may say anything: the store knows how many events there are.
        let stored = self.nodes.stored_versions(slice::from_ref(&table.id)).await?;
        match stored.first() {
            Some(&(_, version)) => self.follow_up_to(table, version).await,
            None => Ok(()),
        }
    }

    /// A player who was paired and brought to another table may still know the first one alone,
    /// which may even have expired.
    async fn find_seat_or_table(&self, hello: &Hello) -> Result<Arc<HostedTable>, Error> {
        let found = self.registry.find(&hello.table).await;
        let (log, may_sit_elsewhere) = match &found {
            Ok(table) => (Some(table.log), table.lock().may_sit_elsewhere(hello.token.as_ref())),
            Err(Error::NoSuchTable) => (None, true),
            Err(_) => (None, false),
        };
        let elsewhere =
            if may_sit_elsewhere { self.seat_elsewhere(hello, log).await? } else { None };
        elsewhere.map_or(found, Ok)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures_util::poll;

    use super::*;
    use crate::tables::test_rig::{GAME, Rig, hello, network};

    #[tokio::test]
    async fn a_client_that_connects_during_a_shutdown_is_not_admitted() {
        let rig = Rig::new();
        let table = rig.store.insert(GAME);
        rig.store.read_gate.close();
        let mut connecting = pin!(rig.tables.connect(hello(table, None), network()));
        assert!(poll!(connecting.as_mut()).is_pending(), "the table is being read");
        rig.tables.shut_down();
        rig.store.read_gate.let_one_through();
        assert!(matches!(connecting.await, Err(Error::ShuttingDown)));
    }
}
