use std::rc::Rc;

use parlor_puzzles::{Collection, Puzzle};
use parlor_rules::{Game as _, Player, Record, Variant};
use parlor_table::{GameLog, Name, Occupant, Opening, Seat, Table};
use parlor_wording::puzzles as words;
use wasm_bindgen::JsCast;

use super::address::address;
use super::progress::Solved;
use super::solving::{Solving, Stage};
use crate::board::mancala::mancala_board;
use crate::board::tic_tac_toe::tic_tac_toe_board;
use crate::catalogue::Game;
use crate::screens::table::message::for_the_ear;
use crate::session::choosing::message_line;
use crate::session::{Lesson, Session, Setting, listen_to_keys};
use crate::ui::elements::{El, button, classed, link, said};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// A puzzle on the board that games are played on.
pub(crate) fn puzzle_page(puzzle: &Puzzle) -> El {
    let (theme, variant) = (puzzle.theme(), puzzle.variant());
    let game = Game::of(variant);
    let stage = Signal::new(Stage::Asked);
    let session = sit_down(game, puzzle, stage);
    let solving = Solving::start(session, puzzle, stage);
    let back = link(&address(None))
        .attr("class", "home")
        .attr("aria-label", words::all_puzzles())
        .child(Icon::Home.draw());
    let title = said("h1", words::title(theme, &variant))
        .attr("tabindex", "-1")
        .once_shown(|title| drop(title.unchecked_ref::<web_sys::HtmlElement>().focus()));
    let about = format!("{} · {}", game.name(), words::sight(theme, puzzle.sight()));
    let board = match variant {
        Variant::Mancala(rules) => mancala_board(session, rules),
        Variant::TicTacToe => tic_tac_toe_board(session),
    };
    let is_solved = move || stage.get() == Stage::Solved;
    let is_wrong = move || matches!(stage.get(), Stage::Refuting | Stage::Refuted);
    classed("article", "page learn puzzle")
        .child(classed("header", "top").child(back).child(title))
        .child(
            classed("section", "lesson")
                .attr("aria-label", words::puzzles())
                .attr_live("data-stage", move || stage.get().name().to_owned())
                .attr_live("data-busy", move || session.animation().busy.get().to_string())
                .child(classed("p", "progress").text(&about))
                .child(said("p", words::task(theme, &variant)))
                .child(board.class_if("squares", variant == Variant::TicTacToe))
                .child(
                    classed("p", "lesson-message")
                        .id("message")
                        .class_live("praise", is_solved)
                        .text_live(move || said_now(session, solving)),
                )
                .child(
                    classed("p", "for-the-ear")
                        .attr("role", "status")
                        .text_live(move || solving.said.get()),
                )
                .child(for_the_ear(session))
                .child(
                    classed("p", "choices")
                        .child(
                            button(move || solving.hint())
                                .id("hint")
                                .flag_live("disabled", move || stage.get() != Stage::Asked)
                                .text(words::hint()),
                        )
                        .child(
                            button(move || solving.take_back())
                                .id("again")
                                .class_live("primary", is_wrong)
                                .flag_live("disabled", move || !is_wrong())
                                .text(words::try_again()),
                        )
                        .child(next(puzzle, is_solved)),
                ),
        )
}

/// What is said about the puzzle, or else about the turn.
fn said_now(session: Session, solving: Solving) -> String {
    let said = solving.said.get();
    if said.is_empty() { message_line(session) } else { said }
}

/// The way to the next puzzle of the same theme and game that has not been solved.
fn next(puzzle: &Puzzle, is_solved: impl Fn() -> bool + Copy + 'static) -> El {
    let (all, solved) = (Collection::bundled(), Solved::load());
    let mut alike = all.of_theme(puzzle.theme());
    alike.retain(|(_, other)| other.variant() == puzzle.variant());
    let here = alike.iter().position(|(_, other)| *other == puzzle).unwrap_or(0);
    alike.rotate_left(here);
    let open = alike.iter().skip(1).find(|(_, other)| !solved.contains(other));
    let to = open.map(|(_, other)| other.id());
    link(&address(to.as_deref()))
        .id("next")
        .attr("class", "button")
        .class_live("primary", is_solved)
        .text_live(move || if is_solved() { words::next() } else { words::skip() }.to_owned())
}

/// A table at which the person here has the side to move, and the other one only replies.
fn sit_down(game: Game, puzzle: &Puzzle, stage: Signal<Stage>) -> Session {
    let other = Seat { name: Name::new(""), occupant: Occupant::Guest };
    let mut seats = [Seat::person(""), other];
    if puzzle.start().turn() != Player::One {
        seats.reverse();
    }
    let log = GameLog::continued(Opening::new(Record::new(*puzzle.start()), seats));
    let lesson: Lesson = Rc::new(move |table: &Table, _| {
        let words = match stage.get() {
            Stage::Asked => return None,
            Stage::Replying => words::wait(),
            Stage::Refuting | Stage::Refuted => words::not_it(),
            Stage::Solved => words::already_solved(),
        };
        table.ending().is_none().then(|| words.to_owned())
    });
    let local = Setting::local(game, log);
    let session = Session::open(Setting { lesson: Some(lesson), ..local });
    listen_to_keys(session);
    session
}
