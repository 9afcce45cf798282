//! Going on with the game from the board as it is shown.

use parlor_rules::Player;
use parlor_table::{GameLog, Opening, Phase, Seat, Table};
use parlor_wording::{level_name, reviewing};

use super::Reviewed;
use crate::catalogue::Game;
use crate::identity::my_name;
use crate::route::{LinkedGame, Route};
use crate::settings::use_settings;
use crate::storage::{self, Kept};
use crate::ui::browser::location;
use crate::ui::elements::{El, button, classed, said};

/// Offers to play on, where there is still something to play.
pub(super) fn play_on(reviewed: Reviewed) -> El {
    let shown = reviewed.session.shown();
    let can_go_on = move || shown.with(|table| matches!(table.phase(), Phase::Playing(_)));
    let computer = button(move || shown.with_untracked(against_computer)).id("play-on-computer");
    let friend = button(move || shown.with_untracked(with_friend)).id("play-on-friend");
    classed("section", "play-on")
        .class_live("hidden", move || !can_go_on())
        .child(said("h2", reviewing::play_on()))
        .child(
            classed("p", "choices")
                .child(computer.text(reviewing::with_computer()))
                .child(friend.text(reviewing::with_friend())),
        )
}

/// The person here takes the side to move; the computer plays as it did last.
fn against_computer(table: &Table) {
    let level = use_settings().with_untracked(|settings| settings.opponent);
    let seats = Player::BOTH.map(|player| {
        if player == table.turn() {
            Seat::person(my_name().as_typed())
        } else {
            Seat::computer(level, level_name(level))
        }
    });
    let record = table.play().record().clone();
    let kept = Kept::Computer(Game::of_record(&record));
    storage::save_table(kept, &GameLog::continued(Opening::new(record, seats)));
    go_to(&Route::from(kept));
}

/// A table of its own, with a link that can be sent.
fn with_friend(table: &Table) {
    let names = Player::BOTH.map(|player| table.seat(player).name.clone());
    let game = LinkedGame { record: table.play().record().clone(), names };
    go_to(&Route::Link(Ok(game)));
}

fn go_to(route: &Route) {
    let _ = location().set_hash(&route.to_string());
}
