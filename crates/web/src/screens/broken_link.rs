use crate::route::BrokenLink;
use crate::ui::elements::{El, classed, el, link, said};

/// Says that a link cannot be opened, and what to do instead.
pub(crate) fn broken_link_page(broken: &BrokenLink) -> El {
    classed("article", "page broken-link")
        .child(said("h1", "This link is damaged"))
        .child(said("p", &sentence(&broken.0)).id("reason"))
        .child(said("p", "Ask for the link once more, or begin a new game."))
        .child(el("p").child(link("#/").attr("class", "primary").text("New game")))
}

/// What is wrong, as a sentence: an error begins with a small letter.
fn sentence(error: &str) -> String {
    let mut sentence = error.to_owned();
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}
