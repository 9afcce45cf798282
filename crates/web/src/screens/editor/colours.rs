//! The colours of a picture, which follow the look that is worn. A look has gradients and grain; a picture that
//! every program can open has plain colours.

use crate::look::Look;

/// The colours of a picture, as CSS writes them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colours {
    pub(super) board: &'static str,
    /// The line around the board.
    pub(super) rim: &'static str,
    pub(super) hollow: &'static str,
    /// The line around a hollow.
    pub(super) hollow_edge: &'static str,
    /// Numbers.
    pub(super) ink: &'static str,
    /// Stones differ, as they do in the hand.
    pub(super) stones: [&'static str; 6],
    /// The line around a stone.
    pub(super) stone_edge: &'static str,
    /// The marks of Tic-Tac-Toe.
    pub(super) marks: [&'static str; 2],
}

impl Colours {
    /// The colours of a look, by day or by night.
    pub(super) const fn of(look: Look, is_night: bool) -> Self {
        match (look, is_night) {
            (Look::Walnut, _) => WALNUT,
            (Look::Gems, _) => GEMS,
            (Look::Island, false) => ISLAND,
            (Look::Island, true) => Self { board: "#a3916f", rim: "#6f5d3e", ..ISLAND },
            (Look::HomePits, false) => HOME_PITS,
            (Look::HomePits, true) => HOME_PITS_BY_NIGHT,
            (Look::Snow, false) => SNOW,
            (Look::Snow, true) => Self { board: "#a9bdd2", rim: "#5f7f9f", ..SNOW },
            (Look::Chalk, _) => CHALK,
        }
    }
}

const WALNUT: Colours = Colours {
    board: "#956039",
    rim: "#5e3518",
    hollow: "#34190b",
    hollow_edge: "#5e3518",
    ink: "#fff1d8",
    stones: ["#93a088", "#aaa993", "#7d8d78", "#b9b29c", "#74847a", "#a0a08c"],
    stone_edge: "#34190b",
    marks: ["#ffcf73", "#d5e6d6"],
};

const GEMS: Colours = Colours {
    board: "#171928",
    rim: "#3fe2ff",
    hollow: "#10202e",
    hollow_edge: "#2fb5d4",
    ink: "#ffffff",
    stones: ["#ff3d68", "#2bd4ff", "#ffc928", "#4fe06a", "#a678ff", "#ff8b3d"],
    stone_edge: "#10202e",
    marks: ["#ff6ab5", "#3fe2ff"],
};

const ISLAND: Colours = Colours {
    board: "#cdb894",
    rim: "#8f7b58",
    hollow: "#f0e0b8",
    hollow_edge: "#4f3c1a",
    ink: "#2c1b08",
    stones: ["#f3efe6", "#84959c", "#f0a98c", "#566a73", "#e6cdb4", "#9fb9b0"],
    stone_edge: "#6b5228",
    marks: ["#a82d13", "#0a5266"],
};

const HOME_PITS: Colours = Colours {
    board: "#ffffff",
    rim: "#ffffff",
    hollow: "#eceef1",
    hollow_edge: "#868d96",
    ink: "#16181b",
    stones: ["#16181b"; 6],
    stone_edge: "#eceef1",
    marks: ["#0b5fd6", "#16181b"],
};

const HOME_PITS_BY_NIGHT: Colours = Colours {
    board: "#15171a",
    rim: "#15171a",
    hollow: "#24282d",
    hollow_edge: "#79818a",
    ink: "#eceff2",
    stones: ["#f1f3f5"; 6],
    stone_edge: "#24282d",
    marks: ["#7db4ff", "#eceff2"],
};

const SNOW: Colours = Colours {
    board: "#e6eff8",
    rim: "#b3c9de",
    hollow: "#1f5584",
    hollow_edge: "#1f5584",
    ink: "#ffffff",
    stones: ["#ffffff", "#eaf4fb", "#d8eaf7", "#f6fbff", "#cfe4f4", "#e4f3f1"],
    stone_edge: "#1f5584",
    marks: ["#ffc7a0", "#e4f3f1"],
};

const CHALK: Colours = Colours {
    board: "#1d2a26",
    rim: "#f1f3ea",
    hollow: "#1d2a26",
    hollow_edge: "#f1f3ea",
    ink: "#f1f3ea",
    stones: ["#ff9c88", "#93d2ff", "#ffe08a", "#f1f3ea", "#aee7a6", "#dcb8ff"],
    stone_edge: "#1d2a26",
    marks: ["#ff9c88", "#93d2ff"],
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of a colour, by the Web Content Accessibility Guidelines.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let part = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let [one, other] = [luminance(one), luminance(other)];
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn everything_stands_out_in_every_look() {
        for look in Look::ALL {
            for is_night in [false, true] {
                let Colours { board, hollow, hollow_edge, ink, stones, stone_edge, marks, .. } =
                    Colours::of(look, is_night);
                let at_least = |least: f64, what: &str, on: &str| {
                    let ratio = contrast(what, on);
                    assert!(ratio >= least, "{look:?}: {what} on {on} is {ratio:.1}");
                };
                at_least(4.5, ink, hollow);
                for mark in marks {
                    at_least(3.0, mark, hollow);
                }
                let edged = contrast(hollow, board).max(contrast(hollow_edge, board));
                assert!(edged >= 3.0, "{look:?}: the hollows are {edged:.1}");
                for stone in stones {
                    let edged = contrast(stone, hollow).max(contrast(stone_edge, hollow));
                    assert!(edged >= 3.0, "{look:?}: {stone} is {edged:.1}");
                }
            }
        }
    }
}
