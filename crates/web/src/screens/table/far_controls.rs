use parlor_table::{Phase, Table, Wish};
use parlor_wording as wording;

use super::controls::{always, bar, control, values_control};
use crate::remote::FarTable;
use crate::session::{Dialog, LiveTable};
use crate::ui::elements::El;
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// The bar of controls at a table far away: whatever needs the other player is asked for.
pub(super) fn far_controls(live: LiveTable, far: FarTable) -> El {
    let seated = move || far.seat.get().is_some();
    let over = move || live.is_over();
    let playing = move || live.shown.with(|table| matches!(table.phase(), Phase::Playing(_)));
    let waiting = move || live.shown.with(|table| table.phase() == Phase::Waiting);
    let asked = move || live.shown.with(|table| table.request().is_some());
    let may_take_back = move || {
        let target =
            |table: &Table| far.seat.get().and_then(|player| table.takeback_target(player));
        let ended = |table: &Table| table.ending().is_some_and(|ending| !ending.is_by_moves());
        let may = live.shown.with(|table| target(table).is_some() && !ended(table));
        may && !asked() && !waiting() && !live.is_looking_back()
    };
    let rematch = control("rematch", Icon::NewGame, wording::controls::rematch(), move || {
        live.ask_for(Wish::Rematch);
    })
    .attr("class", "primary")
    .class_live("hidden", move || !(seated() && over()))
    .flag_live("disabled", move || asked() || waiting());
    let [back, forward, to_end] = looking_back(live);
    let values = values_control(live).class_live("hidden", move || !live.may_be_advised());
    let take_back =
        control("take-back", Icon::Undo, wording::controls::take_back(), move || live.undo())
            .class_live("hidden", move || !seated())
            .flag_live("disabled", move || !may_take_back());
    let tie = control("offer-tie", Icon::Tie, wording::controls::offer_tie(), move || {
        live.ask_for(Wish::Draw);
    })
    .class_live("hidden", move || !seated() || over())
    .flag_live("disabled", move || !playing() || asked());
    let resign =
        control("resign", Icon::Flag, wording::controls::resign(), move || live.ask_new_game())
            .class_live("hidden", move || !seated() || over())
            .flag_live("disabled", waiting);
    let react = control("react", Icon::Talk, wording::controls::react(), move || {
        live.dialog.set(Some(Dialog::Reactions));
    })
    .class_live("hidden", move || !seated());
    let leave =
        control("leave", Icon::Leave, wording::controls::leave(), move || live.ask_to_leave());
    let mine = [rematch, back, forward, to_end, values, take_back, tie, resign, react, leave];
    bar().children(mine).children(always(live))
}

/// Steps through a game that is over.
fn looking_back(live: LiveTable) -> [El; 3] {
    let step = move |id: &str, icon, word: &str, to: fn(usize, usize) -> usize| {
        let target = move || {
            let (now, end) = live.looked_at();
            Some(to(now, end)).filter(|to| *to != now)
        };
        let go = move || {
            if let Some(moves) = target() {
                live.look_back_at(moves);
            }
        };
        control(id, icon, word, go)
            .class_live("hidden", move || !live.is_over())
            .flag_live("disabled", move || target().is_none())
    };
    [
        step("undo", Icon::Undo, wording::controls::back(), |now, _| now.saturating_sub(1)),
        step("redo", Icon::Redo, wording::controls::forward(), |now, end| end.min(now + 1)),
        step("to-end", Icon::Last, wording::controls::to_end(), |_, end| end),
    ]
}
