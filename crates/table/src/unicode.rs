//! What Unicode says of characters. It takes long tables to know it: a program has them from its
//! libraries, and the page asks the browser for its own.

#[cfg(target_arch = "wasm32")]
#[path = "unicode/browser.rs"]
mod tables;
#[cfg(not(target_arch = "wasm32"))]
#[path = "unicode/native.rs"]
mod tables;

pub(crate) use tables::{clusters, extends, prints};
