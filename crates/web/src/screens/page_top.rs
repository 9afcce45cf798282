use parlor_wording as wording;

use crate::ui::elements::{El, classed, link, said};
use crate::ui::icon::Icon;

/// The way home, and the name of the page.
pub(crate) fn page_top(title: &str) -> El {
    let home = link("#/")
        .attr("class", "home")
        .attr("aria-label", wording::front_room::home())
        .child(Icon::Home.draw());
    classed("header", "top").child(home).child(said("h1", title))
}
