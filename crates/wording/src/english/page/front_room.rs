//! The front room: a card for each game.

words! {
    parlor = "Parlor";
    tagline = "Classic games for two: on one screen, against the computer, or online.";
    more = "More";
    make_own_rules = "Make your own rules";
    learn = "Learn to play";
    puzzles = "Puzzles";
    set_up = "Set up";
    computer = "Computer";
    friend = "Friend";
    same_screen = "Same screen";
    invite_friend = "Invite a friend";
    find_opponent = "Find an opponent";
    resume = "Continue";
    games_in_progress = "Games in progress";
    your_move = "Your move";
    no_server = "Playing online needs a Parlor server, and this page doesn't have one.";
    offline = "You're offline: friends are waiting until you're back.";
    settings = "Settings";
    all_games = "All games";
    home = "Parlor, all games";
    new_version = "A new version of Parlor is ready.";
    update = "Update";
    later = "Later";
    pause_animations = "Pause animations";
    play_animations = "Play animations";
}

/// What a link does, and with which game: "Set up: Kalah".
pub fn about_game(what: &str, game: &str) -> String {
    format!("{what}: {game}")
}

/// A game of two people on this screen: "Kalah: Ada and Ben".
pub fn shared_table(game: &str, names: [&str; 2]) -> String {
    format!("{game}: {}", names.join(" and "))
}

/// An online table where the other seat is free.
pub fn waiting_table(game: &str) -> String {
    format!("{game}, waiting for the other player")
}

/// An online table with someone: "Kalah with Ben".
pub fn table_with(game: &str, name: &str) -> String {
    format!("{game} with {name}")
}
