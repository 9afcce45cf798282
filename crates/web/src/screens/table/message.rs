use parlor_wording as wording;
use parlor_wording::{Voice, headline, thinking};

use crate::catalogue::Game;
use crate::session::Session;
use crate::session::choosing::message_line;
use crate::ui::elements::{El, classed, el};

/// Whose turn it is, and what just happened.
pub(crate) fn message(session: Session) -> El {
    let status_line = move || {
        session.shown().with(|table| {
            if session.computer().thinking.get() {
                thinking(table.name(table.turn()))
            } else {
                headline(table, Voice::of(table))
            }
        })
    };
    classed("section", "message")
        .attr("aria-label", wording::controls::game())
        .attr_live("data-voice", move || own_voice(session).to_owned())
        .class_live("over", move || session.shown().with(|table| table.ending().is_some()))
        .child(el("p").id("status").text_live(status_line))
        .child(el("p").id("message").text_live(move || message_line(session)))
        .child(for_the_ear(session))
}

/// Whose manner the message has: with two at this screen each game speaks as it was first written.
fn own_voice(session: Session) -> &'static str {
    match (session.shown().with(Voice::of), session.game()) {
        (Voice::ToBoth, game @ (Game::Gems | Game::Island | Game::HomePits)) => game.id(),
        (Voice::ToBoth | Voice::ToOne(_) | Voice::Spectator, _) => "plain",
    }
}

/// What a screen reader hears: the whole turn in a sentence.
pub(crate) fn for_the_ear(session: Session) -> El {
    classed("p", "for-the-ear")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .text_live(move || session.told().announcement.get())
}
