//! The terminal at a table that a server keeps.

use std::fmt::Display;
use std::time::Duration;

use parlor_table::fairness::Unfair;
use parlor_table::{Phase, Reaction, Table};

use super::{Sentence, Tone, choose, explained};
use crate::english::grammar::sentences;
use crate::english::page::connection;
use crate::{Players, Voice, request, status, thinking, toss, toss_check};

words! {
    keys_playing = "u take back · d offer tie · x resign · e react · p name · i link · ? help · q quit";
    keys_playing_with_swap = "s swap sides · u take back · d offer tie · x resign · e react · p name · i link · ? help · q quit";
    keys_tossing = "t toss · x resign · e react · p name · i link · ? help · q quit";
    keys_over = "n rematch · l leave · e react · p name · i link · ? help · q quit";
    keys_waiting = "c play the computer · p name · l leave · i link · ? help · q quit";
    keys_watching = "h hint · v values · i link · ? help · q quit";
    keys_seat_free = "j take the seat · h hint · v values · i link · ? help · q quit";
    sitting_keys = "Enter takes the seat · Esc just watches";
    your_name = "Your name:";
    new_name = "Your new name:";
    which_level = "Which level of the computer, from 1 to 8?";
    no_such_level = "There is no such level. Choose one from 1 to 8.";
    no_such_reaction = "There is no such reaction. Choose one from 1 to 8.";
    resign_game = "Resign this game? y or n";
    hints_for_spectators = "Hints and values are for spectators while a game is being played.";
    only_players_react = "Only players can react.";
    to_continue = "To continue on another device, open this link there and keep it to yourself:";
    back_in_seat = "You're back in your seat.";
    no_free_seat = "Both seats are taken. You're watching.";
    not_sent_yet = "What you asked for will be sent when the connection is back.";
    one_moment = "One moment…";
    this_computer_only = "This link works on this computer only. To invite others, run `parlor serve --address 0.0.0.0:7474` and name its address after --server.";
    left = "You left the table.";
}

/// What is next, and what the person at this terminal is asked to do.
pub fn prompt(table: &Table, voice: Voice, may_toss: bool) -> String {
    let players = Players::of(table, voice);
    let next = || match table.phase() {
        Phase::Waiting => seat_free(table, voice),
        Phase::Tossing(_) => tossing(table, voice, may_toss),
        Phase::Playing(player) if voice.is_to(player) => choose(table, voice),
        Phase::Playing(player) if table.seat(player).level().is_some() => {
            thinking(players.names[player.index()])
        }
        Phase::Playing(_) => status(table, voice),
        Phase::Over(_) => over(voice).to_owned(),
    };
    let Some((by, asked)) = table.request() else { return next() };
    let is_to_move = matches!(table.phase(), Phase::Playing(player) if voice.is_to(player));
    let asked = match voice {
        Voice::ToOne(you) if you == by => connection::request_sent(table.name(!by)),
        Voice::ToOne(_) => {
            format!("{} Press y to agree or n to decline.", request(table, by, asked, voice))
        }
        Voice::ToBoth | Voice::Spectator => request(table, by, asked, voice),
    };
    if is_to_move { format!("{asked} {}", next()) } else { asked }
}

fn seat_free(table: &Table, voice: Voice) -> String {
    match voice {
        Voice::ToOne(_) if table.ending().is_some() => connection::seat_free().to_owned(),
        Voice::ToOne(_) => status(table, voice),
        Voice::ToBoth | Voice::Spectator => "A seat is free. Press j to take it.".to_owned(),
    }
}

fn tossing(table: &Table, voice: Voice, may_toss: bool) -> String {
    let stands = table.toss().map(|stands| toss(table, stands, voice)).unwrap_or_default();
    let press = if may_toss { "Press t to toss the coin." } else { "" };
    sentences([stands.as_str(), press])
}

const fn over(voice: Voice) -> &'static str {
    match voice {
        Voice::ToOne(_) => "The game is over. Press n to ask for a rematch.",
        Voice::ToBoth | Voice::Spectator => "The game is over.",
    }
}

/// What came of checking a toss that was made by commit and reveal.
pub fn toss_checked(table: &Table, checked: Result<(), Unfair>, voice: Voice) -> Sentence {
    let tone = if checked.is_ok() { Tone::Plain } else { Tone::Refusal };
    Sentence::new(tone, toss_check(table, checked, voice))
}

/// A player beside the board: "Ada  4:31  away".
pub fn label(name: &str, clock: Option<Duration>, whereabouts: Option<&str>) -> String {
    let clock = clock.map(time).unwrap_or_default();
    let parts = [name, &clock, whereabouts.unwrap_or_default()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ")
}

words! {
    free_seat = "(free seat)";
    away = "(away)";
    awaited = "(not here yet)";
    reconnecting = "reconnecting…";
}

/// What a clock shows: minutes and seconds.
pub fn time(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Which reactions there are: "1 Hello! · 2 Good luck! …".
pub fn which_reaction() -> String {
    let numbered = (1..).zip(Reaction::ALL);
    let listed = numbered.map(|(number, kind)| format!("{number} {}", crate::reaction(kind)));
    listed.collect::<Vec<_>>().join(" · ")
}

/// How to come back to a table whose seat is kept, and where it is.
pub fn to_come_back(link: &str, file: &dyn Display) -> String {
    format!("Your seat is kept in {file}. To come back: parlor play --join '{link}'")
}

/// How to watch a table again.
pub fn to_watch_again(link: &str) -> String {
    format!("To watch again: parlor play --join '{link}'")
}

/// The seat cannot be kept for another day.
pub fn cannot_keep(file: &dyn Display, why: &dyn Display) -> String {
    format!("Your seat can't be saved in {file} ({why}): it is yours only while this program runs.")
}

/// What a link to a table looks like.
pub const fn wanted_link() -> &'static str {
    "a link to a table looks like https://games.example/#/table/q3mX0aVbT9Lk2PzR"
}

/// What the address of a server looks like.
pub const fn wanted_server() -> &'static str {
    "a server is an address such as https://games.example or http://127.0.0.1:7474"
}

/// There is no answer at all.
pub fn no_answer(server: &dyn Display, why: &dyn Display) -> String {
    format!("there is no answer from {server} ({why}): is the server running?")
}

/// The connection cannot be trusted.
pub fn not_secure(server: &dyn Display, why: &dyn Display) -> String {
    format!("there is no secure connection to {server}: {why}")
}

/// Something else answers there.
pub fn no_parlor(server: &dyn Display) -> String {
    format!("there is no Parlor server at {server}")
}

/// It has no time.
pub fn busy(server: &dyn Display) -> String {
    format!("the server at {server} is busy: try again in a moment")
}

/// It speaks another version of the protocol.
pub fn other_protocol(server: &dyn Display) -> String {
    format!(
        "the server at {server} speaks another version of the protocol: use the version of parlor \
         that it was built from"
    )
}

/// It will not set the table that was asked for.
pub fn not_set(server: &dyn Display, why: &dyn Display) -> String {
    format!("the server at {server} won't set up this table: {why}")
}

/// There is no such table.
pub fn no_such_table(server: &dyn Display) -> String {
    format!("there is no such table at {server}, or it has expired: ask for a new link")
}

/// The table has something that this program does not know.
pub fn outdated(server: &dyn Display) -> String {
    format!("this program is too old for that table at {server}: update parlor")
}

/// How to play at a table that a server keeps, a line for each rule, and what the keys do.
pub fn help(table: &Table, voice: Voice) -> Vec<String> {
    let keys = match voice {
        Voice::ToOne(_) => PLAYERS_KEYS,
        Voice::ToBoth | Voice::Spectator => SPECTATORS_KEYS,
    };
    explained(table, keys)
}

const PLAYERS_KEYS: &str = "Keys: u asks to take back your last turn, d offers a tie, y agrees and \
                            n declines when you are asked, n asks for a rematch after the game, t \
                            tosses the coin, x resigns, e reacts, p changes your name, c lets the \
                            computer have a free seat, i shows the link, l gives up your seat \
                            before or after a game, q quits and keeps it.";
const SPECTATORS_KEYS: &str = "Keys: j takes a free seat, h gives a hint, v shows what each move is \
                               worth, i shows the link, q quits.";
