use parlor_table::{Name, Table};

use crate::remote::{FarTable, my_name, remember_name};
use crate::session::LiveTable;
use crate::ui::elements::{El, button, classed, el, typed};
use crate::ui::prelude::*;

/// The panel over the board for somebody who has come by a link and finds a free seat.
pub(super) fn join_panel(live: LiveTable, far: FarTable, dismissed: RwSignal<bool>) -> El {
    let name = RwSignal::new(my_name().as_typed().to_owned());
    let field = el("input")
        .id("my-name")
        .attr("type", "text")
        .attr("maxlength", &Name::MAX_CHARACTERS.to_string())
        .attr("autocomplete", "off")
        .value_live(move || name.get_untracked())
        .on("input", move |event| name.set(typed(&event)));
    let play =
        button(|| ()).attr("type", "submit").id("join").attr("class", "primary").text("Play");
    let watch = button(move || dismissed.set(true)).id("watch").text("Just watch");
    classed("form", "panel")
        .attr("aria-label", "Take a seat")
        .on("submit", move |event| {
            event.prevent_default();
            let name = Name::new(&name.get_untracked());
            remember_name(&name);
            far.join(name);
        })
        .child(el("h2").text_live(move || live.shown.with(who_waits)))
        .child(el("label").text("Your name").child(field))
        .child(classed("p", "choices").child(play).child(watch))
}

fn who_waits(table: &Table) -> String {
    let waiting = parlor_rules::Player::BOTH
        .into_iter()
        .find(|&player| table.seat(player).occupant != parlor_table::Occupant::Nobody);
    match waiting {
        Some(player) => format!("{} waits for you", table.name(player)),
        None => "Nobody is here any more".to_owned(),
    }
}
