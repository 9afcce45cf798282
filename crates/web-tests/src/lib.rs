//! What every test of the browser app stands on: a host that serves it, a browser that opens it,
//! and the page as a person at the screen sees it.
//!
//! ```no_run
//! use parlor_web_tests::in_a_browser;
//!
//! in_a_browser(async |page| {
//!     page.open("#/gems").await?;
//!     page.choose(2).await?;
//!     page.rest().await?;
//!     assert_eq!(page.status().await?, "Player 1's turn.");
//!     Ok(())
//! });
//! ```
//!
//! No test sleeps: each waits for what the page says about itself.

mod audit;
mod browser;
mod cable;
mod host;
mod mirror;
mod npm;
mod openings;
mod page;
mod program;
mod server;

pub use audit::{audit, audit_in_every_look};
pub use browser::{Request, in_a_browser, in_a_browser_at, remote_play, requests_during};
pub use cable::Cable;
pub use host::Host;
pub use mirror::Mirror;
pub use npm::npm_package;
pub use openings::{FRONT_ROOM, KEEP_OPENING, Seen, games, missing, opening};
pub use page::{Page, Person, Screen, Tab};
pub use server::Server;

/// A game of Kalah with 40 turns, some of them bad ones, to be reviewed.
pub const LONG_GAME: &str = "kalah~S~3562416251564363245321421614552633146425";

/// What a step of a test comes to.
pub type Result<T = ()> = thirtyfour::error::WebDriverResult<T>;
