use parlor_rules::Player;

use super::link_field::link_field;
use crate::route::{LinkedGame, Route};
use crate::session::LiveTable;
use crate::ui::elements::{El, said};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// The whole game as a link.
pub(crate) fn share_sheet(live: LiveTable) -> El {
    let names = live
        .shown
        .with_untracked(|table| Player::BOTH.map(|player| table.seat(player).name.clone()));
    let game = LinkedGame { record: untrack(|| live.record()), names };
    let about =
        "Whoever opens this link sees the game, can step through it and play on from anywhere.";
    sheet("Share this game", move || live.dialog.set(None))
        .child(said("p", about))
        .child(link_field("link", "Link to this game", &Route::Link(Ok(game))))
}
