//! How the games are played: a lesson that takes a minute, and the rules in plain words.

mod lesson;
pub(crate) mod rules_in_words;

use crate::ui::elements::{El, classed, link, said};
use crate::ui::icon::Icon;
use parlor_wording as wording;

/// The page of the lesson and the rules.
pub(crate) fn learn_page() -> El {
    let home = link("#/")
        .attr("class", "home")
        .attr("aria-label", wording::front_room::home())
        .child(Icon::Home.draw());
    classed("article", "page learn")
        .child(classed("header", "top").child(home).child(said("h1", wording::learn::title())))
        .child(lesson::lesson())
        .child(rules_in_words::rules_in_words())
}
