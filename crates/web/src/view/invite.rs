//! Links to a table far away: one for the other player and for those who watch, and a private one
//! for oneself.

use js_sys::Reflect;
use parlor_rules::Player;
use parlor_table::{Command, Level, Name};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlInputElement, ShareData};

use super::qr_code::qr_code;
use super::sheet::sheet;
use crate::browser::{document, location, window};
use crate::catalogue::level_name;
use crate::dom::{El, button, classed, el, said, typed};
use crate::live::LiveTable;
use crate::prelude::*;
use crate::remote::{FarTable, key_to};
use crate::route::Route;

/// The panel over the board while somebody waits for the other player.
pub(super) fn invite_panel(live: LiveTable, far: FarTable) -> El {
    let address = address_of(&Route::Far(far.id.clone()));
    classed("section", "invite panel")
        .attr("aria-label", "Invitation")
        .child(said("h2", "Waiting for the other player"))
        .child(said("p", "Whoever opens this link plays with you. Everybody after that watches."))
        .children(qr_code(&address))
        .child(link_field("invite-link", "Link to this table", address))
        .children(is_this_machine().then(|| classed("p", "about").text(THIS_MACHINE)))
        .children(untrack(|| live.my_seat()).map(|player| computer_field(far, !player)))
}

const THIS_MACHINE: &str = "This link works on this machine only. To invite others, \
    open Parlor by the name or address that the machine has in your network.";

/// Whether the page was opened by an address that means something else on every machine.
fn is_this_machine() -> bool {
    let name = location().hostname().unwrap_or_default();
    name == "localhost" || name == "[::1]" || name.starts_with("127.")
}

/// The links at any time.
pub(crate) fn far_share_sheet(live: LiveTable, far: FarTable) -> El {
    let address = address_of(&Route::Far(far.id.clone()));
    let token = key_to(&far.id).filter(|_| untrack(|| live.is_seated()));
    sheet("Share this table", move || live.dialog.set(None))
        .child(said("p", "Whoever opens this link takes a free seat, or watches."))
        .child(link_field("link", "Link to this table", address))
        .children(token.map(|token| private_link(&Route::Seat(far.id.clone(), token))))
}

/// The link to one's own seat. It is drawn when it is wanted, so that nobody reads it over a
/// shoulder.
fn private_link(route: &Route) -> El {
    let address = address_of(route);
    let shown = RwSignal::new(false);
    let show = button(move || shown.set(true))
        .id("continue-elsewhere")
        .class_live("hidden", move || shown.get())
        .text("Continue on another device");
    let about = "This link is yours alone: whoever has it plays in your place.";
    classed("div", "private").child(show).when(
        move || shown.get(),
        move || {
            el("div").child(said("p", about)).children(qr_code(&address)).child(link_field(
                "private-link",
                "Link to your seat",
                address.clone(),
            ))
        },
    )
}

/// A link with buttons to copy it and, where the system can, to hand it on.
fn link_field(id: &'static str, label: &str, address: String) -> El {
    let shown = address.clone();
    let field = el("input")
        .id(id)
        .attr("type", "text")
        .attr("readonly", "")
        .attr("aria-label", label)
        .value_live(move || shown.clone());
    let copied = RwSignal::new(false);
    let to_copy = address.clone();
    let copy = button(move || {
        copy(id, &to_copy);
        copied.set(true);
    })
    .attr("class", "primary")
    .text_live(move || if copied.get() { "Copied" } else { "Copy" }.to_owned());
    let share = has(&window().navigator(), "share").then(|| {
        button(move || {
            let what = ShareData::new();
            what.set_title("Parlor");
            what.set_url(&address);
            // Somebody who thinks better of it has changed nothing.
            let _ = window().navigator().share_with_data(&what);
        })
        .text("Share")
    });
    classed("p", "choices").child(field).child(copy).children(share)
}

/// Copies a text. Browsers have a clipboard only for pages that nobody can have changed on their
/// way; elsewhere the field is selected and copied as by hand.
fn copy(field: &str, text: &str) {
    let navigator = window().navigator();
    if has(&navigator, "clipboard") {
        let _ = navigator.clipboard().write_text(text);
        return;
    }
    if let Some(field) = document().get_element_by_id(field) {
        field.unchecked_into::<HtmlInputElement>().select();
        let copy = Reflect::get(&document(), &"execCommand".into());
        if let Some(copy) = copy.ok().and_then(|copy| copy.dyn_into::<js_sys::Function>().ok()) {
            let _ = copy.call1(&document(), &"copy".into());
        }
    }
}

fn has(object: &JsValue, name: &str) -> bool {
    Reflect::get(object, &name.into()).is_ok_and(|value| !value.is_undefined())
}

/// Lets the computer have the free seat.
fn computer_field(far: FarTable, seat: Player) -> El {
    let level = RwSignal::new(Level::all().next());
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

/// The whole address of a page of the app.
fn address_of(route: &Route) -> String {
    let address = location().href().unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    format!("{page}{route}")
}
