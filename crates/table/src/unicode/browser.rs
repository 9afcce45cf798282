use js_sys::{Array, Intl::SegmentData, RegExp};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Intl)]
    type Segmenter;

    /// Fails in a browser that has none.
    #[wasm_bindgen(constructor, js_namespace = Intl, catch)]
    fn new() -> Result<Segmenter, JsValue>;

    #[wasm_bindgen(method)]
    fn segment(this: &Segmenter, text: &str) -> JsValue;
}

/// The grapheme clusters of a text; its code points in a browser that cannot tell.
pub(crate) fn clusters(text: &str) -> Vec<&str> {
    let segmenter = (!text.is_ascii()).then(Segmenter::new);
    let lengths: Vec<usize> = match segmenter {
        Some(Ok(segmenter)) => {
            let segments = Array::from(&segmenter.segment(text)).into_iter();
            let segments = segments.map(|data| data.unchecked_into::<SegmentData>().segment());
            segments.map(|segment| String::from(segment).len()).collect()
        }
        Some(Err(_)) | None => text.chars().map(char::len_utf8).collect(),
    };
    let ends = lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    ends.zip(&lengths).map(|(end, length)| &text[end - length..end]).collect()
}

/// Whether a code point is a letter, an accent, a number, a sign or the plain space.
pub(crate) fn prints(letter: char) -> bool {
    is_in(r"[\p{L}\p{M}\p{N}\p{P}\p{S} ]", letter)
}

/// Whether a code point is part of the character before it, as an accent is.
pub(crate) fn extends(letter: char) -> bool {
    is_in(r"\p{Grapheme_Extend}", letter)
}

fn is_in(class: &str, letter: char) -> bool {
    RegExp::new(class, "u").test(&letter.to_string())
}
