//! Files that the browser saves and opens, and the clipboard.

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, Event, HtmlElement, Url};

use super::browser::{document, settled, window};
use super::elements::El;
use super::scope::Home;

/// Has the browser save a text as a file.
pub(crate) fn save_text(name: &str, kind: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&text.into());
    if let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) {
        save_blob(name, &blob);
    }
}

/// Has the browser save bytes as a file.
pub(crate) fn save_blob(name: &str, blob: &Blob) {
    let Ok(address) = Url::create_object_url_with_blob(blob) else { return };
    if let Ok(link) = document().create_element("a") {
        let _ = link.set_attribute("href", &address);
        let _ = link.set_attribute("download", name);
        link.unchecked_into::<HtmlElement>().click();
    }
    let _ = Url::revoke_object_url(&address);
}

/// Puts a text into the clipboard, and tells whether the browser allowed it.
pub(crate) fn copy_text(text: &str, done: impl FnOnce(bool) + 'static) {
    let navigator = window().navigator();
    let has_clipboard = Reflect::get(&navigator, &"clipboard".into());
    if !has_clipboard.is_ok_and(|clipboard| !clipboard.is_undefined()) {
        return done(false);
    }
    let done = std::rc::Rc::new(std::cell::Cell::new(Some(done)));
    let tell = |worked: bool| {
        let done = done.clone();
        move || {
            if let Some(done) = done.take() {
                done(worked);
            }
        }
    };
    settled(&navigator.clipboard().write_text(text), tell(true), tell(false));
}

/// A field that opens a file, and hands on its text.
pub(crate) fn file_field(field: El, opened: impl Fn(String) + Clone + 'static) -> El {
    field.attr("type", "file").attr("accept", ".json,application/json").on("change", move |event| {
        let files = event.target().and_then(|field| Reflect::get(&field, &"files".into()).ok());
        read_first(files, opened.clone());
    })
}

/// Hands on the text of a file that is dropped anywhere on an element.
pub(crate) fn drop_area(area: El, opened: impl Fn(String) + Clone + 'static) -> El {
    area.on("dragover", |event| event.prevent_default()).on("drop", move |event: Event| {
        event.prevent_default();
        let carried = Reflect::get(&event, &"dataTransfer".into()).ok();
        let files = carried.and_then(|carried| Reflect::get(&carried, &"files".into()).ok());
        read_first(files, opened.clone());
    })
}

fn read_first(files: Option<JsValue>, opened: impl Fn(String) + 'static) {
    let file = files.and_then(|files| Reflect::get_u32(&files, 0).ok());
    let Some(blob) = file.and_then(|file| file.dyn_into::<Blob>().ok()) else { return };
    let home = Home::here();
    let read = Closure::once_into_js(move |text: JsValue| {
        home.run(|| opened(text.as_string().unwrap_or_default()));
    });
    let text: JsValue = blob.text().into();
    if let Ok(then) = Reflect::get(&text, &"then".into()) {
        let _ = then.unchecked_into::<Function>().call1(&text, &read);
    }
}
