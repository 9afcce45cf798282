use parlor_rules::mancala::{Rules, Slot};
use parlor_rules::{AnyTurn, Choice, Game as _, Player};
use parlor_table::{Phase, Table};
use parlor_wording as wording;
use parlor_wording::{Voice, slot_label};

use super::stones::{number, stones};
use crate::board::value::value;
use crate::session::choosing::{choose_slot, is_playable, landing, press, press_board};
use crate::session::stones::place::Place;
use crate::session::{Gain, Session};
use crate::ui::browser::listen;
use crate::ui::elements::{El, button, classed, el, svg};
use crate::ui::icon::Icon;
use crate::ui::prelude::*;
use crate::ui::timer::Timeout;

/// A Mancala board: every slot is an element whose id is its place in the array of slots.
pub(crate) fn mancala_board(session: Session, rules: Rules) -> El {
    let resizing = Signal::new(false);
    let resized = Timeout::new();
    // Stones fly when they are moved, and not because the window has another size.
    listen("resize", move |_| {
        resizing.set(true);
        resized.start(300, move || resizing.set(false));
    });
    let board = classed("div", "board mancala")
        .class_live("turned", move || session.is_turned())
        .class_live("resizing", move || resizing.get())
        .class_live("rushing", move || session.animation().rushing.get())
        .attr("role", "group")
        .attr("aria-label", wording::controls::board())
        .var("--pits", &rules.pits().to_string())
        .child(direction(session))
        .piece(move || slots_of(session, rules, Player::One))
        .piece(move || slots_of(session, rules, Player::Two));
    let board = stones(board, session.animation().stage)
        .child(shade(session))
        .child(hand(session))
        .child(gain(session))
        .child(faster(session));
    classed("div", "room").on("click", move |event| press_board(session, &event)).child(board)
}

/// The pits and the store of a player.
fn slots_of(session: Session, rules: Rules, owner: Player) -> Vec<El> {
    let own = Slot::all(&rules).filter(|slot| slot.owner(&rules) == owner);
    let draw = |slot: Slot| match slot.pit(&rules) {
        Some(number) => pit(session, rules, slot, number.into()),
        None => store(session, rules, slot),
    };
    own.map(draw).collect()
}

fn pit(session: Session, rules: Rules, slot: Slot, choice: Choice) -> El {
    let owner = slot.owner(&rules);
    let playable = memo(move || is_playable(session, slot));
    let mine = memo(move || session.shown().with(|table| table.turn() == owner));
    let last = memo(move || session.shown().with(|table| last_pit(table) == Some(slot)));
    let worth = format!("worth-{slot}");
    let pit = button(|| ()).attr("class", "slot pit").attr("aria-describedby", &worth);
    hollow(session, pit, rules, slot)
        .class_live("playable", move || playable.get())
        .class_live("selected", move || session.chosen().selected.get() == Some(slot))
        .class_live("pressed", move || mine.get() && session.chosen().pressed.get() == Some(choice))
        .class_live("hinted", move || mine.get() && session.computer().hint.get() == Some(choice))
        .class_live("last", move || last.get())
        .attr_live("aria-disabled", move || (!playable.get()).to_string())
        .attr_live("tabindex", move || if mine.get() { "0" } else { "-1" }.to_owned())
        .on("click", move |event| {
            event.stop_propagation();
            press(session, slot, &event);
        })
        .on("pointerenter", move |_| session.chosen().peeked.set(Some(slot)))
        .on("pointerleave", move |_| session.chosen().peeked.set(None))
        .on("pointerdown", move |event| session.chosen().touch(&event))
        .on("contextmenu", |event| event.prevent_default())
        .on("focus", move |_| session.chosen().peeked.set(Some(slot)))
        .on("blur", move |_| session.chosen().peeked.set(None))
        .child(value(session, choice, move || mine.get()).id(&worth))
}

fn store(session: Session, rules: Rules, slot: Slot) -> El {
    let owner = slot.owner(&rules);
    hollow(session, classed("div", "slot store"), rules, slot)
        .attr("role", "img")
        .child(
            classed("span", "owner")
                .attr("aria-hidden", "true")
                .text_live(move || session.name_of(owner)),
        )
        .class_live("again", move || {
            !session.animation().busy.get()
                && session.shown().with(|table| last_turn_earned_another(table, owner))
        })
        .child(
            classed("span", "go-again")
                .attr("aria-hidden", "true")
                .text(wording::controls::go_again()),
        )
        .on("click", move |event| {
            event.stop_propagation();
            choose_slot(session, slot);
        })
}

/// What pits and stores have in common.
fn hollow(session: Session, element: El, rules: Rules, slot: Slot) -> El {
    let place = Place::of(slot, &rules);
    element
        .id(&slot.to_string())
        .class_if("north", slot.owner(&rules) == Player::Two)
        .class_live("landing", move || landing(session).is_some_and(|landing| landing.slot == slot))
        .var("--along", &number(place.along))
        .var("--across", &number(place.across))
        .attr_live("aria-label", move || label(session, slot))
        .child(classed("i", "hollow"))
        .child(count(session, slot))
}

/// The number of stones in a slot, as it is drawn at this moment.
fn count(session: Session, slot: Slot) -> El {
    let count = move || {
        let stones = session
            .animation()
            .stage
            .counts
            .with(|counts| counts.get(usize::from(slot.index())).copied());
        stones.unwrap_or(0)
    };
    classed("span", "count")
        .attr("aria-hidden", "true")
        .attr_live("data-odd", move || (count() % 2 == 1).to_string())
        .text_live(move || count().to_string())
}

/// The number of stones still in the hand, hovering where the last one fell.
fn hand(session: Session) -> El {
    let hand = session.animation().stage.hand;
    over_board(session, "hand")
        .text_live(move || hand.get().map(|hand| hand.stones.to_string()).unwrap_or_default())
}

/// The shadow that the carried stones cast.
fn shade(session: Session) -> El {
    over_board(session, "shade")
}

/// Something that goes with the hand.
fn over_board(session: Session, class: &str) -> El {
    let hand = session.animation().stage.hand;
    let place = move || hand.get().map_or(Place { along: 0.0, across: 0.0 }, |hand| hand.place);
    classed("span", class)
        .attr("aria-hidden", "true")
        .class_live("empty", move || hand.get().is_none())
        .var_live("--along", move || number(place().along))
        .var_live("--across", move || number(place().across))
}

/// What a capture brings in, on its way to the store: "+7".
fn gain(session: Session) -> El {
    let gain = session.animation().stage.gain;
    classed("span", "gains").attr("aria-hidden", "true").child_live(
        move || gain.get(),
        |gain| {
            let Gain { from, to, stones } = gain?;
            let flight = classed("span", "gain")
                .var("--from-along", &number(from.along))
                .var("--from-across", &number(from.across))
                .var("--along", &number(to.along))
                .var("--across", &number(to.across));
            Some(flight.text(&wording::panes::gain(stones)))
        },
    )
}

/// Which way stones are sown, for as long as none has been.
fn direction(session: Session) -> El {
    let arrow = svg("path").attr(
        "d",
        "M22 27c40 8 116 8 152 0M164 20l12 6-9 9M178 13c-40-8-116-8-152 0M36 20l-12-6 9-9",
    );
    svg("svg")
        .attr("class", "direction")
        .attr("viewBox", "0 0 200 40")
        .attr("aria-hidden", "true")
        .class_live("gone", move || {
            session.animation().busy.get()
                || session.shown().with(|table| table.play().played() > 0)
        })
        .child(arrow)
}

/// Sows the rest of a slow turn faster.
fn faster(session: Session) -> El {
    el("button")
        .attr("type", "button")
        .id("faster")
        .class_live("hidden", move || !session.animation().can_hurry())
        .on("click", move |event| {
            // A click on the board itself skips to the end.
            event.stop_propagation();
            session.animation().hurry();
        })
        .child(Icon::Faster.draw())
        .child(el("span").text(wording::controls::faster()))
}

fn label(session: Session, slot: Slot) -> String {
    session.shown().with(|table| {
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
