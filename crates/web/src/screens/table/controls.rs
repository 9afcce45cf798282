use super::remote_controls::remote_controls;
use crate::catalogue::Game;
use crate::session::sound::use_audio;
use crate::session::{Dialog, Session};
use crate::settings::use_settings;
use crate::ui::elements::{El, button, classed, el};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;
use parlor_table::{Command, Policy};
use parlor_wording as wording;

/// The bar of controls.
pub(crate) fn controls(session: Session) -> El {
    match session.policy() {
        Policy::OneScreen { .. } => shared_controls(session),
        Policy::Remote => remote_controls(session),
    }
}

/// The controls of players who share one screen: everything happens at once.
fn shared_controls(session: Session) -> El {
    let settings = use_settings();
    let over = move || session.shown().with(|table| table.ending().is_some());
    let can_undo = move || session.can(&Command::Undo { to: None });
    let can_redo = move || session.can(&Command::Redo { to: None });
    let stepping = session.is_stepped_through();

    let new_game = control("new-game", Icon::NewGame, wording::controls::new_game(), move || {
        session.ask_new_game();
    })
    .class_live("hidden", over);
    let play_again =
        control("play-again", Icon::NewGame, wording::controls::play_again(), move || {
            session.play_again();
        })
        .attr("class", "primary")
        .class_live("hidden", move || !over());
    let to_start =
        control("to-start", Icon::First, wording::controls::to_start(), move || session.to_start())
            .class_if("hidden", !stepping)
            .flag_live("disabled", move || !can_undo());
    let undo = control("undo", Icon::Undo, wording::controls::undo(), move || session.undo())
        .flag_live("disabled", move || !can_undo());
    let redo = control("redo", Icon::Redo, wording::controls::redo(), move || session.redo())
        .flag_live("disabled", move || !can_redo());
    let to_end =
        control("to-end", Icon::Last, wording::controls::to_end(), move || session.to_end())
            .class_if("hidden", !stepping)
            .flag_live("disabled", move || !can_redo());
    let hint = control("hint", Icon::Hint, wording::controls::hint(), move || session.show_hint())
        .flag_live("disabled", move || !session.awaits_person());
    let values = values_control(session);
    let turn = control("turn-board", Icon::Turn, wording::controls::turn_board(), move || {
        session.toggle_turning();
    })
    .class_if("hidden", session.game() == Game::TicTacToe)
    .attr_live("aria-pressed", move || settings.with(|settings| settings.turning).to_string());

    bar()
        .children([new_game, play_again, to_start, undo, redo, to_end, hint, values, turn])
        .child(swap_control(session))
        .children(always(session))
}

/// Swaps sides by the pie rule, where and as long as that is possible.
pub(super) fn swap_control(session: Session) -> El {
    control("swap", Icon::Swap, wording::controls::swap_sides(), move || session.swap())
        .attr("class", "primary")
        .class_live("hidden", move || session.busy().get() || !session.can(&Command::Swap))
}

/// Whether one sees what moves are worth.
pub(super) fn values_control(session: Session) -> El {
    control("values", Icon::Values, wording::controls::values(), move || session.toggle_values())
        .attr_live("aria-pressed", move || session.shows_values().to_string())
}

/// An empty bar.
pub(super) fn bar() -> El {
    classed("nav", "controls").attr("aria-label", wording::controls::controls())
}

/// What every bar ends with.
pub(super) fn always(session: Session) -> [El; 5] {
    let settings = use_settings();
    let audio = use_audio();
    let muted = move || settings.with(|settings| settings.muted);
    let open = move |dialog| move || session.dialog().set(Some(dialog));
    let music_word = move || wording::controls::music(audio.music()).to_owned();
    let music = button(move || audio.set_music(!audio.music()))
        .id("music")
        .attr_live("aria-pressed", move || audio.music().to_string())
        .attr_live("title", music_word)
        .child(Icon::Music.draw())
        .child(el("span").text_live(music_word));
    let sound_word = move || wording::controls::sound(!muted()).to_owned();
    let sound = button(move || session.toggle_mute())
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
