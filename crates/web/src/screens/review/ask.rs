//! Which game to review, where the address names none.

use parlor_wording::{links, reviewing};

use crate::route::{LinkedGame, REVIEW, Route};
use crate::screens::files::open_file;
use crate::screens::page_top::page_top;
use crate::ui::browser::location;
use crate::ui::elements::{El, button, classed, el, said, typed};
use crate::ui::file::file_field;
use crate::ui::prelude::*;

/// A field for a game line or a link, and a way to open a file.
pub(crate) fn ask_page() -> El {
    let text = Signal::new(String::new());
    let problem = Signal::new(String::new());
    let input = el("input")
        .id("review-game")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .on("input", move |event| text.set(typed(&event)));
    let file = file_field(el("input").id("review-file"), move |text| {
        if let Err(why) = open_file(&text) {
            problem.set(why);
        }
    });
    classed("form", "page review-ask")
        .on("submit", move |event| {
            event.prevent_default();
            open(&text.get(), problem);
        })
        .child(page_top(reviewing::title()))
        .child(said("p", reviewing::about_paste()))
        .child(el("label").text(reviewing::paste()).child(input))
        .child(
            button(|| ()).attr("type", "submit").attr("class", "primary").text(reviewing::open()),
        )
        .child(el("label").text(reviewing::open_file()).child(file))
        .child(classed("p", "problem").attr("role", "alert").text_live(move || problem.get()))
}

/// Opens the first game in a text: a line, or a link with one in it.
fn open(text: &str, problem: Signal<String>) {
    let words = text.split_whitespace().map(|word| word.trim_matches(['"', ',']));
    let games = words.map(|word| word.rsplit_once("#/game/").map_or(word, |(_, game)| game));
    let mut why = links::incomplete().to_owned();
    for game in games {
        match LinkedGame::parse(game) {
            Ok(game) => {
                let route = Route::Study(format!("{REVIEW}/{game}"));
                let _ = location().set_hash(&route.to_string());
                return;
            }
            Err(broken) => why = broken.0,
        }
    }
    problem.set(why);
}
