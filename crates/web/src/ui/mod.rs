//! What every screen is made of: elements that follow signals, and the browser around them.
//!
//! - `elements`: elements of the page, and what keeps them up to date
//! - `effect`, `scope`, `executor`: what follows signals, how long, and when it runs
//! - `pieces`: opening the page without keeping the browser busy
//! - `browser`, `timer`: the window and its events, and what is done later
//! - `stored`: what a scope keeps; `context`: what the whole page shares
//! - `double_click`: a second click that nobody meant
//! - `icon`, `sheet`: small pictures, and dialogs

pub(crate) mod browser;
pub(crate) mod callback;
mod context;
pub(crate) mod double_click;
mod effect;
pub(crate) mod elements;
mod executor;
pub(crate) mod file;
pub(crate) mod icon;
pub(crate) mod memo;
pub(crate) mod pieces;
pub(crate) mod prelude;
pub(crate) mod scope;
pub(crate) mod sheet;
pub(crate) mod signal;
mod stored;
pub(crate) mod timer;

use std::cell::OnceCell;

use elements::El;
use scope::Scope;

thread_local! {
    /// The scope of the whole page, which ends with it.
    static PAGE: OnceCell<Scope> = const { OnceCell::new() };
}

/// Draws the page in a scope of its own; [`pieces::draw_rest`] draws what it has put off.
pub(crate) fn open(draw: impl FnOnce() -> El) -> El {
    pieces::begin(|| make(draw))
}

/// Makes something that lasts as long as the page.
pub(crate) fn make<T>(make: impl FnOnce() -> T) -> T {
    executor::start();
    PAGE.with(|page| page.get_or_init(Scope::new).run(make))
}
