//! Contests between the computer's levels, and tournaments between bots.

use std::cmp::Ordering;
use std::fmt::Display;
use std::time::Duration;

use parlor_rules::Level;

use crate::english::grammar::counted;
use crate::level_name;

words! {
    needs_two = "a contest needs two players: name more levels with --levels";
    needs_two_with_bots = "a tournament needs two players: let bots in with --bots, start some with --bot, or add levels with --levels";
    bots_include_started = "--bots counts the bots that --bot starts, too: it is smaller than their number";
    only_kalah = "--kgp: bots of this protocol play Kalah: choose kalah, with other pits and stones if you like";
    no_time = "a bot needs some time for a move, such as 500ms or 5s";
    sent_no_move = "sent no move in time";
    sent_no_legal_move = "sent no legal move in time";
    was_disconnected = "was disconnected";
    legend = "First the ratings, 0 on average; below them the points of each row against each column in %, with the 95 % confidence interval.";
    added_ties = "Some players never scored against the others: for the ratings, each pair counts one more tie.";
}

/// A level that takes part beside bots.
pub fn level(level: Level) -> String {
    format!("{} (level {})", level_name(level), level.number())
}

/// Where bots can connect, and how many are wanted.
pub fn waiting(address: &dyn Display, bots: usize) -> String {
    let bots = counted(bots, "bot");
    format!("Waiting for {bots} at {address} (Kalah Game Protocol). Press Ctrl-C to stop.")
}

/// A bot takes part, which makes so many.
pub fn joined(name: &str, here: usize, of: usize) -> String {
    format!("{name} joined ({here} of {of}).")
}

/// A bot has left before the tournament began.
pub fn left(name: &str, here: usize, of: usize) -> String {
    format!("{name} left ({here} of {of}).")
}

/// A bot has lost its connection during the tournament.
pub fn disconnected(name: &str) -> String {
    format!("{name} lost its connection.")
}

/// It has connected again.
pub fn is_back(name: &str) -> String {
    format!("{name} is back.")
}

/// It has not, and plays no more.
pub fn withdrawn(name: &str) -> String {
    format!("{name} did not come back. Its remaining games will not be played.")
}

/// A program that was to be a bot has ended too soon.
pub fn bot_ended(command: &str, status: &dyn Display) -> String {
    format!("'{command}' ended before the tournament began: {status}.")
}

/// All are here.
pub fn begins(players: usize, games: usize) -> String {
    format!("The tournament begins: {}, {}.", counted(players, "player"), counted(games, "game"))
}

/// A result, as one of many.
pub fn numbered(number: usize, of: usize, result: &str) -> String {
    let width = of.to_string().len();
    format!("{number:>width$}/{of}  {result}")
}

/// A game that was played to its end: South and North, and what is in their stores.
pub fn played([south, north]: [&str; 2], [of_south, of_north]: [u8; 2]) -> String {
    match of_south.cmp(&of_north) {
        Ordering::Greater => format!("{south} beat {north} {of_south}–{of_north}"),
        Ordering::Less => format!("{north} beat {south} {of_north}–{of_south}"),
        Ordering::Equal => format!("{south} and {north} tied {of_south}–{of_north}"),
    }
}

/// A game that one lost without its being over on the board.
pub fn forfeited(winner: &str, loser: &str, why: &str) -> String {
    format!("{winner} beat {loser} by forfeit: {loser} {why}")
}

/// How many of all games were played.
pub fn games_played(played: usize, of: usize) -> String {
    if played == of {
        format!("{}.", counted(played, "game"))
    } else {
        format!("{played} of {} were played.", counted(of, "game"))
    }
}

/// What the games of bots were like.
pub fn bot_terms(games: u32, opening: u32, move_time: Duration) -> String {
    let (games, seconds) = (counted(games as usize, "game"), move_time.as_secs_f64());
    let opening = counted(opening as usize, "random opening turn");
    format!("{games} a pair with sides alternating, {opening}, {seconds} s a move.")
}

/// What the games of levels were like.
pub fn level_terms(games: u32, opening: u32, effort: u64) -> String {
    let opening = counted(opening as usize, "opening turn");
    format!(
        "{} a pair, {opening} by chance, level 8 looks at {effort} boards a move.",
        counted(games as usize, "game")
    )
}
