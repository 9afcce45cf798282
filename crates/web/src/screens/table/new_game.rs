use crate::route::Route;
use crate::session::LiveTable;
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::sheet::sheet;

/// Asks before the game under way is given up.
pub(crate) fn new_game_sheet(live: LiveTable) -> El {
    let start = button(move || {
        live.dialog.set(None);
        live.start_over();
    })
    .id("confirm-new-game")
    .attr("autofocus", "")
    .attr("class", "primary")
    .text("Start a new game");
    let keep = button(move || live.dialog.set(None)).id("keep-playing").text("Keep playing");
    let setup = link(&Route::Setup(live.game).to_string()).text("Change players, rules or look");
    sheet("New Game", move || live.dialog.set(None))
        .child(said("p", "The game under way ends without a result."))
        .child(classed("p", "choices").child(start).child(keep))
        .child(el("p").child(setup))
}
