//! How often PostgreSQL can commit a notification.
//!
//! A commit with one takes a lock of the whole server until it is on the disk, so that such commits
//! come one after the other, however many connections make them. That is why nodes notify once for a
//! batch, and it is the first limit that many nodes with one PostgreSQL meet.

use anyhow::Result;
use parlor_throwaway_postgres::{Cluster, Durability};

use super::report::{Notify, rounded};

/// How many connections commit at once.
const CONNECTIONS: [u32; 4] = [1, 2, 4, 8];

const TABLE: &str = "CREATE TABLE commits (row text)";
const PLAIN: &str = "INSERT INTO commits VALUES (repeat('x', 200));\n";
const NOTIFYING: &str = "WITH added AS (INSERT INTO commits VALUES (repeat('x', 200)) RETURNING 1)
    SELECT pg_notify('commits', '0123456789012345678901234567890123456789') FROM added;
";

/// Measures it, so many seconds each.
///
/// # Errors
/// If PostgreSQL does not play along.
pub fn measure(seconds: u64) -> Result<Vec<Notify>> {
    let cluster = Cluster::start(Durability::MachineCrash)?;
    let url = cluster.new_database();
    cluster.ask(&url, TABLE)?;
    let at = |connections| {
        let commits = |script| cluster.commits_per_second(&url, script, connections, seconds);
        Ok(Notify {
            connections,
            plain_per_second: rounded(commits(PLAIN)?),
            notifying_per_second: rounded(commits(NOTIFYING)?),
        })
    };
    CONNECTIONS.into_iter().map(at).collect()
}
