use std::path::PathBuf;

use parlor_server::Database;
use parlor_throwaway_postgres::Cluster;
use sqlx::ConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::client::LONG;

/// By this the tests are told which store to use: `postgres`, or else `SQLite`.
pub(crate) const STORE: &str = "PARLOR_TEST_STORE";

/// A database of one test.
pub(crate) enum TestDatabase {
    File(TempDir),
    Postgres(String),
}

impl TestDatabase {
    /// One of the store that the tests are to use.
    pub(crate) fn new() -> Self {
        match std::env::var(STORE) {
            Ok(store) if store == "postgres" => Self::postgres(),
            Ok(store) => panic!("{STORE} is {store:?}"),
            Err(_) => Self::File(tempfile::tempdir().expect("a temporary folder can be made")),
        }
    }

    pub(crate) fn postgres() -> Self {
        Self::Postgres(Cluster::shared().new_database())
    }

    /// Where a server keeps its logs.
    pub(crate) fn location(&self) -> Database {
        match self {
            Self::File(_) => self.file().into(),
            Self::Postgres(url) => Database::new(url),
        }
    }

    /// The file, for tests that are about files.
    pub(crate) fn file(&self) -> PathBuf {
        match self {
            Self::File(folder) => folder.path().join("parlor.db"),
            Self::Postgres(_) => panic!("this database is not in a file"),
        }
    }

    /// Everything in the database of a server that is closed.
    pub(crate) fn content(&self) -> Vec<u8> {
        match self {
            Self::File(_) => {
                // A check of the file that was cut off may keep the write-ahead log a moment longer. It is
                // read first: what is not in it any more is in the database.
                let mut log = self.file().into_os_string();
                log.push("-wal");
                let mut content = std::fs::read(log).unwrap_or_default();
                content.extend(std::fs::read(self.file()).expect("the database is there"));
                content
            }
            Self::Postgres(url) => {
                let all = "SELECT logs::text FROM logs UNION ALL SELECT events::text FROM events
                           UNION ALL SELECT seeks::text FROM seeks";
                Cluster::shared().ask(url, all).expect("an answer").into_bytes()
            }
        }
    }

    /// Waits until nothing is carried out any more that a server had begun before it crashed.
    pub(crate) async fn is_quiet(&self) {
        let quiet = async {
            match self {
                Self::File(_) => {
                    let options = SqliteConnectOptions::new()
                        .filename(self.file())
                        .journal_mode(SqliteJournalMode::Delete);
                    // Only the last connection to a database can change how its journal is kept.
                    while options.connect().await.is_err() {
                        tokio::task::yield_now().await;
                    }
                }
                Self::Postgres(url) => {
                    let connected = "SELECT count(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND application_name = 'parlor'";
                    while Cluster::shared().ask(url, connected).expect("an answer") != "0" {
                        tokio::task::yield_now().await;
                    }
                }
            }
        };
        timeout(LONG, quiet).await.expect("the old server lets go of the database");
    }
}
