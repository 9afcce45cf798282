use leptos::prelude::*;
use parlor_rules::Player;
use parlor_table::{Marks, MarksError};

use super::sheet::Sheet;
use crate::catalogue::Game;
use crate::live::LiveTable;
use crate::look::Look;
use crate::settings::{Settings, Speed, use_settings};

/// What a person can have otherwise.
#[component]
pub(crate) fn SettingsSheet(live: LiveTable) -> impl IntoView {
    let settings = use_settings();
    view! {
        <Sheet title="Settings" on_close=move |()| live.dialog.set(None)>
            <div class="settings">
                {select("Look", &Look::ALL, Look::name, settings.with_untracked(|settings| settings.look(live.game)),
                    move |look| settings.update(|settings| settings.choose_look(live.game, look)))}
                {select("Speed of sowing", &Speed::ALL, Speed::name, settings.with_untracked(|settings| settings.speed),
                    move |speed| settings.update(|settings| settings.speed = speed))}
                <label>
                    "Volume"
                    <input
                        type="range"
                        min="0"
                        max="100"
                        prop:value=move || settings.with(|settings| settings.volume)
                        on:input=move |event| {
                            if let Ok(volume) = event_target_value(&event).parse() {
                                settings.update(|settings| settings.volume = volume);
                            }
                        }
                    />
                </label>
                {switch("Sound", settings, |settings| !settings.muted, |settings, on| settings.muted = !on)}
                {switch("Bigger counts", settings, |settings| settings.bigger_counts,
                    |settings, on| settings.bigger_counts = on)}
                {switch("Show what each move is worth", settings, |settings| settings.values,
                    |settings, on| settings.values = on)}
                {(live.game == Game::TicTacToe).then(|| view! { <MarksFields live/> })}
                {(live.game != Game::TicTacToe).then(|| mancala_switches(live.game, settings))}
            </div>
        </Sheet>
    }
}

fn mancala_switches(game: Game, settings: RwSignal<Settings>) -> impl IntoView {
    let two_step = move |settings: &Settings| settings.two_step(game);
    view! {
        {switch("Select a pit first, then play it", settings, two_step,
            |settings, on| settings.two_step = Some(on))}
        {switch("Turn the board to the player to move", settings, |settings| settings.turning,
            |settings, on| settings.turning = on)}
    }
}

/// The symbols of Tic-Tac-Toe.
#[component]
fn MarksFields(live: LiveTable) -> impl IntoView {
    let marks = live.shown.with_untracked(parlor_table::Table::marks);
    let typed = Player::BOTH.map(|player| RwSignal::new(marks.of(player).to_string()));
    let problem = RwSignal::new(None::<MarksError>);
    let check = move || {
        let [one, two] = typed.map(|text| text.get_untracked());
        match Marks::parse([&one, &two]) {
            Ok(marks) => {
                problem.set(None);
                live.draw_with(marks);
            }
            Err(error) => problem.set(Some(error)),
        }
    };
    let field = move |player: Player| {
        let text = typed[player.index()];
        view! {
            <label>
                {format!("Symbol of player {}", player.index() + 1)}
                <input
                    id=format!("symbol-{}", player.index() + 1)
                    type="text"
                    size="3"
                    autocomplete="off"
                    prop:value=move || text.get()
                    on:input=move |event| {
                        text.set(event_target_value(&event));
                        check();
                    }
                />
            </label>
        }
    };
    view! {
        {Player::BOTH.map(field).collect_view()}
        <p class="problem" role="alert">{move || problem.get().map(|problem| problem.to_string())}</p>
    }
}

fn switch(
    words: &'static str,
    settings: RwSignal<Settings>,
    get: impl Fn(&Settings) -> bool + Send + Sync + 'static,
    set: impl Fn(&mut Settings, bool) + 'static,
) -> impl IntoView {
    view! {
        <label class="switch">
            <input
                type="checkbox"
                prop:checked=move || settings.with(&get)
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    settings.update(|settings| set(settings, on));
                }
            />
            {words}
        </label>
    }
}

/// A choice between a few named things.
pub(crate) fn select<T: Copy + PartialEq + 'static>(
    words: &'static str,
    things: &'static [T],
    name: fn(T) -> &'static str,
    chosen: T,
    choose: impl Fn(T) + 'static,
) -> impl IntoView {
    let options = (0_usize..)
        .zip(things)
        .map(|(index, thing)| {
            view! { <option value=index selected=*thing == chosen>{name(*thing)}</option> }
        })
        .collect_view();
    view! {
        <label>
            {words}
            <select on:change=move |event| {
                let index = event_target_value(&event).parse::<usize>().ok();
                if let Some(thing) = index.and_then(|index| things.get(index)) {
                    choose(*thing);
                }
            }>{options}</select>
        </label>
    }
}
