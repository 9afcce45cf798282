use crate::route::Route;
use crate::session::{Session, commands};
use crate::ui::elements::{El, button, classed, el, link, said};
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
    // After the end there is nothing to abandon.
    let is_in_progress = session.is_in_progress();
    let abandons = is_in_progress.then(|| said("p", wording::sheets::abandons_game()));
    sheet(wording::sheets::new_game(), move || session.dialog().set(None))
        .children(abandons)
        .child(classed("p", "choices").child(start).children(is_in_progress.then_some(keep)))
        .child(el("p").child(setup))
}
