//! Whether what people do can be stored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

use crate::store::NotAppended;
use crate::tables::Room;

/// What is known about the store. A server that can store nothing is of no use to anybody, and
/// whoever watches over it should hear of that.
#[derive(Default)]
pub(crate) struct Health {
    /// The last commit failed.
    failing: AtomicBool,
    failed: Notify,
    /// There is nobody any more who would store anything.
    writer_ended: AtomicBool,
}

/// Held by the writer for as long as it works, however it ends.
pub(crate) struct WriterWorks<'a>(&'a Health);

impl Health {
    pub(crate) fn is_good(&self) -> bool {
        !self.failing.load(Ordering::Relaxed) && !self.writer_ended.load(Ordering::Relaxed)
    }

    /// Notes how it went to append something. What came too late tells nothing about the store.
    pub(crate) fn appended(&self, outcomes: &[Result<(), NotAppended>]) {
        let works = outcomes.iter().any(Result::is_ok);
        let fails = outcomes.iter().any(|outcome| matches!(outcome, Err(NotAppended::Failed(_))));
        if works || fails {
            self.committed(works);
        }
    }

    /// Notes how a commit went.
    fn committed(&self, good: bool) {
        let was_failing = self.failing.swap(!good, Ordering::Relaxed);
        match (was_failing, good) {
            (false, false) => self.failed.notify_one(),
            (true, true) => tracing::info!("events can be stored again"),
            _ => {}
        }
    }

    pub(crate) fn writer_works(&self) -> WriterWorks<'_> {
        WriterWorks(self)
    }
}

impl Drop for WriterWorks<'_> {
    fn drop(&mut self) {
        self.0.writer_ended.store(true, Ordering::Relaxed);
    }
}

/// How often a store that failed is tried out. Nobody may be sent to a server that is not well, and
/// so nobody's move would ever find out that it is well again.
const TRY_EVERY: Duration = Duration::from_secs(1);

/// Finds out when a store that failed works again, for ever.
pub(crate) async fn run(room: Arc<Room>) {
    loop {
        room.health.failed.notified().await;
        while room.health.failing.load(Ordering::Relaxed) {
            tokio::time::sleep(TRY_EVERY).await;
            if room.store.try_out().await.is_ok() {
                room.health.committed(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::extract::State;
    use axum::http::StatusCode;

    use super::*;
    use crate::config::Config;
    use crate::http::api;
    use crate::store::{Sqlite, StoreError};
    use crate::tables::group_commit;

    #[tokio::test]
    async fn a_server_is_well_while_it_can_store_what_happens() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let database = folder.path().join("parlor.db");
        let store = Sqlite::open(&database).await.expect("a new database");
        let room = Arc::new(Room::new(Config::new(database), Arc::new(store)));
        let health = || async { api::health(State(room.clone())).await.status() };
        assert_eq!(health().await, StatusCode::OK);

        let full = || Err(NotAppended::Failed(StoreError::new("the disk is full")));
        room.health.appended(&[full(), Ok(()), full()]);
        assert_eq!(health().await, StatusCode::OK, "something could be stored");
        room.health.appended(&[full(), Err(NotAppended::TooLate)]);
        room.health.appended(&[Err(NotAppended::TooLate)]);
        assert_eq!(health().await, StatusCode::SERVICE_UNAVAILABLE);
        let trying = tokio::spawn(run(room.clone()));
        while health().await != StatusCode::OK {
            tokio::task::yield_now().await;
        }
        trying.abort();

        room.queue.close();
        group_commit::run(room.clone()).await;
        assert_eq!(health().await, StatusCode::SERVICE_UNAVAILABLE, "nobody stores anything");
    }
}
