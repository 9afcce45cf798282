use leptos::prelude::*;
use parlor_rules::mancala::Rules;
use parlor_rules::{Player, Variant};
use parlor_table::GameLog;

use super::own_rules::{CHOICES, STARTS};
use super::seats::SeatDraft;
use crate::catalogue::Game;
use crate::look::Look;
use crate::route::Route;
use crate::settings::use_settings;
use crate::storage;
use crate::view::settings_sheet::select;

/// Who sits where, by which rules, and how it looks.
#[component]
pub(crate) fn SetupPage(game: Game) -> impl IntoView {
    let last = storage::load_table(game).unwrap_or_else(|| game.table_for_two());
    let seats = Player::BOTH.map(|player| SeatDraft::of(player, last.table().seat(player)));
    let rules = last.table().rules().map(RwSignal::new);
    let settings = use_settings();
    let start = move || {
        let variant =
            rules.map_or(Variant::TicTacToe, |rules| Variant::Mancala(rules.get_untracked()));
        let log = GameLog::open(variant, seats.map(SeatDraft::seat));
        // Rules that are a preset's belong to its address, whichever page they were chosen on.
        let home = if game == Game::Own { Game::of(variant) } else { game };
        storage::save_table(home, &log);
        let _ = location().set_hash(&Route::Table(home).to_string());
    };
    view! {
        <form
            class="page setup-page"
            on:submit=move |event| {
                event.prevent_default();
                start();
            }
        >
            <header class="top">
                <a class="home" href="#/">"Parlor"</a>
                <h1>{game.name()}</h1>
            </header>
            <div class="seats">{seats.map(SeatDraft::fields).collect_view()}</div>
            {rules.map(|rules| view! { <RulesFields game rules/> })}
            <fieldset>
                <legend>"Look"</legend>
                {select("Look", &Look::ALL, Look::name, settings.with_untracked(|settings| settings.look(game)),
                    move |look| settings.update(|settings| settings.choose_look(game, look)))}
            </fieldset>
            <button type="submit" id="start" class="primary">"Play"</button>
        </form>
    }
}

#[component]
fn RulesFields(game: Game, rules: RwSignal<Rules>) -> impl IntoView {
    let stones = game.preset().map_or(1..=Rules::MAX_STONES, |preset| preset.offered_stones());
    let one_number = stones.start() == stones.end();
    let own = (game == Game::Own).then(|| {
        view! {
            <p id="preset">{move || known_as(rules.get())}</p>
            {CHOICES.iter().map(|choice| choice.field(rules)).collect_view()}
        }
    });
    view! {
        <fieldset>
            <legend>"Rules"</legend>
            <label class:hidden=one_number>
                {move || format!("Stones in each pit: {}", rules.get().stones())}
                <input
                    id="stones"
                    type="range"
                    min=*stones.start()
                    max=*stones.end()
                    prop:value=move || rules.get().stones()
                    on:input=move |event| {
                        let stones = event_target_value(&event).parse().ok();
                        let changed = stones
                            .and_then(|stones| rules.get_untracked().change().stones(stones).build().ok());
                        if let Some(changed) = changed {
                            rules.set(changed);
                        }
                    }
                />
            </label>
            {STARTS.field(rules)}
            {own}
        </fieldset>
    }
}

/// Says which preset the rules are, if they are one.
fn known_as(rules: Rules) -> String {
    match Game::of(Variant::Mancala(rules)) {
        Game::Own => "These are rules of your own.".to_owned(),
        game => format!("These are the rules of {}.", game.name()),
    }
}
