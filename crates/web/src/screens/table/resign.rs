use parlor_table::Command;

use crate::session::LiveTable;
use crate::ui::elements::{El, button, classed, said};
use crate::ui::sheet::sheet;

/// Asks before a game with somebody far away is given up.
pub(crate) fn resign_sheet(live: LiveTable) -> El {
    let resign = button(move || {
        live.dialog.set(None);
        if let Some(far) = live.far() {
            far.order(Command::Resign);
        }
    });
    question(live, "Resign", resign.id("confirm-resign"), "The other player wins this game.")
}

/// Asks before somebody gets up from a table where another one sits.
pub(crate) fn leave_sheet(live: LiveTable) -> El {
    let about = if live.is_under_way() {
        "You give up this game: the other player wins it. Your seat becomes free."
    } else {
        "Your seat becomes free. Whoever has the link can take it."
    };
    let leave = button(move || {
        live.dialog.set(None);
        live.leave_table();
    });
    question(live, "Leave the table", leave.id("confirm-leave"), about)
}

fn question(live: LiveTable, title: &str, act: El, about: &str) -> El {
    let keep = button(move || live.dialog.set(None))
        .id("keep-playing")
        .attr("autofocus", "")
        .text(if live.is_under_way() { "Keep playing" } else { "Stay" });
    sheet(title, move || live.dialog.set(None))
        .child(said("p", about))
        .child(classed("p", "choices").child(act.attr("class", "primary").text(title)).child(keep))
}
