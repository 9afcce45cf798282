//! Tables that a server keeps: what the browser gives to `parlor_protocol::client`.
//!
//! - `remote_table`: the socket, the timer and the signals around a remote host
//! - `device`: what this browser keeps for it
//! - `keys`: the seats that this browser has a token for
//! - `nonces`: the nonces that it made for tosses
//! - `server`: whether there is one, and setting tables with it

mod device;
mod keys;
mod nonces;
mod remote_table;
mod server;

pub(crate) use keys::{Key, keys, keys_outlive_the_page, name_key};
pub(crate) use remote_table::{News, RemoteTable};
pub(crate) use server::{is_sought, provide_server, reach, set_table, waits_for_anyone};
