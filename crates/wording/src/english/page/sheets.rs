//! Dialogs over the board.

words! {
    new_game = "New Game";
    abandons_game = "This abandons the current game.";
    start_new_game = "Start a new game";
    keep_playing = "Keep playing";
    stay = "Stay";
    change_setup = "Change players, rules or look";
    resign = "Resign";
    other_player_wins = "The other player wins this game.";
    leave_table = "Leave the table";
    leave_resigns = "If you leave now, the other player wins. Your seat becomes free.";
    leave_frees_seat = "Your seat becomes free. Anyone with the link can take it.";
    leaving = "Leaving the table…";
    share_game = "Share this game";
    about_game_link = "Anyone with this link can see the game, step through it and play on from any point.";
    game_link = "Link to this game";
    share_table = "Share this table";
    about_table_link = "Anyone with this link can take a free seat or watch.";
    table_link = "Link to this table";
    other_device = "Continue on another device";
    about_seat_link = "This link is yours alone: anyone who has it can play in your place.";
    seat_link = "Link to your seat";
    qr_code = "The same link for a phone's camera";
    about_file = "Or save all games of this match as a file. To open it again, drop it on any page.";
    save_as_file = "Save as file";
    saved = "Saved";
    not_saved = "Couldn't save";
    copy = "Copy";
    copied = "Copied";
    selected = "Selected";
    share = "Share";
    react = "React";
}
