//! What nodes agree on by the database.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use parlor_protocol::TableId;
use sqlx::Row;
use sqlx::postgres::PgRow;

use super::membership::GONE_AFTER;
use super::{Postgres, USED, in_time, milliseconds};
use crate::client_network::ClientNetwork;
use crate::rate_limit::RetryAfter;
use crate::store::nodes::MEETING_TIME;
use crate::store::{
    CLAIM_TIME, LogId, News, NodeMessage, Nodes, StoreError, TableLimit, Ticket, Waiter,
};

impl Nodes for Postgres {
    fn news(&self) -> BoxFuture<'_, News> {
        self.channel.news().boxed()
    }

    fn tell(&self, message: NodeMessage) {
        self.channel.tell(message);
    }

    fn stored_versions<'a>(
        &'a self,
        tables: &'a [TableId],
    ) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>> {
        let ids: Vec<&str> = tables.iter().map(TableId::as_str).collect();
        in_time(async move {
            let rows = sqlx::query(
                "SELECT key, id, events, used < parlor_now() - $2 AS is_old FROM logs
                 WHERE id = ANY ($1)",
            )
            .bind(ids)
            .bind(milliseconds(USED))
            .fetch_all(&self.pool)
            .await?;
            self.touch(&rows).await?;
            let known = |row: &PgRow| -> Option<(TableId, u32)> {
                let id: String = row.try_get("id").ok()?;
                let events: i32 = row.try_get("events").ok()?;
                Some((id.parse().ok()?, events.cast_unsigned()))
            };
            Ok(rows.iter().filter_map(known).collect())
        })
        .boxed()
    }

    fn meet<'a>(
        &'a self,
        waiter: &'a Waiter,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        in_time(async move {
            let mut transaction = self.pool.begin().await?;
            // One at a time: of two players who come together, neither would find the other.
            sqlx::query("SELECT pg_advisory_xact_lock(hashtext('parlor meet'))")
                .execute(&mut *transaction)
                .await?;
            let is_taken: bool = sqlx::query_scalar(
                "INSERT INTO seeks (log, id, seek, ticket, node, since, taken_until)
                 VALUES ($1, $2, $3, $4, $5, parlor_now(), 0)
                 ON CONFLICT (log) DO UPDATE SET ticket = excluded.ticket, node = excluded.node
                 RETURNING taken_until > parlor_now()",
            )
            .bind(waiter.log.0)
            .bind(waiter.table.as_str())
            .bind(&waiter.seek)
            .bind(waiter.ticket.0)
            .bind(self.node.0)
            .fetch_one(&mut *transaction)
            .await?;
            let other: Option<(i64, String)> = if is_taken {
                None
            } else {
                sqlx::query_as(
                    "SELECT log, seeks.id FROM seeks JOIN nodes ON nodes.id = node
                     WHERE seek = $1 AND log <> $2 AND taken_until <= parlor_now()
                         AND seen > parlor_now() - $3
                     ORDER BY since LIMIT 1",
                )
                .bind(&waiter.seek)
                .bind(waiter.log.0)
                .bind(milliseconds(GONE_AFTER))
                .fetch_optional(&mut *transaction)
                .await?
            };
            if let Some((other, _)) = &other {
                sqlx::query(
                    "UPDATE seeks SET taken_until = parlor_now() + $1 WHERE log IN ($2, $3)",
                )
                .bind(milliseconds(MEETING_TIME))
                .bind(waiter.log.0)
                .bind(other)
                .execute(&mut *transaction)
                .await?;
            }
            transaction.commit().await?;
            let parse = |(_, id): (i64, String)| id.parse();
            other.map(parse).transpose().map_err(|_| StoreError::new("a damaged name"))
        })
        .boxed()
    }

    fn part<'a>(
        &'a self,
        waiter: &'a Waiter,
        other: &'a TableId,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        in_time(async move {
            sqlx::query(
                "WITH gone AS (DELETE FROM seeks WHERE id = $1)
                 UPDATE seeks SET taken_until = 0 WHERE log = $2",
            )
            .bind(other.as_str())
            .bind(waiter.log.0)
            .execute(&self.pool)
            .await?;
            Ok(())
        })
        .boxed()
    }

    fn stop_waiting(&self, log: LogId, ticket: Ticket) -> BoxFuture<'_, Result<(), StoreError>> {
        in_time(async move {
            sqlx::query("DELETE FROM seeks WHERE log = $1 AND ticket = $2")
                .bind(log.0)
                .bind(ticket.0)
                .execute(&self.pool)
                .await?;
            Ok(())
        })
        .boxed()
    }

    fn claim_turn(&self, log: LogId, version: u32) -> BoxFuture<'_, Result<bool, StoreError>> {
        in_time(async move {
            let claimed = sqlx::query(
                "INSERT INTO claims AS claimed (log, version, until)
                 VALUES ($1, $2, parlor_now() + $3)
                 ON CONFLICT (log) DO UPDATE SET version = excluded.version, until = excluded.until
                 WHERE claimed.version <> excluded.version OR claimed.until <= parlor_now()",
            )
            .bind(log.0)
            .bind(version.cast_signed())
            .bind(milliseconds(CLAIM_TIME))
            .execute(&self.pool)
            .await?;
            Ok(claimed.rows_affected() == 1)
        })
        .boxed()
    }

    fn count_table(
        &self,
        network: ClientNetwork,
        per_minute: u32,
    ) -> BoxFuture<'_, Result<(), TableLimit>> {
        const MINUTE: i64 = 60_000;
        async move {
            let Some(interval) = MINUTE.checked_div(per_minute.into()) else { return Ok(()) };
            let counted = in_time(async {
                // The generic cell rate algorithm: a table is as late as those before it allow, and may
                // be a minute early at most.
                let row: Option<(bool, i64)> = sqlx::query_as(
                    "WITH counted AS (
                         INSERT INTO table_limits AS known (network, arrival)
                         VALUES ($1, parlor_now() + $2)
                         ON CONFLICT (network) DO UPDATE
                         SET arrival = greatest(known.arrival, parlor_now()) + $2
                         WHERE known.arrival + $2 <= parlor_now() + $3
                         RETURNING arrival
                     )
                     SELECT true, 0::bigint FROM counted
                     UNION ALL
                     SELECT false, arrival + $2 - $3 - parlor_now() FROM table_limits
                     WHERE network = $1 AND NOT EXISTS (SELECT FROM counted)",
                )
                .bind(network.to_string())
                .bind(interval)
                .bind(MINUTE)
                .fetch_optional(&self.pool)
                .await?;
                Ok(row)
            });
            match counted.await {
                Ok(Some((false, wait))) => {
                    let wait = std::time::Duration::from_millis(wait.try_into().unwrap_or(0));
                    Err(TableLimit::Exceeded(RetryAfter(wait)))
                }
                Ok(Some((true, _)) | None) => Ok(()),
                Err(error) => Err(TableLimit::Failed(error)),
            }
        }
        .boxed()
    }
}
