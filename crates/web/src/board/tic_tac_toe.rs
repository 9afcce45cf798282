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
            {chalk()}
            <table id="board" class="board tic-tac-toe" role="presentation">
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// Makes lines look drawn with chalk; a look may use it on strokes.
fn chalk() -> impl IntoView {
    view! {
        <svg class="for-the-ear" aria-hidden="true">
            <filter id="chalk" x="-0.1" y="-0.1" width="1.2" height="1.2">
                <feTurbulence type="fractalNoise" baseFrequency="0.05" numOctaves="3"/>
                <feDisplacementMap in="SourceGraphic" scale="6" result="shaken"/>
                <feTurbulence type="fractalNoise" baseFrequency="0.6" numOctaves="2"/>
                <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -6 4.1"/>
                <feComposite in="shaken" operator="in"/>
            </filter>
        </svg>
    }
}

/// The usual marks as lines in a box of 100 by 100; any other mark is written.
fn strokes(symbol: Option<&str>) -> &'static str {
    match symbol {
        Some("X") => "M12 14c24 20 52 50 76 74M87 12C64 36 36 64 13 88",
        Some("O") => "M54 10C26 8 9 28 10 52s20 40 42 38 40-20 38-42S72 10 46 12",
        _ => "",
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
            data-mark=symbol
            disabled=move || !free.get()
            aria-label=move || live.shown.with(|table| say::square_label(table, square))
            on:click=move |_| live.choose_square(square.index())
        >
            <span class="mark" aria-hidden="true">{symbol}</span>
            <svg class="strokes" viewBox="0 0 100 100" aria-hidden="true">
                <path pathLength="1" d=move || strokes(symbol().as_deref())/>
            </svg>
            <Value live choice=square.index() shown=free/>
        </button>
    }
}
