use parlor_table::{Reaction, SeatId};

use super::Mismatch;
use crate::TableId;
use crate::message::FromClient;

/// What the program around a remote host has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Open a connection.
    Connect,
    /// Close the connection, and pass nothing on any more that comes from it.
    Disconnect,
    /// Send this on the connection.
    Send(FromClient),
    /// Know this.
    Notice(Notice),
}

/// What a remote host has to say besides what happens in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The log is known, or another one than before: show the table anew.
    Opened,
    /// The people at this device were brought together with others at this table instead. The token
    /// of their seat has been kept for it.
    MovedTo(TableId),
    /// They have given up their seat, as they wanted.
    Left,
    /// Another player has gone away, and may be back.
    Away(SeatId),
    /// Another player who had gone away is back.
    Back(SeatId),
    /// A player says one of the few things that can be said.
    Reaction(SeatId, Reaction),
    /// The server contradicts what it told before: its log was restored from a copy, and the latest
    /// events may be lost. The log is told from the beginning, and what was pending is given up.
    Contradicted(Mismatch),
}
