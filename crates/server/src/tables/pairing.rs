//! Pairing: bringing players together who seek an opponent for the same game.
//!
//! Each has a table of their own to wait at. A pair is made when a player connects to theirs,
//! because then they are there, and so is the one who waits: they are given a seat at that one's
//! table, and leave their own.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use parlor_protocol::TableId;
use parlor_protocol::message::{Hello, NewTable, SeatKey};
use parlor_table::{Clock, Clocks, Command, Name, PieRule, Table};
use tokio::time::sleep;

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::store::{LogId, Ticket, Waiter};
use crate::tables::hosted_table::{HostedTable, Listing, State};
use crate::tables::participant::Participant;
use crate::tables::request::Receipt;
use crate::tables::send_queue::CloseReason;
use crate::tables::service::Tables;
use crate::tokens::{self, TokenHash};

/// What a player wants to play.
#[derive(PartialEq, Eq)]
struct Seek {
    /// The game and its moves so far, as text.
    game: String,
    clock: Option<Clock>,
    pie_rule: PieRule,
}

impl Seek {
    /// What is played at a table.
    fn at(table: &Table) -> Self {
        let clock = table.clocks().map(Clocks::clock);
        Self { game: table.play().record().to_string(), clock, pie_rule: table.pie_rule() }
    }

    /// What is to be played at a new table.
    fn of(new: &NewTable) -> Self {
        Self { game: new.game.to_string(), clock: new.clock, pie_rule: new.pie_rule }
    }
}

/// Equal texts are equal wishes.
impl fmt::Display for Seek {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, clock, pie_rule } = self;
        write!(f, "{game} {clock:?} {pie_rule:?}")
    }
}

/// A player who waits to be paired.
pub(super) struct Seeker {
    token: TokenHash,
    name: Name,
    seek: Seek,
}

impl Seeker {
    /// The player with this token, if they wait at this table.
    fn of(state: &State, token: TokenHash) -> Option<Self> {
        let seat = state.seat_of_hash(&token)?;
        state.seeks_opponent().then(|| {
            let name = state.table.seat(state.table.side(seat)).name.clone();
            Self { token, name, seek: Seek::at(&state.table) }
        })
    }

    /// The player who says this hello, if they wait at this table.
    pub(super) fn at(table: &HostedTable, hello: &Hello) -> Option<Self> {
        Self::of(&table.lock(), TokenHash::of(hello.token.as_ref()?))
    }
}

/// How often players who wait are tried to be paired again: one who was about to be paired may have gone
/// just then, or their node with them.
const PAIR_EVERY: Duration = Duration::from_secs(5);

impl Tables {
    /// The seat where a player waits already for what they ask for again: in two tabs they would be
    /// paired with themselves.
    pub(crate) async fn existing_seek(&self, new: &NewTable) -> Option<SeatKey> {
        let (id, token) = new.waits.clone()?;
        let table = self.registry.find(&id).await.ok()?;
        let mut state = table.lock();
        let side = state.table.side(state.seat_of(&token)?);
        let same = Seek::at(&state.table) == Seek::of(new) && *state.table.marks() == new.marks;
        if !state.seeks_opponent() || !same {
            return None;
        }
        if state.table.seat(side).name != new.name {
            let rename = Command::Rename { player: None, name: new.name.clone() };
            self.submit_for(&table, &mut state, TokenHash::of(&token), rename, None).ok()?;
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
        // They may have been paired before, just when the server stopped.
        let mut found = self.seat_elsewhere(hello, Some(own.log)).await?;
        if found.is_none()
            && let Some(seeker) = Seeker::at(&own, hello)
        {
            found = self.find_opponent(&own, seeker).await?;
        }
        let table = found.unwrap_or_else(|| own.clone());
        let admitted = self.admit(&table, hello, network).await;
        if admitted.is_err() {
            self.stop_waiting_if_gone(&own, &mut own.lock());
        }
        Ok((table, admitted?))
    }

    /// Tries to pair those who wait here, every now and then, for ever.
    pub(crate) async fn run_pairing(self: Arc<Self>) {
        loop {
            sleep(PAIR_EVERY).await;
            for table in self.registry.all() {
                let seeker = {
                    let state = table.lock();
                    let is_listed = matches!(state.listing, Listing::Listed(_));
                    let token = is_listed.then(|| state.waiting_token()).flatten();
                    token.and_then(|token| Seeker::of(&state, token))
                };
                if let Some(seeker) = seeker
                    && let Err(error) = self.find_opponent(&table, seeker).await
                {
                    error.log();
                }
            }
        }
    }

    /// The table of a player who waits for the same, with a seat there for the one who waits at their
    /// own table.
    async fn find_opponent(
        self: &Arc<Self>,
        own: &Arc<HostedTable>,
        Seeker { token, name, seek }: Seeker,
    ) -> Result<Option<Arc<HostedTable>>, Error> {
        let waiter = Waiter {
            log: own.log,
            table: own.id.clone(),
            seek: seek.to_string(),
            ticket: Ticket(i64::from_ne_bytes(tokens::random_bytes())),
        };
        own.lock().listing = Listing::Listed(waiter.ticket);
        while let Some(other) = self.nodes.meet(&waiter).await? {
            // In the meantime a friend may have come by the link, or the one who waited may have gone.
            let Some(table) = self.join(&other, name.clone(), token).await else {
                self.nodes.part(&waiter, &other).await?;
                continue;
            };
            let mut state = own.lock();
            // Their other devices reconnect, and are brought to the same table.
            state.participants.disconnect(CloseReason::Reconnect);
            self.submit_for(own, &mut state, token, Command::Leave, None)?;
            self.stop_waiting(own, &mut state);
            return Ok(Some(table));
        }
        Ok(None)
    }

    /// Gives a player who is not connected a seat where another one waits, and returns the table when
    /// that is committed.
    async fn join(&self, id: &TableId, name: Name, token: TokenHash) -> Option<Arc<HostedTable>> {
        let table = self.registry.find(id).await.ok()?;
        let (sender, receipt) = Receipt::new();
        {
            let mut state = table.lock();
            let join = Command::Join { name, seat: None };
            let is_waiting = state.seeks_opponent() && state.listing != Listing::Withdrawn;
            is_waiting
                .then(|| self.submit_for(&table, &mut state, token, join, Some(sender)))?
                .ok()?;
        }
        receipt.committed().await.ok()?;
        Some(table)
    }

    /// Takes a table off the list of those where a player waits, if none is connected any more or they
    /// have been joined. One who reconnects is listed again.
    pub(super) fn stop_waiting_if_gone(
        self: &Arc<Self>,
        table: &Arc<HostedTable>,
        state: &mut State,
    ) {
        if matches!(state.listing, Listing::Listed(_))
            && (!state.seeks_opponent() || state.attendance().seats == [false; 2])
        {
            self.stop_waiting(table, state);
        }
    }

    fn stop_waiting(self: &Arc<Self>, table: &Arc<HostedTable>, state: &mut State) {
        let Listing::Listed(ticket) = state.listing else { return };
        state.listing = Listing::Withdrawn;
        let (tables, log) = (self.clone(), table.log);
        tokio::spawn(async move {
            if let Err(error) = tables.nodes.stop_waiting(log, ticket).await {
                // Whoever is sent there sees that nobody waits.
                tracing::warn!(%error, "a table where nobody waits is still listed");
            }
        });
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
        assert_eq!(rig.nodes.waiting(), 1, "a player waits");
        rig.tables.leave(&table, &participant);
        while rig.nodes.waiting() > 0 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn nobody_is_paired_with_a_player_who_has_just_gone() {
        let rig = Rig::new();
        let seek = async || {
            let new: NewTable = r#"{"game":"gems"}"#.parse().expect("a table");
            let seat = rig.tables.create(new, true).await.expect("a table");
            hello(seat.table, Some(seat.token))
        };
        let (ada, ben) = (seek().await, seek().await);
        let (table, participant) =
            rig.tables.connect(ada.clone(), network()).await.expect("a seat");
        rig.tables.leave(&table, &participant);
        // The task that takes her off the list has not run yet.
        assert_eq!(rig.nodes.waiting(), 1);
        let (at, _) = rig.tables.connect(ben.clone(), network()).await.expect("a seat");
        assert_eq!(at.id, ben.table, "he waits at his own");
        // When she is back, they are paired.
        let (at, _) = rig.tables.connect(ada, network()).await.expect("a seat");
        assert_eq!(at.id, ben.table);
    }
}
