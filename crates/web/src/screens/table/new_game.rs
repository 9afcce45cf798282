use crate::route::Route;
use crate::session::{Session, commands};
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;
use parlor_wording as wording;

/// Asks before the game under way is given up.
pub(crate) fn new_game_sheet(session: Session) -> El {
    let start = button(move || {
        session.dialog().set(None);
        commands::start_over(session);
    })
    .id("confirm-new-game")
    .attr("autofocus", "")
    .attr("class", "primary")
    .text(wording::sheets::start_new_game());
    let keep = button(move || session.dialog().set(None))
        .id("keep-playing")
        .text(wording::sheets::keep_playing());
    let setup =
        link(&Route::Setup(session.game()).to_string()).text(wording::sheets::change_setup());
    sheet(wording::sheets::new_game(), move || session.dialog().set(None))
        .child(said("p", wording::sheets::abandons_game()))
        .child(classed("p", "choices").child(start).child(keep))
        .child(el("p").child(setup))
}
