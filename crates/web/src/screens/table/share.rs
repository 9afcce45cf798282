use parlor_rules::Player;
use parlor_wording as wording;

use super::link_field::link_field;
use crate::route::{LinkedGame, Route};
use crate::screens::study_room::ask_study;
use crate::session::Session;
use crate::ui::elements::{El, classed, el, said};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// The whole game as a link.
pub(crate) fn share_sheet(session: Session) -> El {
    let game = session.table().with(|table| LinkedGame {
        record: table.play().record().clone(),
        names: Player::BOTH.map(|player| table.seat(player).name.clone()),
    });
    sheet(wording::sheets::share_game(), move || session.dialog().set(None))
        .child(said("p", wording::sheets::about_game_link()))
        .child(link_field("link", wording::sheets::game_link(), &Route::Link(Ok(game))))
        .child(save_as_file(session))
}

/// A button that saves the match as a file. Only the second module knows how files are written: it is handed
/// the log.
pub(super) fn save_as_file(session: Session) -> El {
    let words = Signal::new(wording::sheets::save_as_file());
    let save = el("button")
        .attr("type", "button")
        .id("save-file")
        .on("click", move |event| {
            if let Some(button) = event.current_target() {
                ask_study(&button, "parlor-save", &session.written_log());
            }
        })
        .on("parlor-saved", move |_| words.set(wording::sheets::saved()))
        .on("parlor-study-missing", move |_| words.set(wording::sheets::not_saved()))
        .text_live(move || words.get().to_owned());
    el("div")
        .child(said("p", wording::sheets::about_file()))
        .child(classed("p", "choices").child(save))
}
