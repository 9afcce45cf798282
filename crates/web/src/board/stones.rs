use parlor_rules::mancala::Rules;
use web_sys::CssStyleDeclaration;

use crate::session::Stage;
use crate::session::stones::field::{Move, Spot, StoneField, seed};
use crate::ui::elements::{El, classed};
use crate::ui::prelude::*;

/// How many stones are drawn in one piece.
const PIECE: usize = 16;

/// Puts all stones on a board. How one looks is up to the style; it has six hues to choose from.
pub(super) fn stones(board: El, stage: Stage) -> El {
    let stones: Vec<(usize, Signal<Spot>)> = stage.stones.get().into_iter().enumerate().collect();
    stones.chunks(PIECE).map(<[_]>::to_vec).fold(board, |board, stones| {
        board.piece(move || stones.into_iter().map(|(stone, spot)| draw(stone, spot)))
    })
}

/// Stones that lie on a board as it stands.
pub(crate) fn lying_stones(rules: Rules, counts: &[u8]) -> El {
    let stones = StoneField::new(rules, counts);
    let drawn = stones.on_board().map(|Move { stone, spot }| draw(stone, Signal::new(spot)));
    classed("div", "lying").attr("aria-hidden", "true").children(drawn)
}

fn draw(stone: usize, spot: Signal<Spot>) -> El {
    let seed = seed(stone);
    let element = classed("i", "stone")
        .attr("data-hue", &((seed >> 16) % 6).to_string())
        .var("--tilt", &format!("{}deg", seed >> 20 & 0xff));
    let style = element.style();
    let moves = std::cell::Cell::new(0_u32);
    effect(move || {
        place(&style, &spot.get(), moves.get());
        moves.set(moves.get() + 1);
    });
    element
}

/// Moves only custom properties: the style makes a transform of them.
fn place(style: &CssStyleDeclaration, spot: &Spot, moves: u32) {
    let set = |name: &str, value: &str| {
        let _ = style.set_property(name, value);
    };
    set("--along", &number(spot.place.along));
    set("--across", &number(spot.place.across));
    set("--shift-along", &number(spot.offset.0));
    set("--shift-across", &number(spot.offset.1));
    set("--rank", &spot.rank.to_string());
    set("--lifted", if spot.in_hand { "1" } else { "0" });
    if moves > 0 {
        // Another name each time starts the animation anew.
        set("--hop", if moves.is_multiple_of(2) { "hop-even" } else { "hop-odd" });
    }
}

/// A number as the style reads it, to a thousandth.
pub(crate) fn number(value: f32) -> String {
    let thousandths = (value * 1000.0).round() as i32;
    let sign = if thousandths < 0 { "-" } else { "" };
    let thousandths = thousandths.unsigned_abs();
    format!("{sign}{}.{:03}", thousandths / 1000, thousandths % 1000)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_written_to_a_thousandth() {
        assert_eq!(number(-0.5), "-0.500");
        assert_eq!(number(3.25), "3.250");
        assert_eq!(number(-0.0001), "0.000");
    }
}
