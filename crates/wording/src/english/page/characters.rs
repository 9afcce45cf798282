//! Choosing one of the computer's characters to play against.

use parlor_rules::Level;

use crate::level_name;

words! {
    choose = "Choose your opponent";
    last_played = "Last played";
    talk = "Computer players talk";
}

/// What has been achieved in a game so far: "Beaten in Kalah: 3 of 8".
pub fn ladder(beaten: usize, game: &str) -> String {
    format!("Beaten in {game}: {beaten} of {}", Level::STRONGEST.number())
}

/// The mark of a character that the person has beaten in this game.
pub fn beaten(game: &str) -> String {
    format!("Beaten in {game}")
}

/// To go on with a game in progress: "Continue your game with Otto".
pub fn resume(name: &str) -> String {
    format!("Continue your game with {name}")
}

/// The character and its level: "Otto, level 3".
pub fn with_level(level: Level) -> String {
    format!("{}, level {}", level_name(level), level.number())
}
