//! Where the screens of the second module are shown. `on-demand.js` fetches it and has it draw into this
//! room.

use parlor_wording as wording;
use web_sys::{CustomEvent, CustomEventInit, Event, EventTarget};

use crate::settings::{Settings, use_settings};
use crate::ui::browser::{document, location};
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::prelude::*;

/// The room for the screen that a path asks for. What is said in it goes when the screen is there.
pub(crate) fn study_room(path: &str) -> El {
    let is_missing = Signal::new(false);
    let settings = use_settings();
    on_cleanup(move || {
        if let Ok(event) = Event::new("parlor-study-left") {
            let _ = document().dispatch_event(&event);
        }
        // What a person has changed there holds here, too.
        settings.set(Settings::stored());
    });
    let path = path.to_owned();
    classed("div", "study-room")
        .on("parlor-study-missing", move |_| is_missing.set(true))
        .child_live(
            move || is_missing.get(),
            |missing| Some(if missing { failed() } else { loading() }),
        )
        .once_shown(move |room| ask_study(room, "parlor-study", &path))
}

/// Has `on-demand.js` ask the second module for something.
pub(crate) fn ask_study(from: &EventTarget, what: &str, detail: &str) {
    let wanted = CustomEventInit::new();
    wanted.set_detail(&detail.into());
    wanted.set_bubbles(true);
    if let Ok(event) = CustomEvent::new_with_event_init_dict(what, &wanted) {
        let _ = from.dispatch_event(&event);
    }
}

fn loading() -> El {
    classed("p", "loading").attr("role", "status").text(wording::study::loading())
}

/// What to do where the module could not be fetched. The browser may keep a script that failed, and asks
/// for it again only when the page is loaded again.
fn failed() -> El {
    let again = button(|| {
        let _ = location().reload();
    });
    classed("article", "page study-missing")
        .child(said("h1", wording::study::missing()))
        .child(said("p", wording::study::why_missing()))
        .child(
            el("p")
                .attr("class", "choices")
                .child(
                    again
                        .id("study-again")
                        .attr("class", "primary")
                        .text(wording::study::try_again()),
                )
                .child(link("#/").text(wording::front_room::home())),
        )
}
