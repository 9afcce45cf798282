//! Tables that a server keeps, for people far apart.
//!
//! - `server`: whether there is one, and setting tables with it
//! - `far_table`: a table over there: what is sent to it and what is heard from it
//! - `connection`: the line to it, which comes back by itself
//! - `patience`: how soon it does
//! - `keys`: the seats that this browser has a key to
//! - `nonces`: the numbers that it made up for tosses

mod connection;
mod far_table;
mod keys;
mod nonces;
mod patience;
mod server;

pub(crate) use far_table::{Connection, FarTable, go_home};
pub(crate) use keys::{Key, forget_key, keep_key, key_to, keys, keys_outlive_the_page, name_key};
pub(crate) use nonces::{keep_nonce, nonce_for};
pub(crate) use server::{
    Partner, has_server, my_name, provide_server, remember_name, set_table, waits_for_anyone,
};
