use parlor_wording::say;

use crate::session::LiveTable;
use crate::ui::elements::{El, classed, el};

/// Whose turn it is, what just happened, and how many turns have been played.
pub(crate) fn message(live: LiveTable) -> El {
    let status = move || {
        if live.thinking.get() {
            live.shown.with(|table| format!("{} is thinking…", table.name(table.turn())))
        } else {
            live.shown.with(say::status)
        }
    };
    let turns = move || match live.shown.with(|table| table.play().played()) {
        1 => "1 turn played".to_owned(),
        turns => format!("{turns} turns played"),
    };
    classed("section", "message")
        .attr("aria-label", "Game")
        .class_live("over", move || live.shown.with(|table| table.ending().is_some()))
        .child(el("p").id("status").text_live(status))
        .child(el("p").id("message").text_live(move || live.message_line()))
        .child(el("p").id("turns").text_live(turns))
        .child(for_the_ear(live))
}

/// What a screen reader hears: the whole turn in a sentence.
pub(crate) fn for_the_ear(live: LiveTable) -> El {
    classed("p", "for-the-ear")
        .attr("role", "status")
        .attr("aria-live", "polite")
        .text_live(move || live.announcement.get())
}
