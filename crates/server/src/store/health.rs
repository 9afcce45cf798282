use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Notify;

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
    /// The task that commits has ended: nothing will be stored any more.
    writer_ended: AtomicBool,
}

/// How often a store that failed is probed.
const PROBE_EVERY: Duration = Duration::from_secs(1);

/// Held by the task that commits. However it ends, the server is unhealthy from then on.
pub(crate) struct WriterGuard<'a>(&'a StoreHealth);

impl StoreHealth {
    pub(crate) fn is_good(&self) -> bool {
        !self.failing.load(Ordering::Relaxed) && !self.writer_ended.load(Ordering::Relaxed)
    }

    /// Takes the results of a commit into account. A conflict says nothing about the store.
    pub(crate) fn record(&self, results: &[Result<(), AppendError>]) {
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
        assert!(health.is_good(), "something was stored");
        health.record(&[full(), Err(AppendError::Conflict)]);
        health.record(&[Err(AppendError::Conflict)]);
        assert!(!health.is_good(), "nothing was stored");

        let probe = health.clone();
        let probe = tokio::spawn(async move { probe.run_probe(&*MemoryStore::new()).await });
        while !health.is_good() {
            tokio::time::sleep(PROBE_EVERY).await;
        }
        probe.abort();

        drop(health.writer_guard());
        assert!(!health.is_good(), "no task is left that would store anything");
    }
}
