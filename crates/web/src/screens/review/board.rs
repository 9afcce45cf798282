//! The board at every moment of the game, and the ways to step through it.

use parlor_engine::Analysis;
use parlor_rules::{Choice, Game as _, Player};
use parlor_table::{GameLog, Occupant, Opening, Seat};
use parlor_wording::{ending, reviewing};
use wasm_bindgen::prelude::*;
use web_sys::{KeyboardEvent, TouchEvent};

use super::Reviewed;
use crate::catalogue::Game;
use crate::route::LinkedGame;
use crate::session::{Session, Setting, looking_back};
use crate::ui::browser::{document, listen};
use crate::ui::elements::{El, button, classed};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// A table at which the game has been played, and nobody moves.
pub(super) fn sit_down(linked: &LinkedGame) -> Session {
    let seats = Player::BOTH.map(|player| Seat {
        name: linked.names[player.index()].clone(),
        occupant: Occupant::Guest,
    });
    let log = GameLog::continued(Opening::new(linked.record.clone(), seats));
    let local = Setting::local(Game::of_record(&linked.record), log);
    Session::open(Setting { is_reviewed: true, ..local })
}

/// Shows what the moves of the position on the board are worth, as far as it is known.
pub(super) fn show_values(reviewed: Reviewed) {
    let session = reviewed.session;
    effect(move || {
        let (at, end) = reviewed.place();
        let is_shown = !session.animation().busy.get() && reviewed.variation.with(String::is_empty);
        let analysis = reviewed.review.with(|review| {
            if at < end && is_shown { review.turn(at).analysis } else { Analysis::default() }
        });
        session.computer().values.set(analysis);
    });
}

/// Plays a variation on the board, from the position after so many turns.
pub(super) fn show_line(reviewed: Reviewed, turns: usize, line: &[Choice]) {
    let session = reviewed.session;
    reviewed.step_to(turns);
    let position = session.shown().with(|table| *table.play().position());
    reviewed.variation.set(reviewing::better(&position.variant(), line));
    if let Some(&first) = line.first() {
        session.computer().hint.set(Some(first));
    }
    let mut turns = Vec::new();
    let mut position = position;
    for &choice in line {
        let Ok(turn) = position.play(choice) else { break };
        position = *turn.position();
        turns.extend(turn.mancala());
    }
    let is_wanted = move || reviewed.variation.with_untracked(|said| !said.is_empty());
    looking_back::show_turns(session, turns, is_wanted);
}

/// Keys that step through the game: arrows, Home and End.
pub(super) fn listen_to_steps(reviewed: Reviewed) {
    listen("keydown", move |event| {
        let event: KeyboardEvent = event.unchecked_into();
        let is_typed = document()
            .active_element()
            .is_some_and(|element| matches!(&*element.tag_name(), "INPUT" | "SELECT" | "TEXTAREA"));
        if is_typed || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        let (now, end) = reviewed.place();
        let to = match &*event.key() {
            "ArrowLeft" => now.saturating_sub(1),
            "ArrowRight" => end.min(now + 1),
            "Home" => 0,
            "End" => end,
            _ => return,
        };
        event.prevent_default();
        reviewed.step_to(to);
    });
}

/// How far a finger goes before it is a swipe, in pixels.
const SWIPE: i32 = 40;

/// Lets people swipe over the board: to the left for the next turn, to the right for the one before.
pub(super) fn swiped(reviewed: Reviewed, board: El) -> El {
    let from = Signal::new(None::<(i32, i32)>);
    let point = |event: web_sys::Event| {
        let touch = event.unchecked_into::<TouchEvent>().changed_touches().get(0)?;
        Some((touch.client_x(), touch.client_y()))
    };
    board.on("touchstart", move |event| from.set(point(event))).on("touchend", move |event| {
        let (Some((x, y)), Some((to_x, to_y))) = (from.get(), point(event)) else { return };
        let (along, across) = (to_x - x, to_y - y);
        if along.abs() > SWIPE && along.abs() > 2 * across.abs() {
            let (now, end) = reviewed.place();
            reviewed.step_to(if along < 0 { end.min(now + 1) } else { now.saturating_sub(1) });
        }
    })
}

/// Buttons that step through the game.
pub(super) fn stepper(reviewed: Reviewed) -> El {
    let step = move |id: &str, icon: Icon, words: &str, to: fn(usize, usize) -> usize| {
        let target = move || {
            let (now, end) = reviewed.place();
            Some(to(now, end)).filter(|to| *to != now)
        };
        button(move || {
            if let Some(turns) = target() {
                reviewed.step_to(turns);
            }
        })
        .id(id)
        .attr("class", "plain")
        .attr("title", words)
        .attr("aria-label", words)
        .flag_live("disabled", move || target().is_none())
        .child(icon.draw())
    };
    let turn = move || {
        let (now, end) = reviewed.place();
        ending::turn_of(now, end)
    };
    classed("div", "review-steps")
        .attr("role", "group")
        .attr("aria-label", reviewing::steps())
        .child(step("review-first", Icon::First, ending::to_start(), |_, _| 0))
        .child(step("review-back", Icon::Undo, ending::back(), |now, _| now.saturating_sub(1)))
        .child(classed("span", "turn-of").text_live(turn))
        .child(step("review-forward", Icon::Redo, ending::forward(), |now, end| end.min(now + 1)))
        .child(step("review-last", Icon::Last, ending::to_end(), |_, end| end))
}
