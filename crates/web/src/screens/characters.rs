//! The computer's eight characters, to choose one to play against.

use std::rc::Rc;

use parlor_rules::{Level, Player};
use parlor_table::{Event, GameLog, Marks, Seat};
use parlor_wording as wording;
use parlor_wording::{level_description, level_name};

use super::setup::note_set_up;
use crate::catalogue::Game;
use crate::face::face;
use crate::identity::my_name;
use crate::ladder;
use crate::route::Route;
use crate::settings::use_settings;
use crate::storage::{self, Kept};
use crate::ui::browser::location;
use crate::ui::elements::{El, button, classed, el, link, said};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// The characters, each with a face and a line, as long as one is being chosen. One press plays; the one
/// played last has the focus.
pub(crate) fn characters_sheet(
    game: Game,
    play: &Rc<dyn Fn(Level)>,
    is_choosing: Signal<bool>,
) -> El {
    let last = use_settings().with(|settings| settings.opponent);
    let beaten = ladder::beaten(game);
    let characters = Level::all().map(|level| {
        let play = Rc::clone(play);
        let play = button(move || play(level));
        el("li").child(character(play, game, level, level == last, beaten.contains(&level)))
    });
    let so_far = (!beaten.is_empty()).then(|| {
        let count = Level::all().filter(|level| beaten.contains(level)).count();
        classed("p", "about").id("ladder").text(&wording::characters::ladder(count, game.name()))
    });
    sheet(wording::characters::choose(), move || is_choosing.set(false))
        .attr("data-look", game.look().id())
        .children(in_progress(game))
        .child(classed("ul", "characters").children(characters))
        .children(so_far)
}

/// A new table against a character, by the rules that were played last.
pub(crate) fn table_against(game: Game, level: Level) -> GameLog {
    let last = storage::last_table(game).unwrap_or_else(|| game.table_for_two());
    let seats = [Seat::person(my_name().as_typed()), Seat::computer(level, level_name(level))];
    let last = last.table();
    let mut log = GameLog::open_with(last.variant(), seats, last.pie_rule());
    if *last.marks() != Marks::default() {
        let _ = log.append(Event::Marked(last.marks().clone()));
    }
    log
}

/// Remembers who was played last, by who sits at a table.
pub(crate) fn note_opponent(log: &GameLog) {
    let level = Player::BOTH.into_iter().find_map(|player| log.table().seat(player).level());
    let settings = use_settings();
    if let Some(level) = level.filter(|level| settings.with(|now| now.opponent != *level)) {
        settings.update(|settings| settings.opponent = level);
    }
}

fn character(play: El, game: Game, level: Level, is_last: bool, is_beaten: bool) -> El {
    let name = level_name(level);
    let mark = is_beaten.then(|| {
        classed("span", "beaten")
            .attr("title", &wording::characters::beaten(game.name()))
            .child(Icon::Beaten.draw())
            .child(classed("span", "for-the-ear").text(&wording::characters::beaten(game.name())))
    });
    let play = play
        .id(&format!("character-{}", level.number()))
        .attr("class", "character-card")
        .child(face(level))
        .child(
            classed("span", "words")
                .child(said("strong", name))
                .child(said("small", level_description(level))),
        )
        .children(mark);
    if is_last { play.attr("autofocus", "").attr("aria-current", "true") } else { play }
}

/// The way back to a game against the computer that would be given up for a new one.
fn in_progress(game: Game) -> Option<El> {
    let log = storage::load_table(Kept::Computer(game)).filter(is_in_progress)?;
    let level = Player::BOTH.into_iter().find_map(|player| log.table().seat(player).level())?;
    let route = Route::Computer(game).to_string();
    let resume = link(&route).id("resume").text(&wording::characters::resume(level_name(level)));
    Some(el("p").child(resume))
}

/// Whether a game has been begun and not come to its end.
pub(crate) fn is_in_progress(log: &GameLog) -> bool {
    log.table().play().played() > 0 && log.table().ending().is_none()
}

/// Sets a table against a character, and goes there.
pub(super) fn play_against(game: Game, level: Level) {
    storage::save_table(Kept::Computer(game), &table_against(game, level));
    note_set_up(game);
    let _ = location().set_hash(&Route::Computer(game).to_string());
}
