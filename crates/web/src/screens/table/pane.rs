use parlor_protocol::message::Whereabouts;
use parlor_rules::Player;
use parlor_table::{Actor, Name, Occupant, Phase};
use parlor_wording as wording;
use parlor_wording::{reaction, selected};

use super::clock::clock;
use super::toss::shown_coin;
use crate::remote::{Connection, FarTable};
use crate::session::LiveTable;
use crate::ui::elements::{El, button, classed, el, field, typed};
use crate::ui::prelude::*;

/// A player's pane: name, turn light, stones in the store, games won, and the selected pit.
pub(crate) fn pane(live: LiveTable, player: Player) -> El {
    let side = match player {
        Player::One => "pane south",
        Player::Two => "pane north",
    };
    let active = move || {
        live.shown.with(|table| {
            matches!(table.phase(), Phase::Playing(of) | Phase::Tossing(of) if of == player)
        })
    };
    let store = move || {
        let pits = live.shown.with(|table| table.rules().map(|rules| usize::from(rules.pits())))?;
        let slot = (pits + 1) * (player.index() + 1) - 1;
        live.stage.counts.with(|counts| counts.get(slot).map(ToString::to_string))
    };
    // What the coin showed stays in sight until the first move.
    let coin = move || {
        live.shown.with(|table| {
            shown_coin(table, player).filter(|_| table.play().played() == 0).unwrap_or_default()
        })
    };
    let won = move || live.shown.with(|table| wording::panes::wins(table.score().wins(player)));
    let is_mine = memo(move || live.shown.with(|table| table.seat(player).is_person()));
    classed("section", side)
        .class_live("active", active)
        .attr("aria-label", wording::setup::player(player))
        .child(classed("span", "light").attr("aria-hidden", "true"))
        .child_live(move || is_mine.get(), move |is_mine| Some(name(live, player, is_mine)))
        .child(
            classed("span", "store-count")
                .attr("title", wording::panes::stones_in_store())
                .text_live(move || store().unwrap_or_default()),
        )
        .child(
            classed("span", "won")
                .class_live("hidden", move || live.shown.with(|table| table.score().games() == 0))
                .text_live(won),
        )
        .children(live.far().into_iter().flat_map(|far| of_a_far_player(live, far, player)))
        .child(classed("span", "coin-result").text_live(move || coin().to_owned()))
        .when(move || selects(live, player), move || selected_pit(live))
}

/// The name, which a person changes where it stands.
fn name(live: LiveTable, player: Player, is_mine: bool) -> El {
    let name = move || live.shown.with(|table| table.name(player).to_owned());
    if !is_mine {
        return classed("span", "name").text_live(name);
    }
    classed("input", "name")
        .attr("type", "text")
        .attr("maxlength", &Name::MAX_CHARACTERS.to_string())
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("aria-label", &wording::setup::name_of(player))
        .value_live(name)
        .on("change", move |event| {
            live.rename(player, &typed(&event));
            // A blank name became the default, which the field has to show again.
            field(&event).set_value(&name());
        })
        .on("keydown", |event| {
            let key = js_sys::Reflect::get(&event, &"key".into());
            if key.is_ok_and(|key| key == "Enter") {
                let _ = field(&event).blur();
            }
        })
}

/// What is to be known about a player who may be far away: their clock, whether they are there, and
/// what they say.
fn of_a_far_player(live: LiveTable, far: FarTable, player: Player) -> [El; 3] {
    let away = move || {
        let here = far.presence.get().players[player.index()] == Whereabouts::Here;
        let sits = live.shown.with(|table| table.seat(player).occupant != Occupant::Nobody);
        sits && !here && far.connection.with(|line| *line == Connection::Open)
    };
    let says = move || far.said.with(|said| said[player.index()]);
    [
        clock(live, far, player),
        classed("span", "away").class_live("hidden", move || !away()).text(wording::panes::away()),
        classed("span", "says")
            .class_live("hidden", move || says().is_none())
            .text_live(move || says().map_or("", reaction).to_owned()),
    ]
}

/// Whether this player plays in two steps and it is their turn.
fn selects(live: LiveTable, player: Player) -> bool {
    live.two_step()
        && live.awaits_person()
        && live.shown.with(|table| table.phase() == Phase::Playing(player))
}

/// What the first step of a two-step turn selected, and the button for the second.
fn selected_pit(live: LiveTable) -> El {
    let chosen = move || {
        let slot = live.selected.get()?;
        live.shown.with(|table| {
            let position = table.play().mancala()?;
            let pit = slot.pit(position.rules())?;
            let said = selected(pit, position.stones(slot));
            Some((said, table.choice_at(Actor::Screen, slot).is_ok()))
        })
    };
    let words = move || {
        chosen().map_or_else(|| wording::controls::select_pit().to_owned(), |(said, _)| said)
    };
    let playable = move || chosen().is_some_and(|(_, playable)| playable);
    el("span").attr("class", "two-step").child(classed("span", "selection").text_live(words)).child(
        button(move || live.play_selected())
            .attr("class", "primary play-turn")
            .flag_live("disabled", move || !playable())
            .text(wording::controls::play_turn()),
    )
}
