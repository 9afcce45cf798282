//! An online table: the connection, the other player, and those who watch.

use parlor_rules::Player;
use parlor_table::{Reaction, Table};

use crate::english::company::reaction;
use crate::english::grammar::counted;
use crate::{Players, Voice};

words! {
    setting_table = "Setting up the table…";
    finding_table = "Finding the table…";
    server_silent = "The server isn't answering. Try again in a moment.";
    server_busy = "The server is busy. Try again in a moment.";
    server_silent_retrying = "The server isn't answering. Trying again…";
    try_again = "Try again";
    table_closed = "This table is closed";
    no_such_table = "There is no such table, or it has expired.";
    page_too_old = "This page is too old for this table. Reload it.";
    newer_version = "There's a newer version of Parlor. Reload the page.";
    not_understood = "The server didn't understand that. Reload the page.";
    lost = "Connection lost. Reconnecting. Your seat is saved.";
    lost_watching = "Connection lost. Reconnecting.";
    back = "Connected again.";
    restored = "This table was restored from a copy and may have lost its latest moves.";
    seat_free = "The other seat is free. Anyone with the link to this table can take it.";
    forgets = "This browser can't save anything: your seat is yours only while this page stays open.";
    request = "Request";
    agree = "Agree";
    decline = "Decline";
    move_sent = "Your move is on its way.";
    move_waiting = "Your move will be sent when the connection is back.";
    looking_back = "The game is over. You're looking back at it.";
}

/// "Request sent. Waiting for Bea."
pub fn request_sent(name: &str) -> String {
    format!("Request sent. Waiting for {name}.")
}

/// How many people watch, as a spectator reads it.
pub fn you_watch(spectators: usize) -> String {
    match spectators.saturating_sub(1) {
        0 => "You're watching".to_owned(),
        others => format!("You and {} are watching", counted(others, "other")),
    }
}

/// How many people watch, as a player reads it; empty while no one does.
pub fn they_watch(spectators: usize) -> String {
    if spectators == 0 { String::new() } else { format!("{spectators} watching") }
}

/// "Bea left, but may return."
pub fn left(name: &str) -> String {
    format!("{name} left, but may return.")
}

/// "Bea is back."
pub fn is_back(name: &str) -> String {
    format!("{name} is back.")
}

/// "Bea: Well played!"
pub fn says(name: &str, said: Reaction) -> String {
    format!("{name}: {}", reaction(said))
}

/// "You have 20 seconds left."
pub fn seconds_left(table: &Table, player: Player, seconds: u32, voice: Voice) -> String {
    let has = if voice.is_to(player) { "have" } else { "has" };
    let subject = Players::of(table, voice).subject(player).to_owned();
    format!("{subject} {has} {} left.", counted(seconds as usize, "second"))
}
