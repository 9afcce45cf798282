use std::time::Duration;

use futures_util::future::BoxFuture;
use parlor_protocol::TableId;

use super::{LogId, StoreError};
use crate::client_network::ClientNetwork;
use crate::rate_limit::RetryAfter;

/// The servers that share one store. Each of them is a node, and any node serves any table.
///
/// What is decided at a table is settled by the store alone: of two nodes that append the same version,
/// one gets a conflict. Everything here is either a hint that something was stored, or about what is
/// stored in no log: who is connected where, who waits for an opponent, and which of the nodes does
/// what one of them should do. There is no leader: whatever a node holds for itself expires by the
/// database's own clock.
pub(crate) trait Nodes: Send + Sync + 'static {
    /// What other nodes have done. Waits for ever where there are none. It is a hint: news can be lost
    /// and repeated.
    fn news(&self) -> BoxFuture<'_, News>;

    /// Tells the other nodes something that is stored nowhere. It may be lost.
    fn tell(&self, message: NodeMessage);

    /// How many events are stored of those of these tables that other nodes may have appended to.
    fn stored_versions<'a>(
        &'a self,
        tables: &'a [TableId],
    ) -> BoxFuture<'a, Result<Vec<(TableId, u32)>, StoreError>>;

    /// Lists a table where a player waits to be paired with any other, and finds one where another
    /// player waits for the same. For [`MEETING_TIME`] neither of the two is found by anyone else.
    fn meet<'a>(&'a self, waiter: &'a Waiter)
    -> BoxFuture<'a, Result<Option<TableId>, StoreError>>;

    /// Undoes a meeting that came to nothing: the other table is taken off the list, because no player
    /// waits there any more, and this one can be found again.
    fn part<'a>(
        &'a self,
        waiter: &'a Waiter,
        other: &'a TableId,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Takes a table off that list, if it is still listed by this ticket.
    fn stop_waiting(&self, log: LogId, ticket: Ticket) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Whether this node is the one that has the computer think about its turn, after so many events.
    /// It has to be asked again after [`CLAIM_TIME`] if it is not, because the other node may be gone.
    fn claim_turn(&self, log: LogId, version: u32) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Counts one more table that is set from a network, with so many a minute for all nodes together.
    fn count_table(
        &self,
        network: ClientNetwork,
        per_minute: u32,
    ) -> BoxFuture<'_, Result<(), TableLimit>>;
}

/// How long two players who were found to want the same are found by no other player.
pub(crate) const MEETING_TIME: Duration = Duration::from_secs(10);
/// How long a node may take for a turn of the computer before another one does it.
pub(crate) const CLAIM_TIME: Duration = Duration::from_secs(30);

/// What other nodes have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// The logs of these tables have at least so many events.
    Appended(Vec<(TableId, u32)>),
    Message(NodeId, NodeMessage),
    /// A node has stopped, or cannot be reached: nobody is connected there any more.
    Gone(NodeId),
    /// A node has started, or can be reached again. It does not know who is connected here.
    Come,
    /// News may have been missed.
    Missed,
}

/// A node while it runs. When it is started again, it is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(pub(crate) i64);

/// What a node tells the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeMessage {
    pub(crate) table: TableId,
    pub(crate) content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Who is connected to the table here.
    Attendance(Attendance),
    /// The same, from a node that does not know yet who is connected elsewhere.
    AttendancePlease(Attendance),
    /// A player's reaction, as everyone at the table is told of it.
    Reaction(String),
}

/// Who is connected to a table at one node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attendance {
    /// Which seats have a connection.
    pub(crate) seats: [bool; 2],
    pub(crate) spectators: u32,
}

/// A table where a player waits to be paired with any other.
#[derive(Clone, Debug)]
pub(crate) struct Waiter {
    pub(crate) log: LogId,
    pub(crate) table: TableId,
    /// What they want to play. Equal texts are paired.
    pub(crate) seek: String,
    pub(crate) ticket: Ticket,
}

/// Under which a table is listed. Who lists it again has another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket(pub(crate) i64);

/// Why a table may not be set.
#[derive(Debug)]
pub(crate) enum TableLimit {
    Exceeded(RetryAfter),
    /// It could not be found out.
    Failed(StoreError),
}
