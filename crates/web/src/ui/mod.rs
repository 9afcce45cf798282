//! What every screen is made of: elements that follow signals, and the browser around them.

pub(crate) mod browser;
mod context;
pub(crate) mod elements;
pub(crate) mod icon;
pub(crate) mod prelude;
pub(crate) mod sheet;
