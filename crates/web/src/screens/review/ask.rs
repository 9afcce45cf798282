//! Which game to review, where the address names none.

use parlor_wording::reviewing;

use crate::screens::files::{open_file, open_pasted};
use crate::screens::page_top::page_top;
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
            if let Err(why) = open_pasted(&text.get()) {
                problem.set(why);
            }
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
