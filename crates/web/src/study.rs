//! The app's second module: screens that not everybody needs, fetched when the first of them is asked for.
//!
//! The page makes room for a screen (`screens::study_room`) and the scripts have this module draw into it.
//! It is an instance of its own: what it shares with the page goes through the document, the address and
//! the browser's storage. Leaving the address disposes of the screen.

mod dropped;
mod place;

use std::cell::OnceCell;

use parlor_wording as wording;
use web_sys::{Blob, Element};

use crate::catalogue::Game;
use crate::look::Look;
use crate::screens::broken_link::broken_link_page;
use crate::screens::editor::editor_page;
use crate::screens::files::{Opened, save_log};
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
use crate::ui::file::read_text;
use crate::ui::prelude::*;
use dropped::Dropped;
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
    /// What is said about files that are dropped on the page.
    dropped: Dropped,
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
    if let Some(Study { desk, place, settings, .. }) = study() {
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

/// Says where a file goes while it is over the page.
pub fn drag(is_over: bool) {
    if let Some(Study { dropped, .. }) = study() {
        dropped.drag(is_over);
    }
}

/// Opens a file that was dropped on the page.
pub fn open_file(file: &Blob) {
    if let Some(Study { dropped, .. }) = study() {
        read_text(file, move |text| dropped.open(&text));
    }
}

/// Saves the match at a table, given as its log, as a file.
pub fn save(log: &str) {
    save_log(log);
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
        if let Some(now) = settings.with(|settings| look_of(&place, settings)) {
            look.set(now);
            now.put_on();
        }
        document().set_title(title_of(&place));
    });
    Audio::provide(settings, look);
    Engine::provide(engine_worker.to_owned());
    ReviewerAddress::provide(reviewer);
    Opened::provide();
    let desk =
        classed("div", "study").child_live(move || place.get(), |place| Some(screen(place?)));
    Study { desk, place, settings, dropped: Dropped::draw() }
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

/// The look of a screen; the board editor changes its own with the game.
fn look_of(place: &Place, settings: &Settings) -> Option<Look> {
    match place {
        Place::Review(Some(game)) => Some(settings.look(Game::of_record(&game.record))),
        Place::Puzzle(puzzle) => Some(settings.look(Game::of(puzzle.variant()))),
        Place::Learn
        | Place::Review(None)
        | Place::Puzzles
        | Place::Statistics
        | Place::Nowhere(_) => Some(Look::Walnut),
        Place::Editor(_) => None,
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
