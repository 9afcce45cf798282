use parlor_table::{Command, Name, Table};
use parlor_wording as wording;

use crate::identity::{my_name, remember_name};
use crate::name_field::name_field;
use crate::session::Session;
use crate::ui::elements::{El, button, classed, el, typed};
use crate::ui::prelude::*;

/// The panel over the board for a visitor who has come by a link and finds a free seat.
pub(super) fn join_panel(session: Session, dismissed: Signal<bool>) -> El {
    let name = Signal::new(my_name().as_typed().to_owned());
    let field = name_field()
        .id("my-name")
        .value(&name.get())
        .on("input", move |event| name.set(typed(&event)));
    let play = button(|| ())
        .attr("type", "submit")
        .id("join")
        .attr("class", "primary")
        .text(wording::invitation::play());
    let watch =
        button(move || dismissed.set(true)).id("watch").text(wording::invitation::just_watch());
    classed("form", "panel")
        .attr("aria-label", wording::invitation::take_seat())
        .on("submit", move |event| {
            event.prevent_default();
            let name = Name::new(&name.get());
            remember_name(&name);
            session.submit(Command::Join { name, seat: None });
        })
        .child(el("h2").text_live(move || session.shown().with(who_waits)))
        .child(el("label").text(wording::invitation::your_name()).child(field))
        .child(classed("p", "choices").child(play).child(watch))
}

fn who_waits(table: &Table) -> String {
    let waiting = parlor_rules::Player::BOTH
        .into_iter()
        .find(|&player| table.seat(player).occupant != parlor_table::Occupant::Nobody);
    match waiting {
        Some(player) => wording::invitation::is_waiting(table.name(player)),
        None => wording::invitation::table_empty().to_owned(),
    }
}
