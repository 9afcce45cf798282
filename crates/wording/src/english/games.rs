//! What the games are called, and what each is like.

use parlor_rules::Variant;
use parlor_rules::mancala::Preset;

use super::grammar::counted;

words! {
    tic_tac_toe = "Tic-Tac-Toe";
    own_rules = "Your own rules";
    tic_tac_toe_line = "Three in a row.";
    own_rules_line = "Change any rule and play it right away.";
}

/// The name of a preset.
pub const fn preset(preset: Preset) -> &'static str {
    match preset {
        Preset::Gems => "Gems",
        Preset::Island => "Island",
        Preset::HomePits => "Home Pits",
        Preset::Kalah => "Kalah",
        Preset::Avalanche => "Avalanche",
    }
}

/// One line about a preset, for its card.
pub const fn preset_line(preset: Preset) -> &'static str {
    match preset {
        Preset::Gems => "A lone last stone always scores.",
        Preset::Island => "Captures stay on the board; only stores count.",
        Preset::HomePits => "Toss a coin, and choose how many stones.",
        Preset::Kalah => "The classic, solved to the last stone.",
        Preset::Avalanche => "One pit can set the whole board rolling.",
    }
}

/// What a game is called, with its size where that is not the usual one: "Kalah, 6 pits × 3 stones".
pub fn title(variant: &Variant) -> String {
    let Variant::Mancala(rules) = variant else { return tic_tac_toe().to_owned() };
    let notation = rules.to_string();
    let id = notation.split_once(',').map_or(notation.as_str(), |(id, _)| id);
    let named = Preset::ALL.into_iter().find(|preset| preset.id() == id);
    let name = named.map_or("Mancala", preset);
    let (pits, stones) = (rules.pits(), rules.stones());
    match named.map(Preset::rules) {
        Some(usual) if usual.pits() == pits && usual.stones() == stones => name.to_owned(),
        _ => {
            let [pits, stones] = [(pits, "pit"), (stones, "stone")]
                .map(|(number, noun)| counted(number.into(), noun));
            format!("{name}, {pits} × {stones}")
        }
    }
}
