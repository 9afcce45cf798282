use parlor_rules::Player;
use parlor_rules::tic_tac_toe::Square;
use parlor_wording::square_label;

use crate::board::value::value;
use crate::session::Session;
use crate::session::choosing::choose_square;
use crate::ui::elements::{El, button, classed, el, svg};
use crate::ui::prelude::*;

/// The nine squares, each with its number as id.
pub(crate) fn tic_tac_toe_board(session: Session) -> El {
    let cells: Vec<El> =
        Square::all().map(|square| el("td").child(cell(session, square))).collect();
    let rows = cells.chunks(3).map(|row| el("tr").children(row.iter().cloned()));
    let table = classed("table", "board tic-tac-toe")
        .id("board")
        .attr("role", "presentation")
        .child(el("tbody").children(rows));
    classed("div", "room").child(chalk()).child(table)
}

/// Makes lines look drawn with chalk; a look may use it on strokes.
pub(crate) fn chalk() -> El {
    let noise = |frequency| {
        svg("feTurbulence").attr("type", "fractalNoise").attr("baseFrequency", frequency)
    };
    let shaken = svg("feDisplacementMap").attr("in", "SourceGraphic").attr("scale", "6");
    let grains = svg("feColorMatrix").attr("values", "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -6 4.1");
    let filter = svg("filter")
        .id("chalk")
        .child(noise("0.05"))
        .child(shaken.attr("result", "shaken"))
        .child(noise("0.6"))
        .child(grains)
        .child(svg("feComposite").attr("in", "shaken").attr("operator", "in"));
    svg("svg").attr("class", "for-the-ear").attr("aria-hidden", "true").child(filter)
}

/// The usual marks as lines in a box of 100 by 100; any other mark is written.
fn strokes(symbol: &str) -> &'static str {
    match symbol {
        "X" => "M12 14c24 20 52 50 76 74M87 12C64 36 36 64 13 88",
        "O" => "M54 10C26 8 9 28 10 52s20 40 42 38 40-20 38-42S72 10 46 12",
        _ => "",
    }
}

/// A mark as a person would draw it.
pub(crate) fn drawn_mark(symbol: impl Fn() -> String + Clone + 'static) -> [El; 2] {
    let written = symbol.clone();
    let drawn =
        svg("path").attr("pathLength", "1").attr_live("d", move || strokes(&symbol()).to_owned());
    [
        classed("span", "mark").attr("aria-hidden", "true").text_live(written),
        svg("svg")
            .attr("class", "strokes")
            .attr("viewBox", "0 0 100 100")
            .attr("aria-hidden", "true")
            .child(drawn),
    ]
}

fn cell(session: Session, square: Square) -> El {
    let mark = memo(move || {
        session
            .shown()
            .with(|table| table.play().tic_tac_toe().and_then(|board| board.mark(square)))
    });
    let free = memo(move || {
        session.awaits_person()
            && session.shown().with(|table| table.play().preview(square.into()).is_some())
    });
    let wins = move || {
        session.shown().with(|table| {
            table.play().tic_tac_toe().is_some_and(|board| board.winning_squares().contains(square))
        })
    };
    let symbol = move || {
        let mark = mark.get();
        let symbol = |player| session.shown().with(|table| table.marks().of(player).to_string());
        mark.map(symbol).unwrap_or_default()
    };
    let worth = format!("worth-{square}");
    button(move || choose_square(session, square.into()))
        .id(&square.to_string())
        .attr("class", "square")
        .class_live("one", move || mark.get() == Some(Player::One))
        .class_live("two", move || mark.get() == Some(Player::Two))
        .class_live("winning", wins)
        .class_live("playable", move || free.get())
        .class_live("pressed", move || session.chosen().pressed.get() == Some(square.into()))
        .class_live("hinted", move || session.computer().hint.get() == Some(square.into()))
        .attr_live("data-mark", symbol)
        .flag_live("disabled", move || !free.get())
        .attr_live("aria-label", move || session.shown().with(|table| square_label(table, square)))
        .children(drawn_mark(symbol))
        .attr("aria-describedby", &worth)
        .child(value(session, square.into(), move || mark.get().is_none()).id(&worth))
}
