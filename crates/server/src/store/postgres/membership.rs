//! Which nodes there are. Each writes down every few seconds that it is there; one that has not for a
//! while is gone, whatever it may think itself.
//!
//! While nodes of two versions run, as in a rolling upgrade, they store only what the older ones can read:
//! what every node knows is written down as soon as it is true, and from then on no older one may join.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnection, PgPool};
use sqlx::{Connection, Executor, Postgres};
use tokio::time::sleep;

use super::channel::Channel;
use super::milliseconds;
use crate::store::{News, NodeId, StoreError, Vocabulary};

/// How often a node says that it is there (heartbeat).
pub(super) const HEARTBEAT: Duration = Duration::from_secs(3);
/// After how long without a heartbeat a node is gone.
pub(super) const GONE_AFTER: Duration = Duration::from_secs(12);

/// Joins the nodes that use the database. Says what may be stored there.
pub(super) async fn join(
    connection: &mut PgConnection,
) -> Result<(NodeId, Vocabulary), StoreError> {
    let mut transaction = connection.begin().await?;
    // Locked, so that no node raises it while another one that does not know it joins.
    let vocabulary: i32 = sqlx::query_scalar("SELECT vocabulary FROM cluster FOR UPDATE")
        .fetch_one(&mut *transaction)
        .await?;
    if Vocabulary(vocabulary) > Vocabulary::NEWEST {
        return Err(StoreError::new(
            "a newer version of Parlor has stored what this one does not know: use that one",
        ));
    }
    // If no node was there, time has stood still since the last one was.
    sqlx::query(
        "UPDATE cluster SET up_since = parlor_now()
         WHERE NOT EXISTS (SELECT FROM nodes WHERE seen > parlor_now() - $1)",
    )
    .bind(milliseconds(GONE_AFTER))
    .execute(&mut *transaction)
    .await?;
    let node = sqlx::query_scalar(
        "INSERT INTO nodes (seen, vocabulary) VALUES (parlor_now(), $1) RETURNING id",
    )
    .bind(Vocabulary::NEWEST.0)
    .fetch_one(&mut *transaction)
    .await?;
    let vocabulary = raise_vocabulary(&mut transaction).await?;
    transaction.commit().await?;
    Ok((NodeId(node), vocabulary))
}

/// Leaves the other nodes. Who waited for an opponent here does not any more.
pub(super) async fn leave(pool: &PgPool, NodeId(node): NodeId) -> Result<(), sqlx::Error> {
    for statement in ["DELETE FROM seeks WHERE node = $1", "DELETE FROM nodes WHERE id = $1"] {
        sqlx::query(statement).bind(node).execute(pool).await?;
    }
    Ok(())
}

/// Says that this node is there.
pub(super) async fn touch<'a>(
    executor: impl Executor<'a, Database = Postgres>,
    NodeId(node): NodeId,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO nodes (id, seen, vocabulary) OVERRIDING SYSTEM VALUE
         VALUES ($1, parlor_now(), $2)
         ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
    )
    .bind(node)
    .bind(Vocabulary::NEWEST.0)
    .execute(executor)
    .await
    .map(drop)
}

/// Says every few seconds that this node is there, and finds out which others are gone, for ever.
pub(super) async fn run(
    node: NodeId,
    pool: PgPool,
    channel: Arc<Channel>,
    vocabulary: Arc<AtomicI32>,
) {
    let mut others = HashSet::new();
    loop {
        match beat(node, &pool).await {
            Ok((alive, Vocabulary(known))) => {
                vocabulary.store(known, Ordering::Relaxed);
                for gone in others.difference(&alive) {
                    channel.deliver(News::Gone(NodeId(*gone))).await;
                }
                if !alive.is_subset(&others) {
                    channel.deliver(News::Come).await;
                }
                others = alive;
                channel.say_that_this_node_lives();
            }
            Err(error) => tracing::warn!(%error, "no heartbeat: PostgreSQL cannot be reached"),
        }
        sleep(HEARTBEAT).await;
    }
}

/// The nodes that are there besides this one, and what may be stored.
async fn beat(node: NodeId, pool: &PgPool) -> Result<(HashSet<i64>, Vocabulary), sqlx::Error> {
    touch(pool, node).await?;
    let alive: Vec<i64> =
        sqlx::query_scalar("SELECT id FROM nodes WHERE id <> $1 AND seen > parlor_now() - $2")
            .bind(node.0)
            .bind(milliseconds(GONE_AFTER))
            .fetch_all(pool)
            .await?;
    // Those that never said that they leave.
    for statement in [
        "DELETE FROM nodes WHERE seen < parlor_now() - 86400000",
        "DELETE FROM seeks WHERE node NOT IN (SELECT id FROM nodes)",
        "DELETE FROM claims WHERE until < parlor_now() - 60000",
        "DELETE FROM table_limits WHERE arrival < parlor_now()",
    ] {
        sqlx::query(statement).execute(pool).await?;
    }
    let mut transaction = pool.begin().await?;
    sqlx::query("SELECT FROM cluster FOR UPDATE").execute(&mut *transaction).await?;
    let vocabulary = raise_vocabulary(&mut transaction).await?;
    transaction.commit().await?;
    Ok((alive.into_iter().collect(), vocabulary))
}

/// Has everything stored from now on that all nodes know. The row has to be locked, so that no node joins
/// meanwhile.
async fn raise_vocabulary(transaction: &mut PgConnection) -> Result<Vocabulary, sqlx::Error> {
    let vocabulary = sqlx::query_scalar(
        "UPDATE cluster SET vocabulary = greatest(vocabulary, (
             SELECT min(vocabulary) FROM nodes WHERE seen > parlor_now() - $1
         ))
         RETURNING vocabulary",
    )
    .bind(milliseconds(GONE_AFTER))
    .fetch_one(transaction)
    .await?;
    Ok(Vocabulary(vocabulary))
}
