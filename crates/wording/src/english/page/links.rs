//! Links that cannot be opened.

use std::fmt::Display;

words! {
    broken = "This link doesn't work";
    ask_again = "Ask for a new link, or start a new game.";
    new_game = "New game";
    incomplete = "The link is incomplete.";
}

/// The address names no page.
pub fn no_page(path: &str) -> String {
    format!("There is no page '{path}'.")
}

/// The game in the link cannot have been played.
pub fn bad_game(why: &dyn Display) -> String {
    format!("The game in it can't be opened: {why}.")
}
