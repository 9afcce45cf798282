//! Notifications of the system's own, for a person who looks at something else while waiting for their
//! turn. They are asked for by a switch and by nothing else. `notices.js` speaks to the browser.

use parlor_wording as wording;
use web_sys::{CustomEvent, CustomEventInit, Event};

use crate::settings::{Settings, use_settings};
use crate::ui::browser::{document, listen};
use crate::ui::elements::{El, classed, el, field};
use crate::ui::prelude::*;

/// What the person at this screen lets the page do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Permission {
    Granted,
    Denied,
    NotAsked,
}

/// `None` where the browser has no notifications.
fn permission() -> Option<Permission> {
    match &*document().document_element()?.get_attribute("data-notices")? {
        "granted" => Some(Permission::Granted),
        "denied" => Some(Permission::Denied),
        _ => Some(Permission::NotAsked),
    }
}

/// Notifies a person who is not looking, if they wanted that.
pub(crate) fn notify(title: &str, body: &str) {
    let wanted = use_settings().with(|settings| settings.notices);
    if !(wanted && document().hidden() && permission() == Some(Permission::Granted)) {
        return;
    }
    let detail = CustomEventInit::new();
    detail.set_detail(&format!("{title}\n{body}").into());
    if let Ok(event) = CustomEvent::new_with_event_init_dict("parlor-notice", &detail) {
        let _ = document().dispatch_event(&event);
    }
}

/// The switch that turns notifications on and off, where the browser has them.
pub(crate) fn notices_switch(settings: Signal<Settings>) -> Option<El> {
    let permission_now = Signal::new(permission()?);
    let refused = Signal::new(false);
    let is_on = move || {
        permission_now.get() == Permission::Granted && settings.with(|settings| settings.notices)
    };
    listen("parlor-notices", move |_| {
        let Some(now) = permission() else { return };
        permission_now.set(now);
        refused.set(now == Permission::Denied);
    });
    let input =
        el("input").attr("type", "checkbox").checked_live(is_on).on("change", move |event| {
            let on = field(&event).checked();
            settings.update(|settings| settings.notices = on);
            if on && permission_now.get() != Permission::Granted {
                // It is on when the person has allowed it.
                field(&event).set_checked(false);
                ask();
            }
        });
    let words = move || if refused.get() { wording::settings::notices_refused() } else { "" };
    let switch = classed("label", "switch").child(input).text(wording::settings::notices());
    let problem =
        classed("p", "problem").attr("role", "alert").text_live(move || words().to_owned());
    Some(classed("div", "notices").child(switch).child(problem))
}

/// Has the browser ask the person, unless they have answered already.
fn ask() {
    if let Ok(event) = Event::new("parlor-ask-for-notices") {
        let _ = document().dispatch_event(&event);
    }
}
