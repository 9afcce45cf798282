use parlor_rules::Player;
use parlor_rules::tic_tac_toe::Square;
use parlor_table::say;

use crate::dom::{El, button, classed, el};
use crate::live::LiveTable;
use crate::prelude::*;
use crate::view::value::value;

/// The nine squares, each with its number as id.
pub(crate) fn tic_tac_toe_board(live: LiveTable) -> El {
    let cells: Vec<El> = Square::all().map(|square| el("td").child(cell(live, square))).collect();
    let rows = cells.chunks(3).map(|row| el("tr").children(row.iter().cloned()));
    let table = classed("table", "board tic-tac-toe")
        .id("board")
        .attr("role", "presentation")
        .child(el("tbody").children(rows));
    classed("div", "room").child(table)
}

fn cell(live: LiveTable, square: Square) -> El {
    let mark = memo(move || {
        live.shown.with(|table| table.play().tic_tac_toe().and_then(|board| board.mark(square)))
    });
    let free = memo(move || {
        live.awaits_person()
            && live.shown.with(|table| table.play().preview(square.index()).is_some())
    });
    let wins = move || {
        live.shown.with(|table| {
            table.play().tic_tac_toe().is_some_and(|board| board.winning_squares().contains(square))
        })
    };
    let symbol = move || {
        let mark = mark.get();
        live.shown.with(|table| mark.map(|player| table.marks().of(player).to_string()))
    };
    let worth = format!("worth-{square}");
    button(move || live.choose_square(square.index()))
        .id(&square.to_string())
        .attr("class", "square")
        .class_live("one", move || mark.get() == Some(Player::One))
        .class_live("two", move || mark.get() == Some(Player::Two))
        .class_live("winning", wins)
        .class_live("playable", move || free.get())
        .class_live("hinted", move || live.hint.get() == Some(square.index()))
        .flag_live("disabled", move || !free.get())
        .attr_live("aria-label", move || live.shown.with(|table| say::square_label(table, square)))
        .child(
            classed("span", "mark")
                .attr("aria-hidden", "true")
                .text_live(move || symbol().unwrap_or_default()),
        )
        .attr("aria-describedby", &worth)
        .child(value(live, square.index(), move || free.get()).id(&worth))
}
