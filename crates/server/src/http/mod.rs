//! Requests and sockets: who may ask for what, how often, and what they are answered.

pub(crate) mod accept;
pub(crate) mod api;
pub(crate) mod bundle;
mod client_address;
pub(crate) mod connection_limit;
mod error;
pub(crate) mod security_headers;
mod socket;
