//! What browser and server say to each other, and how a log is written down.
//!
//! [`message`] holds the messages of `docs/protocol.md`, [`event_log`] the events as they are stored
//! and sent, [`mod@file`] what people save and open. Both are JSON; [`old_text`] reads what earlier
//! versions have stored. Nothing here opens a socket or reads a file.
//!
//! ```
//! use parlor_protocol::event_log::{read_log, write_log};
//! use parlor_protocol::message::FromClient;
//! use parlor_rules::Player;
//!
//! let message: FromClient =
//!     r#"{"type":"move","data":{"choice":2,"version":1,"id":"k1"}}"#.parse()?;
//! assert!(matches!(message, FromClient::Submission(_)));
//!
//! let log = read_log("opened\tgems~S~\tXO\tperson\tAda\tperson\tBen\nmoved\t2\n")?;
//! assert_eq!(log.table().name(Player::Two), "Ben");
//! assert!(write_log(&log).ends_with("\n{\"type\":\"moved\",\"data\":{\"choice\":2}}\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod client;
pub mod event_log;
pub mod file;
pub mod message;
pub mod old_text;
#[cfg(feature = "schema")]
pub mod schema;

mod code;
mod ids;
mod json;
mod log_hash;
mod not_an_event;

pub use code::Code;
pub use ids::{NotAnId, SeatToken, TableId};
pub use log_hash::LogHash;
pub use not_an_event::NotAnEvent;
