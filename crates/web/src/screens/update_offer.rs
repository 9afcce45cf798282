use parlor_wording as wording;
use web_sys::Event;

use crate::ui::browser::{document, listen};
use crate::ui::elements::{El, button, classed, said};
use crate::ui::prelude::*;

/// Offers a new version of the app that has been fetched in the background; `updates.js` says when.
/// Nothing changes until a person accepts it.
pub(crate) fn update_offer() -> El {
    let is_ready = || {
        let root = document().document_element();
        root.is_some_and(|root| root.get_attribute("data-update").as_deref() == Some("ready"))
    };
    let ready = Signal::new(is_ready());
    listen("parlor-update-ready", move |_| ready.set(true));
    let accept = button(|| {
        if let Ok(event) = Event::new("parlor-update") {
            let _ = document().dispatch_event(&event);
        }
    })
    .id("update")
    .attr("class", "primary")
    .text(wording::front_room::update());
    let later = button(move || ready.set(false)).text(wording::front_room::later());
    classed("aside", "update-offer")
        .attr("aria-label", wording::front_room::update())
        .class_live("hidden", move || !ready.get())
        .child(said("p", wording::front_room::new_version()))
        .child(accept)
        .child(later)
}
