//! Games, matches and statistics as files: saving them, and where a file goes that is opened.

use parlor_archive::{Match, MatchGame};
use parlor_protocol::event_log::read_log;
use parlor_protocol::file::{Kept as File, read_file, write_file};
use parlor_rules::mancala::Preset;
use parlor_rules::{Pasted, Player, Variant};
use parlor_table::GameLog;
use parlor_wording as wording;

use crate::catalogue::Game;
use crate::history::now;
use crate::route::{EDITOR, LinkedGame, REVIEW, Route, STATISTICS};
use crate::ui::browser::location;
use crate::ui::file::save_text;
use crate::ui::prelude::*;

/// A file that was opened and waits for the screen that shows it.
#[derive(Clone, Copy)]
pub(crate) struct Opened(Signal<Option<File>>);

impl Opened {
    /// Shares the place where such a file waits with every screen.
    pub(crate) fn provide() {
        provide_context(Self(Signal::new(None)));
    }

    /// Hands every file to a screen that it wants, as long as the screen is shown.
    pub(crate) fn follow(wants: fn(&File) -> bool, show: impl Fn(File) + 'static) {
        let Self(waiting) = expect_context();
        effect(move || {
            if waiting.with(|file| file.as_ref().is_some_and(wants))
                && let Some(file) = waiting.update(Option::take)
            {
                untrack(|| show(file));
            }
        });
    }
}

/// A text that stands for games: one of our files, or a game or position in any form that people copy.
pub(crate) enum Given {
    File(File),
    Game(LinkedGame),
}

impl Given {
    /// Reads what was pasted or opened. `usual` are the rules of a board that names none.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(crate) fn read(text: &str, usual: Variant) -> Result<Self, String> {
        if is_json(text) {
            let refused = |why| wording::statistics::file_refusal(&why);
            return read_file(text).map(Self::File).map_err(refused);
        }
        let pasted = Pasted::read(text, usual).map_err(|why| wording::editor::problem(&why))?;
        Ok(Self::Game(pasted.into()))
    }
}

/// Every file of ours is an object in JSON, and nothing else that we read begins like one.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Opens a text that was pasted where a game is asked for: a game in it is reviewed, and a file is opened as
/// [`open_file`] does.
///
/// # Errors
/// Says why it cannot be opened.
pub(crate) fn open_pasted(text: &str) -> Result<(), String> {
    match Given::read(text, Variant::Mancala(Preset::Kalah.rules()))? {
        Given::File(file) => open(file),
        Given::Game(game) => go_to(&Route::Study(format!("{REVIEW}/{game}"))),
    }
    Ok(())
}

/// Opens a file: a game is reviewed, or goes on where it stopped; a match and statistics are shown among the
/// statistics. On the board editor, a game puts its position on the board.
///
/// # Errors
/// Says why it cannot be opened.
pub(crate) fn open_file(text: &str) -> Result<(), String> {
    open(read_file(text).map_err(|why| wording::statistics::file_refusal(&why))?);
    Ok(())
}

fn open(file: File) {
    let Opened(waiting) = expect_context();
    match (file, is_editing()) {
        (File::Match(games), false) if games.games.len() == 1 => {
            go_to(&route_of(&games, &games.games[0]));
        }
        (file @ File::Match(_), true) => waiting.set(Some(file)),
        (file @ (File::Match(_) | File::Statistics(_)), _) => {
            waiting.set(Some(file));
            go_to(&Route::Study(STATISTICS.to_owned()));
        }
    }
}

/// Whether the board editor is shown, which takes a game for its position.
pub(crate) fn is_editing() -> bool {
    location().hash().is_ok_and(|hash| hash.starts_with(&format!("#/{EDITOR}")))
}

/// Where a game of a match is shown: move by move once it is over, and otherwise as it stood.
pub(crate) fn route_of(games: &Match, game: &MatchGame) -> Route {
    let linked = linked(games, game);
    if game.ending().is_some() {
        Route::Study(format!("{REVIEW}/{linked}"))
    } else {
        Route::Link(Ok(linked))
    }
}

/// A game of a match with the names of its players.
pub(crate) fn linked(games: &Match, game: &MatchGame) -> LinkedGame {
    let table = games.table_of(game);
    let names = Player::BOTH.map(|player| table.table().seat(player).name.clone());
    LinkedGame { record: game.game().clone(), names }
}

/// Saves the match at a table, up to the game that is there now.
pub(crate) fn save_match(log: &GameLog) {
    let game = Game::of_record(log.table().play().record());
    let file = write_file(&File::Match(Match::of(log, now())));
    save_text(&format!("parlor-{}.json", game.id()), "application/json", &file);
}

/// Saves the match at a table whose log the page has written down.
pub(crate) fn save_log(log: &str) {
    if let Ok(log) = read_log(log) {
        save_match(&log);
    }
}

fn go_to(route: &Route) {
    let _ = location().set_hash(&route.to_string());
}
