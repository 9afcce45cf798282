use crate::session::LiveTable;
use crate::ui::elements::{El, classed, el, link, said};
use crate::ui::sheet::sheet;

const KEYS: [(&str, &str); 12] = [
    ("1 – 9", "Play a pit of the player to move, or a square"),
    ("1 – 9, P", "In two-step turns: select a pit, then play it"),
    ("Arrow keys", "Walk over the board"),
    ("Enter", "Play what has the focus"),
    ("Space", "Skip to the end of the sowing"),
    ("U", "Undo: take back the last turn"),
    ("R", "Redo: play again what was taken back"),
    ("H", "Hint"),
    ("V", "Show what each move is worth"),
    ("M", "Sound on or off"),
    ("N", "New game; asks first if one is under way"),
    ("F", "Turn the board to the player to move"),
];

/// What keys mean where the other player is far away: nothing where there is no meaning.
const FAR_KEYS: [(&str, &str); 6] = [
    ("U", "Ask to take back your last turn"),
    ("R", ""),
    ("H", "Hint; for those who watch"),
    ("V", "Show what each move is worth; for those who watch, and after the end"),
    ("N", "Resign, or ask for another game; asks first if one is under way"),
    ("F", ""),
];

/// The keys, and where to learn the rules.
pub(crate) fn help_sheet(live: LiveTable) -> El {
    let meaning = |(key, meaning): (&'static str, &'static str)| {
        let far = FAR_KEYS.iter().find(|(far, _)| live.far().is_some() && *far == key);
        (key, far.map_or(meaning, |(_, meaning)| meaning))
    };
    let keys = KEYS.map(meaning).into_iter().filter(|(_, meaning)| !meaning.is_empty());
    let rows = keys.map(|(key, meaning)| {
        let key = el("th").attr("scope", "row").child(said("kbd", key));
        el("tr").child(key).child(said("td", meaning))
    });
    sheet("Help", move || live.dialog.set(None))
        .child(classed("table", "keys").child(el("tbody").children(rows)))
        .child(el("p").child(link("#/learn").text("Learn the games")))
}
