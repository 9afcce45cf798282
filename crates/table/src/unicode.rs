//! What Unicode says of characters. It takes long tables to know it: a program has them from its
//! libraries, and the page asks the browser for its own.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
pub(crate) use browser::{clusters, extends, prints};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use native::{clusters, extends, prints};
