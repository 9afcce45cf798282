use parlor_protocol::client::Status;
use parlor_protocol::message::Whereabouts;
use parlor_rules::Player;
use parlor_rules::mancala::Slot;
use parlor_table::{Occupant, Phase, Table};
use parlor_wording as wording;
use parlor_wording::{reaction, selected};

use super::clock::clock;
use super::toss::shown_coin;
use crate::face::face_of_player;
use crate::name_field::name_field;
use crate::session::choosing::play_selected;
use crate::session::{Session, choosing, commands};
use crate::ui::elements::{El, button, classed, el, field, typed};
use crate::ui::prelude::*;

/// A player's pane: turn light, symbol, name, stones in the store, games won, clock, and the selected
/// pit. The style has it stand beside the player's own row, on whichever side of the screen that is.
pub(crate) fn pane(session: Session, player: Player) -> El {
    let side = match player {
        Player::One => "pane south",
        Player::Two => "pane north",
    };
    let active = move || {
        session.shown().with(|table| {
            matches!(table.phase(), Phase::Playing(of) | Phase::Tossing(of) if of == player)
        })
    };
    let is_drawn_with_marks = session.shown().with(|table| table.rules().is_none());
    let mark = move || session.shown().with(|table| table.marks().of(player).to_string());
    let is_mine = memo(move || session.shown().with(|table| table.seat(player).is_person()));
    classed("section", side)
        .class_live("active", active)
        .attr_live("aria-label", move || session.name_of(player))
        .child(classed("span", "light").attr("aria-hidden", "true"))
        .child(face_of_player(session, player))
        .children(is_drawn_with_marks.then(|| classed("span", "mark").text_live(mark)))
        .child_live(move || is_mine.get(), move |is_mine| Some(name(session, player, is_mine)))
        .child(score(session, player))
        .children(of_player_elsewhere(session, player))
        .when(move || selects(session, player), move || selected_pit(session))
}

/// The stones in the store, the games won, and the coin that was tossed.
fn score(session: Session, player: Player) -> El {
    let stones = move || {
        let store = Slot::store(&session.shown().with(Table::rules)?, player);
        let counts = session.animation().stage.counts;
        counts.with(|counts| counts.get(usize::from(store.index())).map(ToString::to_string))
    };
    let coin = move || session.shown().with(|table| shown_coin(table, player).unwrap_or_default());
    let won =
        move || session.shown().with(|table| wording::panes::wins(table.score().wins(player)));
    classed("span", "score")
        .child(
            classed("span", "store-count")
                .attr("title", wording::panes::stones_in_store())
                .text_live(move || stones().unwrap_or_default()),
        )
        .child(
            classed("span", "won")
                .class_live("hidden", move || {
                    session.shown().with(|table| table.score().games() == 0)
                })
                .text_live(won),
        )
        .child(classed("span", "coin-result").text_live(move || coin().to_owned()))
}

/// The name, which a person changes where it stands.
fn name(session: Session, player: Player, is_mine: bool) -> El {
    let name = move || session.name_of(player);
    if !is_mine {
        return classed("span", "name").text_live(name);
    }
    name_field()
        .attr("class", "name")
        .attr("aria-label", &wording::setup::name_of(player))
        .value_live(name)
        .on("change", move |event| {
            commands::rename(session, player, &typed(&event));
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

/// What is to be known about a player who may be elsewhere: their clock, whether they are there, and
/// what they say.
fn of_player_elsewhere(session: Session, player: Player) -> [El; 3] {
    let company = session.company();
    let away = move || {
        let here = company.whereabouts.get()[session.seat_of(player).index()] == Whereabouts::Here;
        let sits = session.shown().with(|table| table.seat(player).occupant != Occupant::Nobody);
        sits && !here && company.status.get() == Status::Connected
    };
    let says = move || company.said.with(|said| said[session.seat_of(player).index()]);
    [
        clock(session, player),
        classed("span", "away").class_live("hidden", move || !away()).text(wording::panes::away()),
        classed("span", "says")
            .class_live("hidden", move || says().is_none())
            .text_live(move || says().map_or("", reaction).to_owned()),
    ]
}

/// Whether this player plays in two steps and it is their turn.
fn selects(session: Session, player: Player) -> bool {
    session.is_two_step()
        && session.awaits_person()
        && session.shown().with(|table| table.phase() == Phase::Playing(player))
}

/// What the first step of a two-step turn selected, and the button for the second.
fn selected_pit(session: Session) -> El {
    let chosen = move || {
        let slot = session.chosen().selected.get()?;
        let said = session.shown().with(|table| {
            let position = table.play().mancala()?;
            let pit = slot.pit(position.rules())?;
            Some(selected(pit, position.stones(slot)))
        });
        Some((said?, choosing::is_playable(session, slot)))
    };
    let words = move || {
        chosen().map_or_else(|| wording::controls::select_pit().to_owned(), |(said, _)| said)
    };
    let playable = move || chosen().is_some_and(|(_, playable)| playable);
    el("span").attr("class", "two-step").child(classed("span", "selection").text_live(words)).child(
        button(move || play_selected(session))
            .attr("class", "primary play-turn")
            .flag_live("disabled", move || !playable())
            .text(wording::controls::play_turn()),
    )
}
