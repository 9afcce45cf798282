//! The bar of controls and the buttons of a table.

words! {
    controls = "Controls";
    board = "Board";
    game = "Game";
    new_game = "New Game";
    play_again = "Play Again";
    rematch = "Rematch";
    restart_game = "Restart Game";
    to_start = "Start";
    undo = "Undo";
    redo = "Redo";
    to_end = "End";
    back = "Back";
    forward = "Forward";
    hint = "Hint";
    values = "Values";
    turn_board = "Turn board";
    swap_sides = "Swap sides";
    take_back = "Take back";
    offer_tie = "Offer tie";
    resign = "Resign";
    react = "React";
    leave = "Leave";
    share = "Share";
    settings = "Settings";
    help = "Help";
    more = "More";
    faster = "Faster";
    go_again = "Go again!";
    close = "Close";
    coin_toss = "Coin toss";
    who_goes_first = "Who goes first?";
    toss = "Toss";
    select_pit = "Select a pit";
    play_turn = "Play Turn";
    nothing_to_undo = "There's nothing to undo.";
    nothing_to_redo = "There's nothing to redo.";
}

/// "Music on"; what cannot be heard says so.
pub const fn music(on: bool, muted: bool) -> &'static str {
    match (on, muted) {
        (true, true) => "Music on, muted",
        (true, false) => "Music on",
        (false, _) => "Music off",
    }
}

/// Whose coin a button tosses: "Toss: Ada".
pub fn toss_of(name: &str) -> String {
    format!("{}: {name}", toss())
}

/// "Sound on"
pub const fn sound(on: bool) -> &'static str {
    if on { "Sound on" } else { "Sound off" }
}
