//! Links to a remote table: one for the other player and for those who watch, and a private one
//! for oneself.

use parlor_rules::{Level, Player};
use parlor_table::{Command, Name, Table};
use parlor_wording as wording;

use super::link_field::{address_of, link_field};
use super::qr_code::qr_code;
use super::share::save_as_file;
use crate::name_field::name_field;
use crate::notices::notices_switch;
use crate::remote::waits_for_anyone;
use crate::route::Route;
use crate::session::{Connection, Session, commands};
use crate::settings::use_settings;
use crate::ui::browser::location;
use crate::ui::elements::{El, button, classed, el, said, typed};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// The panel over the board while a player waits for the other one.
pub(super) fn invite_panel(session: Session) -> El {
    let panel =
        classed("section", "invite panel").attr("aria-label", wording::invitation::invitation());
    let Some(connection) = session.company().connection() else { return panel };
    let route = Route::Remote(connection.table_id());
    let cancel = button(move || commands::leave(session))
        .id("cancel-invitation")
        .text(wording::invitation::cancel());
    let anyone = |table: &Table| waits_for_anyone(&connection.table_id(), table.play().record());
    let [title, about] = if session.shown().with(anyone) {
        [wording::invitation::finding_opponent(), wording::invitation::about_opponent()]
    } else {
        [wording::invitation::invite_friend(), wording::invitation::about_friend()]
    };
    panel
        .child(said("h2", title))
        .child(said("p", about))
        .children(qr_code(&address_of(&route)))
        .child(link_field("invite-link", wording::sheets::table_link(), &route))
        .children(notices_switch(use_settings()))
        .children(
            is_this_machine()
                .then(|| classed("p", "about").text(wording::invitation::this_computer_only())),
        )
        .children(session.my_side().map(|player| host_name(session, player)))
        .children(session.my_side().map(|player| computer_field(session, !player)))
        .child(classed("p", "choices").child(cancel))
}

/// What the other player will read about who is waiting. It is asked here, where there is time.
fn host_name(session: Session, player: Player) -> El {
    let field = name_field()
        .id("my-name")
        .attr("placeholder", wording::setup::player(player))
        .value_live(move || session.shown().with(|table| table.seat(player).name.to_string()))
        .on("change", move |event| commands::rename(session, player, &typed(&event)));
    el("label").text(wording::invitation::your_name()).child(field)
}

/// Whether the page was opened by an address that means something else on every machine.
fn is_this_machine() -> bool {
    let name = location().hostname().unwrap_or_default();
    name == "localhost" || name == "[::1]" || name.starts_with("127.")
}

/// The links at any time.
pub(crate) fn table_share_sheet(session: Session, connection: &dyn Connection) -> El {
    let seat = connection
        .seat_link()
        .map(|link| Route::Seat(connection.table_id(), link.token, link.nonce));
    sheet(wording::sheets::share_table(), move || session.dialog().set(None))
        .child(said("p", wording::sheets::about_table_link()))
        .child(link_field(
            "link",
            wording::sheets::table_link(),
            &Route::Remote(connection.table_id()),
        ))
        .children(seat.map(private_link))
        .child(save_as_file(session))
}

/// The link to one's own seat. It is drawn only when it is wanted, so that it is not read over a
/// shoulder.
fn private_link(route: Route) -> El {
    let shown = Signal::new(false);
    let show = button(move || shown.set(true))
        .id("continue-elsewhere")
        .class_live("hidden", move || shown.get())
        .text(wording::sheets::other_device());
    classed("div", "private").child(show).when(
        move || shown.get(),
        move || {
            el("div")
                .child(said("p", wording::sheets::about_seat_link()))
                .children(qr_code(&address_of(&route)))
                .child(link_field("private-link", wording::sheets::seat_link(), &route))
        },
    )
}

/// Lets the computer have the free seat.
fn computer_field(session: Session, seat: Player) -> El {
    let level = Signal::new(Some(Level::WEAKEST));
    let options = Level::all().map(|level| {
        let words = wording::invitation::level(level);
        el("option").attr("value", &level.number().to_string()).text(&words)
    });
    let levels = el("select")
        .id("computer-level")
        .attr("aria-label", wording::invitation::computer_level())
        .children(options)
        .on("change", move |event| level.set(typed(&event).parse().ok().and_then(Level::new)));
    let play = button(move || {
        if let Some(level) = level.get() {
            session.submit(Command::SeatComputer { seat, level, name: Name::default() });
        }
    })
    .id("seat-computer")
    .text(wording::invitation::play_computer());
    classed("p", "choices").child(levels).child(play)
}
