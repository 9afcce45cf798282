//! The keyboard at the table.

use parlor_rules::Choice;
use parlor_rules::mancala::Pit;
use parlor_table::Command;
use parlor_wording as wording;
use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::advice::{is_allowed, show_hint};
use super::choosing::{choose_slot, choose_square, play_selected};
use super::commands::{ask_next_game, goes_back_at_will, redo, undo};
use super::{Dialog, Session};
use crate::settings::Settings;
use crate::ui::browser::{document, listen, matches_media};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Intent {
    Number(u8),
    Step(Arrow),
    PlaySelected,
    Skip,
    Undo,
    Redo,
    Hint,
    Values,
    Mute,
    NewGame,
    Turn,
    Help,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrow {
    Left,
    Right,
    Up,
    Down,
}

/// Listens to the keyboard as long as the page of the table is shown.
pub(crate) fn listen_to_keys(session: Session) {
    listen("keydown", move |event| {
        let event: KeyboardEvent = event.unchecked_into();
        let typing = target_is_field(&event);
        if typing || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        if document().query_selector("dialog[open]").is_ok_and(|sheet| sheet.is_some()) {
            return;
        }
        let key = event.key();
        let asked = intent(&key, session.animation().busy.get());
        if event.repeat() && is_done_once(&key, asked) {
            return event.prevent_default();
        }
        if asked.is_some_and(|intent| act(session, intent)) {
            event.prevent_default();
        }
    });
}

fn intent(key: &str, busy: bool) -> Option<Intent> {
    Some(match key {
        " " | "Enter" | "Escape" if busy => Intent::Skip,
        _ if busy && key.len() == 1 && !is_letter_of_a_control(key) => Intent::Skip,
        "ArrowLeft" => Intent::Step(Arrow::Left),
        "ArrowRight" => Intent::Step(Arrow::Right),
        "ArrowUp" => Intent::Step(Arrow::Up),
        "ArrowDown" => Intent::Step(Arrow::Down),
        "p" | "P" => Intent::PlaySelected,
        "u" | "U" => Intent::Undo,
        "r" | "R" => Intent::Redo,
        "h" | "H" => Intent::Hint,
        "v" | "V" => Intent::Values,
        "m" | "M" => Intent::Mute,
        "n" | "N" => Intent::NewGame,
        "f" | "F" => Intent::Turn,
        "?" => Intent::Help,
        _ => Intent::Number(key.parse().ok().filter(|number| (1..=9).contains(number))?),
    })
}

/// Whether a key that is held down does its thing once: only the focus moves on. The browser itself
/// would press a focused pit again and again.
fn is_done_once(key: &str, asked: Option<Intent>) -> bool {
    match asked {
        Some(Intent::Step(_)) => false,
        Some(_) => true,
        None => matches!(key, " " | "Enter"),
    }
}

/// Whether a key does something else than play, which it then also does while stones are sown.
fn is_letter_of_a_control(key: &str) -> bool {
    key.chars().all(|letter| "urhvmnf?".contains(letter.to_ascii_lowercase()))
}

/// Does what a key asks for; says whether the key is used up.
fn act(session: Session, intent: Intent) -> bool {
    if !is_offered(session, intent) {
        return false;
    }
    match intent {
        Intent::Number(number) => choose_number(session, number),
        Intent::Step(arrow) => return move_focus(session, arrow),
        Intent::PlaySelected => play_selected(session),
        Intent::Skip => session.animation().skip(),
        Intent::Undo if !session.can(&Command::Undo { to: None }) => {
            session.refuse(wording::controls::nothing_to_undo());
        }
        Intent::Undo => undo(session),
        Intent::Redo if !session.can(&REDO) => {
            session.refuse(wording::controls::nothing_to_redo());
        }
        Intent::Redo => redo(session),
        Intent::Hint => show_hint(session),
        Intent::Values => session.settings().update(Settings::toggle_values),
        Intent::Mute => session.settings().update(Settings::toggle_mute),
        Intent::NewGame => ask_next_game(session),
        Intent::Turn => session.turn_board(),
        Intent::Help => session.dialog().set(Some(Dialog::Keys)),
    }
    true
}

const REDO: Command = Command::Redo { to: None };

/// Whether a key means anything at this table.
fn is_offered(session: Session, intent: Intent) -> bool {
    let of_a_lesson = matches!(
        intent,
        Intent::Number(_) | Intent::Step(_) | Intent::Skip | Intent::Undo | Intent::Mute
    );
    if session.lesson().is_some() && !of_a_lesson {
        return false;
    }
    match intent {
        Intent::Redo => goes_back_at_will(session),
        Intent::Hint | Intent::Values => is_allowed(session),
        _ => true,
    }
}

/// A pit of the player to move, or a square, counted from 1.
fn choose_number(session: Session, number: u8) {
    let (rules, turn) = session.shown().with(|table| (table.rules(), table.turn()));
    let Some(choice) = number.checked_sub(1).and_then(Choice::new) else { return };
    let Some(rules) = rules else { return choose_square(session, choice) };
    let pit = choice.pit();
    if pit.index() < rules.pits() {
        choose_slot(session, pit.slot(&rules, turn));
    }
}

/// Moves the focus on the board the way the arrow points on the screen.
fn move_focus(session: Session, arrow: Arrow) -> bool {
    let focused = document().active_element().and_then(|element| element.id().parse().ok());
    let (rules, turn) = session.shown().with(|table| (table.rules(), table.turn()));
    let next = match rules {
        Some(rules) => {
            let first = Pit::new(0).map(|pit| pit.slot(&rules, turn).index());
            focused.map_or(first, |focused| {
                neighbour_slot(rules.pits(), focused, facing(arrow, session.is_turned()))
            })
        }
        None => focused.map_or(Some(0), |focused| neighbour_square(focused, arrow)),
    };
    let element = next
        .and_then(|next| document().get_element_by_id(&next.to_string()))
        .and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    element.is_some_and(|element| element.focus().is_ok())
}

/// What an arrow means on the board as South sees it from the bottom of a wide screen.
fn facing(arrow: Arrow, turned: bool) -> Arrow {
    let upright = matches_media(UPRIGHT);
    let arrow = match (upright, arrow) {
        (false, arrow) => arrow,
        (true, Arrow::Up) => Arrow::Right,
        (true, Arrow::Down) => Arrow::Left,
        (true, Arrow::Left) => Arrow::Up,
        (true, Arrow::Right) => Arrow::Down,
    };
    match (turned, arrow) {
        (false, arrow) => arrow,
        (true, Arrow::Up) => Arrow::Down,
        (true, Arrow::Down) => Arrow::Up,
        (true, Arrow::Left) => Arrow::Right,
        (true, Arrow::Right) => Arrow::Left,
    }
}

/// The screens on which the style turns the board by 90°.
const UPRIGHT: &str = "(max-aspect-ratio: 3/4)";

/// The pit that lies next, if there is one that way. Stores are no stop: nothing can be done there.
fn neighbour_slot(pits: u8, slot: u8, arrow: Arrow) -> Option<u8> {
    let (south, column) = if slot < pits { (true, slot) } else { (false, 2 * pits - slot) };
    let (south, column) = match arrow {
        Arrow::Up => (false, column),
        Arrow::Down => (true, column),
        Arrow::Left => (south, column.checked_sub(1)?),
        Arrow::Right => (south, column + 1),
    };
    let next = if south { column } else { 2 * pits - column };
    (column < pits).then_some(next)
}

fn neighbour_square(square: u8, arrow: Arrow) -> Option<u8> {
    let (row, column) = (square / 3, square % 3);
    let (row, column) = match arrow {
        Arrow::Up => (row.checked_sub(1)?, column),
        Arrow::Down => (row + 1, column),
        Arrow::Left => (row, column.checked_sub(1)?),
        Arrow::Right => (row, column + 1),
    };
    (row < 3 && column < 3).then_some(3 * row + column)
}

fn target_is_field(event: &KeyboardEvent) -> bool {
    event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "SELECT"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_go_where_they_point() {
        assert_eq!(neighbour_slot(6, 0, Arrow::Right), Some(1));
        assert_eq!(neighbour_slot(6, 0, Arrow::Left), None);
        assert_eq!(neighbour_slot(6, 5, Arrow::Right), None);
        assert_eq!(neighbour_slot(6, 0, Arrow::Up), Some(12));
        assert_eq!(neighbour_slot(6, 12, Arrow::Right), Some(11));
        assert_eq!(neighbour_slot(6, 7, Arrow::Down), Some(5));
        assert_eq!(neighbour_square(4, Arrow::Up), Some(1));
        assert_eq!(neighbour_square(2, Arrow::Right), None);
    }

    #[test]
    fn space_skips_only_while_stones_are_sown() {
        assert_eq!(intent(" ", true), Some(Intent::Skip));
        assert_eq!(intent(" ", false), None);
        assert_eq!(intent("6", false), Some(Intent::Number(6)));
        assert_eq!(intent("0", false), None);
    }

    #[test]
    fn a_key_that_is_held_down_only_moves_the_focus_on() {
        for key in ["1", "u", "h", " ", "Enter"] {
            assert!(is_done_once(key, intent(key, false)), "{key:?}");
        }
        assert!(!is_done_once("ArrowLeft", intent("ArrowLeft", false)));
        assert!(!is_done_once("Tab", intent("Tab", false)));
    }
}
