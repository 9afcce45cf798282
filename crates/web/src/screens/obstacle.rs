use crate::remote::reach;
use crate::ui::elements::{El, el};

/// The id of the note, by which controls are described that need other players.
pub(crate) const OBSTACLE: &str = "obstacle";

/// Why players elsewhere cannot be reached; empty as long as they can.
pub(crate) fn obstacle_note() -> El {
    let obstacle = reach().obstacle;
    el("p")
        .id(OBSTACLE)
        .attr("class", "obstacle")
        .attr("role", "status")
        .class_live("hidden", move || obstacle.with(Option::is_none))
        .text_live(move || obstacle.get().unwrap_or_default())
}
