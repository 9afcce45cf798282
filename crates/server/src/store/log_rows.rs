use parlor_protocol::TableId;

use super::{ChainHash, KeyUse, LogId, StoreError};

/// A row of the table of events, as it is stored.
pub(super) struct LogRow {
    pub(super) version: u32,
    pub(super) json: String,
    pub(super) hash: Vec<u8>,
    pub(super) key_use: Option<KeyUse>,
}

/// The events of a log from a version on.
pub(super) struct LogTail {
    pub(super) events: Vec<String>,
    /// The versions of those that carry an idempotency key, and who used it.
    pub(super) key_uses: Vec<(u32, KeyUse)>,
    /// The hash of the log, if there are any.
    pub(super) hash: Option<ChainHash>,
}

/// The events of a log from a version on, if none is missing and, where the log is read from its
/// beginning, none was altered.
pub(super) fn in_order(
    LogId(log): LogId,
    table: &TableId,
    from: u32,
    rows: Vec<LogRow>,
) -> Result<LogTail, StoreError> {
    let mut chain = (from == 0).then(|| ChainHash::start(table));
    let mut last = None;
    let mut events = Vec::with_capacity(rows.len());
    let mut key_uses = Vec::new();
    for (expected, LogRow { version, json, hash, key_use }) in (from..).zip(rows) {
        if version != expected {
            return Err(StoreError::damage(format!("log {log} has no event {expected}")));
        }
        chain = chain.map(|before| before.next(&json));
        let stored = hash.try_into().ok().map(ChainHash);
        if stored.is_none() || chain.is_some() && chain != stored {
            return Err(StoreError::damage(format!("event {expected} of log {log} was altered")));
        }
        last = stored;
        events.push(json);
        key_uses.extend(key_use.map(|key_use| (version, key_use)));
    }
    Ok(LogTail { events, key_uses, hash: last })
}
