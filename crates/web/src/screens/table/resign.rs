use parlor_table::Command;
use parlor_wording as wording;

use crate::session::LiveTable;
use crate::ui::elements::{El, button, classed, said};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// Asks before a game with somebody far away is given up.
pub(crate) fn resign_sheet(live: LiveTable) -> El {
    let resign = button(move || {
        live.dialog.set(None);
        if let Some(far) = live.far() {
            far.order(Command::Resign);
        }
    });
    question(
        live,
        wording::sheets::resign(),
        resign.id("confirm-resign"),
        wording::sheets::other_player_wins(),
    )
}

/// Asks before somebody gets up from a table where another one sits.
pub(crate) fn leave_sheet(live: LiveTable) -> El {
    let about = if live.is_under_way() {
        wording::sheets::leave_resigns()
    } else {
        wording::sheets::leave_frees_seat()
    };
    let leave = button(move || {
        live.dialog.set(None);
        live.leave_table();
    });
    question(live, wording::sheets::leave_table(), leave.id("confirm-leave"), about)
}

fn question(live: LiveTable, title: &str, act: El, about: &str) -> El {
    let keep = button(move || live.dialog.set(None)).id("keep-playing").attr("autofocus", "").text(
        if live.is_under_way() { wording::sheets::keep_playing() } else { wording::sheets::stay() },
    );
    sheet(title, move || live.dialog.set(None))
        .child(said("p", about))
        .child(classed("p", "choices").child(act.attr("class", "primary").text(title)).child(keep))
}
