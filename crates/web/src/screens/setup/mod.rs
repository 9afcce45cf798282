//! Who plays, by which rules.

mod clock;
mod fair_play;
mod own_rules;
mod seats;

use parlor_protocol::message::NewTable;
use parlor_rules::mancala::{Preset, Rules};
use parlor_rules::{AnyPosition, AnyRecord, Player, Variant};
use parlor_table::{GameLog, Opening, PieRule};
use parlor_wording as wording;

use self::clock::ClockDraft;
use self::fair_play::FairPlay;
use self::own_rules::{CHOICES, STARTS};
use self::seats::SeatDraft;
use super::remote::new_table;
use crate::catalogue::Game;
use crate::identity::{is_mine, my_name, remember_name};
use crate::remote::set_table;
use crate::route::{Partner, Route};
use crate::screens::obstacle::obstacle_note;
use crate::screens::table::settings_sheet::look_field;
use crate::settings::use_settings;
use crate::storage::{self, Kept};
use crate::ui::browser::location;
use crate::ui::elements::{El, button, classed, el, field as field_of, link, said, typed};
use crate::ui::prelude::*;

/// Who sits where, by which rules, and how it looks.
pub(crate) fn setup_page(game: Game) -> El {
    let last = storage::last_table(game).unwrap_or_else(|| game.table_for_two());
    let seats = Player::BOTH.map(|player| SeatDraft::of(player, last.table().seat(player)));
    let [one, two] = seats;
    let rules = last.table().rules().map(Signal::new);
    let pie_rule = Signal::new(last.table().pie_rule());
    let last_marks = last.table().marks().clone();
    let setting_up: SettingUp = expect_context();
    setting_up.keep_names(game, seats);
    let clock = ClockDraft::default();
    let fair = FairPlay::new();
    let problem = Signal::new(String::new());
    let start = move || {
        let variant = rules.map_or(Variant::TicTacToe, |rules| Variant::Mancala(rules.get()));
        let partner = partner(seats);
        let record = match rules {
            Some(rules) => fair.record(rules.get(), partner.map(|(partner, _)| partner)),
            None => AnyRecord::new(AnyPosition::opening(variant)),
        };
        let opening = Opening::new(record.clone(), seats.map(SeatDraft::seat));
        let log = GameLog::continued(Opening { pie_rule: pie_rule.get(), ..opening });
        if let Some((partner, player)) = partner {
            let new = NewTable {
                name: seats[player.index()].name().unwrap_or_else(my_name),
                seat: (partner == Partner::Friend).then_some(player),
                clock: clock.clock(),
                marks: last_marks.clone(),
                game: record,
                ..new_table(&log)
            };
            return set_table(partner, new, Box::new(move |why| problem.set(why)));
        }
        // Rules that are a preset's belong to its address, whichever page they were chosen on.
        let home = if game == Game::Own { Game::of(variant) } else { game };
        let kept = Kept::of(home, &log);
        for player in Player::BOTH.into_iter().filter(|&player| is_mine(log.table(), player)) {
            remember_name(&log.table().seat(player).name);
        }
        storage::save_table(kept, &log);
        setting_up.done.set(Some(home));
        let _ = location().set_hash(&Route::from(kept).to_string());
    };
    let top = classed("header", "top")
        .child(link("#/").attr("class", "home").text(wording::front_room::parlor()))
        .child(said("h1", game.name()));
    let look = el("fieldset")
        .child(said("legend", wording::setup::look()))
        .child(look_field(game, use_settings()));
    let play = button(|| ())
        .attr("type", "submit")
        .id("start")
        .attr("class", "primary")
        .text(wording::setup::play());
    classed("form", "page setup-page")
        .on("submit", move |event| {
            event.prevent_default();
            start();
        })
        .child(top)
        .child(obstacle_note())
        .child(classed("div", "seats").child(one.fields(two)).child(two.fields(one)))
        .child(clock.fields().class_live("hidden", move || partner(seats).is_none()))
        .children(rules.map(|rules| rules_fields(game, rules)))
        .children(rules.map(|rules| fair.fields(rules).child(pie_rule_field(pie_rule))))
        .child(look)
        .child(classed("p", "problem").attr("role", "alert").text_live(move || problem.get()))
        .child(play)
}

/// Who is invited, if anyone is, and the player at this screen.
fn partner(seats: [SeatDraft; 2]) -> Option<(Partner, Player)> {
    Player::BOTH.into_iter().find_map(|player| Some((seats[player.index()].partner()?, !player)))
}

/// What outlasts the setup page.
#[derive(Clone, Copy)]
struct SettingUp {
    /// The game that was set up last and has not been opened since: it begins without more questions.
    done: Signal<Option<Game>>,
    /// The names that were typed for a game before the page was left for something else.
    names: Signal<Option<(Game, [String; 2])>>,
}

impl SettingUp {
    /// Fills in the names that were typed before, and keeps those that are typed now.
    fn keep_names(self, game: Game, seats: [SeatDraft; 2]) {
        let typed = self.names.update(Option::take);
        if let Some((_, names)) = typed.filter(|(of, _)| *of == game) {
            for (seat, name) in seats.into_iter().zip(names) {
                seat.name.set(name);
            }
        }
        on_cleanup(move || {
            // A table that was set up has its names.
            if self.done.get().is_none() {
                self.names.set(Some((game, seats.map(|seat| seat.name.get()))));
            }
        });
    }
}

/// Keeps the word between the setup page and the table.
pub(crate) fn provide_setting_up() {
    provide_context(SettingUp { done: Signal::new(None), names: Signal::new(None) });
}

/// A table was set up, and begins without more questions.
pub(crate) fn note_set_up(game: Game) {
    let setting_up: SettingUp = expect_context();
    setting_up.done.set(Some(game));
}

/// Whether the table was set up a moment ago; true once.
pub(crate) fn was_just_set_up(game: Game) -> bool {
    let setting_up: SettingUp = expect_context();
    setting_up.done.update(Option::take) == Some(game)
}

fn rules_fields(game: Game, rules: Signal<Rules>) -> El {
    let own = game == Game::Own;
    let preset =
        el("p").id("preset").class_if("hidden", !own).text_live(move || known_as(rules.get()));
    let choices = CHOICES.iter().filter(|_| own).map(|choice| choice.field(rules));
    el("fieldset")
        .child(said("legend", wording::setup::rules()))
        .child(preset)
        .child(stones_field(game, rules))
        .child(STARTS.field(rules))
        .children(choices)
}

/// Whether the second player may swap sides instead of a first move.
fn pie_rule_field(pie_rule: Signal<PieRule>) -> El {
    let field = el("input")
        .id("pie-rule")
        .attr("type", "checkbox")
        .flag_live("checked", move || pie_rule.get() == PieRule::On)
        .on("change", move |event| {
            let on = field_of(&event).checked();
            pie_rule.set(if on { PieRule::On } else { PieRule::Off });
        });
    classed("label", "switch").child(field).text(wording::setup::pie_rule())
}

fn stones_field(game: Game, rules: Signal<Rules>) -> El {
    let offered = game.preset().map_or(1..=Rules::MAX_STONES, Preset::offered_stones);
    let range = el("input")
        .id("stones")
        .attr("type", "range")
        .attr("min", &offered.start().to_string())
        .attr("max", &offered.end().to_string())
        .value(&rules.get().stones().to_string())
        .on("input", move |event| {
            let changed = |stones| rules.get().change().stones(stones).build().ok();
            if let Some(changed) = typed(&event).parse().ok().and_then(changed) {
                rules.set(changed);
            }
        });
    el("label")
        .class_if("hidden", offered.start() == offered.end())
        .text_live(move || wording::setup::stones_per_pit(rules.get().stones()))
        .child(range)
}

/// Says which preset the rules are, if they are one.
fn known_as(rules: Rules) -> String {
    match Game::of(Variant::Mancala(rules)) {
        Game::Own => wording::setup::own_rules().to_owned(),
        game => wording::setup::rules_of(game.name()),
    }
}
