use super::far_controls::far_controls;
use crate::catalogue::Game;
use crate::session::sound::use_audio;
use crate::session::{Dialog, LiveTable};
use crate::settings::use_settings;
use crate::ui::elements::{El, button, classed, el};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;
use parlor_wording as wording;

/// The bar of controls.
pub(crate) fn controls(live: LiveTable) -> El {
    if let Some(far) = live.far() {
        return far_controls(live, far);
    }
    let settings = use_settings();
    let over = move || live.shown.with(|table| table.ending().is_some());
    let can_undo = move || live.can_undo();
    let can_redo = move || live.can_redo();
    let stepping = live.has_been_opened_from_a_link();

    let new_game = control("new-game", Icon::NewGame, wording::controls::new_game(), move || {
        live.ask_new_game();
    })
    .class_live("hidden", over);
    let play_again =
        control("play-again", Icon::NewGame, wording::controls::play_again(), move || {
            live.play_again();
        })
        .attr("class", "primary")
        .class_live("hidden", move || !over());
    let to_start =
        control("to-start", Icon::First, wording::controls::to_start(), move || live.to_start())
            .class_if("hidden", !stepping)
            .flag_live("disabled", move || !can_undo());
    let undo = control("undo", Icon::Undo, wording::controls::undo(), move || live.undo())
        .flag_live("disabled", move || !can_undo());
    let redo = control("redo", Icon::Redo, wording::controls::redo(), move || live.redo())
        .flag_live("disabled", move || !can_redo());
    let to_end = control("to-end", Icon::Last, wording::controls::to_end(), move || live.to_end())
        .class_if("hidden", !stepping)
        .flag_live("disabled", move || !can_redo());
    let hint = control("hint", Icon::Hint, wording::controls::hint(), move || live.show_hint())
        .flag_live("disabled", move || !live.awaits_person());
    let values = values_control(live);
    let turn = control("turn-board", Icon::Turn, wording::controls::turn_board(), move || {
        live.toggle_turning();
    })
    .class_if("hidden", live.game == Game::TicTacToe)
    .attr_live("aria-pressed", move || settings.with(|settings| settings.turning).to_string());

    bar()
        .children([new_game, play_again, to_start, undo, redo, to_end, hint, values, turn])
        .children(always(live))
}

/// Whether one sees what moves are worth.
pub(super) fn values_control(live: LiveTable) -> El {
    control("values", Icon::Values, wording::controls::values(), move || live.toggle_values())
        .attr_live("aria-pressed", move || live.shows_values().to_string())
}

/// An empty bar.
pub(super) fn bar() -> El {
    classed("nav", "controls").attr("aria-label", wording::controls::controls())
}

/// What every bar ends with.
pub(super) fn always(live: LiveTable) -> [El; 5] {
    let settings = use_settings();
    let audio = use_audio();
    let muted = move || settings.with(|settings| settings.muted);
    let open = move |dialog| move || live.dialog.set(Some(dialog));
    let music_word = move || wording::controls::music(audio.music()).to_owned();
    let music = button(move || audio.set_music(!audio.music()))
        .id("music")
        .attr_live("aria-pressed", move || audio.music().to_string())
        .attr_live("title", music_word)
        .child(Icon::Music.draw())
        .child(el("span").text_live(music_word));
    let sound_word = move || wording::controls::sound(!muted()).to_owned();
    let sound = button(move || live.toggle_mute())
        .id("mute")
        .attr_live("aria-pressed", move || muted().to_string())
        .attr_live("title", sound_word)
        .child_live(muted, |muted| Some(if muted { Icon::Muted } else { Icon::Sound }.draw()))
        .child(el("span").text_live(sound_word));
    [
        music,
        sound,
        control("share", Icon::Share, wording::controls::share(), open(Dialog::Share)),
        control("settings", Icon::Settings, wording::controls::settings(), open(Dialog::Settings)),
        control("help", Icon::Help, wording::controls::help(), open(Dialog::Help)),
    ]
}

/// A button with a picture and a word, which is its title where there is no room for it.
pub(super) fn control(id: &str, icon: Icon, word: &str, press: impl Fn() + 'static) -> El {
    button(press).id(id).attr("title", word).child(icon.draw()).child(el("span").text(word))
}
