//! The browser app: the only crate that knows the DOM.
//!
//! - `ui`: elements that follow signals, and the browser around them
//! - `session`: a table being played at: its state, what people do to it, how it moves and sounds
//! - `board`: the boards as they are drawn
//! - `screens`: front room, setup, table, and those of `study`
//! - `remote`: the socket, the timer and the storage that `parlor_protocol::client` is given
//! - `route` and `app`: which screen the address asks for
//! - `study`: the screens that are fetched when they are asked for
//! - `catalogue`, `look`, `face`: the games, how they look, and the faces of the computer's characters
//! - `settings`, `identity`, `ladder`, `storage`: what is kept: what a person likes, who they are and
//!   whom they have beaten
//! - `notices`: notifications of the system's own, for those who asked for them
//!
//! # What always holds
//!
//! - Every table is reached through a host. A session submits commands and shows changes; only
//!   `session::keeper` knows which kind of host it is.
//! - The view has no rules: what can be pressed, what happens and what is said come from `table` and
//!   `wording`.
//! - A part of the page belongs to a scope, which is disposed after its nodes have left the document.
//!   Timers, sockets and listeners end with the scope they belong to. Handlers follow nothing.
//! - The token of a seat is kept before the seat is asked for. One in an address is taken out before
//!   the page is drawn, and tried only if the one that is kept opens no seat.
//! - A page asks whether there is a server; without one, remote play says why it cannot be.
//! - There are two modules, each with what it reaches of this library and nothing else: the page
//!   (`web-page`), and the screens that not everybody needs (`web-study`), fetched when the address asks for
//!   one of them. `app` reaches none of those, and they share with it only the document, the address and
//!   the browser's storage.
//! - A module and the engine in its worker are one module, fetched and compiled once, in two instances.
//! - The page's Content-Security-Policy allows the site's own files and its WebAssembly and nothing
//!   else. Names are text, never markup. Every address inside the bundle is relative.
//! - Nothing sounds before a person has clicked or pressed a key.
//! - A new version of the app waits until it is accepted; a running page keeps its own files.

mod app;
mod board;
mod catalogue;
mod face;
mod history;
mod identity;
mod ladder;
mod look;
mod name_field;
mod notices;
mod remote;
mod route;
mod screens;
mod session;
mod settings;
mod storage;
pub mod study;
mod ui;

use crate::ui::browser::document;
use crate::ui::elements::El;

/// Puts the app in place of what the plain page showed while this module was loading. It is drawn out of
/// sight, piece by piece, and then takes the place of what was there.
///
/// # Panics
/// If `index.html` has no element with the id `parlor`.
pub fn open() {
    let parlor = document()
        .get_element_by_id("parlor")
        .expect("index.html has an element with the id `parlor`");
    let app = ui::open(app::app).class_if("waiting", true);
    app.clone().put_into(&parlor);
    ui::pieces::draw_rest(app, take_over);
}

/// Shows the app instead of the plain page and of the table that `opening.js` showed.
fn take_over(app: El) {
    app.class_if("waiting", false).remove_what_is_before();
    if let Some(opening) = document().get_element_by_id("opening") {
        opening.remove();
    }
    if let Some(root) = document().document_element() {
        let _ = root.remove_attribute("data-opening");
    }
}
