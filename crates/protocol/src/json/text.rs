//! Values from text and text from values. A program has a parser and a writer for that from its
//! libraries, and the page uses those of the browser.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub(crate) use browser::{Error, Raw, objects_only, reason_of, to_text};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{Error, Raw, objects_only, reason_of, to_text};
