use crate::dom::{El, classed, el, link, said};

/// How the games are played.
pub(crate) fn learn_page() -> El {
    classed("article", "page learn")
        .child(el("p").child(link("#/").text("Parlor")))
        .child(said("h1", "Learn"))
}
