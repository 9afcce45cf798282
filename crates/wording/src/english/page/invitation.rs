//! Inviting someone to an online table, and joining one.

use parlor_rules::Level;

use crate::level_name;

words! {
    invitation = "Invitation";
    invite_friend = "Invite a friend";
    about_friend = "The first person to open this link plays you; anyone after that can watch.";
    finding_opponent = "Finding an opponent";
    about_opponent = "You'll play the next person who picks this game. You can also send a friend this link.";
    this_computer_only = "This link works on this computer only. To invite others, open Parlor by the name or address that this computer has on your network.";
    cancel = "Cancel invitation";
    computer_level = "Level of the computer";
    play_computer = "Play the computer";
    take_seat = "Take a seat";
    table_empty = "Everyone has left this table";
    your_name = "Your name";
    play = "Play";
    just_watch = "Just watch";
}

/// A level of the computer, to choose from: "3: Otto".
pub fn level(level: Level) -> String {
    format!("{}: {}", level.number(), level_name(level))
}

/// "Anna is waiting for you"
pub fn is_waiting(name: &str) -> String {
    format!("{name} is waiting for you")
}
