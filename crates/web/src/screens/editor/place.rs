//! The board under the hands of people: taps, long presses, drags and keys.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use parlor_rules::mancala::Slot;
use parlor_rules::{Choice, Player};
use parlor_wording as wording;
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent, MouseEvent};

use super::Editor;
use crate::ui::browser::document;
use crate::ui::elements::{El, classed, el};
use crate::ui::timer::{Timer, after};

/// How long a press is a long one, in milliseconds.
const LONG_PRESS: u32 = 450;

/// The most stones that are drawn in a slot: the number beside them says how many there are.
const MOST_DRAWN: u8 = 16;

/// The board.
pub(super) fn board(editor: Editor) -> El {
    let draft = editor.draft.get();
    let places = draft.places.len();
    let hand = Rc::new(Hand::default());
    let board = match draft.slot(0) {
        Some((rules, _)) => {
            classed("div", "draft mancala").var("--pits", &rules.pits().to_string())
        }
        None => classed("div", "draft squares"),
    };
    board
        .attr("role", "group")
        .attr("aria-label", wording::editor::board())
        .children((0..places).map(|place| draw(editor, place, &hand)))
}

/// What is being pressed.
#[derive(Default)]
struct Hand {
    /// The place that was pressed.
    from: Cell<Option<usize>>,
    /// Runs while something is pressed.
    timer: RefCell<Option<Timer>>,
    /// Whether the click that follows has been dealt with.
    is_done: Cell<bool>,
}

fn draw(editor: Editor, place: usize, hand: &Rc<Hand>) -> El {
    let stones =
        move || editor.draft.with(|draft| draft.places.get(place).copied().unwrap_or_default());
    let label = move || {
        editor.draft.with(|draft| {
            let held = draft.places.get(place).copied().unwrap_or_default();
            match draft.slot(place) {
                Some((rules, slot)) => wording::editor::slot(&rules, slot, held),
                None => wording::editor::square(place, mark(held)),
            }
        })
    };
    let text = move || match (editor.draft.with(|draft| draft.slot(place)), mark(stones())) {
        (Some(_), _) => stones().to_string(),
        (None, Some(Player::One)) => "X".to_owned(),
        (None, Some(Player::Two)) => "O".to_owned(),
        (None, None) => String::new(),
    };
    let worth = move || {
        let choice = editor.draft.with(|draft| match draft.slot(place) {
            Some((rules, slot)) => {
                slot.pit(&rules).filter(|_| slot.owner(&rules) == draft.turn).map(Choice::from)
            }
            None => Choice::new(place as u8),
        });
        choice.and_then(|choice| editor.worth(choice)).unwrap_or_default()
    };
    let button = positioned(el("button"), editor, place)
        .attr("type", "button")
        .id(&format!("place-{place}"))
        .attr("data-place", &place.to_string())
        .attr_live("aria-label", label)
        .attr_live("data-worth", worth)
        .child_live(
            move || editor.draft.with(|draft| draft.slot(place)).map(|_| stones().min(MOST_DRAWN)),
            |stones| stones.map(heap),
        )
        .child(classed("span", "count").text_live(text));
    listen(button, editor, place, hand)
}

/// Stones, for the eye.
fn heap(stones: u8) -> El {
    classed("span", "heap").attr("aria-hidden", "true").children((0..stones).map(|_| el("i")))
}

fn mark(held: u8) -> Option<Player> {
    match held {
        1 => Some(Player::One),
        2 => Some(Player::Two),
        _ => None,
    }
}

/// Where the style puts it: North's row runs the other way.
fn positioned(button: El, editor: Editor, place: usize) -> El {
    let Some((rules, slot)) = editor.draft.with(|draft| draft.slot(place)) else {
        return button.attr("class", "square");
    };
    let pits = usize::from(rules.pits());
    let column = |slot: Slot| match (slot.pit(&rules), slot.owner(&rules)) {
        (Some(pit), Player::One) => usize::from(pit.index()) + 2,
        (Some(pit), Player::Two) => pits + 1 - usize::from(pit.index()),
        (None, Player::One) => pits + 2,
        (None, Player::Two) => 1,
    };
    let row = match slot.owner(&rules) {
        Player::One => "2",
        Player::Two => "1",
    };
    let kind = if slot.pit(&rules).is_some() { "pit" } else { "store" };
    button.attr("class", kind).var("--column", &column(slot).to_string()).var("--row", row)
}

fn listen(button: El, editor: Editor, place: usize, hand: &Rc<Hand>) -> El {
    let (pressed, released, clicked) = (Rc::clone(hand), Rc::clone(hand), Rc::clone(hand));
    let cancelled = Rc::clone(hand);
    button
        .on("pointerdown", move |event| {
            if event.unchecked_ref::<MouseEvent>().button() != 0 {
                return;
            }
            pressed.from.set(Some(place));
            pressed.is_done.set(false);
            let held = Rc::clone(&pressed);
            let timer = after(LONG_PRESS, move || {
                if held.from.take() == Some(place) {
                    held.is_done.set(true);
                    editor.change(|draft| draft.remove(place));
                }
            });
            pressed.timer.replace(Some(timer));
        })
        .on("pointerup", move |event| {
            released.timer.take();
            let to = place_under(&event);
            if let (Some(from), Some(to)) = (released.from.take(), to)
                && from != to
            {
                released.is_done.set(true);
                editor.change(|draft| draft.shift(from, to));
            }
        })
        .on("pointercancel", move |_| {
            cancelled.timer.take();
            cancelled.from.set(None);
        })
        .on("contextmenu", move |event| {
            event.prevent_default();
            // A long press of a finger ends in this, too, and has been heard already.
            let is_mouse = event.unchecked_ref::<MouseEvent>().button() == 2;
            if is_mouse {
                editor.change(|draft| draft.remove(place));
            }
        })
        .on("click", move |_| {
            if !clicked.is_done.replace(false) {
                editor.change(|draft| draft.add(place));
            }
        })
        .on("keydown", move |event| press_key(editor, place, &event))
}

/// The place below the pointer. A finger that was put down on one place is heard there wherever it goes.
fn place_under(event: &Event) -> Option<usize> {
    let at: &MouseEvent = event.unchecked_ref();
    let element = document().element_from_point(at.client_x() as f32, at.client_y() as f32)?;
    let place = element.closest("[data-place]").ok()??;
    place.get_attribute("data-place")?.parse().ok()
}

fn press_key(editor: Editor, place: usize, event: &Event) {
    let key: &KeyboardEvent = event.unchecked_ref();
    if key.ctrl_key() || key.meta_key() || key.alt_key() {
        return;
    }
    let name = key.key();
    let digit = name.parse().ok().filter(|digit: &u8| *digit < 10 && name.len() == 1);
    match (&*name, digit) {
        ("Delete" | "Backspace" | "-", _) => editor.change(|draft| draft.remove(place)),
        ("+", _) => editor.change(|draft| draft.add(place)),
        (_, Some(digit)) => editor.change(|draft| draft.set(place, digit)),
        _ => return,
    }
    event.prevent_default();
}
