//! What is kept of games: the history of a person, what it adds up to, and the games of a match, as they
//! stand in files.
//!
//! Of each game little is kept: when it was, against whom, how it ended, and its line. Captures, extra
//! turns and margins are read off the line when they are asked for, so that the page which keeps a
//! game need not know them, and what is counted later can be counted for old games, too.
//!
//! ```
//! use parlor_rules::Level;
//! use parlor_archive::{Date, History, PlayedGame, Statistics};
//! use parlor_table::{GameLog, Opening, Seat};
//!
//! let otto = Seat::computer(Level::WEAKEST, "Otto");
//! let game = Opening::new("tic-tac-toe~X~03142".parse()?, [Seat::person("Ada"), otto]);
//! let log = GameLog::continued(game);
//! let played = PlayedGame::of(log.table(), Date::from_unix(1_763_425_200), None);
//! let history: History = played.into_iter().collect();
//!
//! let statistics = Statistics::of(&history);
//! assert_eq!(statistics.own.won, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What always holds
//!
//! - Nothing here reads a clock or knows where a history is kept: dates and texts are handed in. The
//!   JSON of files is in `parlor_protocol::file`.
//! - A game that exists has ended, and how it ended fits its moves.
//! - A game is known by when it began and by its line: a history holds no game twice, and holds the
//!   newest [`History::MOST`].
//! - Printed and read again, every value is the same value.

mod date;
mod file_refusal;
mod game_match;
mod history;
mod not_a_game;
mod opponent;
mod played_game;
mod statistics;
mod verdict;

pub use date::{Date, NotADate};
pub use file_refusal::FileRefusal;
pub use game_match::{Match, MatchGame};
pub use history::{History, last_began, remember};
pub use not_a_game::NotAGame;
pub use opponent::Opponent;
pub use played_game::PlayedGame;
pub use statistics::{Group, Statistics, Streaks, Week};
pub use verdict::{Results, Verdict};
