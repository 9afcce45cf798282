use js_sys::Reflect;
use parlor_wording as wording;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlInputElement, ShareData};

use crate::route::Route;
use crate::ui::browser::{document, location, settled, window};
use crate::ui::elements::{El, button, classed, el};
use crate::ui::prelude::*;

/// A link with buttons to copy it and, where the system can, to hand it on: there that is what people do
/// first.
pub(super) fn link_field(id: &'static str, label: &str, route: &Route) -> El {
    let address = address_of(route);
    let field = el("input")
        .id(id)
        .attr("type", "text")
        .attr("readonly", "")
        .attr("aria-label", label)
        .value(&address);
    let can_share = has(&window().navigator(), "share");
    let done = Signal::new(wording::sheets::copy());
    let to_copy = address.clone();
    let copy = button(move || copy(id, &to_copy, done))
        .attr("class", if can_share { "copy" } else { "copy primary" })
        .text_live(move || done.get().to_owned());
    let share = can_share.then(|| {
        button(move || {
            let what = ShareData::new();
            what.set_title(wording::front_room::parlor());
            what.set_url(&address);
            // A cancelled share changes nothing.
            settled(&window().navigator().share_with_data(&what), || (), || ());
        })
        .attr("class", "share primary")
        .text(wording::sheets::share())
    });
    classed("p", "choices").child(field).children(share).child(copy)
}

/// The whole address of a page of the app.
pub(super) fn address_of(route: &Route) -> String {
    let address = location().href().unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    format!("{page}{route}")
}

/// Copies a text, and says what became of it. Browsers have a clipboard only in a secure
/// context (HTTPS or localhost), which a page of another machine on the network is not, and may refuse it
/// there; then the field is selected and copied as by hand.
fn copy(field: &'static str, text: &str, done: Signal<&'static str>) {
    let navigator = window().navigator();
    if !has(&navigator, "clipboard") {
        return done.set(copy_by_hand(field));
    }
    let written = navigator.clipboard().write_text(text);
    settled(
        &written,
        move || done.set(wording::sheets::copied()),
        move || done.set(copy_by_hand(field)),
    );
}

fn copy_by_hand(field: &str) -> &'static str {
    if let Some(field) = document().get_element_by_id(field) {
        field.unchecked_into::<HtmlInputElement>().select();
    }
    let copy = Reflect::get(&document(), &"execCommand".into());
    let copied = copy.and_then(|copy| {
        copy.unchecked_into::<js_sys::Function>().call1(&document(), &"copy".into())
    });
    if copied.is_ok_and(|copied| copied.is_truthy()) {
        wording::sheets::copied()
    } else {
        wording::sheets::selected()
    }
}

fn has(object: &JsValue, name: &str) -> bool {
    Reflect::get(object, &name.into()).is_ok_and(|value| !value.is_undefined())
}
