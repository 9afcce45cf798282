use parlor_rules::mancala::Preset;
use parlor_rules::{Player, Variant};
use parlor_table::{GameLog, Name, Seat};
use parlor_wording as wording;

use crate::name_field::name_field;
use crate::session::{Session, commands};
use crate::ui::elements::{El, button, classed, el, field, typed};
use crate::ui::prelude::*;
use crate::ui::sheet::sheet;

/// How Home Pits begins: names, difficulty, "Start A New Game".
pub(crate) fn start_dialog(session: Session) -> El {
    let names = Player::BOTH.map(|player| {
        Signal::new(session.shown().with(|table| table.seat(player).name.as_typed().to_owned()))
    });
    let rules = session
        .shown()
        .with(parlor_table::Table::rules)
        .unwrap_or_else(|| Preset::HomePits.rules());
    let stones = Signal::new(rules.stones());
    let start = move || {
        let Ok(rules) = rules.change().stones(stones.get()).build() else { return };
        let seats = Player::BOTH.map(|player| {
            let occupant = session.shown().with(|table| table.seat(player).occupant);
            Seat { name: Name::new(&names[player.index()].get()), occupant }
        });
        let log = session.shown().with(|table| {
            if table.rules() == Some(rules) {
                GameLog::open_like(table, seats)
            } else {
                GameLog::open_with(Variant::Mancala(rules), seats, table.pie_rule())
            }
        });
        commands::replace_with(session, log);
    };
    let fields = Player::BOTH.map(|player| player_name(session, player, names[player.index()]));
    let form = classed("form", "start")
        .on("submit", move |event| {
            event.prevent_default();
            session.dialog().set(None);
            start();
        })
        .children(fields)
        .child(difficulty(stones))
        .child(
            button(|| ())
                .attr("type", "submit")
                .id("start")
                .attr("autofocus", "")
                .attr("class", "primary")
                .text(wording::setup::start_new_game()),
        );
    sheet(wording::games::preset(Preset::HomePits), move || session.dialog().set(None)).child(form)
}

/// Only a number that is offered starts the game: not an empty field, and not `1e1`, which a browser
/// takes for one.
fn difficulty(stones: Signal<u8>) -> El {
    let offered = Preset::HomePits.offered_stones();
    let words = wording::setup::difficulty_offered(&offered);
    let field = el("input")
        .id("difficulty")
        .attr("type", "number")
        .attr("min", &offered.start().to_string())
        .attr("max", &offered.end().to_string())
        .attr("required", "")
        .value(&stones.get().to_string())
        .on("input", move |event| {
            let number = typed(&event).parse().ok().filter(|number| offered.contains(number));
            field(&event).set_custom_validity(if number.is_some() { "" } else { &words });
            if let Some(number) = number {
                stones.set(number);
            }
        });
    el("label").text(wording::setup::difficulty()).child(field)
}

fn player_name(session: Session, player: Player, name: Signal<String>) -> El {
    let is_person = session.shown().with(|table| table.seat(player).is_person());
    name_input(player, name).flag_live("hidden", move || !is_person)
}

/// A field for the name of a player who is about to sit down.
pub(crate) fn name_input(player: Player, name: Signal<String>) -> El {
    let number = player.index() + 1;
    let field = name_field()
        .id(&format!("name-{number}"))
        .attr("placeholder", wording::setup::player(player))
        .value(&name.get())
        .on("input", move |event| name.set(typed(&event)));
    el("label").text(&wording::setup::name_of(player)).child(field)
}
