use parlor_rules::mancala::{Rules, Slot};
use parlor_rules::{AnyTurn, Choice, Game as _, Player};
use parlor_table::{Actor, Phase, Table};
use parlor_wording as wording;
use parlor_wording::{Voice, slot_label};

use super::stones::{number, stones};
use crate::board::value::value;
use crate::session::LiveTable;
use crate::session::stones::place::Place;
use crate::ui::browser::listen;
use crate::ui::elements::{El, button, classed};
use crate::ui::prelude::*;
use crate::ui::timer::Timeout;

/// A Mancala board: every slot is an element whose id is its place in the array of slots.
pub(crate) fn mancala_board(live: LiveTable, rules: Rules) -> El {
    let resizing = RwSignal::new(false);
    let resized = Timeout::new();
    // Stones fly when they are moved, and not because the window has another size.
    listen("resize", move |_| {
        resizing.set(true);
        resized.start(300, move || resizing.set(false));
    });
    let slots = Slot::all(&rules).map(|slot| match slot.pit(&rules) {
        Some(number) => pit(live, rules, slot, number.into()),
        None => store(live, rules, slot),
    });
    let board = classed("div", "board mancala")
        .class_live("turned", move || live.is_turned())
        .class_live("resizing", move || resizing.get())
        .attr("role", "group")
        .attr("aria-label", wording::controls::board())
        .var("--pits", &rules.pits().to_string())
        .children(slots)
        .children(stones(live.stage))
        .child(hand(live));
    classed("div", "room").on("click", move |_| live.skip()).child(board)
}

fn pit(live: LiveTable, rules: Rules, slot: Slot, choice: Choice) -> El {
    let owner = slot.owner(&rules);
    let playable = memo(move || {
        live.awaits_person()
            && live.shown.with(|table| table.choice_at(Actor::Screen, slot).is_ok())
    });
    let mine = memo(move || live.shown.with(|table| table.turn() == owner));
    let last = memo(move || live.shown.with(|table| last_pit(table) == Some(slot)));
    let worth = format!("worth-{slot}");
    let pit = button(|| ()).attr("class", "slot pit").attr("aria-describedby", &worth);
    hollow(live, pit, rules, slot)
        .class_live("playable", move || playable.get())
        .class_live("selected", move || live.selected.get() == Some(slot))
        .class_live("pressed", move || mine.get() && live.pressed.get() == Some(choice))
        .class_live("hinted", move || mine.get() && live.hint.get() == Some(choice))
        .class_live("last", move || last.get())
        .attr_live("aria-disabled", move || (!playable.get()).to_string())
        .attr_live("tabindex", move || if mine.get() { "0" } else { "-1" }.to_owned())
        .on("click", move |event| {
            event.stop_propagation();
            live.press(slot);
        })
        .on("pointerenter", move |_| live.peeked.set(Some(slot)))
        .on("pointerleave", move |_| live.peeked.set(None))
        .on("pointerdown", move |event| live.pointer_down(&event))
        .on("contextmenu", |event| event.prevent_default())
        .on("focus", move |_| live.peeked.set(Some(slot)))
        .on("blur", move |_| live.peeked.set(None))
        .child(value(live, choice, move || mine.get()).id(&worth))
}

fn store(live: LiveTable, rules: Rules, slot: Slot) -> El {
    let owner = slot.owner(&rules);
    hollow(live, classed("div", "slot store"), rules, slot)
        .attr("role", "img")
        .class_live("again", move || {
            !live.busy.get() && live.shown.with(|table| last_turn_earned_another(table, owner))
        })
        .on("click", move |event| {
            event.stop_propagation();
            live.choose_slot(slot);
        })
}

/// What pits and stores have in common.
fn hollow(live: LiveTable, element: El, rules: Rules, slot: Slot) -> El {
    let place = Place::of(slot, &rules);
    element
        .id(&slot.to_string())
        .class_if("north", slot.owner(&rules) == Player::Two)
        .class_live("landing", move || live.landing().is_some_and(|landing| landing.slot == slot))
        .var("--along", &number(place.along))
        .var("--across", &number(place.across))
        .attr_live("aria-label", move || label(live, slot))
        .child(classed("i", "hollow"))
        .child(count(live, slot))
}

/// The number of stones in a slot, as it is drawn at this moment.
fn count(live: LiveTable, slot: Slot) -> El {
    let count = move || {
        let stones =
            live.stage.counts.with(|counts| counts.get(usize::from(slot.index())).copied());
        stones.unwrap_or(0)
    };
    classed("span", "count")
        .attr("aria-hidden", "true")
        .attr_live("data-odd", move || (count() % 2 == 1).to_string())
        .text_live(move || count().to_string())
}

/// The stones still in the hand, hovering where the last one fell.
fn hand(live: LiveTable) -> El {
    let hand = live.stage.hand;
    let place = move || hand.get().map_or(Place { along: 0.0, across: 0.0 }, |hand| hand.place);
    classed("span", "hand")
        .attr("aria-hidden", "true")
        .class_live("empty", move || hand.get().is_none())
        .var_live("--along", move || number(place().along))
        .var_live("--across", move || number(place().across))
        .text_live(move || hand.get().map(|hand| hand.stones.to_string()).unwrap_or_default())
}

fn label(live: LiveTable, slot: Slot) -> String {
    live.shown.with(|table| {
        let position = table.play().mancala();
        let label = |position| slot_label(table, position, slot, Voice::of(table));
        position.map(label).unwrap_or_default()
    })
}

/// The pit that was played last.
fn last_pit(table: &Table) -> Option<Slot> {
    let turn = table.play().last_turn()?;
    let rules = turn.before().mancala()?.rules();
    Some(turn.choice().pit().slot(rules, turn.player()))
}

fn last_turn_earned_another(table: &Table, owner: Player) -> bool {
    let playing = table.phase() == Phase::Playing(owner);
    let again = |turn: &AnyTurn| turn.player() == owner && turn.position().turn() == owner;
    playing && table.play().last_turn().is_some_and(again)
}
