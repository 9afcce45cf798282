use parlor_table::{Command, Policy};
use parlor_wording as wording;

use super::remote_controls::remote_controls;
use crate::catalogue::Game;
use crate::session::sound::use_audio;
use crate::session::{Dialog, Session, advice, commands};
use crate::settings::{Settings, use_settings};
use crate::ui::elements::{El, button, classed, el};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

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

    let new_game = command(
        session,
        "new-game",
        Icon::NewGame,
        wording::controls::new_game(),
        commands::ask_new_game,
    )
    .class_live("hidden", over);
    let play_again = command(
        session,
        "play-again",
        Icon::NewGame,
        wording::controls::play_again(),
        commands::play_again,
    )
    .attr("class", "primary")
    .class_live("hidden", move || !over());
    let to_start = command(
        session,
        "to-start",
        Icon::First,
        wording::controls::to_start(),
        commands::to_start,
    )
    .class_if("hidden", !stepping)
    .flag_live("disabled", move || !can_undo());
    let undo = command(session, "undo", Icon::Undo, wording::controls::undo(), commands::undo)
        .flag_live("disabled", move || !can_undo());
    let redo = command(session, "redo", Icon::Redo, wording::controls::redo(), commands::redo)
        .flag_live("disabled", move || !can_redo());
    let to_end =
        command(session, "to-end", Icon::Last, wording::controls::to_end(), commands::to_end)
            .class_if("hidden", !stepping)
            .flag_live("disabled", move || !can_redo());
    let hint = command(session, "hint", Icon::Hint, wording::controls::hint(), advice::show_hint)
        .flag_live("disabled", move || !session.awaits_person());
    let values = values_control(session);
    let turn = control("turn-board", Icon::Turn, wording::controls::turn_board(), move || {
        settings.update(Settings::toggle_turning);
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
    command(session, "swap", Icon::Swap, wording::controls::swap_sides(), commands::swap)
        .attr("class", "primary")
        .class_live("hidden", move || {
            session.animation().busy.get() || !session.can(&Command::Swap)
        })
}

/// Whether one sees what moves are worth.
pub(super) fn values_control(session: Session) -> El {
    let settings = use_settings();
    let toggle = move || settings.update(Settings::toggle_values);
    control("values", Icon::Values, wording::controls::values(), toggle)
        .attr_live("aria-pressed", move || advice::is_shown(session).to_string())
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
    let silent = move || settings.with(Settings::loudness) <= 0.0;
    let music_word = move || wording::controls::music(audio.music(), silent()).to_owned();
    let music = button(move || audio.set_music(!audio.music()))
        .id("music")
        .attr_live("aria-pressed", move || audio.music().to_string())
        .attr_live("title", music_word)
        .child(Icon::Music.draw())
        .child(el("span").text_live(music_word));
    let sound_word = move || wording::controls::sound(!muted()).to_owned();
    let sound = button(move || settings.update(Settings::toggle_mute))
        .id("mute")
        .attr_live("aria-pressed", move || (!muted()).to_string())
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

/// A control that does one thing at the table.
pub(super) fn command(session: Session, id: &str, icon: Icon, word: &str, act: fn(Session)) -> El {
    control(id, icon, word, move || act(session))
}

/// A button with a picture and a word, which is its title where there is no room for it.
pub(super) fn control(id: &str, icon: Icon, word: &str, press: impl Fn() + 'static) -> El {
    button(press).id(id).attr("title", word).child(icon.draw()).child(el("span").text(word))
}
