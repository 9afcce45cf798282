use crate::route::BrokenLink;
use crate::ui::elements::{El, classed, el, link, said};
use parlor_wording as wording;

/// Says that a link cannot be opened, and what to do instead.
pub(crate) fn broken_link_page(broken: &BrokenLink) -> El {
    classed("article", "page broken-link")
        .child(said("h1", wording::links::broken()))
        .child(said("p", &broken.0).id("reason"))
        .child(said("p", wording::links::ask_again()))
        .child(el("p").child(link("#/").attr("class", "primary").text(wording::links::new_game())))
}
