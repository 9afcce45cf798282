//! What every test of the app in a browser stands on: a host that serves it and a browser that
//! opens it.

mod browser;
mod host;

pub(crate) use browser::in_a_browser;
pub(crate) use host::Host;
