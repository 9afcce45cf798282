//! Pairing: bringing players together who seek an opponent for the same game.
//!
//! Each has a table of their own to wait at. A pair is made when a player connects to theirs,
//! because then they are there, and so is the one who waits: they are given a seat at that one's
//! table, and leave their own.
//!
//! These are two commits, and a server may stop between them, or another node list a table that its
//! player has left. So where a player sits is asked of the store before they are paired: one who sits at
//! another table already waits at none.

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
        let connected = async {
            let found = match Seeker::at(&own, hello) {
                Some(seeker) => self.find_opponent(&own, seeker).await?,
                None => self.seat_elsewhere(hello, Some(own.log)).await?,
            };
            let table = found.unwrap_or_else(|| own.clone());
            let participant = self.admit(&table, hello, network).await?;
            Ok((table, participant))
        };
        let connected = connected.await;
        if connected.is_err() {
            self.stop_waiting_if_gone(&own, &mut own.lock());
        }
        connected
    }

    /// Tries to pair those who wait here, every now and then, for ever.
    pub(crate) async fn run_pairing(self: Arc<Self>) {
        loop {
            sleep(PAIR_EVERY).await;
            for table in self.registry.all() {
                let seeker = {
                    let state = table.lock();
                    // Listed or not: a connection of theirs that ended while another one came may have
                    // taken the table off the list.
                    let is_here = state.attendance().seats != [false; 2];
                    let token = is_here.then(|| state.waiting_token()).flatten();
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
        loop {
            let other = self.nodes.meet(&waiter).await?;
            // They may have been paired before, just when the server stopped, or by another node.
            if let Some(table) = self.store.find_seat(&token, Some(own.log)).await? {
                if let Some(other) = other {
                    self.nodes.part(&waiter, &other).await?;
                }
                self.move_out(own, token);
                return self.registry.find(&table).await.map(Some);
            }
            let Some(other) = other else { return Ok(None) };
            // In the meantime a friend may have come by the link, or the one who waited may have gone.
            if let Some(table) = self.join(&other, name.clone(), token).await {
                self.move_out(own, token);
                return Ok(Some(table));
            }
            self.nodes.part(&waiter, &other).await?;
        }
    }

    /// Has a player leave the table where they waited, because they sit at another one.
    fn move_out(self: &Arc<Self>, own: &Arc<HostedTable>, token: TokenHash) {
        let mut state = own.lock();
        // Their other devices reconnect, and are brought to the same table.
        state.participants.disconnect(CloseReason::Reconnect);
        if let Err(error) = self.submit_for(own, &mut state, token, Command::Leave, None) {
            error.log();
        }
        self.stop_waiting(own, &mut state);
    }

    /// Gives a player who is not connected a seat where another one waits, and returns the table when
    /// that is committed.
    async fn join(&self, id: &TableId, name: Name, token: TokenHash) -> Option<Arc<HostedTable>> {
        let table = self.registry.find(id).await.ok()?;
        let waiting = table.lock().waiting_token()?;
        if self.store.find_seat(&waiting, Some(table.log)).await.ok()?.is_some() {
            return None;
        }
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
        let (sender, receipt) = Receipt::new();
        {
            let mut state = table.lock();
            if !state.seeks_opponent() {
                drop(state);
                return Some(table);
            }
            // The other one had left before, at another node: nobody is here.
            self.submit_for(&table, &mut state, token, Command::Leave, Some(sender)).ok()?;
        }
        receipt.committed().await.ok()?;
        None
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
    use std::collections::VecDeque;
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::store::Nodes;
    use crate::tables::send_queue::Outgoing;
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

    /// A player who wants to play Gems, and has not connected yet.
    async fn seek(rig: &Rig) -> Hello {
        let new: NewTable = r#"{"game":"gems"}"#.parse().expect("a table");
        let seat = rig.tables.create(new, true).await.expect("a table");
        hello(seat.table, Some(seat.token))
    }

    /// Their table, and their token as it is stored.
    async fn own(rig: &Rig, hello: &Hello) -> (Arc<HostedTable>, TokenHash) {
        let table = rig.tables.registry.find(&hello.table).await.expect("a table");
        (table, TokenHash::of(hello.token.as_ref().expect("a token")))
    }

    /// Lists a player's table, as a node would that is gone since.
    async fn list(rig: &Rig, hello: &Hello) {
        let (table, token) = own(rig, hello).await;
        let seek = Seeker::of(&table.lock(), token).expect("they wait").seek.to_string();
        let waiter = Waiter { log: table.log, table: table.id.clone(), seek, ticket: Ticket(0) };
        assert_eq!(rig.nodes.meet(&waiter).await.expect("a list"), None);
    }

    #[tokio::test]
    async fn nobody_is_paired_with_a_player_who_sits_at_another_table_already() {
        let rig = Rig::new();
        let [ada, ben, cy] = [seek(&rig).await, seek(&rig).await, seek(&rig).await];
        list(&rig, &ben).await;
        let (bens, ben_token) = own(&rig, &ben).await;
        let (adas, _) = own(&rig, &ada).await;
        let paired = rig.tables.join(&adas.id, Name::new("Ben"), ben_token).await;
        assert!(paired.is_some_and(|table| table.id == adas.id));
        // The server stops before Ben has left his own table, where another player is sent now.
        let (at, _) = rig.tables.connect(cy.clone(), network()).await.expect("a seat");
        assert_eq!(at.id, cy.table);
        // When he is back, he is brought to Ada, and has left his own table.
        let (at, _) = rig.tables.connect(ben, network()).await.expect("a seat");
        assert_eq!(at.id, adas.id);
        assert!(bens.lock().waiting_token().is_none());
    }

    #[tokio::test]
    async fn nobody_is_paired_with_a_table_that_its_player_has_left() {
        let rig = Rig::new();
        let [ben, cy] = [seek(&rig).await, seek(&rig).await];
        list(&rig, &ben).await;
        let (bens, token) = own(&rig, &ben).await;
        let left = rig.tables.submit_for(&bens, &mut bens.lock(), token, Command::Leave, None);
        left.expect("he may leave");
        let (at, _) = rig.tables.connect(cy.clone(), network()).await.expect("a seat");
        assert_eq!(at.id, cy.table, "he waits at his own");
    }

    #[tokio::test]
    async fn a_player_who_was_faster_than_news_of_the_other_leaving_does_not_stay_alone() {
        let rig = Rig::new();
        let [ben, cy] = [seek(&rig).await, seek(&rig).await];
        list(&rig, &ben).await;
        let (bens, token) = own(&rig, &ben).await;
        // He leaves at another node, of which this one has not heard yet.
        let elsewhere = rig.beside();
        let same = elsewhere.tables.registry.find(&bens.id).await.expect("a table");
        let (sender, receipt) = Receipt::new();
        let leave = Command::Leave;
        let left = elsewhere.tables.submit_for(&same, &mut same.lock(), token, leave, Some(sender));
        left.expect("he may leave");
        receipt.committed().await.expect("that is stored");
        assert!(bens.lock().waiting_token().is_some());
        let (at, _) = rig.tables.connect(cy.clone(), network()).await.expect("a seat");
        assert_eq!(at.id, cy.table, "he waits at his own");
    }

    #[tokio::test]
    async fn all_devices_of_a_player_are_brought_along_from_whichever_node() {
        let rig = Rig::new();
        let ben = seek(&rig).await;
        let (table, participant) =
            rig.tables.connect(ben.clone(), network()).await.expect("a seat");
        let known = table.lock().known_version();
        let elsewhere = rig.beside();
        let (same, token) = own(&elsewhere, &ben).await;
        elsewhere.tables.move_out(&same, token);
        while same.lock().known_version() == known {
            tokio::task::yield_now().await;
        }
        rig.tables.follow_up_to(&table, known + 1).await.expect("it is read");
        let mut messages = VecDeque::new();
        let closed = loop {
            match participant.send_queue.next(&mut messages).await {
                Outgoing::Send => {}
                Outgoing::Close(reason) => break reason,
            }
        };
        assert_eq!(closed, CloseReason::Reconnect);
        let told = messages.iter().any(|message| message.contains("seated"));
        assert!(!told, "they would throw their token away: {messages:?}");
    }

    #[tokio::test]
    async fn a_table_is_not_listed_if_its_player_could_not_be_let_in() {
        let rig = Rig::new();
        let ada = seek(&rig).await;
        own(&rig, &ada).await;
        rig.store.failing_reads.store(1, Ordering::Relaxed);
        rig.tables.connect(ada, network()).await.expect_err("where she sits could not be read");
        while rig.nodes.waiting() > 0 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_who_is_there_is_listed_again() {
        let rig = Rig::new();
        let ada = seek(&rig).await;
        let (table, _participant) = rig.tables.connect(ada, network()).await.expect("a seat");
        // As an older connection of hers would that ended while this one came.
        rig.tables.stop_waiting(&table, &mut table.lock());
        while rig.nodes.waiting() > 0 {
            tokio::task::yield_now().await;
        }
        tokio::spawn(rig.tables.clone().run_pairing());
        sleep(2 * PAIR_EVERY).await;
        assert_eq!(rig.nodes.waiting(), 1);
    }

    #[tokio::test]
    async fn nobody_is_paired_with_a_player_who_has_just_gone() {
        let rig = Rig::new();
        let (ada, ben) = (seek(&rig).await, seek(&rig).await);
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
