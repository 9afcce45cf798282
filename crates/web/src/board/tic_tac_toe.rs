use leptos::prelude::*;
use parlor_rules::tic_tac_toe::Square;
use parlor_table::say;

use crate::live::LiveTable;
use crate::view::value::Value;

/// The nine squares, each with its number as id.
#[component]
pub(crate) fn TicTacToeBoard(live: LiveTable) -> impl IntoView {
    let square =
        |number: u8| Square::new(number).map(|square| view! { <td>{cell(live, square)}</td> });
    let rows = (0..3)
        .map(
            |row| view! { <tr>{(0..3).map(|column| square(3 * row + column)).collect_view()}</tr> },
        )
        .collect_view();
    view! {
        <div class="room">
            <table id="board" class="board tic-tac-toe" role="presentation">
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn cell(live: LiveTable, square: Square) -> impl IntoView {
    let mark = Memo::new(move |_| {
        live.shown.with(|table| table.play().tic_tac_toe().and_then(|board| board.mark(square)))
    });
    let free = Memo::new(move |_| {
        live.awaits_person()
            && live.shown.with(|table| table.play().preview(square.index()).is_some())
    });
    let wins = move || {
        live.shown.with(|table| {
            table.play().tic_tac_toe().is_some_and(|board| board.winning_squares().contains(square))
        })
    };
    let symbol = move || {
        mark.get().map(|player| live.shown.with(|table| table.marks().of(player).to_string()))
    };
    let class = move || match mark.get().map(parlor_rules::Player::index) {
        Some(0) => "square one",
        Some(_) => "square two",
        None => "square",
    };
    view! {
        <button
            id=square.index()
            type="button"
            class=class
            class:winning=wins
            class:playable=move || free.get()
            class:hinted=move || live.hint.get() == Some(square.index())
            disabled=move || !free.get()
            aria-label=move || live.shown.with(|table| say::square_label(table, square))
            on:click=move |_| live.choose_square(square.index())
        >
            <span class="mark" aria-hidden="true">{symbol}</span>
            <Value live choice=square.index() shown=free/>
        </button>
    }
}
