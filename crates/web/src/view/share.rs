use parlor_rules::Player;

use super::sheet::sheet;
use crate::browser::{location, window};
use crate::dom::{El, button, classed, el, said};
use crate::live::LiveTable;
use crate::prelude::*;
use crate::route::{LinkedGame, Route};

/// The whole game as a link.
pub(crate) fn share_sheet(live: LiveTable) -> El {
    let address = address(live);
    let copied = RwSignal::new(false);
    let shown = address.clone();
    let field = el("input")
        .id("link")
        .attr("type", "text")
        .attr("readonly", "")
        .attr("aria-label", "Link to this game")
        .value_live(move || shown.clone());
    let copy = button(move || {
        let _ = window().navigator().clipboard().write_text(&address);
        copied.set(true);
    })
    .attr("class", "primary")
    .attr("autofocus", "")
    .text_live(move || if copied.get() { "Copied" } else { "Copy" }.to_owned());
    let about =
        "Whoever opens this link sees the game, can step through it and play on from anywhere.";
    sheet("Share this game", move || live.dialog.set(None))
        .child(said("p", about))
        .child(classed("p", "choices").child(field).child(copy))
}

/// The address of the page, with the game as it stands behind the `#`.
fn address(live: LiveTable) -> String {
    let names = live
        .shown
        .with_untracked(|table| Player::BOTH.map(|player| table.seat(player).name.clone()));
    let game = LinkedGame { record: untrack(|| live.record()), names };
    let address = location().href().unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    format!("{page}{}", Route::Link(Ok(game)))
}
