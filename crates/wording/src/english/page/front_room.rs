//! The front room: a card for each game.

words! {
    parlor = "Parlor";
    tagline = "Classic games for two: on one screen, against the computer, or online.";
    more = "More";
    make_own_rules = "Make your own rules";
    learn = "Learn to play";
    set_up = "Set up";
    invite_friend = "Invite a friend";
    find_opponent = "Find an opponent";
    resume = "Continue";
    online_tables = "Your online tables";
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

/// "In progress: Ada and Ben"
pub fn in_progress(names: [&str; 2]) -> String {
    format!("In progress: {}", names.join(" and "))
}

/// An online table where the other seat is free.
pub fn waiting_table(game: &str) -> String {
    format!("{game}, waiting for the other player")
}

/// An online table with someone: "Kalah with Ben".
pub fn table_with(game: &str, name: &str) -> String {
    format!("{game} with {name}")
}
