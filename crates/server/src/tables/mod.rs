//! Tables that people play at online: what is decided at them, stored, and broadcast.
//!
//! A command comes in by [`Tables::submit`]. Under the lock of its table it is checked (idempotency
//! key, expected version, limits), decided by the rules of the table, applied to the table in
//! memory, and queued (`append.rs`). The one writer (`group_commit.rs`) stores whatever has queued
//! up in one commit, and only then broadcasts it: the broadcast is the acknowledgement, there is no
//! other.
//!
//! - **What a client was told is stored.** A table in memory (`hosted_table.rs`) runs ahead of the
//!   store, and clients are told of what is committed alone (`committed.rs`). A refusal that follows
//!   from something that is not committed yet waits for it in the same queue; so does a client whose
//!   seat is just changing hands. If events cannot be stored, the table is dropped from memory with
//!   everything that builds on them, its clients reconnect, and it is read from the store again.
//! - **A panic leaves nothing half done.** If one happens while a table is locked, the table is dropped
//!   from memory in the same way (`hosted_table/locked.rs`). If one ends a task that all tables need,
//!   the server ends, to be started again (`core_tasks.rs`).
//! - There is one writer, and no task for a table: a command is carried out by the task that brings
//!   it. A table's lock is never held across an `await`.
//! - A command that is sent twice is carried out once: its idempotency key is stored with its
//!   events, so that also holds after a restart.
//! - A command fails only by what it depends on. What one player does beside the game never makes
//!   the other one's move stale, costs them time, or takes the room that the log has for finishing
//!   the game.
//! - Nothing is kept in memory alone except who is connected: a restart costs no player their seat.
//! - Everything that waits is bounded: send queues, the commit queue, logs, spectators. A client
//!   that does not read is disconnected, and reads from the log what it missed.
//!
//! The modules from the bottom up; each uses only those above it:
//!
//! | module | what it is about |
//! |---|---|
//! | `send_queue`, `participant`, `request` | one connection, what waits to be sent on it, and what it asks for |
//! | `timers`, `engine_queue`, `opponents` | what is due when; whose turn the computer thinks about, and its players |
//! | `log_json`, `seat_tokens`, `committed`, `hosted_table` | a table in memory |
//! | `registry`, `commit_queue`, `space` | tables in memory, what waits to be stored, and whether there is space for it |
//! | `service` | all of that together: [`Tables`] |
//! | `append` | events are applied and queued |
//! | `names` | what players are called, so that they can be told apart |
//! | `choosing` | the computer thinks |
//! | `submit`, `clocks`, `computer` | where events come from: players, time, the computer |
//! | `following` | what other nodes have stored is taken in |
//! | `group_commit` | events are stored and broadcast |
//! | `create`, `admission`, `pairing`, `connections` | tables are set, clients come and go |
//! | `expiry` | tables are unloaded and deleted |

mod admission;
mod append;
mod choosing;
mod clocks;
mod commit_queue;
mod committed;
mod computer;
mod connections;
mod create;
mod engine_queue;
mod expiry;
mod following;
mod group_commit;
mod hosted_table;
mod log_json;
mod names;
mod opponents;
mod pairing;
mod participant;
mod registry;
mod request;
mod seat_tokens;
mod send_queue;
mod service;
#[cfg(test)]
mod simulation;
mod space;
mod submit;
#[cfg(test)]
pub(crate) mod test_rig;
mod timers;

pub(crate) use hosted_table::{HostedTable, Snapshot};
pub(crate) use participant::Participant;
pub(crate) use send_queue::{CloseReason, Outgoing};
pub(crate) use service::Tables;
pub(crate) use space::SpaceLeft;
pub(crate) use submit::Answer;
