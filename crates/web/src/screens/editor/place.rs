//! The board under the hands of people: taps, long presses, drags and keys. It is drawn like the board of a
//! table, in the same look.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Reflect;
use parlor_rules::mancala::{Rules, Slot};
use parlor_rules::{Choice, Player};
use parlor_wording as wording;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent};

use super::Editor;
use super::draft::Board;
use crate::board::stones::{lying_stones, number};
use crate::board::tic_tac_toe::{chalk, drawn_mark};
use crate::session::stones::place::Place;
use crate::ui::browser::document;
use crate::ui::elements::{El, classed, el};
use crate::ui::timer::{Timer, after};

/// How long a press is a long one, in milliseconds.
const LONG_PRESS: u32 = 450;

/// The board.
pub(super) fn board(editor: Editor) -> El {
    let draft = editor.draft.get();
    let hand = Rc::new(Hand::default());
    let room = classed("div", "room draft").attr("role", "group");
    let room = room.attr("aria-label", wording::editor::board());
    match draft.board {
        Board::Mancala { rules, .. } => {
            let slots = Slot::all(&rules).map(|slot| hollow(editor, rules, slot, &hand));
            let board = classed("div", "board mancala")
                .var("--pits", &rules.pits().to_string())
                .children(slots)
                .child_live(
                    move || editor.draft.with(|draft| draft.board.clone()),
                    move |board| match board {
                        Board::Mancala { slots, .. } => Some(lying_stones(rules, &slots)),
                        Board::TicTacToe(_) => None,
                    },
                );
            room.child(board)
        }
        Board::TicTacToe(marks) => {
            let squares: Vec<El> = (0..marks.len())
                .map(|place| el("td").child(square(editor, place, &hand)))
                .collect();
            let rows = squares.chunks(3).map(|row| el("tr").children(row.iter().cloned()));
            let table = classed("table", "board tic-tac-toe")
                .attr("role", "presentation")
                .child(el("tbody").children(rows));
            room.class_if("squares", true).child(chalk()).child(table)
        }
    }
}

/// What is being pressed.
#[derive(Default)]
struct Hand {
    /// The place that was pressed.
    from: Cell<Option<usize>>,
    /// Runs while something is pressed and has not left its place.
    timer: RefCell<Option<Timer>>,
    /// Whether the click that follows has been dealt with.
    is_done: Cell<bool>,
}

/// A pit or a store.
fn hollow(editor: Editor, rules: Rules, slot: Slot, hand: &Rc<Hand>) -> El {
    let place = usize::from(slot.index());
    let stones = move || editor.draft.with(|draft| draft.stones(place));
    let at = Place::of(slot, &rules);
    let kind = if slot.pit(&rules).is_some() { "slot pit" } else { "slot store" };
    let worth = move || {
        let is_mover = editor.draft.with(|draft| slot.owner(&rules) == draft.turn);
        let choice = slot.pit(&rules).filter(|_| is_mover).map(Choice::from);
        choice.and_then(|choice| editor.worth(choice))
    };
    let button = classed("button", kind)
        .class_if("north", slot.owner(&rules) == Player::Two)
        .var("--along", &number(at.along))
        .var("--across", &number(at.across))
        .attr_live("aria-label", move || wording::editor::slot(&rules, slot, stones()))
        .child(classed("i", "hollow"))
        .child(classed("span", "count").text_live(move || stones().to_string()));
    listen(with_worth(button, worth), editor, place, hand)
}

/// A square of Tic-Tac-Toe.
fn square(editor: Editor, place: usize, hand: &Rc<Hand>) -> El {
    let marked = move || editor.draft.with(|draft| draft.mark(place));
    let symbol = move || {
        let symbol = match marked() {
            Some(Player::One) => "X",
            Some(Player::Two) => "O",
            None => "",
        };
        symbol.to_owned()
    };
    let worth = move || Choice::new(place as u8).and_then(|choice| editor.worth(choice));
    let button = classed("button", "square")
        .class_live("one", move || marked() == Some(Player::One))
        .class_live("two", move || marked() == Some(Player::Two))
        .attr_live("data-mark", symbol)
        .attr_live("aria-label", move || wording::editor::square(place, marked()))
        .children(drawn_mark(symbol));
    listen(with_worth(button, worth), editor, place, hand)
}

/// What a move is worth stands beside its pit or in its square.
fn with_worth(button: El, worth: impl Fn() -> Option<(String, bool)> + Copy + 'static) -> El {
    let kind = move || match worth() {
        None => "value",
        Some((_, true)) => "value proved",
        Some((_, false)) => "value estimated",
    };
    button.child(
        el("span")
            .attr_live("class", move || kind().to_owned())
            .attr_live("data-worth", move || worth().map(|(words, _)| words).unwrap_or_default()),
    )
}

fn listen(button: El, editor: Editor, place: usize, hand: &Rc<Hand>) -> El {
    let (pressed, moved, released) = (Rc::clone(hand), Rc::clone(hand), Rc::clone(hand));
    let (clicked, cancelled) = (Rc::clone(hand), Rc::clone(hand));
    button
        .attr("type", "button")
        .id(&format!("place-{place}"))
        .attr("data-place", &place.to_string())
        .on("pointerdown", move |event| {
            if event.unchecked_ref::<MouseEvent>().button() == 0 {
                keep_pointer(&event);
                press(editor, place, &pressed);
            }
        })
        .on("pointermove", move |event| {
            // What has left its place is dragged, however long that takes.
            if moved.from.get() == Some(place) && place_under(&event) != Some(place) {
                moved.timer.take();
            }
        })
        .on("pointerup", move |event| release(editor, place_under(&event), &released))
        .on("pointercancel", move |_| {
            cancelled.timer.take();
            cancelled.from.set(None);
            cancelled.is_done.set(false);
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

/// Has everything that the pointer does until it is released heard by the place that was pressed, also outside
/// the board. A finger does so anyway.
fn keep_pointer(event: &Event) {
    let pointer = Reflect::get(event, &"pointerId".into()).ok().and_then(|id| id.as_f64());
    let place = event.current_target().and_then(|place| place.dyn_into::<Element>().ok());
    if let (Some(pointer), Some(place)) = (pointer, place) {
        let _ = place.set_pointer_capture(pointer as i32);
    }
}

fn press(editor: Editor, place: usize, hand: &Rc<Hand>) {
    hand.from.set(Some(place));
    hand.is_done.set(false);
    let held = Rc::clone(hand);
    let timer = after(LONG_PRESS, move || {
        if held.from.take() == Some(place) {
            held.is_done.set(true);
            editor.change(|draft| draft.remove(place));
        }
    });
    hand.timer.replace(Some(timer));
}

fn release(editor: Editor, to: Option<usize>, hand: &Rc<Hand>) {
    let from = hand.from.take();
    if from.is_some() && from != to {
        hand.is_done.set(true);
        if let (Some(from), Some(to)) = (from, to) {
            editor.change(|draft| draft.shift(from, to));
        }
    }
    // A click follows at once, or not at all: then the next one is another.
    let over = Rc::clone(hand);
    hand.timer.replace(Some(after(0, move || over.is_done.set(false))));
}

/// The place below the pointer, which is heard at the place that was pressed wherever it goes.
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
