use std::sync::Arc;

use parlor_protocol::message::Submission;
use tokio::sync::oneshot;

use crate::error::Error;
use crate::tables::participant::Participant;
use crate::tokens::TokenHash;

/// A command and who gave it. It is kept until its events are stored: if another node was faster, it is
/// decided again.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) submission: Submission,
    /// The token of the seat that its sender has, or will have if they take one and bring no other
    /// token.
    pub(crate) token: TokenHash,
    /// The connection that it came on, if it came on one.
    pub(crate) participant: Option<Arc<Participant>>,
}

/// A command that waits until the table has caught up with its log.
#[derive(Debug)]
pub(crate) struct Deferred {
    pub(crate) request: Request,
    pub(crate) receipt: Option<ReceiptSender>,
}

/// Tells when events are committed.
pub(crate) struct Receipt(oneshot::Receiver<Result<(), Error>>);

/// Where to tell that events are committed, or why they are not.
pub(crate) type ReceiptSender = oneshot::Sender<Result<(), Error>>;

impl Receipt {
    pub(crate) fn new() -> (ReceiptSender, Self) {
        let (sender, receiver) = oneshot::channel();
        (sender, Self(receiver))
    }

    /// Waits until the events are committed.
    pub(crate) async fn committed(self) -> Result<(), Error> {
        // Whoever drops the sender could not store them.
        self.0.await.unwrap_or(Err(Error::NotStored))
    }
}
