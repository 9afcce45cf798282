//! What the computer knows about the moves of people: what each is worth, and which is best.

use parlor_engine::Analysis;
use parlor_rules::Choice;
use parlor_table::{Actor, Phase};
use parlor_wording::hint;

use super::computer::moment;
use super::{Session, person_moves};
use crate::ui::prelude::*;

/// Whether the people at this screen may know what moves are worth. Two who play against each other
/// may not, before the end; spectators may.
pub(crate) fn is_allowed(session: Session) -> bool {
    session.my_side().is_none() || session.is_over()
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
    if is_shown && !known.moves.is_empty() {
        return mark_best(session, &known);
    }
    ask(session, move |values| {
        mark_best(session, &values);
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

fn mark_best(session: Session, values: &Analysis<Choice>) {
    if let Some(best) = values.best() {
        session.computer().hint.set(Some(best.choice));
        let words = session.shown().with(|table| hint(table, best.choice));
        session.told().announcement.set(words);
    }
}

/// Whether there is a move to be advised about: for the people at one screen, one of their own.
fn has_a_choice(session: Session) -> bool {
    let actor = session.actor().get();
    session.shown().with(|table| match actor {
        Actor::Screen => person_moves(table),
        Actor::Seat(_) | Actor::Spectator => matches!(table.phase(), Phase::Playing(_)),
    })
}
