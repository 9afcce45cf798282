//! Every sentence that people read or hear: on the page, in the terminal and in announcements.
//!
//! A sentence is made whole from values: the table, a turn, a refusal. Nothing here decides what is
//! legal or what happens next, and nothing elsewhere takes a sentence apart again: where a part is
//! wanted alone, such as what happened without what comes next, it has a function of its own.
//!
//! A [`Voice`] says who is spoken to. One person at this screen is "you"; two who share it are
//! called by their names, and so are players whom a spectator watches. With two at one screen each game
//! speaks as it was first written.
//!
//! All words are in `english`; another language is another folder with the same functions, chosen
//! here and nowhere else.
//!
//! ```
//! use parlor_rules::Level;
//! use parlor_table::{GameLog, Seat};
//! use parlor_wording::{Voice, status};
//!
//! let pip = Seat::computer(Level::WEAKEST, "Pip");
//! let log = GameLog::open("kalah".parse()?, [Seat::person("Ada"), pip]);
//! let table = log.table();
//! assert_eq!(status(table, Voice::of(table)), "Your turn.");
//! assert_eq!(status(table, Voice::Spectator), "Ada's turn.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod english;
mod voice;

pub use english::*;
pub use voice::Voice;
