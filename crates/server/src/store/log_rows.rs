use parlor_protocol::TableId;

use super::{ChainHash, LogId, StoreError};

/// A row of the table of events, as it is stored.
pub(super) struct LogRow {
    pub(super) version: u32,
    pub(super) json: String,
    pub(super) hash: Vec<u8>,
}

/// The events of a log from a version on, and the hash of the log, if none is missing and, where the
/// log is read from its beginning, none was altered.
pub(super) fn in_order(
    LogId(log): LogId,
    table: &TableId,
    from: u32,
    rows: Vec<LogRow>,
) -> Result<(Vec<String>, Option<ChainHash>), StoreError> {
    let mut chain = (from == 0).then(|| ChainHash::start(table));
    let mut last = None;
    let mut events = Vec::with_capacity(rows.len());
    for (expected, LogRow { version, json, hash }) in (from..).zip(rows) {
        if version != expected {
            return Err(StoreError::new(format!("log {log} has no event {expected}")));
        }
        chain = chain.map(|before| before.next(&json));
        let stored = hash.try_into().ok().map(ChainHash);
        if stored.is_none() || chain.is_some() && chain != stored {
            return Err(StoreError::new(format!("event {expected} of log {log} was altered")));
        }
        last = stored;
        events.push(json);
    }
    Ok((events, last))
}
