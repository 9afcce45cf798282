use std::time::Duration;

/// What servers have used of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The processor time of each server.
    pub servers: Vec<Duration>,
    /// How often they have stored what had queued up, which is one commit each.
    pub commits: u64,
    /// What their database has used, if it is a program of its own.
    pub database: Option<DatabaseUsage>,
}

/// What PostgreSQL has used of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DatabaseUsage {
    /// The processor time of all its processes.
    pub processor: Duration,
    /// How long its write-ahead log has become, in bytes.
    pub log_bytes: u64,
    /// How many transactions were committed, those that only read included.
    pub transactions: u64,
    /// How large the database is, in bytes.
    pub size: u64,
}

impl Usage {
    /// The processor time of all servers.
    pub fn processor(&self) -> Duration {
        self.servers.iter().sum()
    }

    /// What was used since another time.
    #[must_use]
    pub fn since(&self, before: &Self) -> Self {
        let servers = self.servers.iter().zip(&before.servers);
        let servers = servers.map(|(now, before)| now.saturating_sub(*before)).collect();
        let database = self.database.zip(before.database).map(|(now, before)| DatabaseUsage {
            processor: now.processor.saturating_sub(before.processor),
            log_bytes: now.log_bytes.saturating_sub(before.log_bytes),
            transactions: now.transactions.saturating_sub(before.transactions),
            size: now.size.saturating_sub(before.size),
        });
        let commits = self.commits.saturating_sub(before.commits);
        Self { servers, commits, database }
    }
}
