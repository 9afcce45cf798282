use std::sync::Arc;
use std::thread;

use crate::http::app::App;
use crate::metrics::Metrics;
use crate::tables::{HostedTable, Participant};

/// The place that a connection has at a table. It is left even if the task panics that serves the
/// connection, or the others at the table would see this one for ever.
pub(crate) struct PlaceAtTable {
    app: Arc<App>,
    pub(crate) table: Arc<HostedTable>,
    pub(crate) participant: Arc<Participant>,
}

impl PlaceAtTable {
    pub(crate) fn new(
        app: Arc<App>,
        (table, participant): (Arc<HostedTable>, Arc<Participant>),
    ) -> Self {
        Self { app, table, participant }
    }

    pub(crate) fn leave(&self) {
        self.app.tables.leave(&self.table, &self.participant);
    }
}

impl Drop for PlaceAtTable {
    fn drop(&mut self) {
        if thread::panicking() {
            self.leave();
        }
    }
}

/// A connection to a table, as it is counted.
pub(crate) struct CountedSocket(Arc<Metrics>);

impl CountedSocket {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        metrics.sockets.inc();
        Self(metrics)
    }
}

impl Drop for CountedSocket {
    fn drop(&mut self) {
        self.0.sockets.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::test_rig::{GAME, Rig, hello, network};

    #[tokio::test]
    async fn a_connection_whose_task_panics_has_left() {
        let rig = Rig::new();
        let table = rig.table(GAME).await;
        let tables = rig.tables.clone();
        let app = App::new(tables.config.clone(), tables.metrics.clone(), tables.clone());
        let hello = hello(table.id.clone(), None);
        let connected = tables.connect(hello, network()).await.expect("a place");
        let place = PlaceAtTable::new(Arc::new(app), connected);
        let counted = CountedSocket::new(tables.metrics.clone());
        let panics = tokio::spawn(async move {
            let _held = (place, counted);
            panic!("a test has this fail");
        });
        assert!(panics.await.is_err());
        assert!(table.lock().participants.is_empty());
        assert_eq!(tables.metrics.sockets.get(), 0);
    }
}
