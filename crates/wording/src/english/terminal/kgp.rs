//! Bots by the Kalah Game Protocol.

use std::fmt::Display;
use std::time::Duration;

use crate::english::grammar::counted;

words! {
    wanted_address = "name a host, HOST:PORT, or a ws:// or wss:// address";
    wanted_mode = "choose freeplay, eval or verify";
    wanted_level = "choose a level from 1 to 8";
}

/// What `parlor serve` adds when it lets bots in.
pub fn serving(address: &dyn Display) -> String {
    format!("Bots can connect to {address} (Kalah Game Protocol).")
}

/// The server has told its version, and the bot what it is called.
pub fn connected(server: &dyn Display, name: &str) -> String {
    format!("Connected to {server} as {name}. Press Ctrl-C to stop.")
}

/// A game begins.
pub fn against(opponent: &dyn Display, game: &dyn Display) -> String {
    let game = game.to_string();
    if game.is_empty() {
        format!("Playing {opponent}.")
    } else {
        format!("Playing {opponent}, game {game}.")
    }
}

/// A game was won.
pub fn won(opponent: &str) -> String {
    format!("Won against {}.", named(opponent))
}

/// A game was lost.
pub fn lost_game(opponent: &str) -> String {
    format!("Lost to {}.", named(opponent))
}

/// A game was tied.
pub fn tied(opponent: &str) -> String {
    format!("Tied with {}.", named(opponent))
}

fn named(opponent: &str) -> &str {
    if opponent.is_empty() { "an unknown opponent" } else { opponent }
}

/// The server complains about something that the bot said.
pub fn complained(why: &dyn Display) -> String {
    format!("The server reports an error: {why}")
}

/// The server has checked the bot's answers to problems.
pub fn checked(right: usize, of: usize) -> String {
    format!("{right} of {} right.", counted(of, "answer"))
}

/// The server has ended the session.
pub fn said_goodbye(server: &dyn Display) -> String {
    format!("{server} said goodbye.")
}

/// The connection was lost.
pub fn reconnecting(server: &dyn Display, pause: Duration) -> String {
    format!("Lost the connection to {server}. Reconnecting in {} s.", pause.as_secs())
}

/// The connection was lost for good.
pub fn lost(server: &dyn Display) -> String {
    format!("The connection to {server} was lost and could not be opened again.")
}

/// There is no server.
pub fn no_answer(server: &dyn Display, error: &dyn Display) -> String {
    format!("Could not connect to {server}: {error}.")
}

/// There are too many connections.
pub fn busy(server: &dyn Display) -> String {
    format!("{server} has no room for another connection: try again in a moment.")
}

/// There is a server, but of something else.
pub fn no_kgp(server: &dyn Display) -> String {
    format!("{server} does not speak the Kalah Game Protocol.")
}

/// The server speaks another version.
pub fn other_version(server: &dyn Display, major: u32) -> String {
    format!("{server} speaks version {major} of the Kalah Game Protocol, and this bot version 1.")
}

/// The server does not do what the bot came for.
pub fn declined(server: &dyn Display, mode: &str, why: &str) -> String {
    format!("{server} refused {mode}: {why}.")
}
