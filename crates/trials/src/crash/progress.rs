//! Whether play goes on, for everybody at every table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::time::{sleep, timeout};

use super::CLIENTS;

/// How long it may take until play has gone on at all tables after a disturbance. Only a trial that
/// fails waits so long, so it is enough for any machine.
const RECOVERY_TIMEOUT: Duration = Duration::from_mins(3);

/// How far each of the clients is at one place: the last round of disturbances from which they
/// have heard a command.
#[derive(Debug, Default)]
pub(super) struct Progress([AtomicU64; CLIENTS]);

impl Progress {
    /// A client has heard of a command that was submitted in this round.
    pub(super) fn heard(&self, client: usize, round: u64) {
        self.0[client].fetch_max(round, Ordering::SeqCst);
    }

    fn has_reached(&self, round: u64) -> bool {
        self.0.iter().all(|heard| heard.load(Ordering::SeqCst) >= round)
    }
}

/// The last command at a table that was the first one submitted in its round and acknowledged, and
/// how long the log was then.
#[derive(Debug, Default)]
pub(super) struct Landed(Mutex<Option<(u64, usize)>>);

impl Landed {
    /// A command that was submitted in this round is in a log of so many events.
    pub(super) fn acknowledge(&self, round: u64, version: usize) {
        let mut landed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if landed.is_none_or(|(last, _)| last < round) {
            *landed = Some((round, version));
        }
    }

    /// From which round somebody has heard who knows so many events.
    pub(super) fn round_at(&self, version: usize) -> Option<u64> {
        let landed = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        landed.filter(|&(_, needed)| needed <= version).map(|(round, _)| round)
    }
}

/// Waits until everybody at every table has heard of a command that was submitted in this round or
/// later.
pub(super) async fn wait_for(tables: &[Arc<Progress>], round: u64) -> Result<()> {
    let all_have_gone_on = async {
        while !tables.iter().all(|table| table.has_reached(round)) {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(RECOVERY_TIMEOUT, all_have_gone_on).await.with_context(|| {
        let behind = tables.iter().filter(|table| !table.has_reached(round)).count();
        format!(
            "{behind} tables have not gone on for all {} s after a disturbance",
            RECOVERY_TIMEOUT.as_secs()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_has_heard_from_a_round_when_they_know_its_first_command() {
        let landed = Landed::default();
        assert_eq!(landed.round_at(100), None);
        landed.acknowledge(3, 10);
        landed.acknowledge(3, 12);
        assert_eq!(landed.round_at(9), None);
        assert_eq!(landed.round_at(10), Some(3));
        landed.acknowledge(5, 20);
        landed.acknowledge(4, 21);
        assert_eq!(landed.round_at(19), None);
        assert_eq!(landed.round_at(20), Some(5));
    }

    #[test]
    fn a_table_has_gone_on_when_all_its_clients_have_heard() {
        let progress = Progress::default();
        assert!(progress.has_reached(0));
        for client in 0..CLIENTS - 1 {
            progress.heard(client, 2);
        }
        assert!(!progress.has_reached(1));
        progress.heard(CLIENTS - 1, 1);
        assert!(progress.has_reached(1) && !progress.has_reached(2));
    }
}
