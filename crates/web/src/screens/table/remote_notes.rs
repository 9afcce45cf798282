//! What is to be said at a remote table beside the game: how the connection is, what the other player
//! asks, and who is still missing.

use std::cell::Cell;

use parlor_protocol::client::Status;
use parlor_rules::Player;
use parlor_table::{Phase, Request, Table, WishKind};
use parlor_wording as wording;
use parlor_wording::{Voice, request};

use super::invite::invite_panel;
use super::join::join_panel;
use crate::remote::{RemoteTable, keys_outlive_the_page};
use crate::session::Session;
use crate::ui::elements::{El, button, classed, said};
use crate::ui::prelude::*;

/// Notes over the board. None of them keeps anybody from doing something else.
pub(crate) fn remote_notes(session: Session) -> Option<El> {
    let remote = session.connection()?;
    announce_connection(session, remote);
    warn_of_forgetting(session, remote);
    let waiting = move || session.shown().with(|table| table.phase() == Phase::Waiting);
    let left = move || waiting() && session.is_over();
    let seated = move || remote.seat.get().is_some();
    let asked = memo(move || session.shown().with(Table::request));
    let dismissed = RwSignal::new(false);
    let notes = classed("div", "far-notes")
        .when(move || is_lost(remote), move || said("p", lost_words(remote)).attr("class", "note"))
        .child_live(
            move || asked.get(),
            move |asked| asked.map(|(by, asked)| request_bar(session, by, asked)),
        )
        .when(
            move || left() && seated(),
            || said("p", wording::connection::seat_free()).attr("class", "note"),
        )
        .when(move || waiting() && seated() && !left(), move || invite_panel(session, remote))
        .when(
            move || waiting() && !seated() && !dismissed.get(),
            move || join_panel(session, dismissed),
        );
    Some(notes)
}

/// How many people watch; somebody who does is told so.
pub(crate) fn spectators(session: Session) -> Option<El> {
    let remote = session.connection()?;
    let words = move || {
        let count = remote.spectators.get();
        match (remote.seat.get(), count) {
            (None, _) => wording::connection::you_watch(count),
            (Some(_), _) => wording::connection::they_watch(count),
        }
    };
    Some(classed("span", "watching").text_live(words))
}

/// How the line to the server is, in one word: the page carries it for style and scripts.
pub(crate) fn connection_name(session: Session) -> &'static str {
    match session.connection() {
        None => "none",
        Some(remote) if is_lost(remote) => "lost",
        Some(_) => "open",
    }
}

/// What is said while the line is lost.
fn lost_words(remote: RemoteTable) -> &'static str {
    match untrack(|| remote.seat.get()) {
        Some(_) => wording::connection::lost(),
        None => wording::connection::lost_watching(),
    }
}

fn is_lost(remote: RemoteTable) -> bool {
    remote.status.get() == Status::Reconnecting
}

/// Tells somebody who does not see the screen when the line is lost and when it is back.
fn announce_connection(session: Session, remote: RemoteTable) {
    let lost = memo(move || is_lost(remote));
    let before = Cell::new(false);
    effect(move || {
        let lost = lost.get();
        if lost != before.replace(lost) {
            session.tell(if lost { lost_words(remote) } else { wording::connection::back() });
        }
    });
}

/// Tells somebody who sits down in a browser that will not know of it after a reload.
fn warn_of_forgetting(session: Session, remote: RemoteTable) {
    effect(move || {
        if remote.seat.get().is_some() && !keys_outlive_the_page() {
            let words = wording::connection::forgets();
            session.message().set(Some(words.to_owned()));
            session.tell(words);
        }
    });
}

/// What a player has asked for. The other one answers with one of two buttons.
fn request_bar(session: Session, by: Player, asked: Request) -> El {
    let kind = match asked {
        Request::Draw => WishKind::Draw,
        Request::TakeBack { .. } => WishKind::TakeBack,
        Request::Rematch => WishKind::Rematch,
    };
    let mine = session.my_side();
    let bar = classed("section", "note request").attr("aria-label", wording::connection::request());
    if mine == Some(by) {
        let other = session.name_of(!by);
        return bar.child(said("p", &wording::connection::request_sent(&other)));
    }
    let words = session.shown().with(|table| request(table, by, asked, Voice::of(table)));
    let bar = bar.child(said("p", &words));
    if mine.is_none() {
        return bar;
    }
    let agree = button(move || session.answer(kind, true))
        .id("agree")
        .attr("class", "primary")
        .text(wording::connection::agree());
    let decline = button(move || session.answer(kind, false))
        .id("decline")
        .text(wording::connection::decline());
    bar.child(agree).child(decline)
}
