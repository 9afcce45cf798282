//! Going on with the game from the board as it is shown.

use parlor_rules::Player;
use parlor_table::{Phase, Table};
use parlor_wording::reviewing;

use super::Reviewed;
use crate::route::{LinkedGame, Route};
use crate::screens::against_computer::AgainstComputer;
use crate::settings::use_settings;
use crate::ui::browser::location;
use crate::ui::elements::{El, button, classed, said};

/// Offers to play on, where there is still something to play.
pub(super) fn play_on(reviewed: Reviewed) -> El {
    let shown = reviewed.session.shown();
    let can_go_on = move || shown.with(|table| matches!(table.phase(), Phase::Playing(_)));
    let against = AgainstComputer::new();
    let computer = button(move || {
        let record = shown.with_untracked(|table| table.play().record().clone());
        against.play(record, use_settings().with_untracked(|settings| settings.opponent));
    });
    let game = reviewed.session.game();
    let here = button(move || shown.with_untracked(on_this_screen)).id("play-on-here");
    classed("section", "play-on")
        .class_live("hidden", move || !can_go_on())
        .child(said("h2", reviewing::play_on()))
        .child(
            classed("p", "choices")
                .child(
                    computer
                        .id("play-on-computer")
                        .text_live(move || against.words(game).to_owned()),
                )
                .child(here.text(reviewing::on_this_screen())),
        )
}

/// A table of its own for two.
fn on_this_screen(table: &Table) {
    let names = Player::BOTH.map(|player| table.seat(player).name.clone());
    let game = LinkedGame { record: table.play().record().clone(), names };
    let _ = location().set_hash(&Route::Link(Ok(game)).to_string());
}
