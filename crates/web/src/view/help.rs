use leptos::prelude::*;

use super::sheet::Sheet;
use crate::live::LiveTable;

const KEYS: [(&str, &str); 11] = [
    (
        "1 – 9",
        "Play a pit of the player to move, or a square. In two-step turns: select, then play",
    ),
    ("Arrow keys", "Walk over the board"),
    ("Enter", "Play what has the focus"),
    ("Space", "Skip to the end of the sowing"),
    ("U", "Undo"),
    ("R", "Redo"),
    ("H", "Hint"),
    ("V", "Show what each move is worth"),
    ("M", "Sound on or off"),
    ("N", "New game"),
    ("F", "Turn the board to the player to move"),
];

/// The keys, and where to learn the rules.
#[component]
pub(crate) fn HelpSheet(live: LiveTable) -> impl IntoView {
    let rows = KEYS
        .map(|(key, meaning)| view! { <tr><th scope="row"><kbd>{key}</kbd></th><td>{meaning}</td></tr> })
        .collect_view();
    view! {
        <Sheet title="Help" on_close=move |()| live.dialog.set(None)>
            <table class="keys"><tbody>{rows}</tbody></table>
            <p><a href="#/learn">"Learn the games"</a></p>
        </Sheet>
    }
}
