//! The settings.

use parlor_rules::Player;
use parlor_table::MarksError;

use super::setup::player;

words! {
    settings = "Settings";
    your_name = "Your name";
    look = "Look";
    walnut = "Walnut";
    gems = "Gems";
    island = "Island";
    home_pits = "Home Pits";
    snow = "Snow";
    chalk = "Chalk";
    sowing_speed = "Sowing speed";
    instant = "Instant";
    fast = "Fast";
    normal = "Normal";
    slow = "Slow";
    volume = "Volume";
    sound = "Sound";
    larger_numbers = "Larger numbers";
    show_messages = "Show the other player's messages";
    notices = "Notify me when it's my turn";
    notices_refused = "This browser doesn't let Parlor notify you. You can allow it in the browser's settings for this site.";
    show_values = "Show what each move is worth";
    two_step = "Select a pit first, then play it";
    turning = "Turn the board toward the player to move";
}

/// "Player 1's symbol"
pub fn symbol_of(of: Player) -> String {
    format!("{}'s symbol", player(of))
}

/// Why two symbols cannot be used.
pub const fn marks_error(error: MarksError) -> &'static str {
    match error {
        MarksError::NotOneCharacter => "Each symbol must be one visible character.",
        MarksError::Same => "The two symbols must be different.",
    }
}
