//! What holds of every store, whatever it keeps logs in.

use std::time::Duration;

use parlor_protocol::TableId;
use parlor_protocol::message::EventsMessage;
use parlor_table::SeatId;

use super::{Append, AppendError, ChainHash, EncodedEvents, LogHeader, LogId, SeatChange, Store};
use crate::tokens::{self, TokenHash};

/// Makes a test of each law, for stores that this expression opens. Beside the store it gives something
/// that has to be kept meanwhile.
macro_rules! store_laws {
    ($($law:ident),* $(,)?) => {
        /// Tests of the laws, for stores that `$open` opens.
        macro_rules! test_store_laws {
            ($open:expr) => {
                mod laws {
                    use super::*;
                    $(#[tokio::test]
                    async fn $law() {
                        let (store, _kept) = $open;
                        crate::store::laws::$law(&store).await;
                    })*
                }
            };
        }
        pub(crate) use test_store_laws;
    };
}
store_laws!(
    who_comes_too_late_costs_others_nothing,
    every_log_gets_its_events_out_of_a_large_batch,
    what_is_not_the_next_event_is_refused_and_others_do_not_suffer,
    events_of_a_new_log_and_what_follows_can_be_stored_together,
    a_seat_is_found_by_its_token_while_it_has_it,
    logs_are_read_together_each_from_its_own_version,
    a_deleted_log_leaves_nothing_behind_and_the_others_as_they_were,
    nothing_expires_before_its_time,
);

/// More than fit into one statement of any store.
const LARGE: usize = 600;

/// A log as it is in a store, or as it is about to be.
#[derive(Clone)]
pub(super) struct Log {
    pub(super) id: LogId,
    pub(super) table: TableId,
    /// The hash of what is in the store.
    hash: ChainHash,
    version: u32,
}

impl Log {
    pub(super) fn new(store: &dyn Store) -> Self {
        let table = tokens::new_table_id();
        Self { id: store.new_log_id(), hash: ChainHash::start(&table), table, version: 0 }
    }

    /// The first event of the log.
    pub(super) fn open(&mut self) -> Append {
        let header = LogHeader {
            table: self.table.clone(),
            secret: [0; 16],
            seeks_opponent: false,
            tokens: [None; 2],
            epoch: LogHeader::FIRST_EPOCH,
        };
        Append { header: Some(Box::new(header)), ..self.next(&[OPENED]) }
    }

    /// Events that continue the log.
    pub(super) fn next(&mut self, events: &[&str]) -> Append {
        let append = self.at(self.version, events);
        self.version += append.events.count();
        self.hash = append.events.iter().last().map_or(self.hash, |event| event.hash);
        append
    }

    /// Events that claim to have this version.
    pub(super) fn at(&self, version: u32, events: &[&str]) -> Append {
        let message = EventsMessage::of(version, events.iter().copied());
        let events = EncodedEvents::new(message, self.hash);
        Append { log: self.id, header: None, version, events, key_use: None, seat: None }
    }

    pub(super) async fn events(&self, store: &dyn Store, from: u32) -> Option<Vec<String>> {
        store.read_one(&self.table, from).await.expect("a store").map(|stored| stored.events)
    }
}

pub(super) const OPENED: &str = r#"{"type":"opened"}"#;
pub(super) const MOVED: &str = r#"{"type":"moved","data":{"choice":2}}"#;
pub(super) const RESIGNED: &str = r#"{"type":"resigned","data":{"player":1}}"#;

/// Stores a new log with one event.
pub(super) async fn begin(store: &dyn Store) -> Log {
    let mut log = Log::new(store);
    append(store, log.open()).await.expect("room");
    log
}

pub(super) async fn append(store: &dyn Store, append: Append) -> Result<(), AppendError> {
    store.append(&[append]).await.pop().expect("an answer")
}

pub(super) async fn who_comes_too_late_costs_others_nothing(store: &dyn Store) {
    let (mut first, mut second) = (begin(store).await, begin(store).await);
    let late = first.clone();
    append(store, first.next(&[MOVED])).await.expect("the next event");
    let batch = [late.at(1, &[MOVED]), second.next(&[MOVED]), late.at(2, &[MOVED])];
    let results = store.append(&batch).await;
    assert!(matches!(
        results[..],
        [Err(AppendError::Conflict), Ok(()), Err(AppendError::Conflict)]
    ));
}

pub(super) async fn every_log_gets_its_events_out_of_a_large_batch(store: &dyn Store) {
    let moved = |number: usize| format!(r#"{{"type":"moved","data":{{"choice":{number}}}}}"#);
    let (mut batch, mut logs) = (Vec::new(), Vec::new());
    for number in 0..LARGE {
        let mut log = begin(store).await;
        batch.push(log.next(&[&moved(number), RESIGNED]));
        logs.push(log);
    }
    batch.push(logs[0].next(&[r#"{"type":"rematched"}"#]));
    assert!(store.append(&batch).await.iter().all(Result::is_ok));
    for (number, log) in logs.iter().enumerate().skip(1) {
        let expected = [OPENED, &moved(number), RESIGNED];
        assert_eq!(log.events(store, 0).await.expect("a log"), expected);
    }
    let news = [RESIGNED, r#"{"type":"rematched"}"#];
    assert_eq!(logs[0].events(store, 2).await.expect("a log"), news);
    assert_eq!(logs[0].events(store, 4).await, Some(Vec::new()));
}

pub(super) async fn what_is_not_the_next_event_is_refused_and_others_do_not_suffer(
    store: &dyn Store,
) {
    use AppendError::Conflict;
    let (first, mut second) = (begin(store).await, begin(store).await);
    let unknown = Log { id: LogId(99), ..first.clone() };
    let late = second.clone();
    let batch = [
        first.at(2, &[MOVED]),
        first.at(1, &[MOVED]),
        second.next(&[MOVED, MOVED, RESIGNED]),
        late.at(1, &[MOVED]),
        unknown.at(0, &[OPENED]),
    ];
    let results = store.append(&batch).await;
    let expected =
        matches!(results[..], [Err(Conflict), Err(Conflict), Ok(()), Err(Conflict), Err(Conflict)]);
    assert!(expected, "{results:?}");
    assert_eq!(first.events(store, 0).await.expect("a log"), [OPENED]);
    assert_eq!(second.events(store, 3).await.expect("a log"), [RESIGNED]);
}

pub(super) async fn events_of_a_new_log_and_what_follows_can_be_stored_together(store: &dyn Store) {
    let mut log = Log::new(store);
    let token = TokenHash([7; 32]);
    let seated = SeatChange { seat: SeatId::Second, token: Some(token) };
    let batch =
        [log.open(), Append { seat: Some(seated), ..log.next(&[RESIGNED]) }, log.next(&[MOVED])];
    assert!(store.append(&batch).await.iter().all(Result::is_ok));
    let stored = store.read_one(&log.table, 0).await.expect("a store").expect("a log");
    assert_eq!((stored.events.len(), stored.version), (3, 3));
    assert_eq!(stored.hash, Some(log.hash));
    assert_eq!(
        stored.header.tokens.map(|token| token.map(|TokenHash(hash)| hash)),
        [None, Some([7; 32])]
    );
}

pub(super) async fn a_seat_is_found_by_its_token_while_it_has_it(store: &dyn Store) {
    let (mut one, mut other) = (begin(store).await, begin(store).await);
    let token = TokenHash(tokens::random_bytes());
    let found = async |other_than| {
        store.find_seat(&token, other_than).await.expect("a store").map(|id| id.as_str().to_owned())
    };
    assert_eq!(found(None).await, None);
    for (log, seat) in [(&mut one, SeatId::First), (&mut other, SeatId::Second)] {
        let seated = SeatChange { seat, token: Some(token) };
        append(store, Append { seat: Some(seated), ..log.next(&[MOVED]) }).await.expect("stored");
    }
    assert_eq!(found(Some(one.id)).await.as_deref(), Some(other.table.as_str()));
    assert_eq!(found(Some(other.id)).await.as_deref(), Some(one.table.as_str()));
    let left = SeatChange { seat: SeatId::First, token: None };
    append(store, Append { seat: Some(left), ..one.next(&[MOVED]) }).await.expect("stored");
    assert_eq!(found(None).await.as_deref(), Some(other.table.as_str()));
    assert_eq!(found(Some(other.id)).await, None);
}

pub(super) async fn logs_are_read_together_each_from_its_own_version(store: &dyn Store) {
    let (mut one, mut other) = (begin(store).await, begin(store).await);
    append(store, one.next(&[MOVED, RESIGNED])).await.expect("stored");
    append(store, other.next(&[MOVED])).await.expect("stored");
    let unknown = tokens::new_table_id();
    let asked =
        [(other.table.clone(), 2), (unknown, 0), (one.table.clone(), 1), (other.table.clone(), 0)];
    let logs = store.read(&asked).await.expect("a store");
    let read: Vec<Option<(LogId, Vec<String>, u32)>> = logs
        .into_iter()
        .map(|log| log.expect("whole").map(|log| (log.id, log.events, log.version)))
        .collect();
    let events = |events: &[&str]| events.iter().map(|&event| event.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        read,
        [
            Some((other.id, Vec::new(), 2)),
            None,
            Some((one.id, events(&[MOVED, RESIGNED]), 3)),
            Some((other.id, events(&[OPENED, MOVED]), 2)),
        ]
    );
}

pub(super) async fn a_deleted_log_leaves_nothing_behind_and_the_others_as_they_were(
    store: &dyn Store,
) {
    let (mut one, mut two) = (begin(store).await, begin(store).await);
    for _ in 1..4 {
        let batch = [one.next(&[MOVED]), two.next(&[MOVED])];
        assert!(store.append(&batch).await.iter().all(Result::is_ok));
    }
    store.delete(&[one.id], Duration::ZERO).await.expect("a store");
    assert_eq!(one.events(store, 0).await, None);
    assert!(matches!(append(store, one.next(&[MOVED])).await, Err(AppendError::Conflict)));
    assert_eq!(two.events(store, 0).await.expect("a log").len(), 4);
}

pub(super) async fn nothing_expires_before_its_time(store: &dyn Store) {
    const DAY: Duration = Duration::from_hours(24);
    let mut log = begin(store).await;
    append(store, log.next(&[MOVED])).await.expect("stored");
    assert_eq!(store.expired(DAY, DAY).await.expect("a list"), []);
}
