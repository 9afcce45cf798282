//! Tables that a server keeps, for people far apart.
//!
//! - `server`: whether there is one, and setting tables with it
//! - `far_table`: a table over there: what is sent to it and what is heard from it
//! - `inbox`, `orders`: what was heard and is not shown yet, what was sent and is not acknowledged
//! - `seat`: where the person at this screen sits, and by which key
//! - `company`: who else is there, and what they say
//! - `connection`: the line to it, which comes back by itself
//! - `patience`: how soon it does
//! - `keys`: the seats that this browser has a key to
//! - `nonces`: the numbers that it made up for tosses

mod company;
mod connection;
mod far_table;
mod inbox;
mod keys;
mod nonces;
mod orders;
mod patience;
mod seat;
mod server;

pub(crate) use far_table::{Connection, FarTable};
pub(crate) use keys::{Key, forget_key, keep_key, key_to, keys, keys_outlive_the_page, name_key};
pub(crate) use nonces::{keep_nonce, nonces_for};
pub(crate) use seat::{SeatLink, go_home};
pub(crate) use server::{
    Partner, has_server, my_name, provide_server, remember_name, set_table, waits_for_anyone,
};
