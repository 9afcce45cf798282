use parlor_wording as wording;
use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use crate::ui::elements::{El, button, classed, el, field, said};
use crate::ui::icon::Icon;

/// A dialog over the page. The browser keeps the focus inside and closes it with Escape.
pub(crate) fn sheet(title: &str, close: impl Fn() + Copy + 'static) -> El {
    let header = el("header").child(said("h2", title)).child(
        button(close)
            .attr("class", "plain")
            .attr("aria-label", wording::controls::close())
            .child(Icon::Close.draw()),
    );
    classed("dialog", "sheet")
        .attr("aria-label", title)
        // The browser tells of it a moment later, when another sheet may already be open.
        .on("close", move |event| {
            if field(&event).is_connected() {
                close();
            }
        })
        .child(header)
        .once_shown(|dialog| {
            let _ = dialog.unchecked_ref::<HtmlDialogElement>().show_modal();
        })
}
