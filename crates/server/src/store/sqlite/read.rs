use std::time::Duration;

use parlor_protocol::TableId;
use sqlx::Row;
use sqlx::sqlite::SqlitePool;

use crate::store::log_rows::{self, LogRow, LogTail};
use crate::store::{KeyUse, LogHeader, LogId, ReadLog, StoreError, StoredLog};
use crate::tokens::TokenHash;

/// A table's log from a version on; `None` if there is no such table.
pub(super) async fn read_log(readers: &SqlitePool, table: &TableId, from: u32) -> ReadLog {
    // One transaction, so that the parts belong together.
    let mut reader = readers.begin().await?;
    let log = sqlx::query(
        "SELECT key, secret, anyone, epoch, events FROM logs, ends WHERE id = ? AND log = key",
    )
    .bind(table.as_str())
    .fetch_optional(&mut *reader)
    .await?;
    let Some(log) = log else { return Ok(None) };
    let key: i64 = log.try_get(0)?;
    let version: u32 = log.try_get(4)?;
    let secret: Vec<u8> = log.try_get(1)?;
    let mut tokens = [None; 2];
    let seats = sqlx::query("SELECT home, hash FROM seats WHERE log = ?")
        .bind(key)
        .fetch_all(&mut *reader)
        .await?;
    for seat in seats {
        let home: u32 = seat.try_get(0)?;
        let hash: Vec<u8> = seat.try_get(1)?;
        if let (Some(place), Ok(hash)) = (tokens.get_mut(home as usize), hash.try_into()) {
            *place = Some(TokenHash(hash));
        }
    }
    let events = sqlx::query(
        "WITH RECURSIVE back (version, event, hash, holder, before) AS (
             SELECT version, event, hash, holder, before FROM events
             WHERE number = (SELECT last FROM ends WHERE log = ?1)
             UNION ALL
             SELECT events.version, events.event, events.hash, events.holder, events.before
             FROM back, events
             WHERE number = back.before AND back.version > ?2
         )
         SELECT version, event, hash, holder FROM back WHERE version >= ?2 ORDER BY version",
    )
    .bind(key)
    .bind(from)
    .fetch_all(&mut *reader)
    .await?;
    let rows = events.iter().map(|row| {
        let hash: Vec<u8> = row.try_get(2)?;
        let key_use: Option<i64> = row.try_get(3)?;
        let key_use = key_use.map(KeyUse);
        Ok(LogRow { version: row.try_get(0)?, json: row.try_get(1)?, hash, key_use })
    });
    let rows = rows.collect::<Result<Vec<LogRow>, sqlx::Error>>()?;
    let LogTail { events, key_uses, hash } = log_rows::in_order(LogId(key), table, from, rows)?;
    let damaged = |_| StoreError::damage(format!("log {key} is damaged"));
    let header = LogHeader {
        table: table.clone(),
        secret: secret.try_into().map_err(damaged)?,
        seeks_opponent: log.try_get(2)?,
        tokens,
        epoch: log.try_get(3)?,
    };
    // A server that was down, or has dropped the table from memory, charges no player for it.
    let age = Duration::ZERO;
    Ok(Some(StoredLog { id: LogId(key), header, events, key_uses, version, hash, age }))
}
