//! What happens at a table, wherever it stands.
//!
//! A table has two seats and a log of events, numbered from 0. What people see is the fold of
//! that log, so undoing, replaying, reloading and watching are all readings of it. A game at one
//! screen and a game between two browsers are the same table.
//!
//! ```
//! use parlor_rules::{Choice, Player, Variant};
//! use parlor_table::{Event, GameLog, Seat};
//!
//! let variant: Variant = "gems".parse()?;
//! let mut log = GameLog::open(variant, [Seat::person("Ada"), Seat::person("")]);
//! let third = Choice::new(2).expect("a place on the board");
//! log.append(Event::Moved { choice: third })?;
//!
//! assert_eq!(log.table().name(Player::Two), "Player 2");
//! assert_eq!(log.table().turn(), Player::One, "the last stone fell into the store");
//! assert_eq!(log.version(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Everything that anyone can do is a [`Command`]. [`Table::decide`] turns it into events, for an
//! [`Actor`] and under a [`Policy`]. Those who play reach a table through a [`Host`].
//!
//! # What always holds
//!
//! - State is the fold of the log. An event that cannot happen changes nothing.
//! - Commands are not events. `decide` alone turns one into the other, and what it decides can
//!   happen. It knows no clock, no identity and no chance: those are handed in.
//! - A refusal is a value, made where it is decided. There are no sentences for players here, and no
//!   text form of an event.
//! - A [`Player`](parlor_rules::Player) is a side of the board. Who owns a seat is a [`SeatId`],
//!   which stays when sides are swapped.
//! - Matches over events and commands are exhaustive: a new one does not compile until every reader
//!   has decided what it means.

pub mod fairness;

mod clock;
mod command;
mod decide;
mod entry;
mod event;
mod graphemes;
mod host;
mod key;
mod landing;
mod log;
mod marks;
mod name;
mod pace;
mod play;
mod reaction;
mod refusal;
mod score;
mod seat;
mod summary;
mod table;
mod toss;
mod unicode;

pub use clock::{Clock, Clocks, FIRST_MOVE_TIMEOUT, NotAClock};
pub use command::{Actor, Command, Policy, Wish, WishKind};
pub use entry::{Entry, Note};
pub use event::{Event, NextStart, Opening, PieRule, Request};
pub use fairness::{Commitment, Nonce};
pub use host::{Change, Host, LocalHost, Offer, Report};
pub use key::{CommandKey, NotAKey};
pub use landing::{Capture, Effect, Landing};
pub use log::GameLog;
pub use marks::{Marks, MarksError};
pub use name::Name;
pub use pace::Pace;
pub use play::Play;
pub use reaction::Reaction;
pub use refusal::Refusal;
pub use score::Score;
pub use seat::{Occupant, Seat, SeatId};
pub use summary::{Feat, FeatOf, Finish, Summary};
pub use table::{Ending, Phase, Table};
pub use toss::{Coin, Hand, Toss};
