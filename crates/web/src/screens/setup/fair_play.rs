//! What the start is worth, and what evens it out.

use parlor_engine::solved_start;
use parlor_puzzles::even_starts;
use parlor_rules::mancala::{Position, Rules};
use parlor_rules::{AnyRecord, Player, Record};
use parlor_wording::setup;

use crate::history::now;
use crate::route::Partner;
use crate::ui::browser::random;
use crate::ui::elements::{El, classed, el, said, typed};
use crate::ui::prelude::*;

/// How the game is to start.
#[derive(Clone, Copy)]
pub(super) struct FairPlay {
    start: Signal<Start>,
    /// Stones of a head start.
    stones: Signal<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    Usual,
    /// One of the starts that are proved to be even.
    Even,
    /// One player has stones in the store.
    Ahead(Player),
}

impl Start {
    const ALL: [Self; 4] =
        [Self::Usual, Self::Even, Self::Ahead(Player::One), Self::Ahead(Player::Two)];

    const fn id(self) -> &'static str {
        match self {
            Self::Usual => "usual",
            Self::Even => "even",
            Self::Ahead(Player::One) => "head-start-1",
            Self::Ahead(Player::Two) => "head-start-2",
        }
    }

    fn words(self) -> String {
        match self {
            Self::Usual => setup::usual_start().to_owned(),
            Self::Even => setup::even_start().to_owned(),
            Self::Ahead(player) => setup::head_start_for(player),
        }
    }

    /// Whether it can be chosen by these rules.
    fn is_there(self, rules: &Rules) -> bool {
        match self {
            Self::Usual => true,
            Self::Even => !even_starts(rules).is_empty(),
            Self::Ahead(_) => rules.stones() > 1,
        }
    }
}

impl FairPlay {
    pub(super) fn new() -> Self {
        Self { start: Signal::new(Start::Usual), stones: Signal::new(2) }
    }

    /// The game, not yet begun. Two people who look for an opponent are paired if they want the same game, and
    /// so all who want an even start get that of the day.
    pub(super) fn record(self, rules: Rules, partner: Option<Partner>) -> AnyRecord {
        let usual = Position::opening(rules);
        let start = match self.chosen(rules) {
            Start::Usual => usual,
            Start::Even => {
                let starts = even_starts(&rules);
                let number = match partner {
                    Some(Partner::Anyone) => (now().days() % starts.len() as u64) as usize,
                    Some(Partner::Friend) | None => random(starts.len() as u32) as usize,
                };
                starts[number]
            }
            Start::Ahead(player) => usual.with_head_start(player, self.head_start(rules)),
        };
        Record::new(start.into())
    }

    pub(super) fn fields(self, rules: Signal<Rules>) -> El {
        let has_even = memo(move || Start::Even.is_there(&rules.get()));
        let worth = move || {
            let rules = rules.get();
            // What is proved of the usual start is not true of another.
            let value = solved_start(&rules).filter(|_| self.chosen(rules) == Start::Usual);
            let words = |value| {
                let worth = setup::worth(value, rules.starts());
                if value == 0 {
                    worth
                } else {
                    format!("{worth} {}", setup::evens_out(has_even.get()))
                }
            };
            value.map(words).unwrap_or_default()
        };
        let options = Start::ALL.map(|start| {
            el("option")
                .attr("value", start.id())
                .flag_live("selected", move || self.chosen(rules.get()) == start)
                .flag_live("disabled", move || !start.is_there(&rules.get()))
                .flag_live("hidden", move || !start.is_there(&rules.get()))
                .text(&start.words())
        });
        let select =
            el("select").id("start-position").children(options).on("change", move |event| {
                let chosen = typed(&event);
                if let Some(start) = Start::ALL.into_iter().find(|start| start.id() == chosen) {
                    self.start.set(start);
                }
            });
        el("fieldset")
            .child(said("legend", setup::fair_play()))
            .child(classed("p", "worth").id("worth").text_live(worth))
            .child(el("label").text(setup::start_position()).child(select))
            .child(self.stones_field(rules))
    }

    fn stones_field(self, rules: Signal<Rules>) -> El {
        let player = move || match self.chosen(rules.get()) {
            Start::Ahead(player) => Some(player),
            Start::Usual | Start::Even => None,
        };
        let range = el("input")
            .id("head-start")
            .attr("type", "range")
            .attr("min", "1")
            .attr_live("max", move || rules.get().pits().to_string())
            .value(&self.stones.get().to_string())
            .on("input", move |event| {
                if let Ok(stones) = typed(&event).parse() {
                    self.stones.set(stones);
                }
            });
        let words = move || {
            let of = player().unwrap_or(Player::One);
            setup::head_start_of(self.head_start(rules.get()), of)
        };
        el("label").class_live("hidden", move || player().is_none()).text_live(words).child(range)
    }

    /// The stones of a head start: at most one from each pit of the other player.
    fn head_start(self, rules: Rules) -> u8 {
        self.stones.get().min(rules.pits())
    }

    /// What was chosen, if these rules have it.
    fn chosen(self, rules: Rules) -> Start {
        Some(self.start.get()).filter(|start| start.is_there(&rules)).unwrap_or(Start::Usual)
    }
}
