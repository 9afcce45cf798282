//! What the computer knows about the moves of people: what each is worth, and which is best.

use std::cell::Cell;

use parlor_engine::{Analysis, explain};
use parlor_rules::Choice;
use parlor_table::{Actor, Phase};
use parlor_wording::{Voice, hint};

use super::computer::moment;
use super::{Session, person_moves};
use crate::ui::prelude::*;

/// Whether the people at this screen may know what moves are worth. Two who play against each other
/// may not, before the end, and neither may who learns or solves a puzzle; spectators may.
pub(crate) fn is_allowed(session: Session) -> bool {
    session.lesson().is_none() && (session.my_side().is_none() || session.is_over())
}

/// Whether the values of moves are shown.
pub(crate) fn is_shown(session: Session) -> bool {
    is_allowed(session) && session.settings().with(|settings| settings.values)
}

/// Marks a best move; the values of the moves are asked for where they are not known yet.
pub(crate) fn show_hint(session: Session) {
    session.animation().skip();
    if !(is_allowed(session) && has_a_choice(session)) {
        return;
    }
    let (computer, is_shown) = (session.computer(), is_shown(session));
    let known = computer.values.get();
    if is_shown && is_good_enough(&known) {
        return mark_best(session, &known);
    }
    let is_given = Cell::new(false);
    ask(session, move |values| {
        // Marked and said once, when the answer is good enough: it must not change under one's eyes.
        if !is_given.get() && is_good_enough(&values) {
            is_given.set(true);
            mark_best(session, &values);
        }
        // This question took the place of the one whose answers are shown.
        if is_shown {
            computer.values.set(values);
        }
    });
}

/// Asks for the values of every position that people look at, while values are shown.
pub(super) fn keep_up_to_date(session: Session) {
    let values = session.computer().values;
    effect_once_drawn(move || {
        let wanted = is_shown(session) && !session.animation().busy.get() && has_a_choice(session);
        values.set(Analysis::default());
        if wanted {
            untrack(|| ask(session, move |known| values.set(known)));
        }
    });
}

/// Asks what moves are worth in the position that is looked at, as long as it is.
fn ask(session: Session, heard: impl Fn(Analysis<Choice>) + 'static) {
    let asked_at = moment(session);
    let game = session.shown().with(|table| table.play().record().clone());
    session.computer().ask_values(game, move |values| {
        if moment(session) == asked_at {
            heard(values);
        }
    });
}

/// Marks a best move, and says why it is one.
fn mark_best(session: Session, values: &Analysis<Choice>) {
    if let Some(best) = values.best() {
        session.computer().hint.set(Some(best.choice));
        let words = session.shown().with(|table| {
            let reason = explain(table.play().position(), values, best.choice);
            hint(table, best.choice, reason.as_ref(), Voice::of(table))
        });
        session.told().say(&words);
    }
}

/// Whether a hint can be given by these values.
fn is_good_enough(values: &Analysis<Choice>) -> bool {
    !values.moves.is_empty() && (values.is_proved() || values.nodes >= ENOUGH_FOR_A_HINT)
}

/// What takes the computer less than a second.
const ENOUGH_FOR_A_HINT: u64 = 200_000;

/// Whether there is a move to be advised about: for the people at one screen, one of their own.
pub(crate) fn has_a_choice(session: Session) -> bool {
    let actor = session.actor().get();
    session.shown().with(|table| match actor {
        Actor::Screen => person_moves(table),
        Actor::Seat(_) | Actor::Spectator => matches!(table.phase(), Phase::Playing(_)),
    })
}
