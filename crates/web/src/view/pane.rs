use leptos::prelude::*;
use parlor_rules::Player;
use parlor_table::{Name, Occupant, Phase, say};

use super::toss::shown_coin;
use crate::live::LiveTable;

/// A player's pane: name, turn light, stones in the store, games won, and the selected pit.
#[component]
pub(crate) fn Pane(live: LiveTable, player: Player) -> impl IntoView {
    let side = match player {
        Player::One => "south",
        Player::Two => "north",
    };
    let active = move || {
        live.shown.with(|table| {
            matches!(table.phase(), Phase::Playing(of) | Phase::Tossing(of) if of == player)
        })
    };
    let store = move || {
        let pits = live.shown.with(|table| table.rules().map(|rules| usize::from(rules.pits())));
        pits.and_then(|pits| {
            let slot = (pits + 1) * (player.index() + 1) - 1;
            live.stage.counts.with(|counts| counts.get(slot).copied())
        })
    };
    let won = move || live.shown.with(|table| table.score().wins(player));
    // What the coin showed stays in sight until the first move.
    let coin = move || {
        let before_first = live.shown.with(|table| table.play().played() == 0);
        live.shown.with(|table| shown_coin(table, player).filter(|_| before_first))
    };
    let any_games = move || live.shown.with(|table| table.score().games() > 0);
    view! {
        <section class=format!("pane {side}") class:active=active aria-label=format!("Player {}", player.index() + 1)>
            <span class="light" aria-hidden="true"></span>
            <NameField live player/>
            <span class="store-count" title="Stones in the store">{store}</span>
            <span class="won" class:hidden=move || !any_games() title="Games won">
                {move || format!("{} won", won())}
            </span>
            <span class="coin-result">{coin}</span>
            <SelectedPit live player/>
        </section>
    }
}

/// The name, which a person changes where it stands.
#[component]
fn NameField(live: LiveTable, player: Player) -> impl IntoView {
    let name = move || live.shown.with(|table| table.name(player).to_owned());
    let is_person =
        live.shown.with_untracked(|table| table.seat(player).occupant == Occupant::Person);
    if !is_person {
        return view! { <span class="name">{name}</span> }.into_any();
    }
    view! {
        <input
            class="name"
            type="text"
            maxlength=Name::MAX_CHARACTERS
            autocomplete="off"
            spellcheck="false"
            aria-label=format!("Name of player {}", player.index() + 1)
            prop:value=name
            on:change=move |event| {
                live.rename(player, &event_target_value(&event));
                // A blank name became the default, which the field has to show again.
                let field: web_sys::HtmlInputElement = event_target(&event);
                field.set_value(&untrack(name));
            }
            on:keydown=move |event| {
                if event.key() == "Enter" {
                    let field: web_sys::HtmlInputElement = event_target(&event);
                    let _ = field.blur();
                }
            }
        />
    }
    .into_any()
}

/// What the first step of a two-step turn selected, and the button for the second.
#[component]
fn SelectedPit(live: LiveTable, player: Player) -> impl IntoView {
    let mine = Memo::new(move |_| {
        live.two_step()
            && live.awaits_person()
            && live.shown.with(|table| table.phase() == Phase::Playing(player))
    });
    let selected = move || {
        let slot = live.selected.get()?;
        live.shown.with(|table| {
            let position = table.play().mancala()?;
            let pit = slot.pit(position.rules())?;
            let said = say::selected(pit, position.stones(slot));
            Some((said, say::refusal(table, slot).is_none()))
        })
    };
    view! {
        <Show when=move || mine.get()>
            <span class="selection">
                {move || selected().map_or("Select a pit".to_owned(), |(said, _)| said)}
            </span>
            <button
                type="button"
                class="primary play-turn"
                disabled=move || !selected().is_some_and(|(_, playable)| playable)
                on:click=move |_| live.play_selected()
            >
                "Play Turn"
            </button>
        </Show>
    }
}
