//! A server, as the program reaches it from outside: for a table there, or to ask how it is.
//!
//! - `server`: where one is
//! - `connect`: how it is reached, over TLS where its address says so

mod connect;
mod server;

pub(crate) use connect::{Bytestream, Unreachable, health, open_socket, open_socket_at, set_table};
pub(crate) use server::Server;
