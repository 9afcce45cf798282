//! The Kalah Game Protocol (KGP, version 1.1.0 of the KWARC group), by which bots and servers of Kalah
//! play each other: lines, what they mean, and what either side does about them. No sockets, no clock.
//!
//! - A [`Line`] is `[id][@reference] command arguments`, ended by CRLF. A [`LineBuffer`] cuts them out of
//!   whatever bytes arrive.
//! - [`FromServer`] and [`FromClient`] are what lines mean.
//! - A [`ServerSession`] is one bot as a server knows it, a [`ClientSession`] one server as a bot knows it.
//!
//! ```
//! use parlor_kgp::{ClientHeard, ClientSession, Mode};
//!
//! let mut session = ClientSession::new(Mode::Freeplay, Some("Pip".into()), None);
//! session.received("2 kgp 1 1 0");
//! assert_eq!(session.next_line().as_deref(), Some("1 set info:name \"Pip\""));
//! assert_eq!(session.next_line().as_deref(), Some("3 mode freeplay"));
//! let heard = session.received("4 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
//! let Some(ClientHeard::Asked { state, .. }) = heard else { panic!("it is asked to move") };
//! session.play(state, "3".parse().expect("a pit"));
//! session.give_way(state);
//! assert_eq!(session.next_line().as_deref(), Some("5@4 move 3"));
//! assert_eq!(session.next_line().as_deref(), Some("7@4 yield"));
//! ```
//!
//! # What always holds
//!
//! - Whatever arrives, it is understood, ignored because the protocol says so, or answered with `error`.
//!   Nothing panics, and nothing that is kept grows with what arrives.
//! - Every line that is sent has an id, because common clients ignore those that have none: a server's
//!   are even, a client's odd.
//! - A client always plays South: [`Board`] turns the board for whoever is to move.

mod argument;
mod board;
mod client_session;
mod error;
mod from_client;
mod from_server;
mod line;
mod line_buffer;
mod server_session;
mod setting;

pub use argument::Argument;
pub use board::Board;
pub use client_session::{ClientHeard, ClientSession, StateRef};
pub use error::{NotALine, NotAMessage};
pub use from_client::{FromClient, Mode};
pub use from_server::FromServer;
pub use line::Line;
pub use line_buffer::{Arrived, LineBuffer};
pub use server_session::{ServerHeard, ServerSession, StateId};
pub use setting::{GameOutcome, Setting, TimeMode};

/// Where servers listen, if they are not told otherwise.
pub const PORT: u16 = 2671;

/// The most characters that a line may have, without its end.
pub const MAX_CHARACTERS: usize = 16_384;

/// The version that is spoken here: major, minor, patch.
pub const VERSION: [u32; 3] = [1, 1, 0];
