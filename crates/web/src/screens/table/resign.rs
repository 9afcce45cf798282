use parlor_table::Command;
use parlor_wording as wording;

use crate::session::{Session, commands};
use crate::ui::elements::{El, button, classed, said};
use crate::ui::sheet::sheet;

/// Asks before a game is given up.
pub(crate) fn resign_sheet(session: Session) -> El {
    let resign = button(move || {
        session.dialog().set(None);
        session.submit(Command::Resign);
    });
    question(
        session,
        wording::sheets::resign(),
        resign.id("confirm-resign"),
        wording::sheets::other_player_wins(),
    )
}

/// Asks before a player leaves a table where another one sits.
pub(crate) fn leave_sheet(session: Session) -> El {
    let about = if session.is_in_progress() {
        wording::sheets::leave_resigns()
    } else {
        wording::sheets::leave_frees_seat()
    };
    let leave = button(move || {
        session.dialog().set(None);
        commands::leave(session);
    });
    question(session, wording::sheets::leave_table(), leave.id("confirm-leave"), about)
}

fn question(session: Session, title: &str, act: El, about: &str) -> El {
    let keep = button(move || session.dialog().set(None))
        .id("keep-playing")
        .attr("autofocus", "")
        .text(if session.is_in_progress() {
            wording::sheets::keep_playing()
        } else {
            wording::sheets::stay()
        });
    sheet(title, move || session.dialog().set(None))
        .child(said("p", about))
        .child(classed("p", "choices").child(act.attr("class", "primary").text(title)).child(keep))
}
