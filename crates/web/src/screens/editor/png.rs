//! A picture as PNG: the browser draws the SVG, and hands over what it drew.

use js_sys::{Function, Promise};
use parlor_rules::AnyPosition;
use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use super::colours::Colours;
use super::picture::{size, svg};
use crate::ui::browser::document;

/// Promises the picture of a position as a blob, twice as large as the SVG.
pub(super) fn png(position: &AnyPosition, colours: &Colours) -> Promise {
    let size = size(position);
    let picture = String::from(js_sys::encode_uri_component(&svg(position, colours)));
    Promise::new(&mut |resolve, reject| {
        let Ok(image) = HtmlImageElement::new() else {
            let _ = reject.call0(&JsValue::NULL);
            return;
        };
        let source = image.clone();
        let loaded = Closure::once_into_js(move || {
            if draw(&source, size, &resolve).is_none() {
                let _ = reject.call0(&JsValue::NULL);
            }
        });
        image.set_onload(Some(loaded.unchecked_ref()));
        image.set_src(&format!("data:image/svg+xml,{picture}"));
    })
}

fn draw(image: &HtmlImageElement, (width, height): (u32, u32), drawn: &Function) -> Option<()> {
    const SCALE: u32 = 2;
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.unchecked_into();
    canvas.set_width(width * SCALE);
    canvas.set_height(height * SCALE);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    let [wide, high] = [width * SCALE, height * SCALE].map(f64::from);
    let draw =
        context.draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, wide, high);
    draw.ok()?;
    canvas.to_blob(drawn).ok()
}
