use leptos::prelude::*;
use parlor_rules::mancala::{Position, Rules, Slot};
use parlor_rules::{Game as _, Player};
use parlor_table::{AnyTurn, Phase, Table, say};

use super::place::Place;
use super::stones::Stones;
use crate::live::LiveTable;
use crate::view::value::Value;

/// A Mancala board: every slot is an element whose id is its place in the array of slots.
#[component]
pub(crate) fn MancalaBoard(live: LiveTable) -> impl IntoView {
    let Some(rules) = live.shown.with_untracked(Table::rules) else { return ().into_any() };
    let slots = Slot::all(&rules)
        .map(|slot| match slot.pit(&rules) {
            Some(_) => pit(live, rules, slot).into_any(),
            None => store(live, rules, slot).into_any(),
        })
        .collect_view();
    view! {
        <div class="room">
            <div
                class="board mancala"
                class:turned=move || live.is_turned()
                class:sowing=move || live.busy.get()
                role="group"
                aria-label="Board"
                style=("--pits", rules.pits().to_string())
                on:click=move |_| live.skip()
            >
                {slots}
                <Stones stage=live.stage/>
                <Hand live/>
            </div>
        </div>
    }
    .into_any()
}

fn pit(live: LiveTable, rules: Rules, slot: Slot) -> impl IntoView {
    let number = slot.index();
    let place = Place::of(slot, &rules);
    let choice = slot.pit(&rules).map_or(0, |pit| pit.index());
    let owner = slot.owner(&rules);
    let playable = Memo::new(move |_| {
        live.awaits_person() && live.shown.with(|table| say::refusal(table, slot).is_none())
    });
    let mine = Memo::new(move |_| live.shown.with(|table| table.turn() == owner));
    let hinted = move || mine.get() && live.hint.get() == Some(choice);
    let last = Memo::new(move |_| live.shown.with(|table| last_pit(table) == Some(slot)));
    view! {
        <button
            id=number
            type="button"
            class="slot pit"
            class:north=owner == Player::Two
            class:playable=move || playable.get()
            class:selected=move || live.selected.get() == Some(slot)
            class:landing=move || live.landing().is_some_and(|landing| landing.slot == slot)
            class:hinted=hinted
            class:last=move || last.get()
            style=("--along", place.along.to_string())
            style=("--across", place.across.to_string())
            aria-disabled=move || (!playable.get()).to_string()
            aria-label=move || label(live, slot)
            tabindex=move || if mine.get() { "0" } else { "-1" }
            on:click=move |event| {
                event.stop_propagation();
                live.press(slot);
            }
            on:pointerenter=move |_| live.peeked.set(Some(slot))
            on:pointerleave=move |_| live.peeked.set(None)
            on:pointerdown=move |event| live.pointer_down(&event)
            on:contextmenu=move |event| event.prevent_default()
            on:focus=move |_| live.peeked.set(Some(slot))
            on:blur=move |_| live.peeked.set(None)
        >
            <Count live number/>
            <Value live choice shown=mine/>
        </button>
    }
}

fn store(live: LiveTable, rules: Rules, slot: Slot) -> impl IntoView {
    let number = slot.index();
    let place = Place::of(slot, &rules);
    let owner = slot.owner(&rules);
    let again =
        move || !live.busy.get() && live.shown.with(|table| last_turn_earned_another(table, owner));
    view! {
        <div
            id=number
            class="slot store"
            class:north=owner == Player::Two
            class:again=again
            class:landing=move || live.landing().is_some_and(|landing| landing.slot == slot)
            style=("--along", place.along.to_string())
            style=("--across", place.across.to_string())
            role="img"
            aria-label=move || label(live, slot)
            on:click=move |event| {
                event.stop_propagation();
                live.choose_slot(slot);
            }
        >
            <Count live number/>
        </div>
    }
}

/// The number of stones in a slot, as it is drawn at this moment.
#[component]
fn Count(live: LiveTable, number: u8) -> impl IntoView {
    let count = Memo::new(move |_| {
        live.stage.counts.with(|counts| counts.get(usize::from(number)).copied().unwrap_or(0))
    });
    view! { <span class="count" aria-hidden="true">{move || count.get()}</span> }
}

/// The stones still in the hand, hovering where the last one fell.
#[component]
fn Hand(live: LiveTable) -> impl IntoView {
    let hand = live.stage.hand;
    let place = move || hand.get().map_or(Place { along: 0.0, across: 0.0 }, |hand| hand.place);
    view! {
        <span
            class="hand"
            class:empty=move || hand.get().is_none()
            aria-hidden="true"
            style=("--along", move || place().along.to_string())
            style=("--across", move || place().across.to_string())
        >
            {move || hand.get().map(|hand| hand.stones)}
        </span>
    }
}

fn label(live: LiveTable, slot: Slot) -> String {
    live.shown.with(|table| {
        let position: Option<&Position> = table.play().mancala();
        position.map(|position| say::slot_label(table, position, slot)).unwrap_or_default()
    })
}

/// The pit that was played last.
fn last_pit(table: &Table) -> Option<Slot> {
    match table.play().last_turn()? {
        AnyTurn::Mancala(turn) => Some(turn.choice().slot(turn.before().rules(), turn.player())),
        AnyTurn::TicTacToe(_) => None,
    }
}

fn last_turn_earned_another(table: &Table, owner: Player) -> bool {
    let playing = table.phase() == Phase::Playing(owner);
    let Some(AnyTurn::Mancala(turn)) = table.play().last_turn().filter(|_| playing) else {
        return false;
    };
    turn.player() == owner && turn.position().turn() == owner
}
