//! Links to a table far away: one for the other player and for those who watch, and a private one
//! for oneself.

use parlor_rules::{Level, Player};
use parlor_table::{Command, Name, Table};
use parlor_wording::level_name;

use super::link_field::{address_of, link_field};
use super::qr_code::qr_code;
use crate::remote::{FarTable, key_to, waits_for_anyone};
use crate::route::Route;
use crate::session::LiveTable;
use crate::ui::browser::location;
use crate::ui::elements::{El, button, classed, el, said, typed};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// The panel over the board while somebody waits for the other player.
pub(super) fn invite_panel(live: LiveTable, far: FarTable) -> El {
    let route = Route::Far(far.id());
    let cancel =
        button(move || live.leave_table()).id("cancel-invitation").text("Cancel the invitation");
    let anyone = |table: &Table| waits_for_anyone(&far.id(), table.play().record());
    let [title, about] = if live.shown.with_untracked(anyone) { ANYONE } else { FRIEND };
    classed("section", "invite panel")
        .attr("aria-label", "Invitation")
        .child(said("h2", title))
        .child(said("p", about))
        .children(qr_code(&address_of(&route)))
        .child(link_field("invite-link", "Link to this table", &route))
        .children(is_this_machine().then(|| classed("p", "about").text(THIS_MACHINE)))
        .children(untrack(|| live.my_seat()).map(|player| computer_field(far, !player)))
        .child(classed("p", "choices").child(cancel))
}

/// What is said to somebody who waits for a friend, and to somebody who waits for anyone.
const FRIEND: [&str; 2] = [
    "Invite the other player",
    "Whoever opens this link plays with you. Everybody after that watches.",
];
const ANYONE: [&str; 2] = [
    "Looking for somebody",
    "Whoever wants the same game next plays with you. You can also send somebody this link.",
];

const THIS_MACHINE: &str = "This link works on this machine only. To invite others, \
    open Parlor by the name or address that the machine has in your network.";

/// Whether the page was opened by an address that means something else on every machine.
fn is_this_machine() -> bool {
    let name = location().hostname().unwrap_or_default();
    name == "localhost" || name == "[::1]" || name.starts_with("127.")
}

/// The links at any time.
pub(crate) fn far_share_sheet(live: LiveTable, far: FarTable) -> El {
    let token = key_to(&far.id()).filter(|_| untrack(|| live.is_seated()));
    let seat = token.map(|token| Route::Seat(far.id(), token, live.covered_nonce(far)));
    sheet("Share this table", move || live.dialog.set(None))
        .child(said("p", "Whoever opens this link takes a free seat, or watches."))
        .child(link_field("link", "Link to this table", &Route::Far(far.id())))
        .children(seat.map(private_link))
}

/// The link to one's own seat. It is drawn when it is wanted, so that nobody reads it over a
/// shoulder.
fn private_link(route: Route) -> El {
    let shown = RwSignal::new(false);
    let show = button(move || shown.set(true))
        .id("continue-elsewhere")
        .class_live("hidden", move || shown.get())
        .text("Continue on another device");
    let about = "This link is yours alone: whoever has it plays in your place.";
    classed("div", "private").child(show).when(
        move || shown.get(),
        move || {
            el("div")
                .child(said("p", about))
                .children(qr_code(&address_of(&route)))
                .child(link_field("private-link", "Link to your seat", &route))
        },
    )
}

/// Lets the computer have the free seat.
fn computer_field(far: FarTable, seat: Player) -> El {
    let level = RwSignal::new(Some(Level::WEAKEST));
    let options = Level::all().map(|level| {
        let words = format!("{}: {}", level.number(), level_name(level));
        el("option").attr("value", &level.number().to_string()).text(&words)
    });
    let levels = el("select")
        .id("computer-level")
        .attr("aria-label", "Level of the computer")
        .children(options)
        .on("change", move |event| level.set(typed(&event).parse().ok().and_then(Level::new)));
    let play = button(move || {
        if let Some(level) = level.get_untracked() {
            far.order(Command::SeatComputer { seat, level, name: Name::default() });
        }
    })
    .id("seat-computer")
    .text("Play the computer");
    classed("p", "choices").child(levels).child(play)
}
