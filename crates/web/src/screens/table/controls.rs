//! The bar of controls: one list for every table. Whether a control is there follows from what the
//! host offers, what the game has come to and who is at the table elsewhere.

use parlor_table::{Command, Offer, Refusal, Wish};
use parlor_wording::controls as words;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, Node};

use super::steps::{steps, take_back};
use crate::session::sound::use_audio;
use crate::session::{Dialog, Session, advice, commands};
use crate::settings::{Settings, use_settings};
use crate::ui::browser::{document, listen};
use crate::ui::elements::{El, button, classed, el};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// The bar of controls. On small screens it shows what is wanted most, and the rest under More.
pub(crate) fn controls(session: Session) -> El {
    let open = Signal::new(false);
    close_from_elsewhere(open);
    let list = classed("div", "list")
        .class_live("open", move || open.get())
        .on("click", move |_| open.set(false))
        .children([new_game(session), next_game(session)])
        .children(steps(session))
        .child(take_back(session))
        .children([hint(session), values(session), react(session), swap(session)])
        .children([turn_board(session), offer_tie(session), resign(session), leave(session)])
        .children([music(), sound()])
        .child(opens(session, "share", Icon::Share, words::share(), Dialog::Share))
        .child(opens(session, "settings", Icon::Settings, words::settings(), Dialog::Settings))
        .child(opens(session, "help", Icon::Help, words::help(), Dialog::Help))
        .child(more(open))
        .child(classed("i", "break"));
    // After the list has opened: what is not seen cannot have the focus.
    effect(move || {
        if open.get() {
            focus_first_of_the_rest();
        }
    });
    classed("nav", "controls").attr("aria-label", words::controls()).child(list)
}

/// A control that does one thing at the table.
pub(super) fn command(session: Session, id: &str, icon: Icon, word: &str, act: fn(Session)) -> El {
    control(id, icon, word, move || act(session))
}

/// A button with a picture and a word, which is its title where there is no room for it.
pub(super) fn control(id: &str, icon: Icon, word: &str, press: impl Fn() + 'static) -> El {
    button(press).id(id).attr("title", word).child(icon.draw()).child(el("span").text(word))
}

/// Has a control stand under More on small screens.
pub(super) trait Rare {
    /// Always.
    fn rare(self) -> El;

    /// While a condition holds.
    fn rare_while(self, holds: impl Fn() -> bool + 'static) -> El;
}

impl Rare for El {
    fn rare(self) -> El {
        self.class_if("rare", true)
    }

    fn rare_while(self, holds: impl Fn() -> bool + 'static) -> El {
        self.class_live("rare", holds)
    }
}

/// A new game, also after the end: there beside the next one of the match.
fn new_game(session: Session) -> El {
    let may = move || {
        session.offer(&Command::Restart) == Ok(Offer::AtOnce)
            && commands::goes_back_at_will(session)
    };
    command(session, "new-game", Icon::NewGame, words::new_game(), commands::new_game)
        .rare_while(move || !is_over(session))
        .class_live("hidden", move || !may())
}

/// The next game of the match: at once, or when the other player agrees.
fn next_game(session: Session) -> El {
    let offer = move || session.offer(&Command::Restart);
    let asks = move || offer() != Ok(Offer::AtOnce);
    let word = move || if asks() { words::rematch() } else { words::play_again() }.to_owned();
    button(move || commands::play_again(session))
        .attr("class", "primary")
        .attr_live("id", move || if asks() { "rematch" } else { "play-again" }.to_owned())
        .class_live("hidden", move || !is_over(session) || offer() == Err(Refusal::NotSeated))
        .flag_live("disabled", move || offer().is_err())
        .child(Icon::PlayAgain.draw())
        .child(el("span").text_live(word))
}

fn hint(session: Session) -> El {
    command(session, "hint", Icon::Hint, words::hint(), advice::show_hint)
        .class_live("hidden", move || !advice::is_allowed(session) || is_over(session))
        .flag_live("disabled", move || !advice::has_a_choice(session))
        .class_if("rare", session.is_stepped_through())
}

/// Whether one sees what moves are worth.
fn values(session: Session) -> El {
    let settings = use_settings();
    let toggle = move || settings.update(Settings::toggle_values);
    control("values", Icon::Values, words::values(), toggle)
        .rare_while(move || is_over(session))
        .class_live("hidden", move || !advice::is_allowed(session))
        .attr_live("aria-pressed", move || advice::is_shown(session).to_string())
}

/// Says something to the other player.
fn react(session: Session) -> El {
    let is_there = move || session.company().connection().is_some() && session.my_side().is_some();
    opens(session, "react", Icon::Talk, words::react(), Dialog::Reactions)
        .class_if("rare", false)
        .class_live("hidden", move || !is_there())
}

/// Swaps sides by the pie rule, where and as long as that is possible.
fn swap(session: Session) -> El {
    command(session, "swap", Icon::Swap, words::swap_sides(), commands::swap)
        .attr("class", "primary")
        .class_live("hidden", move || {
            session.animation().busy.get() || !session.can(&Command::Swap)
        })
}

fn turn_board(session: Session) -> El {
    command(session, "turn-board", Icon::Turn, words::turn_board(), Session::turn_board)
        .rare()
        .class_live("hidden", move || !session.may_turn())
        .attr_live("aria-pressed", move || session.is_turned().to_string())
}

fn offer_tie(session: Session) -> El {
    let offer = move || session.offer(&Command::Ask(Wish::Draw));
    let asks = move || {
        matches!(
            offer(),
            Ok(Offer::WithConsent) | Err(Refusal::AlreadyAsked | Refusal::AnswerFirst)
        )
    };
    let ask = move || session.submit(Command::Ask(Wish::Draw));
    control("offer-tie", Icon::Tie, words::offer_tie(), ask)
        .rare()
        .class_live("hidden", move || !asks())
        .flag_live("disabled", move || offer().is_err())
}

/// Gives up, where a game cannot simply be abandoned.
fn resign(session: Session) -> El {
    let may = move || session.can(&Command::Resign) && !session.can(&Command::Restart);
    opens(session, "resign", Icon::Flag, words::resign(), Dialog::Resign)
        .class_live("hidden", move || !may())
}

fn leave(session: Session) -> El {
    command(session, "leave", Icon::Leave, words::leave(), commands::ask_to_leave)
        .rare()
        .class_live("hidden", move || session.offer(&Command::Leave) == Err(Refusal::RemoteOnly))
}

fn music() -> El {
    let (audio, settings) = (use_audio(), use_settings());
    let is_silent = move || settings.with(Settings::loudness) <= 0.0;
    let word = move || words::music(audio.music(), is_silent()).to_owned();
    button(move || audio.set_music(!audio.music()))
        .id("music")
        .attr_live("aria-pressed", move || audio.music().to_string())
        .attr_live("title", word)
        .rare()
        .child(Icon::Music.draw())
        .child(el("span").text_live(word))
}

fn sound() -> El {
    let settings = use_settings();
    let muted = move || settings.with(|settings| settings.muted);
    let word = move || words::sound(!muted()).to_owned();
    button(move || settings.update(Settings::toggle_mute))
        .id("mute")
        .attr_live("aria-pressed", move || (!muted()).to_string())
        .attr_live("title", word)
        .rare()
        .child_live(muted, |muted| Some(if muted { Icon::Muted } else { Icon::Sound }.draw()))
        .child(el("span").text_live(word))
}

fn opens(session: Session, id: &str, icon: Icon, word: &str, dialog: Dialog) -> El {
    control(id, icon, word, move || session.dialog().set(Some(dialog))).rare()
}

/// Shows the controls that a small screen has no room for.
fn more(open: Signal<bool>) -> El {
    el("button")
        .attr("type", "button")
        .id("more")
        .attr_live("aria-expanded", move || open.get().to_string())
        .on("click", move |event| {
            // The list closes with every other click in it.
            event.stop_propagation();
            open.update(|open| *open = !*open);
        })
        .child(Icon::More.draw())
        .child(el("span").text(words::more()))
}

/// The rest stands before the button in the order of the page, and is wanted next.
fn focus_first_of_the_rest() {
    let first = document().query_selector(".controls .rare:not(.hidden, :disabled)").ok().flatten();
    if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
        let _ = first.focus();
    }
}

/// A press beside the list and the Escape key close it.
fn close_from_elsewhere(open: Signal<bool>) {
    listen("pointerdown", move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let bar = document().query_selector(".controls").ok().flatten();
        if open.get() && !bar.is_some_and(|bar| bar.contains(target.as_ref())) {
            open.set(false);
        }
    });
    listen("keydown", move |event| {
        if open.get() && event.unchecked_into::<KeyboardEvent>().key() == "Escape" {
            open.set(false);
        }
    });
}

/// Whether the game that is shown has come to its end.
pub(super) fn is_over(session: Session) -> bool {
    session.shown().with(|table| table.ending().is_some())
}
