use parlor_rules::Player;
use parlor_table::{Phase, Table};
use parlor_wording as wording;
use parlor_wording::{Voice, toss};

use crate::session::LiveTable;
use crate::ui::elements::{El, button, classed, el, said};
use crate::ui::prelude::*;

/// The coin toss: each player tosses with a button of their own.
pub(crate) fn coin_toss(live: LiveTable) -> El {
    let words = move || {
        live.shown.with(|table| {
            table.toss().map(|now| toss(table, now, Voice::of(table))).unwrap_or_default()
        })
    };
    classed("section", "toss")
        .attr("aria-label", wording::controls::coin_toss())
        .child(said("h2", wording::controls::who_goes_first()))
        .child(el("p").id("toss-message").text_live(words))
        .child(classed("div", "coins").children(Player::BOTH.map(|player| coin(live, player))))
}

/// Whether the coin is being tossed.
pub(crate) fn is_tossing(live: LiveTable) -> bool {
    live.shown.with(|table| matches!(table.phase(), Phase::Tossing(_)))
}

fn coin(live: LiveTable, player: Player) -> El {
    let shows = move || live.shown.with(|table| shown_coin(table, player));
    let next = move || {
        live.shown.with(|table| {
            let uncovers = table.toss().is_some_and(parlor_table::Toss::awaits_reveal);
            table.phase() == Phase::Tossing(player) && !uncovers
        })
    };
    let is_person = move || live.shown.with(|table| table.seat(player).is_person());
    let press = button(move || live.toss_coin())
        .id(&format!("toss-{}", player.index() + 1))
        .attr("class", "primary")
        .flag_live("disabled", move || !(next() && is_person() || live.may_toss_anew(player)))
        .text(wording::controls::toss());
    classed("div", "toss-of")
        .class_live("active", next)
        .child(
            classed("span", "coin")
                .class_live("blank", move || shows().is_none())
                .text_live(move || shows().unwrap_or("?").to_owned()),
        )
        .child(el("span").text_live(move || live.shown.with(|table| table.name(player).to_owned())))
        .child(press)
}

/// What a player's coin shows: in this round, or in the round before if both have to toss again.
pub(super) fn shown_coin(table: &Table, player: Player) -> Option<&'static str> {
    let toss = table.toss()?;
    let before = toss.coin(Player::One).map_or(toss.same(), |_| None);
    toss.coin(player).or(before).map(parlor_wording::coin)
}
