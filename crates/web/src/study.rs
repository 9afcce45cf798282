//! The app's second module: screens that not everybody needs, fetched when the first of them is asked for.
//!
//! The page makes room for a screen (`screens::study_room`) and the scripts have this module draw into it.
//! It is an instance of its own: what it shares with the page goes through the document, the address and
//! the browser's storage. Leaving the address disposes of the screen.

mod place;

use std::cell::OnceCell;

use parlor_wording as wording;
use web_sys::Element;

use crate::catalogue::Game;
use crate::look::Look;
use crate::screens::broken_link::broken_link_page;
use crate::screens::editor::editor_page;
use crate::screens::learn::learn_page;
use crate::screens::puzzles::{puzzle_page, puzzles_page};
use crate::screens::review::{ReviewerAddress, ask_page, review_page};
use crate::screens::statistics::statistics_page;
use crate::session::engine::Engine;
use crate::session::sound::Audio;
use crate::settings::{Settings, provide_settings};
use crate::ui;
use crate::ui::browser::document;
use crate::ui::elements::{El, classed};
use crate::ui::prelude::*;
use place::Place;

thread_local! {
    static STUDY: OnceCell<Study> = const { OnceCell::new() };
}

/// What lasts as long as the page.
#[derive(Clone)]
struct Study {
    /// The element that every screen is drawn into.
    desk: El,
    /// What the address asks for; nothing while the page shows something else.
    place: Signal<Option<Place>>,
    settings: Signal<Settings>,
}

/// Gets ready to show screens. The scripts of the two workers are at these addresses: the one that answers
/// questions, and the one that reviews games.
pub fn open(engine_worker: &str, reviewer: &str) {
    STUDY.with(|study| {
        let _ = study.set(ui::make(|| make(engine_worker, reviewer)));
    });
}

/// Shows the screen that a path asks for, in an element of the page.
pub fn show(room: &Element, path: &str) {
    if let Some(Study { desk, place, settings }) = study() {
        settings.set(Settings::stored());
        room.set_text_content(None);
        desk.put_into(room);
        place.set(Some(Place::parse(path)));
    }
}

/// Disposes of the screen that is shown.
pub fn close() {
    if let Some(Study { place, .. }) = study() {
        place.set(None);
    }
}

fn study() -> Option<Study> {
    STUDY.with(|study| study.get().cloned())
}

fn make(engine_worker: &str, reviewer: &str) -> Study {
    let settings = provide_settings();
    let place = Signal::new(None::<Place>);
    let look = Signal::new(Look::Walnut);
    effect(move || {
        let Some(place) = place.get() else { return };
        let now = settings.with(|settings| look_of(&place, settings));
        look.set(now);
        now.put_on();
        document().set_title(title_of(&place));
    });
    Audio::provide(settings, look);
    Engine::provide(engine_worker.to_owned());
    ReviewerAddress::provide(reviewer);
    let desk =
        classed("div", "study").child_live(move || place.get(), |place| Some(screen(place?)));
    Study { desk, place, settings }
}

fn screen(place: Place) -> El {
    match place {
        Place::Learn => learn_page(),
        Place::Review(None) => ask_page(),
        Place::Review(Some(game)) => review_page(&game),
        Place::Puzzles => puzzles_page(),
        Place::Puzzle(puzzle) => puzzle_page(&puzzle),
        Place::Editor(position) => editor_page(&position),
        Place::Statistics => statistics_page(),
        Place::Nowhere(broken) => broken_link_page(&broken),
    }
}

fn look_of(place: &Place, settings: &Settings) -> Look {
    match place {
        Place::Review(Some(game)) => settings.look(Game::of_record(&game.record)),
        Place::Puzzle(puzzle) => settings.look(Game::of(puzzle.variant())),
        Place::Learn
        | Place::Review(None)
        | Place::Puzzles
        | Place::Editor(_)
        | Place::Statistics
        | Place::Nowhere(_) => Look::Walnut,
    }
}

const fn title_of(place: &Place) -> &'static str {
    match place {
        Place::Learn => wording::titles::learn(),
        Place::Review(_) => wording::titles::review(),
        Place::Puzzles | Place::Puzzle(_) => wording::titles::puzzles(),
        Place::Editor(_) => wording::titles::editor(),
        Place::Statistics => wording::titles::statistics(),
        Place::Nowhere(_) => wording::titles::parlor(),
    }
}
