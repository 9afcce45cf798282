use std::fmt::{self, Display};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::{AppendError, Store};

/// Whether events can be stored, for the health check.
///
/// A server whose commits fail is of no use. A load balancer that asks for its health stops sending
/// people there, so no command would ever find out that commits succeed again: that is what
/// [`StoreHealth::run_probe`] is for.
#[derive(Default)]
pub(crate) struct StoreHealth {
    /// The last commit failed.
    failing: AtomicBool,
    began_to_fail: Notify,
    /// Since when a commit has been in progress, if one is.
    commit_begun: Mutex<Option<Instant>>,
    /// The task that commits has ended: nothing will be stored any more.
    writer_ended: AtomicBool,
}

/// How often a store that failed is probed.
const PROBE_EVERY: Duration = Duration::from_secs(1);

/// How long a commit may take. One that takes longer may never end: a disk can stall for good, and
/// reports no failure then.
const COMMIT_DEADLINE: Duration = Duration::from_secs(5);

/// What keeps events from being stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreAilment {
    /// The last commit failed.
    Failing,
    /// A commit has been in progress for longer than it may take.
    Stalled,
    /// There is no task any more that would commit anything.
    NoWriter,
}

impl Display for StoreAilment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failing => f.write_str("nothing can be stored"),
            Self::Stalled => write!(
                f,
                "nothing can be stored: a commit has been in progress for more than {} seconds",
                COMMIT_DEADLINE.as_secs()
            ),
            Self::NoWriter => f.write_str("nothing is stored any more: restart the server"),
        }
    }
}

/// Held by the task that commits. However it ends, the server is unhealthy from then on.
pub(crate) struct WriterGuard<'a>(&'a StoreHealth);

impl StoreHealth {
    pub(crate) fn ailment(&self) -> Option<StoreAilment> {
        let is_late = |begun: Instant| begun.elapsed() > COMMIT_DEADLINE;
        if self.writer_ended.load(Ordering::Relaxed) {
            Some(StoreAilment::NoWriter)
        } else if self.commit_begun.lock().is_some_and(is_late) {
            Some(StoreAilment::Stalled)
        } else {
            self.failing.load(Ordering::Relaxed).then_some(StoreAilment::Failing)
        }
    }

    /// Takes into account that a commit has begun. It ends when its results are recorded.
    pub(crate) fn begin_commit(&self) {
        *self.commit_begun.lock() = Some(Instant::now());
    }

    /// Takes the results of a commit into account. A conflict says nothing about the store.
    pub(crate) fn record(&self, results: &[Result<(), AppendError>]) {
        *self.commit_begun.lock() = None;
        let (mut succeeded, mut failed) = (false, false);
        for result in results {
            match result {
                Ok(()) => succeeded = true,
                Err(AppendError::Failed(_)) => failed = true,
                Err(AppendError::Conflict) => {}
            }
        }
        if succeeded || failed {
            self.set_failing(!succeeded);
        }
    }

    /// Takes into account that the store cannot be reached.
    pub(crate) fn record_failure(&self) {
        self.set_failing(true);
    }

    pub(crate) fn writer_guard(&self) -> WriterGuard<'_> {
        WriterGuard(self)
    }

    /// Probes the store while it fails, until it works again, for ever.
    pub(crate) async fn run_probe(&self, store: &dyn Store) {
        loop {
            self.began_to_fail.notified().await;
            while self.failing.load(Ordering::Relaxed) {
                tokio::time::sleep(PROBE_EVERY).await;
                if store.probe().await.is_ok() {
                    self.set_failing(false);
                }
            }
        }
    }

    fn set_failing(&self, failing: bool) {
        match (self.failing.swap(failing, Ordering::Relaxed), failing) {
            (false, true) => self.began_to_fail.notify_one(),
            (true, false) => tracing::info!("events can be stored again"),
            (true, true) | (false, false) => {}
        }
    }
}

impl Drop for WriterGuard<'_> {
    fn drop(&mut self) {
        self.0.writer_ended.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::store::StoreError;
    use crate::store::memory::MemoryStore;

    #[tokio::test(start_paused = true)]
    async fn a_store_that_failed_is_healthy_again_when_a_commit_succeeds() {
        let health = Arc::new(StoreHealth::default());
        let full = || Err(AppendError::Failed(StoreError::new("the disk is full")));
        health.record(&[full(), Ok(()), full()]);
        assert_eq!(health.ailment(), None, "something was stored");
        health.record(&[full(), Err(AppendError::Conflict)]);
        health.record(&[Err(AppendError::Conflict)]);
        assert_eq!(health.ailment(), Some(StoreAilment::Failing), "nothing was stored");

        let probe = health.clone();
        let probe = tokio::spawn(async move { probe.run_probe(&*MemoryStore::new()).await });
        while health.ailment().is_some() {
            tokio::time::sleep(PROBE_EVERY).await;
        }
        probe.abort();

        drop(health.writer_guard());
        let ailment = health.ailment();
        assert_eq!(ailment, Some(StoreAilment::NoWriter), "no task is left that would store");
    }

    #[tokio::test(start_paused = true)]
    async fn a_commit_that_takes_too_long_is_told_while_it_does() {
        let health = StoreHealth::default();
        health.begin_commit();
        tokio::time::advance(COMMIT_DEADLINE).await;
        assert_eq!(health.ailment(), None);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(health.ailment(), Some(StoreAilment::Stalled));
        health.record(&[Ok(())]);
        tokio::time::advance(2 * COMMIT_DEADLINE).await;
        assert_eq!(health.ailment(), None);
    }
}
