//! Puts the real server to the test: the `parlor` program as a process of its own, killed in the
//! middle of its work, cut off from its clients, and loaded with as many games as it can take.
//!
//! [`client`] is also the shortest example of a program that plays at a table.

pub mod client;
pub mod crash;
pub mod history;
pub mod load;
pub mod process;
pub mod scale;
mod setup;
mod websocket;

pub use setup::Setup;
