//! The lesson: a few positions, in each of which one thing has to be done. The board is the one that
//! games are played on; it takes no move that does not do what the step is about.

use parlor_rules::mancala::{Position, Preset};
use parlor_rules::{Player, Record};
use parlor_table::{Effect, GameLog, Name, Occupant, Opening, Seat};
use wasm_bindgen::JsCast;

use crate::board::mancala::mancala_board;
use crate::catalogue::Game;
use crate::route::Route;
use crate::screens::table::message::for_the_ear;
use crate::session::{LiveTable, Origin, listen_to_keys};
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::prelude::*;

/// One thing to learn.
struct Step {
    title: &'static str,
    task: &'static str,
    /// South's pits and store, then North's.
    slots: [u8; 14],
    /// Why a move is not what the step is about, if it is not.
    objection: fn(Effect) -> Option<&'static str>,
    praise: &'static str,
}

const STEPS: [Step; 4] = [
    Step {
        title: "Sow",
        task: "The row with the rings is yours, and so is the store at its end. Choose any of your \
               pits: its stones fall one by one into the hollows that follow.",
        slots: [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0],
        objection: |_| None,
        praise: "That is sowing. Your own store gets a stone as you pass it; the other store never \
                 gets one of yours. Stones in your store are your points.",
    },
    Step {
        title: "Go again",
        task: "If your last stone falls into your own store, you move again. Find a pit that does it: \
               count the hollows from there to your store.",
        slots: [5, 0, 4, 1, 3, 3, 6, 4, 1, 5, 2, 4, 5, 5],
        objection: |effect| {
            (!effect.again).then_some(
                "The last stone of that pit falls somewhere else. Which pit holds just as many \
                 stones as it is steps away from your store?",
            )
        },
        praise: "The last stone reached your store, so it is your turn once more. A good player makes \
                 chains of such moves.",
    },
    Step {
        title: "Capture",
        task: "If your last stone falls into an empty pit of yours, you capture what lies opposite. \
               Capture the six stones.",
        slots: [2, 0, 5, 1, 0, 4, 8, 3, 6, 2, 4, 1, 3, 9],
        objection: |effect| {
            effect.capture.is_none().then_some(
                "Nothing is captured there. Look for a pit whose last stone falls into an empty pit \
                 of yours, across from the six.",
            )
        },
        praise: "Your stone and the six opposite went to your store.",
    },
    Step {
        title: "The end",
        task: "The game ends when a row is empty. Play your last stone.",
        slots: [0, 0, 0, 0, 0, 1, 24, 0, 2, 0, 1, 3, 0, 17],
        objection: |_| None,
        praise: "Your row is empty, so the other player keeps what is left in theirs: 25 to 23, you \
                 win. The fuller store always does.",
    },
];

/// The lesson, one step after the other.
pub(super) fn lesson() -> El {
    let number = RwSignal::new(0_usize);
    el("div").child_live(move || {
        let number_now = number.get();
        Some(untrack(|| match STEPS.get(number_now) {
            Some(step) => draw(step, number),
            None => end_of_lesson(number),
        }))
    })
}

fn draw(step: &'static Step, number: RwSignal<usize>) -> El {
    let place = number.get_untracked();
    let live = sit_down(step);
    let done = move || !live.busy.get() && live.shown.with(|table| table.play().played() > 0);
    let said_now = move || if done() { step.praise.to_owned() } else { live.message_line() };
    let rules = Preset::Kalah.rules();
    let again = button(move || number.set(place)).id("again").text("Once more");
    let next = button(move || number.set(place + 1))
        .id("next")
        .class_live("primary", done)
        .text_live(move || if done() { "Next" } else { "Skip" }.to_owned());
    section(place)
        .attr_live("data-done", move || done().to_string())
        .attr_live("data-busy", move || live.busy.get().to_string())
        .child(classed("p", "progress").text(&format!("Step {} of {}", place + 1, STEPS.len())))
        .child(heading(step.title, place > 0))
        .child(said("p", step.task))
        .child(mancala_board(live, rules))
        .child(classed("p", "lesson-message").class_live("praise", done).text_live(said_now))
        .child(
            classed("p", "for-the-ear")
                .attr("role", "status")
                .text_live(move || if done() { step.praise.to_owned() } else { String::new() }),
        )
        .child(for_the_ear(live))
        .child(classed("p", "choices").child(again).child(next))
}

fn end_of_lesson(number: RwSignal<usize>) -> El {
    let play = link(&Route::Table(Game::Kalah).to_string()).attr("class", "primary");
    let computer = link(&Route::Setup(Game::Kalah).to_string()).attr("class", "primary");
    section(STEPS.len())
        .child(heading("You can play Mancala", true))
        .child(said("p", "Sow, go again, capture, and fill your store. The rest is foresight."))
        .child(
            classed("p", "choices")
                .child(play.id("play-now").text("Play Kalah for two"))
                .child(computer.text("Play against the computer"))
                .child(button(move || number.set(0)).id("again").text("Begin again")),
        )
}

fn section(place: usize) -> El {
    classed("section", "lesson")
        .attr("aria-label", "Lesson")
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
fn sit_down(step: &'static Step) -> LiveTable {
    let other = Seat { name: Name::new(""), occupant: Occupant::Guest };
    let game = Record::new(position(step).into());
    let log = GameLog::continued(Opening::new(game, [Seat::person(""), other]));
    // No other table follows this one.
    let next = RwSignal::new((log.clone(), None));
    let live = LiveTable::new(Game::Kalah, Origin::Lesson(step.objection), log, next);
    listen_to_keys(live);
    live
}

fn position(step: &Step) -> Position {
    Position::new(Preset::Kalah.rules(), &step.slots, Player::One).expect("a step fits its rules")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::Game as _;
    use parlor_table::Landing;

    /// The numbers of the pits that a step lets people play.
    fn accepted(step: &Step) -> Vec<u8> {
        let position = position(step);
        let effect = |pit| Landing::of(&position.play(pit).expect("a legal move")).effect;
        let pits = position.moves().filter(|pit| (step.objection)(effect(*pit)).is_none());
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
