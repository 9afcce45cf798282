//! A game, move by move: the board at every moment, what each move was worth, and what would have been
//! better. The engine goes through the game in a worker; stepping never waits for it.

mod ask;
mod board;
mod graph;
mod moves;
mod play_on;
mod verdict;
mod worker;

use parlor_engine::{Progress, Review};
use parlor_rules::Player;
use parlor_wording::{Players, Voice, review, reviewing};

pub(crate) use self::ask::ask_page;
use self::board::{listen_to_steps, sit_down, stepper};
use self::graph::{for_the_ear, graph};
use self::moves::moves;
use self::play_on::play_on;
use self::verdict::{mistakes, note, summary};
pub(crate) use self::worker::ReviewerAddress;
use crate::board::mancala::mancala_board;
use crate::board::tic_tac_toe::tic_tac_toe_board;
use crate::catalogue::Game;
use crate::route::LinkedGame;
use crate::session::{Session, looking_back};
use crate::ui::elements::{El, classed, el, link, said};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;

/// A game that is being reviewed. Every part of the page holds one of these.
#[derive(Clone, Copy)]
struct Reviewed {
    session: Session,
    /// What is known by now.
    review: Signal<Review>,
    progress: Signal<Progress>,
    /// What is said about a variation on the board, while one is shown.
    variation: Signal<String>,
    /// What the players are called.
    names: Stored<[String; 2]>,
}

impl Reviewed {
    /// How many turns are shown, and how many there are.
    fn place(self) -> (usize, usize) {
        looking_back::place(self.session)
    }

    /// Shows the board after so many turns.
    fn step_to(self, turns: usize) {
        self.variation.set(String::new());
        looking_back::look_at(self.session, turns);
    }

    /// Does something with the players as they are called at the end of the game.
    fn with_players<T>(self, read: impl FnOnce(Players<'_>) -> T) -> T {
        let [one, two] = &*self.names.get();
        read(Players { names: [one, two], voice: Voice::Spectator })
    }
}

/// The review of a game, from its last position.
pub(crate) fn review_page(linked: &LinkedGame) -> El {
    let session = sit_down(linked);
    let names = Player::BOTH.map(|player| session.name_of(player));
    let unread = Review::new(&linked.record);
    let reviewed = Reviewed {
        session,
        progress: Signal::new(unread.progress()),
        review: Signal::new(unread),
        variation: Signal::new(String::new()),
        names: Stored::new(names),
    };
    worker::start(&linked.record, reviewed);
    board::show_values(reviewed);
    listen_to_steps(reviewed);
    let home = link("#/")
        .attr("class", "home")
        .attr("aria-label", parlor_wording::front_room::home())
        .child(Icon::Home.draw());
    let rules = linked.record.position().mancala().map(|position| *position.rules());
    let board = match rules {
        Some(rules) => mancala_board(session, rules),
        None => tic_tac_toe_board(session),
    };
    let pits = rules.map_or(3, |rules| rules.pits());
    classed("article", "review")
        .var("--pits", &pits.to_string())
        .attr("data-game", Game::of_record(&linked.record).id())
        .attr_live("data-turns", move || reviewed.place().0.to_string())
        .attr_live("data-busy", move || session.animation().busy.get().to_string())
        .attr_live("data-done", move || is_done(reviewed.progress.get()).to_string())
        .child(
            classed("header", "top").child(home).child(
                classed("div", "about-game")
                    .child(said("h1", reviewing::title()))
                    .child(said("p", &title(reviewed))),
            ),
        )
        .child(
            classed("section", "review-board")
                .child(board::swiped(reviewed, board))
                .child(stepper(reviewed))
                .child(note(reviewed)),
        )
        .child(
            classed("div", "review-side")
                .child(progress_bar(reviewed))
                .child(graph(reviewed))
                .child(for_the_ear(reviewed))
                .child(moves(reviewed))
                .child(mistakes(reviewed))
                .child(summary(reviewed))
                .child(play_on(reviewed)),
        )
}

/// "Kalah: Ada and Ben"
fn title(reviewed: Reviewed) -> String {
    let [one, two] = &*reviewed.names.get();
    format!("{} · {one} – {two}", reviewed.session.game().name())
}

const fn is_done(progress: Progress) -> bool {
    progress.done == progress.positions
}

/// How far the engine is, and how much it has proved.
fn progress_bar(reviewed: Reviewed) -> El {
    let progress = reviewed.progress;
    let words = move || review::progress(&progress.get());
    classed("p", "review-progress")
        .child(
            el("progress")
                .attr("aria-label", reviewing::working())
                .attr_live("max", move || progress.get().positions.to_string())
                .attr_live("value", move || progress.get().done.to_string())
                .class_live("hidden", move || is_done(progress.get())),
        )
        .child(classed("span", "proved").text_live(words))
}
