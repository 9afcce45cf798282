use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use parlor_protocol::TableId;
use tokio::sync::{Mutex, mpsc};

use super::{Abandoned, Append, Beginning, LogKey, NotAppended, Store, StoreError, Stored};
use crate::tokens::TokenHash;

/// A store for tests: what is read from it is what the test hands in, when it does.
pub(crate) struct Scripted(Mutex<mpsc::UnboundedReceiver<Read>>);

type Read = Result<Option<Stored>, StoreError>;

impl Scripted {
    /// A store, and the way to hand in what is read next.
    pub(crate) fn new() -> (Arc<Self>, mpsc::UnboundedSender<Read>) {
        let (script, reads) = mpsc::unbounded_channel();
        (Arc::new(Self(Mutex::new(reads))), script)
    }

    /// A log with these lines, whose seats nobody has a key to.
    pub(crate) fn log(lines: impl IntoIterator<Item = String>) -> Stored {
        let table = "q3mX0aVbT9Lk2PzR".parse().expect("a name");
        let beginning = Beginning { table, secret: [0; 16], anyone: false, keys: [None; 2] };
        Stored { key: LogKey(1), beginning, lines: lines.into_iter().collect() }
    }
}

impl Store for Scripted {
    fn new_key(&self) -> LogKey {
        LogKey(1)
    }

    fn append<'a>(&'a self, batch: &'a [Append]) -> BoxFuture<'a, Vec<Result<(), NotAppended>>> {
        ready(batch.iter().map(|_| Ok(())).collect()).boxed()
    }

    fn read<'a>(&'a self, _: &'a TableId, _: u32) -> BoxFuture<'a, Read> {
        async { self.0.lock().await.recv().await.expect("the test hands in what is read") }.boxed()
    }

    fn seat_elsewhere<'a>(
        &'a self,
        _: &'a TokenHash,
        _: Option<LogKey>,
    ) -> BoxFuture<'a, Result<Option<TableId>, StoreError>> {
        ready(Ok(None)).boxed()
    }

    fn abandoned(
        &self,
        _: Duration,
        _: Duration,
    ) -> BoxFuture<'_, Result<Vec<Abandoned>, StoreError>> {
        ready(Ok(Vec::new())).boxed()
    }

    fn forget<'a>(&'a self, _: &'a [LogKey]) -> BoxFuture<'a, Result<(), StoreError>> {
        ready(Ok(())).boxed()
    }

    fn try_out(&self) -> BoxFuture<'_, Result<(), StoreError>> {
        ready(Ok(())).boxed()
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }
}
