//! Logs in a PostgreSQL database, which any number of nodes share.

mod append;
mod channel;
mod cluster;
mod membership;
pub(crate) mod restore;
mod schema;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, poll_fn};
use parking_lot::Mutex;
use parlor_protocol::TableId;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, PgRow};
use sqlx::{ConnectOptions, Row};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use self::channel::Channel;
use self::writer::Writer;
use super::damage::FoundDamage;
use super::log_rows::{self, LogRow, LogTail};
use super::{
    Append, AppendError, ExpiredLog, KeyUse, LogHeader, LogId, NodeId, ReadLog, Room, Store,
    StoreError, StoredLog, Trouble, Vocabulary,
};
use crate::tokens::TokenHash;

/// Logs in a PostgreSQL database: one connection that writes, some that read, and one that listens to
/// what other nodes have done.
///
/// PostgreSQL may go away and come back. Meanwhile every operation fails, and nothing is promised.
pub(crate) struct Postgres {
    node: NodeId,
    writer: tokio::sync::Mutex<Writer>,
    pool: PgPool,
    channel: Arc<Channel>,
    last_log: AtomicI64,
    /// What every node knows, and every one that may still join.
    vocabulary: Arc<AtomicI32>,
    damage: FoundDamage,
    /// They end with the store.
    tasks: Mutex<JoinSet<()>>,
}

/// How long a server that starts waits for PostgreSQL.
const OPEN_TIMEOUT: Duration = Duration::from_secs(15);
/// How long an operation may take. Whoever waits for it is told to try again later.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How many connections read.
const READERS: u32 = 8;
/// How old `used` is at most, of a log that was just read.
const USED: Duration = Duration::from_hours(1);

impl Postgres {
    /// Opens the database at this URL, makes its tables if they are not there, and joins the nodes that
    /// use it. The database may just be starting, so this retries for some seconds.
    pub(crate) async fn open(url: &str) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse()?;
        let options =
            options.application_name("parlor").options(SETTINGS).disable_statement_logging();
        let give_up = Instant::now() + OPEN_TIMEOUT;
        let mut connection = loop {
            match options.connect().await {
                Ok(connection) => break connection,
                Err(error) if Instant::now() >= give_up || !may_pass(&error) => {
                    return Err(error.into());
                }
                Err(_) => sleep(Duration::from_millis(200)).await,
            }
        };
        schema::prepare(&mut connection).await?;
        let (node, vocabulary) = membership::join(&mut connection).await?;
        let vocabulary = Arc::new(AtomicI32::new(vocabulary.0));
        let pool = PgPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(TIMEOUT)
            .connect_lazy_with(options.clone());
        let channel = Arc::new(Channel::new(node, options.clone()));
        let mut tasks = JoinSet::new();
        tasks.spawn(channel.clone().run_listening());
        tasks.spawn(channel.clone().run_telling(pool.clone()));
        tasks.spawn(membership::run(node, pool.clone(), channel.clone(), vocabulary.clone()));
        Ok(Self {
            node,
            writer: tokio::sync::Mutex::new(Writer::new(options, connection, node)),
            pool,
            channel,
            last_log: AtomicI64::new(0),
            vocabulary,
            damage: FoundDamage::default(),
            tasks: Mutex::new(tasks),
        })
    }

    /// Takes note that those of these logs are used of which that was not noted for long, so that they do
    /// not expire while a node has their tables in memory.
    async fn touch(&self, rows: &[PgRow]) -> Result<(), StoreError> {
        let is_old = |row: &&PgRow| row.try_get("is_old").unwrap_or(false);
        let keys: Vec<i64> =
            rows.iter().filter(is_old).filter_map(|row| row.try_get("key").ok()).collect();
        if !keys.is_empty() {
            sqlx::query("UPDATE logs SET used = parlor_now() WHERE key = ANY ($1)")
                .bind(keys)
                .execute(&self.pool)
                .await?;
        }
        Ok(())
    }
}

/// How the database treats our connections. A node that is cut off must not hold locks for long. To read
/// many logs of a large database looks expensive enough to the planner to be compiled, which takes longer
/// than to read them.
const SETTINGS: [(&str, &str); 6] = [
    ("jit", "off"),
    ("statement_timeout", "10s"),
    ("idle_in_transaction_session_timeout", "5s"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
];

/// Whether connecting may succeed a little later.
fn may_pass(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        // The database starts, stops or recovers (class 57), or has no connection left (class 53).
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| code.starts_with("57") || code.starts_with("53"))
        }
        _ => false,
    }
}

/// Completes an operation, or says after a while that it could not be.
async fn in_time<T>(
    operation: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let late = |_| Err(StoreError::new("PostgreSQL does not answer"));
    tokio::time::timeout(TIMEOUT, operation).await.unwrap_or_else(late)
}

impl Store for Postgres {
    fn new_log_id(&self) -> LogId {
        // A node's number is used once. So it can number its logs by itself.
        LogId((self.node.0 << 32) + self.last_log.fetch_add(1, Ordering::Relaxed) + 1)
    }

    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), AppendError>>> {
        async move { self.writer.lock().await.append(batch).await }.boxed()
    }

    fn read<'a>(
        &'a self,
        tables: &'a [(TableId, u32)],
    ) -> BoxFuture<'a, Result<Vec<ReadLog>, StoreError>> {
        let ids: Vec<&str> = tables.iter().map(|(table, _)| table.as_str()).collect();
        let versions: Vec<i32> = tables.iter().map(|(_, version)| version.cast_signed()).collect();
        let read = in_time(async move {
            let rows = sqlx::query(include_str!("postgres/read.sql"))
                .bind(ids)
                .bind(versions)
                .bind(milliseconds(USED))
                .fetch_all(&self.pool)
                .await?;
            self.touch(&rows).await?;
            let mut logs = vec![Ok(None); tables.len()];
            for row in rows {
                let place: i64 = row.try_get("place")?;
                let place =
                    usize::try_from(place - 1).map_err(|_| StoreError::new("no such place"))?;
                let (table, from) = &tables[place];
                logs[place] = self.damage.note(stored_log(&row, table, *from)).map(Some);
            }
            Ok(logs)
        });
        async { self.damage.note(read.await) }.boxed()
    }

    fn find_seat<'a>(
        &'a self,
        token: &'a TokenHash,
        other_than: Option<LogId>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        in_time(async move {
            let id: Option<String> = sqlx::query_scalar(
                "SELECT id FROM logs WHERE (first_token = $1 OR second_token = $1)
                 AND key IS DISTINCT FROM $2 LIMIT 1",
            )
            .bind(token.0.to_vec())
            .bind(other_than.map(|LogId(id)| id))
            .fetch_optional(&self.pool)
            .await?;
            id.map(|id| id.parse().map_err(|_| StoreError::new("a damaged name"))).transpose()
        })
        .boxed()
    }

    fn expired(
        &self,
        played: Duration,
        unplayed: Duration,
    ) -> BoxFuture<'_, Result<Vec<ExpiredLog>, StoreError>> {
        async move {
            let rows = sqlx::query(
                "SELECT key, id, events FROM logs WHERE greatest(appended, used) < parlor_now() - $1
                 OR NOT played AND greatest(appended, used) < parlor_now() - $2",
            )
            .bind(milliseconds(played))
            .bind(milliseconds(unplayed))
            .fetch_all(&self.pool)
            .await?;
            let expired = |row: &PgRow| {
                let table: String = row.try_get(1)?;
                let table = table.parse().map_err(|_| StoreError::new("a damaged name"))?;
                let events: i32 = row.try_get(2)?;
                Ok(ExpiredLog { id: LogId(row.try_get(0)?), table, events: events.cast_unsigned() })
            };
            rows.iter().map(expired).collect()
        }
        .boxed()
    }

    fn delete<'a>(
        &'a self,
        logs: &'a [LogId],
        unused_for: Duration,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        let keys: Vec<i64> = logs.iter().map(|LogId(key)| *key).collect();
        in_time(async move {
            // Another node may be using a log, or deleting it.
            sqlx::query(
                "WITH unused AS (
                     SELECT key FROM logs
                     WHERE key = ANY ($1) AND greatest(appended, used) <= parlor_now() - $2
                     ORDER BY key FOR UPDATE SKIP LOCKED
                 ), gone AS (
                     DELETE FROM logs WHERE key IN (SELECT key FROM unused) RETURNING key
                 )
                 DELETE FROM events WHERE log IN (SELECT key FROM gone)",
            )
            .bind(keys)
            .bind(milliseconds(unused_for))
            .execute(&self.pool)
            .await?;
            Ok(())
        })
        .boxed()
    }

    fn probe(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        in_time(async { Ok(membership::touch(&self.pool, self.node).await?) }).boxed()
    }

    fn room(&self) -> BoxFuture<'_, Result<Room, StoreError>> {
        in_time(async {
            let bytes: i64 = sqlx::query_scalar("SELECT pg_database_size(current_database())")
                .fetch_one(&self.pool)
                .await?;
            // PostgreSQL does not say how much room its disk has.
            Ok(Room { disk_free: None, database: bytes.cast_unsigned() })
        })
        .boxed()
    }

    fn trouble(&self) -> Option<Trouble> {
        self.damage.trouble()
    }

    fn vocabulary(&self) -> Vocabulary {
        Vocabulary(self.vocabulary.load(Ordering::Relaxed))
    }

    fn task_ended(&self) -> BoxFuture<'_, ()> {
        async {
            // The panic itself has been written to standard error.
            let _ = poll_fn(|context| self.tasks.lock().poll_join_next(context)).await;
        }
        .boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        async move {
            self.tasks.lock().abort_all();
            let left = in_time(async { Ok(membership::leave(&self.pool, self.node).await?) }).await;
            if let Err(error) = left {
                tracing::warn!(%error, "the other nodes will see later that this one is gone");
            }
            self.writer.lock().await.close().await;
            self.pool.close().await;
        }
        .boxed()
    }
}

fn stored_log(row: &PgRow, table: &TableId, from: u32) -> Result<StoredLog, StoreError> {
    let id = LogId(row.try_get("key")?);
    let damaged = || StoreError::damage(format!("log {} is damaged", id.0));
    let versions: Vec<i32> = row.try_get("versions")?;
    let jsons: Vec<String> = row.try_get("jsons")?;
    let hashes: Vec<Vec<u8>> = row.try_get("hashes")?;
    let key_uses: Vec<Option<i64>> = row.try_get("key_uses")?;
    let rows = versions.into_iter().zip(jsons).zip(hashes.into_iter().zip(key_uses));
    let rows = rows.map(|((version, json), (hash, key_use))| {
        let version = version.cast_unsigned();
        LogRow { version, json, hash, key_use: key_use.map(KeyUse) }
    });
    let LogTail { events, key_uses, hash } = log_rows::in_order(id, table, from, rows.collect())?;
    let version: i32 = row.try_get("events")?;
    let version = version.cast_unsigned();
    if from <= version && from + events.len() as u32 != version {
        return Err(damaged());
    }
    let token = |column: &str| -> Result<Option<TokenHash>, StoreError> {
        let hash: Option<Vec<u8>> = row.try_get(column)?;
        hash.map(|hash| hash.try_into().map(TokenHash).map_err(|_| damaged())).transpose()
    };
    let secret: Vec<u8> = row.try_get("secret")?;
    let epoch: i32 = row.try_get("epoch")?;
    let age: i64 = row.try_get("age")?;
    let header = LogHeader {
        table: table.clone(),
        secret: secret.try_into().map_err(|_| damaged())?,
        seeks_opponent: row.try_get("anyone")?,
        tokens: [token("first_token")?, token("second_token")?],
        epoch: epoch.cast_unsigned(),
    };
    let age = Duration::from_millis(age.try_into().unwrap_or(0));
    Ok(StoredLog { id, header, events, key_uses, version, hash, age })
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests;
