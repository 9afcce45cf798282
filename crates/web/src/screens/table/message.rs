use parlor_wording as wording;
use parlor_wording::{Voice, status, thinking, turns_played};

use crate::session::LiveTable;
use crate::ui::elements::{El, classed, el};
use crate::ui::prelude::*;

/// Whose turn it is, what just happened, and how many turns have been played.
pub(crate) fn message(live: LiveTable) -> El {
    let status_line = move || {
        live.shown.with(|table| {
            if live.thinking.get() {
                thinking(table.name(table.turn()))
            } else {
                status(table, Voice::of(table))
            }
        })
    };
    let turns = move || turns_played(live.shown.with(|table| table.play().played()));
    classed("section", "message")
        .attr("aria-label", wording::controls::game())
        .class_live("over", move || live.shown.with(|table| table.ending().is_some()))
        .child(el("p").id("status").text_live(status_line))
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
