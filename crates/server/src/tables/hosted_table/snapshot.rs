use std::time::Duration;

use parlor_protocol::NotAnEvent;
use parlor_protocol::event_log::{LogError, read_entry};
use parlor_protocol::message::Presence;
use parlor_table::{GameLog, Table};
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::State;

/// A table as it is committed, for those who look once and do not stay.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// How many events there are.
    pub(crate) version: u32,
    /// The events as JSON, with commas between them.
    pub(crate) events: String,
    pub(crate) presence: Presence,
    /// How long the player to move has been thinking, where a clock runs.
    pub(crate) thinking: Option<Duration>,
    /// What the events add up to, unless the table in memory runs ahead of them.
    table: Option<Table>,
}

impl State {
    /// What may be told of the table now; `None` if nothing of it is committed yet.
    pub(crate) fn snapshot(&self, now: Instant) -> Option<Snapshot> {
        let version = self.committed_events;
        (version > 0).then(|| Snapshot {
            version,
            events: self.log.between(0, version),
            presence: self.presence(),
            thinking: self.committed.thinking(now),
            table: self.is_all_committed().then(|| self.table.clone()),
        })
    }
}

impl Snapshot {
    /// What the events add up to.
    ///
    /// # Errors
    /// If they cannot have happened.
    pub(crate) fn table(&self) -> Result<Table, LogError> {
        match &self.table {
            Some(table) => Ok(table.clone()),
            None => fold(&self.events),
        }
    }
}

fn fold(events: &str) -> Result<Table, LogError> {
    let events = format!("[{events}]");
    let events: Vec<&RawValue> =
        serde_json::from_str(&events).map_err(|_| LogError::Text(NotAnEvent))?;
    let entries = events.iter().map(|event| read_entry(event.get())).collect::<Result<Vec<_>, _>>();
    let log = GameLog::try_from(entries.map_err(LogError::Text)?).map_err(LogError::Refused)?;
    Ok(log.table().clone())
}

#[cfg(test)]
mod tests {
    use parlor_table::{Phase, SeatId};

    use crate::tables::test_rig::{GAME, Rig, seated};

    use super::*;

    #[tokio::test]
    async fn what_is_not_committed_yet_is_not_told() {
        let rig = Rig::idle(|_| {});
        let table = rig.table(GAME).await;
        let told = |snapshot: &Snapshot| {
            let table = snapshot.table().expect("a table");
            (snapshot.version, table.play().played(), matches!(table.phase(), Phase::Playing(_)))
        };
        let snapshot = || table.lock().snapshot(Instant::now()).expect("it is committed");
        assert_eq!(told(&snapshot()), (2, 0, true));
        rig.submit(
            &table,
            &seated(SeatId::First),
            r#"{"type":"move","data":{"choice":2,"version":2}}"#,
        );
        assert_eq!(table.lock().version(), 3, "it is decided");
        assert_eq!(told(&snapshot()), (2, 0, true));
        assert!(!snapshot().events.contains("moved"));
    }
}
