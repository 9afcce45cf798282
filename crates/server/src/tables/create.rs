use std::sync::Arc;
use std::time::Duration;

use parlor_protocol::message::{EventsMessage, NewTable, SeatKey};
use parlor_rules::Player;
use parlor_table::{Event, Name, Occupant, Opening, Seat};

use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::store::{
    Append, ChainHash, EncodedEvents, LogHeader, StoredLog, TableLimit, Vocabulary,
};
use crate::tables::commit_queue::Pending;
use crate::tables::hosted_table::HostedTable;
use crate::tables::request::Receipt;
use crate::tables::service::Tables;
use crate::tables::space::SpaceLeft;
use crate::tokens::{self, TokenHash};

/// The most moves that a game may have when its table is set.
const OPENING_MOVES: usize = 1_000;

impl Tables {
    /// Counts one more table that is set from a network, with one limit for all nodes.
    pub(crate) async fn count_table(&self, network: ClientNetwork) -> Result<(), Error> {
        match self.nodes.count_table(network, self.config.tables_per_minute).await {
            Ok(()) => Ok(()),
            Err(TableLimit::Exceeded(retry_after)) => Err(retry_after.into()),
            // Then it could not be stored, either.
            Err(TableLimit::Failed(error)) => Err(error.into()),
        }
    }

    /// Sets a table, gives its first player a seat, and returns when it is committed. The other
    /// seat is for a friend with the link, or for anyone who seeks an opponent for the same game.
    pub(crate) async fn create(
        self: &Arc<Self>,
        new: NewTable,
        seeks_opponent: bool,
    ) -> Result<SeatKey, Error> {
        self.ensure_running()?;
        if self.commit_queue.is_full() {
            return Err(Error::Overloaded);
        }
        match self.space.left() {
            SpaceLeft::Enough => {}
            SpaceLeft::Little | SpaceLeft::None => return Err(Error::StorageFull),
        }
        if moves_played(&new) > OPENING_MOVES {
            return Err(Error::OpeningTooLong);
        }
        if Vocabulary::needed_for(new.game.start()) > self.store.vocabulary() {
            return Err(Error::NotYetKnown);
        }
        let seat = new.seat.unwrap_or_else(random_side);
        let token = tokens::new_seat_token();
        let mut seat_tokens = [None; 2];
        seat_tokens[seat.index()] = Some(TokenHash::of(&token));
        let id = tokens::new_table_id();
        let header = LogHeader {
            table: id.clone(),
            secret: tokens::random_bytes(),
            seeks_opponent,
            tokens: seat_tokens,
            epoch: LogHeader::FIRST_EPOCH,
        };
        let events = EncodedEvents::new(first_events(new, seat), ChainHash::start(&id));
        let log = self.store.new_log_id();
        let stored = StoredLog {
            id: log,
            header: header.clone(),
            events: events.iter().map(|event| event.json.to_owned()).collect(),
            key_uses: Vec::new(),
            version: 0,
            hash: None,
            age: Duration::ZERO,
        };
        let table = HostedTable::uncommitted(stored).map_err(|_| Error::ImpossibleOpening)?;
        let table = Arc::new(table);
        self.registry.insert(table.clone());
        let (sender, receipt) = Receipt::new();
        let header = Some(Box::new(header));
        let append = Append { log, header, version: 0, events, key_use: None, seat: None };
        let committed = table.lock().once_committed();
        let pending = Pending { table, committed, moves: 0, request: None, receipt: Some(sender) };
        self.commit_queue.push(append, pending);
        receipt.committed().await?;
        self.metrics.tables_set.inc();
        Ok(SeatKey { table: id, seat, token })
    }
}

fn moves_played(new: &NewTable) -> usize {
    new.game.plies().len()
}

fn random_side() -> Player {
    if tokens::random_bytes::<1>()[0].is_multiple_of(2) { Player::One } else { Player::Two }
}

fn first_events(new: NewTable, seat: Player) -> EventsMessage {
    let NewTable { game, name, clock, marks, pie_rule, .. } = new;
    let free = Seat { name: Name::default(), occupant: Occupant::Nobody };
    let mut seats = [free.clone(), free];
    seats[seat.index()] = Seat { name, occupant: Occupant::Guest };
    let opened = Event::Opened(Opening { marks, pie_rule, ..Opening::new(game, seats) });
    let mut message = EventsMessage::new(0);
    for event in [opened].into_iter().chain(clock.map(Event::Clocked)) {
        message.push(&event.into());
    }
    message
}

#[cfg(test)]
mod tests {
    use parlor_table::SeatId;

    use super::*;
    use crate::store::Room;
    use crate::tables::test_rig::{GAME, Rig, seated};

    #[tokio::test]
    async fn as_room_gets_scarce_tables_are_refused_and_then_moves_until_there_is_room_again() {
        let rig = Rig::with(|config| config.disk_reserve = 1_000);
        let table = rig.table(GAME).await;
        let rename = |name: &str| {
            let renamed = format!(r#"{{"type":"rename","data":{{"name":"{name}"}}}}"#);
            rig.submit(&table, &seated(SeatId::First), &renamed)
        };
        let create = || async {
            let new = r#"{"game":"gems"}"#.parse().expect("a table");
            rig.tables.create(new, false).await
        };
        let has_left = async |bytes| {
            *rig.store.room.lock() = Room { disk_free: Some(bytes), database: 0 };
            rig.tables.check_room().await;
        };
        has_left(999).await;
        assert!(matches!(create().await, Err(Error::StorageFull)));
        assert_eq!(rename("Ada"), None, "it will be stored");
        has_left(100).await;
        assert!(matches!(create().await, Err(Error::StorageFull)));
        assert!(rename("Bea").is_some_and(|answer| answer.contains(r#""reason":"storage-full""#)));
        has_left(1_000).await;
        assert!(create().await.is_ok());
        assert_eq!(rename("Bea"), None);
    }
}
