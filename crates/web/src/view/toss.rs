use leptos::prelude::*;
use parlor_rules::Player;
use parlor_table::{Phase, Table, say};

use crate::live::LiveTable;

/// The coin toss: each player tosses with a button of their own.
#[component]
pub(crate) fn CoinToss(live: LiveTable) -> impl IntoView {
    let tossing =
        Memo::new(move |_| live.shown.with(|table| matches!(table.phase(), Phase::Tossing(_))));
    let said = move || live.shown.with(|table| table.toss().map(|toss| say::toss(table, toss)));
    view! {
        <Show when=move || tossing.get()>
            <section class="toss" aria-label="Coin toss">
                <h2>"Who starts?"</h2>
                <p id="toss-message">{said}</p>
                <div class="coins">
                    {Player::BOTH.map(|player| coin(live, player)).collect_view()}
                </div>
            </section>
        </Show>
    }
}

fn coin(live: LiveTable, player: Player) -> impl IntoView {
    let shows = move || live.shown.with(|table| shown_coin(table, player));
    let next = Memo::new(move |_| live.shown.with(|table| table.phase() == Phase::Tossing(player)));
    let is_person = move || live.shown.with(|table| table.seat(player).is_person());
    view! {
        <div class="toss-of" class:active=move || next.get()>
            <span class="coin" class:blank=move || shows().is_none()>{move || shows().unwrap_or("?")}</span>
            <span>{move || live.shown.with(|table| table.name(player).to_owned())}</span>
            <button
                type="button"
                id=format!("toss-{}", player.index() + 1)
                class="primary"
                disabled=move || !(next.get() && is_person())
                on:click=move |_| live.toss_coin()
            >
                "Toss"
            </button>
        </div>
    }
}

/// What a player's coin shows: in this round, or in the round before if both have to toss again.
pub(super) fn shown_coin(table: &Table, player: Player) -> Option<&'static str> {
    let toss = table.toss()?;
    let before = toss.coin(Player::One).map_or(toss.same(), |_| None);
    toss.coin(player).or(before).map(parlor_table::Coin::name)
}
