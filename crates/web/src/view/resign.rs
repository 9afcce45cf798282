use parlor_table::Command;

use super::sheet::sheet;
use crate::dom::{El, button, classed, said};
use crate::live::LiveTable;

/// Asks before a game with somebody far away is given up.
pub(crate) fn resign_sheet(live: LiveTable) -> El {
    let resign = button(move || {
        live.dialog.set(None);
        if let Some(far) = live.far() {
            far.order(Command::Resign);
        }
    })
    .id("confirm-resign")
    .attr("class", "primary")
    .text("Resign");
    let keep = button(move || live.dialog.set(None))
        .id("keep-playing")
        .attr("autofocus", "")
        .text("Keep playing");
    sheet("Resign", move || live.dialog.set(None))
        .child(said("p", "The other player wins this game."))
        .child(classed("p", "choices").child(resign).child(keep))
}
