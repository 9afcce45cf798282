//! The lesson: a few positions, in each of which one thing has to be done. The board is the one that
//! games are played on; it takes no move that does not do what the step is about.

use std::rc::Rc;

use parlor_rules::mancala::{Position, Preset};
use parlor_rules::{Choice, Game as _, Player, Record};
use parlor_table::{Effect, GameLog, Landing, Name, Occupant, Opening, Seat, Table};
use parlor_wording::learn::{self, StepWords};
use wasm_bindgen::JsCast;

use crate::board::mancala::mancala_board;
use crate::catalogue::Game;
use crate::route::Route;
use crate::screens::table::message::for_the_ear;
use crate::session::choosing::message_line;
use crate::session::{Lesson, Session, Setting, listen_to_keys};
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::prelude::*;

/// One thing to learn, and the position to learn it in.
struct Step {
    about: learn::Step,
    /// South's pits and store, then North's.
    slots: [u8; 14],
    /// Whether a move is what the step is about.
    accepts: fn(Effect) -> bool,
}

impl Step {
    const fn words(&self) -> StepWords {
        learn::step(self.about)
    }
}

const STEPS: [Step; 4] = [
    Step {
        about: learn::Step::Sow,
        slots: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0],
        accepts: |_| true,
    },
    Step {
        about: learn::Step::GoAgain,
        slots: [5, 0, 4, 1, 3, 3, 6, 4, 1, 5, 2, 4, 5, 5],
        accepts: |effect| effect.again,
    },
    Step {
        about: learn::Step::Capture,
        slots: [2, 0, 5, 1, 0, 4, 8, 3, 6, 2, 4, 1, 3, 9],
        accepts: |effect| effect.capture.is_some(),
    },
    Step {
        about: learn::Step::End,
        slots: [0, 0, 0, 0, 0, 1, 24, 0, 2, 0, 1, 3, 0, 17],
        accepts: |_| true,
    },
];

/// The lesson, one step after the other.
pub(super) fn lesson() -> El {
    let number = Signal::new(0_usize);
    el("div").child_live(
        move || number.get(),
        move |place| {
            Some(match STEPS.get(place) {
                Some(step) => draw(step, place, number),
                None => end_of_lesson(number),
            })
        },
    )
}

fn draw(step: &'static Step, place: usize, number: Signal<usize>) -> El {
    let session = sit_down(step);
    let words = step.words();
    let done = move || {
        !session.animation().busy.get() && session.shown().with(|table| table.play().played() > 0)
    };
    let said_now = move || if done() { words.praise.to_owned() } else { message_line(session) };
    let rules = Preset::Kalah.rules();
    let again = button(move || number.set(place)).id("again").text(learn::try_again());
    let next = button(move || number.set(place + 1))
        .id("next")
        .class_live("primary", done)
        .text_live(move || if done() { learn::next() } else { learn::skip() }.to_owned());
    section(place)
        .attr_live("data-done", move || done().to_string())
        .attr_live("data-busy", move || session.animation().busy.get().to_string())
        .child(classed("p", "progress").text(&learn::progress(place + 1, STEPS.len())))
        .child(heading(words.title, place > 0))
        .child(said("p", words.task))
        .child(mancala_board(session, rules))
        .child(classed("p", "lesson-message").class_live("praise", done).text_live(said_now))
        .child(
            classed("p", "for-the-ear")
                .attr("role", "status")
                .text_live(move || if done() { words.praise.to_owned() } else { String::new() }),
        )
        .child(for_the_ear(session))
        .child(classed("p", "choices").child(again).child(next))
}

fn end_of_lesson(number: Signal<usize>) -> El {
    let play = link(&Route::Table(Game::Kalah).to_string()).attr("class", "primary");
    let computer = link(&Route::Computer(Game::Kalah).to_string()).attr("class", "primary");
    section(STEPS.len())
        .child(heading(learn::done(), true))
        .child(said("p", learn::done_about()))
        .child(
            classed("p", "choices")
                .child(play.id("play-now").text(learn::play_for_two()))
                .child(computer.text(learn::play_computer()))
                .child(button(move || number.set(0)).id("again").text(learn::start_over())),
        )
}

fn section(place: usize) -> El {
    classed("section", "lesson")
        .attr("aria-label", learn::lesson())
        .attr("data-step", &(place + 1).to_string())
}

/// The heading takes the focus when a step follows another, so that it is read and keys go on.
fn heading(title: &str, focused: bool) -> El {
    said("h2", title).attr("tabindex", "-1").once_shown(move |heading| {
        if focused {
            let _ = heading.unchecked_ref::<web_sys::HtmlElement>().focus();
        }
    })
}

/// A table at which only the person here moves.
fn sit_down(step: &'static Step) -> Session {
    let other = Seat { name: Name::new(""), occupant: Occupant::Guest };
    let game = Record::new(position(step).into());
    let log = GameLog::continued(Opening::new(game, [Seat::person(""), other]));
    let lesson: Lesson = Rc::new(move |table, choice| objection(step, table, choice));
    let local = Setting::local(Game::Kalah, log);
    let session = Session::open(Setting { lesson: Some(lesson), ..local });
    listen_to_keys(session);
    session
}

/// Why a move is not what a step is about.
fn objection(step: &Step, table: &Table, choice: Option<Choice>) -> Option<String> {
    if table.play().played() > 0 {
        return Some(learn::already_done().to_owned());
    }
    let turn = table.play().mancala()?.play(choice?.pit()).ok()?;
    let accepted = (step.accepts)(Landing::of(&turn).effect);
    (!accepted).then(|| step.words().objection.to_owned())
}

fn position(step: &Step) -> Position {
    Position::new(Preset::Kalah.rules(), &step.slots, Player::One).expect("a step fits its rules")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the pits that a step lets people play.
    fn accepted(step: &Step) -> Vec<u8> {
        let position = position(step);
        let effect = |pit| Landing::of(&position.play(pit).expect("a legal move")).effect;
        let pits = position.moves().filter(|pit| (step.accepts)(effect(*pit)));
        pits.map(|pit| pit.index() + 1).collect()
    }

    #[test]
    fn each_step_takes_the_moves_that_it_is_about() {
        assert_eq!(accepted(&STEPS[0]), [1, 2, 3, 4, 5, 6]);
        assert_eq!(accepted(&STEPS[1]), [3]);
        assert_eq!(accepted(&STEPS[2]), [4]);
        assert_eq!(accepted(&STEPS[3]), [6]);
    }

    #[test]
    fn the_last_step_ends_as_it_says() {
        let turn = position(&STEPS[3]).play("6".parse().expect("a pit")).expect("a legal move");
        let score = Player::BOTH.map(|player| turn.position().score(player));
        assert_eq!(score, [25, 23]);
        assert!(turn.position().outcome().is_some());
    }
}
