//! Bots by the Kalah Game Protocol, over TCP and over WebSocket at `/socket`.
//!
//! A bot is a player like any other: it has a seat at an ordinary table, knows of it what a browser
//! would be told (`seat.rs`, by [`parlor_protocol::client`]), and submits the same commands. So people
//! can watch it by the table's link, and nothing is decided here.
//!
//! - Who waits in freeplay seeks an opponent for Kalah as people do, and meets whoever seeks the same: a
//!   person or another bot, on any node. When no one has come for a while, the engine takes the seat.
//! - A bot counts as a connection, with the same limits. Lines that come too fast wait in the bot's own
//!   connection; a bot that reads nothing is disconnected.
//! - A bot that does not move in time is stopped, and its best move so far is played, or any if it has
//!   none. One that says nothing at all for several moves is disconnected.
//! - A bot that has lost its connection in a game finds it again by its token (`parked.rs`); without one,
//!   or when it does not come back, it resigns.

mod bot;
mod listen;
mod parked;
mod seat;
mod wire;

pub(crate) use listen::{accept, upgrade};
pub(crate) use parked::ParkedSeats;
