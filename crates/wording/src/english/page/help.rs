//! The rules of the game that is played, and what the keys do.

words! {
    help = "Help";
    rules = "Rules";
    keys_title = "Keys";
}

/// A key and what it does.
pub type Key = (&'static str, &'static str);

/// The keys at a table on this screen.
pub const fn keys() -> [Key; 12] {
    [
        ("1 – 9", "Play a pit of the player to move, or a square"),
        ("1 – 9, P", "In two-step turns: select a pit, then play it"),
        ("Arrow keys", "Move around the board"),
        ("Enter", "Play the focused pit"),
        ("Space", "Skip to the end of the sowing"),
        ("U", "Undo the last turn"),
        ("R", "Redo a turn you undid"),
        ("H", "Hint"),
        ("V", "Show what each move is worth"),
        ("M", "Sound on or off"),
        ("N", "New game (asks first)"),
        ("F", "Turn the board toward the player to move"),
    ]
}

/// The keys at an online table.
pub const fn online_keys() -> [Key; 10] {
    let [play, two_step, arrows, enter, space, .., sound, _, _] = keys();
    [
        play,
        two_step,
        arrows,
        enter,
        space,
        ("U", "Ask to take back your last turn"),
        ("H", "Hint (spectators only)"),
        ("V", "Show what each move is worth (spectators, or after the game)"),
        sound,
        ("N", "Resign, or ask for a rematch (asks first)"),
    ]
}
