use leptos::prelude::*;
use parlor_rules::mancala::Preset;
use parlor_rules::{Player, Variant};
use parlor_table::{GameLog, Name, Seat};

use super::sheet::Sheet;
use crate::live::LiveTable;

/// How Home Pits begins: names, difficulty, "Start A New Game".
#[component]
pub(crate) fn StartDialog(live: LiveTable) -> impl IntoView {
    let names = Player::BOTH.map(|player| {
        RwSignal::new(
            live.shown.with_untracked(|table| table.seat(player).name.as_typed().to_owned()),
        )
    });
    let rules = live
        .shown
        .with_untracked(parlor_table::Table::rules)
        .unwrap_or_else(|| Preset::HomePits.rules());
    let stones = RwSignal::new(rules.stones());
    let start = move || {
        let Ok(rules) = rules.change().stones(stones.get_untracked()).build() else { return };
        let seats = Player::BOTH.map(|player| {
            let occupant = live.shown.with_untracked(|table| table.seat(player).occupant);
            Seat { name: Name::new(&names[player.index()].get_untracked()), occupant }
        });
        live.replace_with(GameLog::open(Variant::Mancala(rules), seats));
    };
    let fields = Player::BOTH.map(|player| name_field(live, player, names[player.index()]));
    let offered = Preset::HomePits.offered_stones();
    view! {
        <Sheet title="Home Pits" on_close=move |()| live.dialog.set(None)>
            <form
                class="start"
                on:submit=move |event| {
                    event.prevent_default();
                    live.dialog.set(None);
                    start();
                }
            >
                {fields.collect_view()}
                <label>
                    "Difficulty: stones in each pit"
                    <input
                        id="difficulty"
                        type="number"
                        min=*offered.start()
                        max=*offered.end()
                        prop:value=move || stones.get()
                        on:input=move |event| {
                            let typed = event_target_value(&event).parse().ok();
                            if let Some(typed) = typed.filter(|typed| offered.contains(typed)) {
                                stones.set(typed);
                            }
                        }
                    />
                </label>
                <button type="submit" id="start" class="primary">"Start A New Game"</button>
            </form>
        </Sheet>
    }
}

fn name_field(live: LiveTable, player: Player, name: RwSignal<String>) -> impl IntoView {
    let number = player.index() + 1;
    let is_person = live.shown.with_untracked(|table| table.seat(player).is_person());
    view! {
        <label>
            {format!("Player {number}")}
            <input
                id=format!("name-{number}")
                type="text"
                maxlength=Name::MAX_CHARACTERS
                autocomplete="off"
                placeholder=format!("Player {number}")
                disabled=!is_person
                prop:value=move || name.get()
                on:input=move |event| name.set(event_target_value(&event))
            />
        </label>
    }
}
