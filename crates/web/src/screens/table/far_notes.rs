//! What is to be said at a table far away beside the game: how the line is, what the other player
//! asks, and who is still missing.

use parlor_rules::Player;
use parlor_table::{Phase, Request, Table, WishKind};
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
        .when(move || is_lost(far), || said("p", LOST).attr("class", "note"))
        .child_live(move || {
            let (by, asked) = asked.get()?;
            Some(untrack(|| request_bar(live, by, asked)))
        })
        .when(move || left() && seated(), || said("p", LEFT).attr("class", "note"))
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
            (None, 0 | 1) => "You are watching".to_owned(),
            (None, _) => format!("You and {} more are watching", count - 1),
            (Some(_), 0) => String::new(),
            (Some(_), _) => format!("{count} watching"),
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

const LEFT: &str = "The other seat is free. Whoever opens the link to this table can take it.";

const LOST: &str = "The connection is lost. It will be back by itself; your seat is kept.";

fn is_lost(far: FarTable) -> bool {
    far.connection.with(|line| *line == Connection::Lost)
}

/// Tells somebody who does not see the screen when the line is lost and when it is back.
fn announce_connection(live: LiveTable, far: FarTable) {
    let lost = memo(move || is_lost(far));
    let before = RwSignal::new(false);
    whenever(move || {
        let lost = lost.get();
        if lost != before.get_untracked() {
            before.set(lost);
            live.tell(if lost { LOST } else { "The connection is back." });
        }
    });
}

/// Tells somebody who sits down in a browser that will not know of it after a reload.
fn warn_of_forgetting(live: LiveTable, far: FarTable) {
    whenever(move || {
        if far.seat.get().is_some() && !keys_outlive_the_page() {
            live.message.set(Some(FORGETS.to_owned()));
            live.tell(FORGETS);
        }
    });
}

const FORGETS: &str = "This browser stores nothing: your seat is yours while this page stays open.";

/// What a player has asked for. The other one answers with one of two buttons.
fn request_bar(live: LiveTable, by: Player, asked: Request) -> El {
    let kind = match asked {
        Request::Draw => WishKind::Draw,
        Request::TakeBack { .. } => WishKind::TakeBack,
        Request::Rematch => WishKind::Rematch,
    };
    let mine = live.my_seat();
    let bar = classed("section", "note request").attr("aria-label", "Request");
    if mine == Some(by) {
        let other = live.name_of(!by);
        return bar.child(said("p", &format!("Request sent. Waiting for {other}.")));
    }
    let words = live.shown.with_untracked(|table| request(table, by, asked, Voice::of(table)));
    let bar = bar.child(said("p", &words));
    if mine.is_none() {
        return bar;
    }
    let agree =
        button(move || live.answer(kind, true)).id("agree").attr("class", "primary").text("Agree");
    let decline = button(move || live.answer(kind, false)).id("decline").text("No");
    bar.child(agree).child(decline)
}
