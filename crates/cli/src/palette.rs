//! The colours: the terminal's own sixteen, so that they suit every background.
//!
//! Text is always written with its colours; the stream that it goes to takes them out where they
//! are not wanted (`NO_COLOR`, a pipe, a file).

use anstyle::{AnsiColor, Style};
use parlor_rules::Player;
use parlor_wording::terminal::Tone;

/// Plain text.
pub(crate) const PLAIN: Style = Style::new();
/// What matters most on the screen.
pub(crate) const STRONG: Style = Style::new().bold();
/// What is there when it is looked for.
pub(crate) const FAINT: Style = Style::new().dimmed();

/// The colour of a player's stones and marks.
pub(crate) const fn of_player(player: Player) -> Style {
    match player {
        Player::One => AnsiColor::Cyan.on_default(),
        Player::Two => AnsiColor::Yellow.on_default(),
    }
}

/// The colour of a sentence.
pub(crate) const fn of_tone(tone: Tone) -> Style {
    match tone {
        Tone::Plain => PLAIN,
        Tone::Capture => AnsiColor::Magenta.on_default(),
        Tone::Again => AnsiColor::Green.on_default(),
        Tone::End => AnsiColor::Green.on_default().bold(),
        Tone::Refusal => AnsiColor::Red.on_default(),
    }
}

/// Text in a style, and the style ended after it.
pub(crate) fn paint(style: Style, text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{style}{text}{style:#}") }
}
