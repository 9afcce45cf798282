//! The board under people's hands: what they point at, select and press.

use js_sys::{Date, Reflect};
use parlor_rules::mancala::Slot;
use parlor_rules::{Choice, Game as _};
use parlor_table::{Command, Landing, Table};
use parlor_wording as wording;
use parlor_wording::{Players, Voice, selection, slot_label, thinking};
use web_sys::Event;

use super::looking_back::is_looking_back;
use super::{Lesson, Session, person_moves};
use crate::ui::prelude::*;

/// What people point at, select and press on the board.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    /// The slot under the pointer, the focus or a long press.
    pub(crate) peeked: Signal<Option<Slot>>,
    /// The slot marked by the first step of a two-step turn.
    pub(crate) selected: Signal<Option<Slot>>,
    /// The move that was submitted and has not come back yet.
    pub(crate) pressed: Signal<Option<Choice>>,
    /// When the touch began that is still on a pit.
    touched: Signal<Option<f64>>,
    /// Whether the last press of a pit only looked.
    looked: Signal<bool>,
}

/// A touch that lasts longer only looks where the last stone would fall, in milliseconds.
const LONG_PRESS: f64 = 450.0;

impl Chosen {
    pub(super) fn new() -> Self {
        Self {
            peeked: Signal::new(None),
            selected: Signal::new(None),
            pressed: Signal::new(None),
            touched: Signal::new(None),
            looked: Signal::new(false),
        }
    }

    /// The pointer is on a pit.
    pub(crate) fn touch(self, event: &Event) {
        let kind = Reflect::get(event, &"pointerType".into());
        let is_touch = kind.is_ok_and(|kind| kind == "touch");
        self.touched.set(is_touch.then(Date::now));
    }
}

/// A pit was pressed and let go. The second click of a double click only plays what the first one
/// selected: it neither skips the sowing that the first one began, nor plays another turn.
pub(crate) fn press(session: Session, slot: Slot, event: &Event) {
    let chosen = session.chosen();
    let touched = chosen.touched.update(Option::take);
    let looked = touched.is_some_and(|since| Date::now() - since > LONG_PRESS);
    let is_second = is_second_click(event) && !chosen.looked.get();
    let plays_twice = is_second && chosen.selected.get() != Some(slot);
    chosen.looked.set(looked);
    if !(looked || plays_twice) {
        choose_slot(session, slot);
    }
}

/// The board was pressed, and no slot of it: what is being sown is there at once.
pub(crate) fn press_board(session: Session, event: &Event) {
    if !is_second_click(event) {
        session.animation().skip();
    }
}

fn is_second_click(event: &Event) -> bool {
    let clicks = Reflect::get(event, &"detail".into()).ok().and_then(|clicks| clicks.as_f64());
    clicks.is_some_and(|clicks| clicks > 1.0)
}

/// A slot was chosen, by click, touch or key. Chosen again, a selected pit is played.
pub(crate) fn choose_slot(session: Session, slot: Slot) {
    if session.animation().busy.get() {
        return session.animation().skip();
    }
    if let Some(objection) = objection(session, slot) {
        return session.refuse(&objection);
    }
    let (is_pit, is_mine) = session.shown().with(|table| {
        (table.rules().is_some_and(|rules| slot.pit(&rules).is_some()), person_moves(table))
    });
    match choice_at(session, slot) {
        Ok(_) if session.chosen().selected.get() == Some(slot) => play_selected(session),
        chosen if is_pit && is_mine && session.is_two_step() => {
            select(session, slot, chosen.err());
        }
        Ok(choice) => play(session, choice),
        Err(refusal) => session.refuse(&refusal),
    }
}

/// A square was chosen.
pub(crate) fn choose_square(session: Session, square: Choice) {
    let actor = session.actor().get();
    if session.shown().with(|table| table.check_move(actor, square).is_err()) {
        return;
    }
    let objects = |lesson: Lesson| session.shown().with(|table| lesson(table, Some(square)));
    match session.lesson().and_then(objects) {
        Some(objection) => session.refuse(&objection),
        None => play(session, square),
    }
}

/// The second step of a two-step turn.
pub(crate) fn play_selected(session: Session) {
    if let Some(slot) = session.chosen().selected.get() {
        match choice_at(session, slot) {
            Ok(choice) => play(session, choice),
            Err(refusal) => session.refuse(&refusal),
        }
    }
}

/// Whether a slot can be played now.
pub(crate) fn is_playable(session: Session, slot: Slot) -> bool {
    let actor = session.actor().get();
    session.awaits_person() && session.shown().with(|table| table.choice_at(actor, slot).is_ok())
}

/// Where the last stone of the slot looked at would fall, if it can be played.
pub(crate) fn landing(session: Session) -> Option<Landing> {
    if !session.awaits_person() {
        return None;
    }
    let chosen = session.chosen();
    let slot = chosen.peeked.get().or(chosen.selected.get())?;
    session.shown().with(|table| landing_of(table, slot))
}

/// The line below the names: what would happen, or what just happened.
pub(crate) fn message_line(session: Session) -> String {
    let preview = landing(session).and_then(|landing| {
        session
            .shown()
            .with(|table| wording::preview(Players::of(table, Voice::of(table)), &landing.effect))
    });
    preview.or_else(|| session.told().message()).unwrap_or_default()
}

/// The move that a slot stands for, or why it is none.
fn choice_at(session: Session, slot: Slot) -> Result<Choice, String> {
    let actor = session.actor().get();
    session.shown().with(|table| {
        let refused = |refusal| wording::refusal(table, refusal, Voice::of(table));
        table.choice_at(actor, slot).map_err(refused)
    })
}

/// Why nothing can be chosen now, whatever the rules say.
fn objection(session: Session, slot: Slot) -> Option<String> {
    if session.computer().thinking.get() {
        return Some(session.shown().with(|table| thinking(table.name(table.turn()))));
    }
    if let Some(lesson) = session.lesson() {
        return session.shown().with(|table| lesson(table, own_pit(table, slot)));
    }
    if session.chosen().pressed.get().is_some() {
        let words = if session.company().is_lost() {
            wording::connection::move_waiting()
        } else {
            wording::connection::move_sent()
        };
        return Some(words.to_owned());
    }
    is_looking_back(session).then(|| wording::connection::looking_back().to_owned())
}

fn select(session: Session, slot: Slot, refusal: Option<String>) {
    session.clear();
    session.chosen().selected.set(Some(slot));
    let label = session.shown().with(|table| {
        let position = table.play().mancala()?;
        Some(slot_label(table, position, slot, Voice::of(table)))
    });
    session.told().announcement.set(selection(&label.unwrap_or_default()));
    if let Some(refusal) = refusal {
        session.told().show(&refusal);
    }
}

/// Plays a move. Until it comes back its place is pressed. Where it would lead is of no interest any
/// more: the pit may have stones again after a relay, but what is said about the turn comes first.
fn play(session: Session, choice: Choice) {
    if session.awaits_person() {
        session.chosen().peeked.set(None);
        session.chosen().pressed.set(Some(choice));
        session.submit(Command::Move { choice });
    }
}

/// Where the last stone of a slot would fall, if the player to move owns it.
fn landing_of(table: &Table, slot: Slot) -> Option<Landing> {
    let pit = own_pit(table, slot)?.pit();
    table.play().mancala()?.play(pit).ok().map(|turn| Landing::of(&turn))
}

/// The pit of the player to move that a slot is.
fn own_pit(table: &Table, slot: Slot) -> Option<Choice> {
    let position = table.play().mancala()?;
    let rules = position.rules();
    slot.pit(rules).filter(|_| slot.owner(rules) == position.turn()).map(Choice::from)
}
