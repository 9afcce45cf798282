//! Files that the browser saves and opens, and the clipboard.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, HtmlElement, Url};

use super::browser::{document, settled, settled_with, window};
use super::elements::El;

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
    tell_whether(&navigator.clipboard().write_text(text), done);
}

/// Tells whether a promise was kept.
fn tell_whether(promise: &Promise, done: impl FnOnce(bool) + 'static) {
    let done = Rc::new(Cell::new(Some(done)));
    let tell = |worked: bool| {
        let done = Rc::clone(&done);
        move || {
            if let Some(done) = done.take() {
                done(worked);
            }
        }
    };
    settled(promise, tell(true), tell(false));
}

/// Puts a picture that a promise is fulfilled with into the clipboard, and tells whether the browser could. It is
/// asked at once and waits for the picture itself: later, it would take the click for an old one.
pub(crate) fn copy_picture(picture: &Promise, done: impl FnOnce(bool) + 'static) {
    match write_picture(picture) {
        Ok(written) => tell_whether(&written, done),
        Err(_) => done(false),
    }
}

/// Neither the clipboard nor what goes into it is there in every browser.
fn write_picture(picture: &Promise) -> Result<Promise, JsValue> {
    let kind = Reflect::get(&window(), &"ClipboardItem".into())?.dyn_into::<Function>()?;
    let parts = Object::new();
    Reflect::set(&parts, &"image/png".into(), picture)?;
    let item = Reflect::construct(&kind, &Array::of1(&parts))?;
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into())?;
    let write = Reflect::get(&clipboard, &"write".into())?.dyn_into::<Function>()?;
    write.call1(&clipboard, &Array::of1(&item))?.dyn_into()
}

/// A field that opens a file, and hands on its text.
pub(crate) fn file_field(field: El, opened: impl Fn(String) + Clone + 'static) -> El {
    field.attr("type", "file").attr("accept", ".json,application/json").on("change", move |event| {
        let files = event.target().and_then(|field| Reflect::get(&field, &"files".into()).ok());
        let file = files.and_then(|files| Reflect::get_u32(&files, 0).ok());
        if let Some(file) = file.and_then(|file| file.dyn_into::<Blob>().ok()) {
            read_text(&file, opened.clone());
        }
    })
}

/// Reads a file, and hands on its text.
pub(crate) fn read_text(file: &Blob, read: impl FnOnce(String) + 'static) {
    settled_with(&file.text(), move |text| read(text.as_string().unwrap_or_default()));
}
