use std::sync::Arc;

use parlor_table::Event;
use tokio::time::Instant;

use crate::error::Error;
use crate::store::{Append, SeatChange};
use crate::tables::commit_queue::Pending;
use crate::tables::hosted_table::{Appended, Cause, HostedTable, State};
use crate::tables::request::{ReceiptSender, Request};
use crate::tables::service::Tables;

/// Events that were decided, and what belongs to them.
#[derive(Default)]
pub(super) struct Decided {
    pub(super) events: Vec<Event>,
    pub(super) cause: Cause,
    /// A seat that changes hands with them.
    pub(super) seat: Option<SeatChange>,
    /// The command that led to them, if it was a client's.
    pub(super) request: Option<Request>,
    /// Where to tell that they are committed.
    pub(super) receipt: Option<ReceiptSender>,
}

impl Tables {
    /// Applies events to a table and queues them for the next commit, after which they are
    /// broadcast.
    pub(super) fn append(
        &self,
        table: &Arc<HostedTable>,
        state: &mut State,
        decided: Decided,
        now: Instant,
    ) -> Result<(), Error> {
        let Decided { events, cause, seat, request, receipt } = decided;
        let key_use = cause.key_use;
        let version = state.version();
        if let Some(change) = seat {
            state.change_seat(change);
        }
        let Appended { events, moves } = state.append(events, cause, now).map_err(|refusal| {
            state.break_up();
            Error::DecisionNotApplied { log: table.log, refusal }
        })?;
        let append = Append { log: table.log, header: None, version, events, key_use, seat };
        let committed = state.once_committed();
        let pending = Pending { table: table.clone(), committed, moves, request, receipt };
        self.commit_queue.push(append, pending);
        self.schedule(table, state);
        Ok(())
    }
}
