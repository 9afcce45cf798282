//! What people are asked, and what they are told besides the turns.

use std::fmt::Display;

use parlor_rules::{AnyPosition, Choice, Game as _, Level, Player};

use super::{Sentence, Tone, choice_noun};
use crate::text::printable;

/// The keys during a game.
pub(crate) const KEYS: &str =
    "u undo · r redo · h hint · v values · n new game · p players · ? help · q quit";
/// The keys while stones are being sown.
pub(crate) const SOWING_KEYS: &str = "any key skips to the end";
/// The keys while the computer thinks.
pub(crate) const THINKING_KEYS: &str = "any key ends the thinking";
/// What is going on while advice is sought.
pub(crate) const ADVISING: &str = "Looking for the best move …";
/// The keys while a name is typed.
pub(crate) const NAME_KEYS: &str = "Enter takes the name · Esc keeps the old one";
/// Asks before a game is left.
pub(crate) const LEAVE_GAME: &str = "Leave this game and start a new one? y or n";
/// What can be done at the end of a game.
pub(crate) const PLAY_AGAIN: &str = "The game is over: n plays again, u takes the last turn back.";
/// What ends a pause.
pub(crate) const GO_ON: &str = "Press any key to go on.";
/// Said to people who have not played.
pub(crate) const GOODBYE: &str = "Goodbye!";

/// Asks for a move.
pub(crate) fn choose(position: &AnyPosition, name: &str) -> String {
    let choices: Vec<String> =
        position.moves().map(|choice| position.digit(choice).to_string()).collect();
    format!("{name}, choose a {}: {}", choice_noun(position), choices.join(" "))
}

pub(crate) fn no_such(position: &AnyPosition, number: &str) -> Sentence {
    let noun = choice_noun(position);
    Sentence::new(Tone::Refusal, format!("There is no {noun} {number}."))
}

pub(crate) fn unknown(word: &str) -> Sentence {
    let word = printable(word);
    Sentence::new(Tone::Refusal, format!("'{word}' does nothing: press ? for help."))
}

pub(crate) fn taken_back(position: &AnyPosition, name: &str, choice: Choice) -> Sentence {
    let (noun, digit) = (choice_noun(position), position.digit(choice));
    Sentence::new(Tone::Plain, format!("{name} takes {noun} {digit} back."))
}

pub(crate) fn nothing_to_undo() -> Sentence {
    Sentence::new(Tone::Refusal, "There is no turn to take back.")
}

pub(crate) fn nothing_to_redo() -> Sentence {
    Sentence::new(Tone::Refusal, "There is no turn to play again.")
}

/// Introduces a computer player.
pub(crate) fn introduced(name: &str, level: Level) -> Sentence {
    let (number, description) = (level.number(), parlor_wording::level_description(level));
    Sentence::new(Tone::Plain, format!("{name}, level {number}: {description}"))
}

pub(crate) fn thinking(name: &str) -> String {
    format!("{name} is thinking …")
}

/// Recommends a move.
pub(crate) fn hint(position: &AnyPosition, choice: Choice, forecast: &str) -> Sentence {
    let (noun, digit) = (choice_noun(position), position.digit(choice));
    Sentence::new(Tone::Plain, format!("Hint: {noun} {digit}. {forecast}"))
}

pub(crate) fn nothing_to_choose() -> Sentence {
    Sentence::new(Tone::Refusal, "The game is over: there is no move to choose.")
}

/// Says what the signs beside the numbers mean.
pub(crate) fn values_shown() -> Sentence {
    let meaning = "Beside each move stands by how much it wins: proved after a colon, estimated \
                   after a tilde.";
    Sentence::new(Tone::Plain, meaning)
}

pub(crate) fn values_hidden() -> Sentence {
    Sentence::new(Tone::Plain, "The values are hidden again.")
}

pub(crate) fn toss_prompt(name: &str) -> String {
    format!("{name}, press any key to toss the coin.")
}

pub(crate) fn tossed(name: &str, coin: &dyn Display) -> Sentence {
    Sentence::new(Tone::Plain, format!("{name} tosses {coin}."))
}

pub(crate) fn toss_again() -> Sentence {
    Sentence::new(Tone::Plain, "Both show the same side: toss again.")
}

pub(crate) fn starts(name: &str) -> Sentence {
    Sentence::new(Tone::Again, format!("{name} starts."))
}

pub(crate) fn name_prompt(player: Player, now: &str) -> String {
    format!("Name of player {} (now {now}):", player.index() + 1)
}
