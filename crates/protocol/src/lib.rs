//! What browser and server say to each other, and how a log is written down.
//!
//! [`message`] holds the messages of `docs/protocol.md`, [`text`] the lines in which events are
//! stored and sent. Nothing here opens a socket or reads a file.
//!
//! ```
//! use parlor_protocol::message::FromClient;
//! use parlor_protocol::text::{read_log, write_log};
//! use parlor_rules::Player;
//!
//! let message: FromClient = "move\tchoice=2\tversion=1\tid=k1".parse()?;
//! assert!(matches!(message, FromClient::Submission(_)));
//!
//! let log = read_log("opened\tgems~S~\tXO\tperson\tAda\tperson\tBen\nmoved\t2\n")?;
//! assert_eq!(log.table().name(Player::Two), "Ben");
//! assert!(write_log(&log).ends_with("\nmoved\t2\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod client;
pub mod message;
pub mod text;

mod code;
mod ids;

pub use code::Code;
pub use ids::{NotAnId, SeatToken, TableId};
