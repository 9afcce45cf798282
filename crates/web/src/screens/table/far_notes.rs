//! What is to be said at a table far away beside the game: how the line is, what the other player
//! asks, and who is still missing.

use std::cell::Cell;

use parlor_rules::Player;
use parlor_table::{Phase, Request, Table, WishKind};
use parlor_wording as wording;
use parlor_wording::{Voice, request};

use super::invite::invite_panel;
use super::join::join_panel;
use crate::remote::{Connection, FarTable, keys_outlive_the_page};
use crate::session::LiveTable;
use crate::ui::elements::{El, button, classed, said};
use crate::ui::prelude::*;

/// Notes over the board. None of them keeps anybody from doing something else.
pub(crate) fn far_notes(live: LiveTable) -> Option<El> {
    let far = live.far()?;
    announce_connection(live, far);
    warn_of_forgetting(live, far);
    let waiting = move || live.shown.with(|table| table.phase() == Phase::Waiting);
    let left = move || waiting() && live.is_over();
    let seated = move || far.seat.get().is_some();
    let asked = memo(move || live.shown.with(Table::request));
    let dismissed = RwSignal::new(false);
    let notes = classed("div", "far-notes")
        .when(move || is_lost(far), move || said("p", lost_words(far)).attr("class", "note"))
        .child_live(
            move || asked.get(),
            move |asked| asked.map(|(by, asked)| request_bar(live, by, asked)),
        )
        .when(
            move || left() && seated(),
            || said("p", wording::connection::seat_free()).attr("class", "note"),
        )
        .when(move || waiting() && seated() && !left(), move || invite_panel(live, far))
        .when(
            move || waiting() && !seated() && !dismissed.get(),
            move || join_panel(live, far, dismissed),
        );
    Some(notes)
}

/// How many people watch; somebody who does is told so.
pub(crate) fn watchers(live: LiveTable) -> Option<El> {
    let far = live.far()?;
    let words = move || {
        let count = far.presence.with(|presence| presence.watching);
        match (far.seat.get(), count) {
            (None, _) => wording::connection::you_watch(count),
            (Some(_), _) => wording::connection::they_watch(count),
        }
    };
    Some(classed("span", "watching").text_live(words))
}

/// How the line to the server is, in one word: the page carries it for style and scripts.
pub(crate) fn connection_name(live: LiveTable) -> &'static str {
    match live.far() {
        None => "none",
        Some(far) if is_lost(far) => "lost",
        Some(_) => "open",
    }
}

/// What is said while the line is lost.
fn lost_words(far: FarTable) -> &'static str {
    match untrack(|| far.seat.get()) {
        Some(_) => wording::connection::lost(),
        None => wording::connection::lost_watching(),
    }
}

fn is_lost(far: FarTable) -> bool {
    far.connection.with(|line| *line == Connection::Lost)
}

/// Tells somebody who does not see the screen when the line is lost and when it is back.
fn announce_connection(live: LiveTable, far: FarTable) {
    let lost = memo(move || is_lost(far));
    let before = Cell::new(false);
    effect(move || {
        let lost = lost.get();
        if lost != before.replace(lost) {
            live.tell(if lost { lost_words(far) } else { wording::connection::back() });
        }
    });
}

/// Tells somebody who sits down in a browser that will not know of it after a reload.
fn warn_of_forgetting(live: LiveTable, far: FarTable) {
    effect(move || {
        if far.seat.get().is_some() && !keys_outlive_the_page() {
            let words = wording::connection::forgets();
            live.message.set(Some(words.to_owned()));
            live.tell(words);
        }
    });
}

/// What a player has asked for. The other one answers with one of two buttons.
fn request_bar(live: LiveTable, by: Player, asked: Request) -> El {
    let kind = match asked {
        Request::Draw => WishKind::Draw,
        Request::TakeBack { .. } => WishKind::TakeBack,
        Request::Rematch => WishKind::Rematch,
    };
    let mine = live.my_seat();
    let bar = classed("section", "note request").attr("aria-label", wording::connection::request());
    if mine == Some(by) {
        let other = live.name_of(!by);
        return bar.child(said("p", &wording::connection::request_sent(&other)));
    }
    let words = live.shown.with(|table| request(table, by, asked, Voice::of(table)));
    let bar = bar.child(said("p", &words));
    if mine.is_none() {
        return bar;
    }
    let agree = button(move || live.answer(kind, true))
        .id("agree")
        .attr("class", "primary")
        .text(wording::connection::agree());
    let decline =
        button(move || live.answer(kind, false)).id("decline").text(wording::connection::decline());
    bar.child(agree).child(decline)
}
