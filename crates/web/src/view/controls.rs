use leptos::prelude::*;

use super::icon::Icon;
use crate::audio::use_audio;
use crate::catalogue::Game;
use crate::live::{Dialog, LiveTable};
use crate::settings::use_settings;

/// The bar of controls.
#[component]
pub(crate) fn Controls(live: LiveTable) -> impl IntoView {
    let settings = use_settings();
    let audio = use_audio();
    let over = Memo::new(move |_| live.shown.with(|table| table.ending().is_some()));
    let can_undo = move || live.shown.with(|table| table.undo_target().is_some());
    let can_redo = move || live.shown.with(|table| table.redo_target().is_some());
    let values = move || settings.with(|settings| settings.values);
    let muted = move || settings.with(|settings| settings.muted);
    let stepping = live.has_been_opened_from_a_link();
    let is_mancala = live.game != Game::TicTacToe;
    view! {
        <nav class="controls" aria-label="Controls">
            <button
                type="button"
                id="new-game"
                class:hidden=move || over.get()
                on:click=move |_| live.ask_new_game()
            >
                {Icon::NewGame.draw()}<span>"New Game"</span>
            </button>
            <button
                type="button"
                id="play-again"
                class="primary"
                class:hidden=move || !over.get()
                on:click=move |_| live.play_again()
            >
                {Icon::NewGame.draw()}<span>"Play Again"</span>
            </button>
            {stepping.then(|| view! {
                <Control icon=Icon::First word="Start" id="to-start" enabled=Signal::derive(can_undo) press=move || live.to_start()/>
            })}
            <Control icon=Icon::Undo word="Undo" id="undo" enabled=Signal::derive(can_undo) press=move || live.undo()/>
            <Control icon=Icon::Redo word="Redo" id="redo" enabled=Signal::derive(can_redo) press=move || live.redo()/>
            {stepping.then(|| view! {
                <Control icon=Icon::Last word="End" id="to-end" enabled=Signal::derive(can_redo) press=move || live.to_end()/>
            })}
            <Control icon=Icon::Hint word="Hint" id="hint" enabled=Signal::derive(move || live.awaits_person()) press=move || live.show_hint()/>
            <Toggle icon=Icon::Values word="Values" id="values" on=Signal::derive(values)
                press=move || settings.update(|settings| settings.values ^= true)/>
            {is_mancala.then(|| view! {
                <Toggle icon=Icon::Turn word="Turn board" id="turn-board"
                    on=Signal::derive(move || settings.with(|settings| settings.turning))
                    press=move || settings.update(|settings| settings.turning ^= true)/>
            })}
            <button
                type="button"
                id="music"
                aria-pressed=move || audio.music().to_string()
                on:click=move |_| audio.set_music(!audio.music())
            >
                {Icon::Music.draw()}
                <span>{move || if audio.music() { "Music on" } else { "Music off" }}</span>
            </button>
            <button
                type="button"
                id="mute"
                aria-pressed=move || muted().to_string()
                on:click=move |_| settings.update(|settings| settings.muted ^= true)
            >
                {move || if muted() { Icon::Muted.draw() } else { Icon::Sound.draw() }}
                <span>{move || if muted() { "Sound off" } else { "Sound on" }}</span>
            </button>
            <Control icon=Icon::Share word="Share" id="share" enabled=Signal::stored(true) press=move || live.dialog.set(Some(Dialog::Share))/>
            <Control icon=Icon::Settings word="Settings" id="settings" enabled=Signal::stored(true) press=move || live.dialog.set(Some(Dialog::Settings))/>
            <Control icon=Icon::Help word="Help" id="help" enabled=Signal::stored(true) press=move || live.dialog.set(Some(Dialog::Help))/>
        </nav>
    }
}

/// A button that does something once.
#[component]
fn Control(
    icon: Icon,
    word: &'static str,
    id: &'static str,
    enabled: Signal<bool>,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button type="button" id=id disabled=move || !enabled.get() on:click=move |_| press()>
            {icon.draw()}<span>{word}</span>
        </button>
    }
}

/// A button that is on or off.
#[component]
fn Toggle(
    icon: Icon,
    word: &'static str,
    id: &'static str,
    on: Signal<bool>,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            id=id
            aria-pressed=move || on.get().to_string()
            on:click=move |_| press()
        >
            {icon.draw()}<span>{word}</span>
        </button>
    }
}
