use parlor_table::{Phase, Table, Wish};

use super::controls::{always, bar, control};
use super::icon::Icon;
use crate::catalogue::Game;
use crate::dom::El;
use crate::live::{Dialog, LiveTable};
use crate::remote::FarTable;
use crate::settings::use_settings;

/// The bar of controls at a table far away: whatever needs the other player is asked for.
pub(super) fn far_controls(live: LiveTable, far: FarTable) -> El {
    let seated = move || far.seat.get().is_some();
    let over = move || live.shown.with(|table| matches!(table.phase(), Phase::Over(_)));
    let playing = move || live.shown.with(|table| matches!(table.phase(), Phase::Playing(_)));
    let waiting = move || live.shown.with(|table| table.phase() == Phase::Waiting);
    let asked = move || live.shown.with(|table| table.request().is_some());
    let may_take_back = move || {
        let target =
            |table: &Table| far.seat.get().and_then(|player| table.takeback_target(player));
        let ended = |table: &Table| table.ending().is_some_and(|ending| !ending.is_by_moves());
        live.shown.with(|table| target(table).is_some() && !ended(table)) && !asked() && !waiting()
    };
    let rematch = control("rematch", Icon::NewGame, "Rematch", move || live.ask_for(Wish::Rematch))
        .attr("class", "primary")
        .class_live("hidden", move || !(seated() && over()))
        .flag_live("disabled", asked);
    let take_back = control("take-back", Icon::Undo, "Take back", move || live.undo())
        .class_live("hidden", move || !seated())
        .flag_live("disabled", move || !may_take_back());
    let tie = control("offer-tie", Icon::Tie, "Offer tie", move || live.ask_for(Wish::Draw))
        .class_live("hidden", move || !seated())
        .flag_live("disabled", move || !playing() || asked());
    let resign = control("resign", Icon::Flag, "Resign", move || live.ask_new_game())
        .class_live("hidden", move || !seated() || over())
        .flag_live("disabled", waiting);
    let say = control("react", Icon::Talk, "Say", move || live.dialog.set(Some(Dialog::Reactions)))
        .class_live("hidden", move || !seated());
    let settings = use_settings();
    let turn = control("turn-board", Icon::Turn, "Turn board", move || live.toggle_turning())
        .class_live("hidden", move || seated() || live.game == Game::TicTacToe)
        .attr_live("aria-pressed", move || settings.with(|settings| settings.turning).to_string());
    bar().children([rematch, take_back, tie, resign, say, turn]).children(always(live))
}
