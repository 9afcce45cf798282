//! The computer's characters, one for each level.

use parlor_rules::Level;

/// The name of the character that plays at a level.
pub const fn level_name(level: Level) -> &'static str {
    match level.number() {
        1 => "Pip",
        2 => "Clover",
        3 => "Otto",
        4 => "Marla",
        5 => "Bruno",
        6 => "Selma",
        7 => "Viktor",
        _ => "Athena",
    }
}

/// The character in one line. It is true of what the engine does at that level: all of them look at
/// least at the reply; they differ in how far they look beyond it and in how much they overlook.
pub const fn level_description(level: Level) -> &'static str {
    match level.number() {
        1 => "Plays for fun and misses most chances.",
        2 => "Likes to go again, and overlooks one move in three.",
        3 => "Grabs captures, when he spots them.",
        4 => "Looks past your reply to her own next turn.",
        5 => "Thinks a turn further than Marla, and seldom slips.",
        6 => "Plans several turns ahead and waits for your mistake.",
        7 => "Calculates deeply and overlooks very little.",
        _ => "Solves what can be solved, and never slips there.",
    }
}
