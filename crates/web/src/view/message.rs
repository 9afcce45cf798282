use leptos::prelude::*;
use parlor_table::say;

use crate::live::LiveTable;

/// Whose turn it is, what just happened, and how many turns have been played; for the ear, the
/// whole turn in a sentence.
#[component]
pub(crate) fn Message(live: LiveTable) -> impl IntoView {
    let status = move || {
        if live.thinking.get() {
            let name = live.shown.with(|table| table.name(table.turn()).to_owned());
            format!("{name} is thinking…")
        } else {
            live.shown.with(say::status)
        }
    };
    let turns = move || match live.shown.with(|table| table.play().played()) {
        1 => "1 turn played".to_owned(),
        turns => format!("{turns} turns played"),
    };
    let over = move || live.shown.with(|table| table.ending().is_some());
    view! {
        <section class="message" class:over=over aria-label="Game">
            <p id="status">{status}</p>
            <p id="message">{move || live.message_line()}</p>
            <p id="turns">{turns}</p>
            <p class="for-the-ear" role="status" aria-live="polite">{live.announcement}</p>
        </section>
    }
}
