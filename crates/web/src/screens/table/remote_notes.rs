//! What is to be said at a remote table beside the game: how the connection is, what the other player
//! asks, and who is still missing.

use std::cell::Cell;

use parlor_rules::Player;
use parlor_table::{Command, Phase, Request, Table, WishKind};
use parlor_wording as wording;
use parlor_wording::{Voice, request};

use super::invite::invite_panel;
use super::join::join_panel;
use crate::remote::keys_outlive_the_page;
use crate::session::Session;
use crate::ui::elements::{El, button, classed, said};
use crate::ui::prelude::*;

/// Notes over the board. None of them blocks anything else.
pub(crate) fn remote_notes(session: Session) -> El {
    announce_connection(session);
    warn_of_forgetting(session);
    let company = session.company();
    let waiting = move || session.shown().with(|table| table.phase() == Phase::Waiting);
    let left = move || waiting() && session.is_over();
    let seated = move || session.my_side().is_some();
    let asked = memo(move || session.shown().with(Table::request));
    let dismissed = Signal::new(false);
    classed("div", "remote-notes")
        .when(
            move || company.is_lost(),
            move || said("p", lost_words(session)).attr("class", "note"),
        )
        .child_live(
            move || asked.get(),
            move |asked| asked.map(|(by, asked)| request_bar(session, by, asked)),
        )
        .when(
            move || left() && seated(),
            || said("p", wording::connection::seat_free()).attr("class", "note"),
        )
        .when(move || waiting() && seated() && !left(), move || invite_panel(session))
        .when(
            move || waiting() && !seated() && !dismissed.get(),
            move || join_panel(session, dismissed),
        )
}

/// How many spectators there are; a spectator is told so.
pub(crate) fn spectators(session: Session) -> El {
    let words = move || {
        let count = session.company().spectators.get();
        if session.is_spectator() {
            wording::connection::you_watch(count)
        } else {
            wording::connection::they_watch(count)
        }
    };
    classed("span", "watching").text_live(words)
}

/// How the connection is, in one word: the page carries it for style and scripts.
pub(crate) fn connection_name(session: Session) -> &'static str {
    let company = session.company();
    match company.connection() {
        None => "none",
        Some(_) if company.is_lost() => "lost",
        Some(_) => "open",
    }
}

/// What is said while the connection is lost.
fn lost_words(session: Session) -> &'static str {
    if untrack(|| session.is_spectator()) {
        wording::connection::lost_watching()
    } else {
        wording::connection::lost()
    }
}

/// Tells screen readers when the connection is lost and when it is back.
fn announce_connection(session: Session) {
    let company = session.company();
    let lost = memo(move || company.is_lost());
    let before = Cell::new(false);
    effect(move || {
        let lost = lost.get();
        if lost != before.replace(lost) {
            session.told().announce(if lost {
                lost_words(session)
            } else {
                wording::connection::back()
            });
        }
    });
}

/// Warns a player whose browser will not know of the seat after a reload.
fn warn_of_forgetting(session: Session) {
    let seated = memo(move || session.my_side().is_some());
    effect(move || {
        if seated.get() && !keys_outlive_the_page() {
            session.told().say(wording::connection::forgets());
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
    let agree = button(move || session.submit(Command::Accept(kind)))
        .id("agree")
        .attr("class", "primary")
        .text(wording::connection::agree());
    let decline = button(move || session.submit(Command::Decline))
        .id("decline")
        .text(wording::connection::decline());
    bar.child(agree).child(decline)
}
