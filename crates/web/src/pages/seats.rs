use parlor_engine::Level as Character;
use parlor_rules::Player;
use parlor_table::{Level, Name, Occupant, Seat};

use crate::dom::{El, classed, el, said, typed};
use crate::prelude::*;
use crate::view::start_dialog::name_input;

/// Who will sit in a seat, while it is being chosen.
#[derive(Clone, Copy)]
pub(super) struct SeatDraft {
    player: Player,
    name: RwSignal<String>,
    level: RwSignal<Option<Level>>,
}

impl SeatDraft {
    pub(super) fn of(player: Player, seat: &Seat) -> Self {
        let level = seat.level();
        let name = if level.is_some() { "" } else { seat.name.as_typed() };
        Self { player, name: RwSignal::new(name.to_owned()), level: RwSignal::new(level) }
    }

    /// The seat as it was chosen.
    pub(super) fn seat(self) -> Seat {
        match self.level.get_untracked() {
            Some(level) => Seat::computer(level, name_of(level)),
            None => {
                Seat { name: Name::new(&self.name.get_untracked()), occupant: Occupant::Person }
            }
        }
    }

    /// The fields to choose it with.
    pub(super) fn fields(self) -> El {
        let number = self.player.index() + 1;
        let chosen = self.level.get_untracked();
        let option = |value: u8, words: &str| {
            let option = el("option").attr("value", &value.to_string()).text(words);
            let is_chosen = value == chosen.map_or(0, Level::number);
            if is_chosen { option.attr("selected", "") } else { option }
        };
        let levels = Level::all().map(|level| {
            option(level.number(), &format!("Computer {}: {}", level.number(), name_of(level)))
        });
        let who = el("select")
            .id(&format!("seat-{number}"))
            .child(option(0, "A person"))
            .children(levels)
            .on("change", move |event| {
                self.level.set(typed(&event).parse().ok().and_then(Level::new));
            });
        let about = move || {
            self.level.get().and_then(character).map_or("", Character::description).to_owned()
        };
        classed("fieldset", "seat")
            .child(said("legend", &format!("Player {number}")))
            .child(el("label").text("Who plays").child(who))
            .child(classed("p", "about").text_live(about))
            .child(
                name_input(self.player, self.name)
                    .class_live("hidden", move || self.level.get().is_some()),
            )
    }
}

/// The character that the computer plays at a level.
fn character(level: Level) -> Option<Character> {
    Character::new(level.number())
}

fn name_of(level: Level) -> &'static str {
    character(level).map_or("", Character::name)
}
