//! The board editor.

use parlor_rules::mancala::{Position, Slot};
use parlor_rules::{AnyPosition, Choice, Game as _, Outcome, Player};

use super::super::grammar::{counted, listed};

words! {
    title = "Board editor";
    about = "Tap a pit to add a stone, hold it to remove one, or drag to move one. On a keyboard: +, Delete, or 0 to 9.";
    about_squares = "Tap a square to change its mark.";
    notation = "Position, game or link";
    rules = "Rules";
    own_rules = "Other rules";
    to_move = "To move";
    start_position = "Start position";
    clear = "Clear the board";
    board = "Board";
    analyse = "Show what moves are worth";
    stop_analysing = "Hide what moves are worth";
    analysing = "Thinking…";
    play_title = "Play from here";
    same_screen = "Two on this screen";
    computer = "Against the computer";
    level = "Level";
    friend = "Invite a friend";
    abandons = "Abandon the game in progress";
    share_title = "Share";
    copy_link = "Copy link";
    copy_text = "Copy text";
    copy_svg = "Copy SVG";
    save_svg = "Save SVG";
    copy_png = "Copy PNG";
    save_png = "Save PNG";
    save_game = "Save as file";
    copied = "Copied.";
    not_copied = "The browser didn't allow copying.";
    saved = "Saved.";
    only_statistics = "This file holds statistics, not a game.";
    saved_instead = "This browser can't copy pictures, so it was saved as a file instead.";
}

/// What a slot of the editor is called, and what is in it: "South, pit 3: 4 stones".
pub fn slot(rules: &parlor_rules::mancala::Rules, slot: Slot, stones: u8) -> String {
    let side = side(slot.owner(rules));
    let stones = counted(stones.into(), "stone");
    match slot.pit(rules) {
        Some(pit) => format!("{side}, pit {pit}: {stones}"),
        None => format!("{side}'s store: {stones}"),
    }
}

/// "Square 3: X"
pub fn square(number: usize, mark: Option<Player>) -> String {
    let mark = match mark {
        Some(Player::One) => "X",
        Some(Player::Two) => "O",
        None => "empty",
    };
    format!("Square {number}: {mark}")
}

/// A side of a Mancala board.
pub const fn side(player: Player) -> &'static str {
    match player {
        Player::One => "South",
        Player::Two => "North",
    }
}

/// What is worth knowing about a position that can be played: how many stones there are, where that is
/// another number than the game begins with, and whether it is over.
pub fn note(position: &AnyPosition) -> String {
    let over = position.outcome().map(|outcome| match outcome {
        Outcome::Win(player) => {
            format!("The game is over here: {} has won.", letter(position, player))
        }
        Outcome::Tie => "The game is over here: it's a tie.".to_owned(),
    });
    let stones = position.mancala().and_then(stones_note);
    [stones, over].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn letter(position: &AnyPosition, player: Player) -> String {
    match position {
        AnyPosition::Mancala(_) => side(player).to_owned(),
        AnyPosition::TicTacToe(_) => position.letter(player).to_string(),
    }
}

fn stones_note(position: &Position) -> Option<String> {
    let rules = position.rules();
    let begins = 2 * usize::from(rules.pits()) * usize::from(rules.stones());
    let now: usize = position.slots().into_iter().map(usize::from).sum();
    let stones = counted(now, "stone");
    (now != begins)
        .then(|| format!("This board has {stones}; the game normally starts with {begins}."))
}

/// Why a position or a text cannot be used.
pub fn problem(why: &dyn std::fmt::Display) -> String {
    let mut words = capitalised(why.to_string());
    if !words.ends_with('.') {
        words.push('.');
    }
    words
}

fn capitalised(mut words: String) -> String {
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}

/// A move: "pit 3", "square 4".
pub fn choice(position: &AnyPosition, choice: Choice) -> String {
    match position {
        AnyPosition::Mancala(_) => format!("pit {}", choice.pit()),
        AnyPosition::TicTacToe(_) => format!("square {}", choice.square()),
    }
}

/// What moves are worth: "Pit 3: +4, pit 4: −10 and pit 5: ≈−2"
pub fn values(moves: &[(String, String)]) -> String {
    let moves: Vec<String> = moves.iter().map(|(pit, worth)| format!("{pit}: {worth}")).collect();
    capitalised(listed(&moves))
}
