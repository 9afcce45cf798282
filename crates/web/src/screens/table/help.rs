use parlor_rules::Variant;
use parlor_table::PieRule;
use parlor_wording::games::title;
use parlor_wording::{front_room, help, rules};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::board::mini_board::mini_board;
use crate::board::moving_picture::pictures_switch;
use crate::board::rules_picture::rules_picture;
use crate::catalogue::Game;
use crate::screens::learn::rules_in_words::list;
use crate::session::{Session, commands};
use crate::ui::browser::{document, matches_media};
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// What help is wanted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    Rules,
    Keys,
}

/// The rules of this game, and the keys where there is a keyboard.
pub(super) fn help_sheet(session: Session, topic: Topic) -> El {
    let sheet = sheet(help::help(), move || session.dialog().set(None));
    if matches_media(TOUCH_SCREEN) {
        return sheet.child(rules_of_game(session));
    }
    let topic = Signal::new(topic);
    let tabs = [Topic::Rules, Topic::Keys].map(|of| tab(topic, of));
    let panel = el("div")
        .id("help-panel")
        .attr("role", "tabpanel")
        .attr_live("aria-labelledby", move || topic.get().id().to_owned())
        .child_live(
            move || topic.get(),
            move |topic| {
                Some(match topic {
                    Topic::Rules => rules_of_game(session),
                    Topic::Keys => keys(session),
                })
            },
        );
    sheet.child(classed("div", "tabs").attr("role", "tablist").children(tabs)).child(panel)
}

/// Screens that are touched seldom have a keyboard.
const TOUCH_SCREEN: &str = "(pointer: coarse)";

impl Topic {
    const fn id(self) -> &'static str {
        match self {
            Self::Rules => "help-rules",
            Self::Keys => "help-keys",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Rules => help::rules(),
            Self::Keys => help::keys_title(),
        }
    }

    const fn other(self) -> Self {
        match self {
            Self::Rules => Self::Keys,
            Self::Keys => Self::Rules,
        }
    }
}

/// One of two tabs: arrow keys go to the other one.
fn tab(topic: Signal<Topic>, of: Topic) -> El {
    let selected = move || topic.get() == of;
    button(move || topic.set(of))
        .id(of.id())
        .attr("role", "tab")
        .attr("aria-controls", "help-panel")
        .attr_live("aria-selected", move || selected().to_string())
        .attr_live("tabindex", move || if selected() { "0" } else { "-1" }.to_owned())
        .on("keydown", move |event| {
            let key = event.unchecked_ref::<KeyboardEvent>().key();
            if matches!(key.as_str(), "ArrowLeft" | "ArrowRight") {
                topic.set(of.other());
                focus(of.other().id());
            }
        })
        .text(of.name())
}

fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let _ = element.unchecked_into::<HtmlElement>().focus();
    }
}

/// The rules that are played at this table, with a picture that moves.
fn rules_of_game(session: Session) -> El {
    let (variant, pie_rule) = session.shown().with(|table| (table.variant(), table.pie_rule()));
    let picture = match &variant {
        Variant::Mancala(rules) => rules_picture(rules),
        Variant::TicTacToe => el("figure").child(mini_board(Game::TicTacToe)),
    };
    classed("div", "rules-of-game")
        .child(said("h3", &title(&variant)))
        .child(picture)
        .child(list(&in_words(&variant, pie_rule, session.is_two_step())))
        .child(
            classed("p", "choices")
                .child(pictures_switch())
                .child(link("#/learn").text(front_room::learn())),
        )
}

fn in_words(variant: &Variant, pie_rule: PieRule, is_two_step: bool) -> Vec<String> {
    match variant {
        Variant::Mancala(of) => {
            let mut words = rules::whole(of);
            words.extend(is_two_step.then(|| rules::select_then_play().to_owned()));
            words.extend((pie_rule == PieRule::On).then(|| rules::swap_sides().to_owned()));
            words
        }
        Variant::TicTacToe => rules::tic_tac_toe().map(str::to_owned).to_vec(),
    }
}

fn keys(session: Session) -> El {
    let keys = if commands::goes_back_at_will(session) {
        help::keys().to_vec()
    } else {
        help::online_keys().to_vec()
    };
    let rows = keys.into_iter().map(|(key, meaning)| {
        let key = el("th").attr("scope", "row").child(said("kbd", key));
        el("tr").child(key).child(said("td", meaning))
    });
    classed("table", "keys").child(el("tbody").children(rows))
}
