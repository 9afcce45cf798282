use parlor_rules::{Level, Player};
use parlor_table::{Name, Occupant, Seat};
use parlor_wording::{self as wording, level_description, level_name};

use crate::remote::reach;
use crate::route::Partner;
use crate::screens::obstacle::OBSTACLE;
use crate::screens::table::start_dialog::name_input;
use crate::ui::elements::{El, classed, el, said, typed};
use crate::ui::prelude::*;

/// Who will sit in a seat, while it is being chosen.
#[derive(Clone, Copy)]
pub(super) struct SeatDraft {
    player: Player,
    pub(super) name: Signal<String>,
    who: Signal<Who>,
}

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Person,
    Computer(Level),
    /// A player online.
    Remote(Partner),
}

impl Who {
    /// The value of its option.
    fn value(self) -> String {
        match self {
            Self::Person => "0".to_owned(),
            Self::Computer(level) => level.number().to_string(),
            Self::Remote(partner) => partner.id().to_owned(),
        }
    }

    fn of(value: &str) -> Self {
        let level = value.parse().ok().and_then(Level::new).map(Self::Computer);
        level.or(Partner::from_id(value).map(Self::Remote)).unwrap_or(Self::Person)
    }
}

impl SeatDraft {
    pub(super) fn of(player: Player, seat: &Seat) -> Self {
        let level = seat.level();
        let name = if level.is_some() { "" } else { seat.name.as_typed() };
        let who = level.map_or(Who::Person, Who::Computer);
        Self { player, name: Signal::new(name.to_owned()), who: Signal::new(who) }
    }

    /// The seat as it was chosen, if both players are at this screen.
    pub(super) fn seat(self) -> Seat {
        match self.who.get() {
            Who::Computer(level) => Seat::computer(level, level_name(level)),
            Who::Person | Who::Remote(_) => {
                Seat { name: self.name().unwrap_or_default(), occupant: Occupant::Person }
            }
        }
    }

    /// The name that was typed, if any was.
    pub(super) fn name(self) -> Option<Name> {
        let name = Name::new(&self.name.get());
        (!name.as_typed().is_empty()).then_some(name)
    }

    /// Who is invited to this seat, if it is for a player online.
    pub(super) fn partner(self) -> Option<Partner> {
        match self.who.get() {
            Who::Remote(partner) => Some(partner),
            Who::Person | Who::Computer(_) => None,
        }
    }

    /// The fields to choose it with. Opposite a player online there is a person here.
    pub(super) fn fields(self, other: Self) -> El {
        let number = self.player.index() + 1;
        let who = self.who;
        let option = |who: Who, words: &str| el("option").attr("value", &who.value()).text(words);
        let levels = Level::all()
            .map(|level| option(Who::Computer(level), &wording::setup::computer(level)));
        let obstacle = reach().obstacle;
        let remote = |partner: Partner| {
            option(Who::Remote(partner), partner.name())
                .flag_live("disabled", move || obstacle.with(Option::is_some))
        };
        let select = el("select")
            .id(&format!("seat-{number}"))
            .child(option(Who::Person, wording::setup::person_here()))
            .children(levels)
            .children(Partner::BOTH.map(remote))
            .attr("aria-describedby", OBSTACLE)
            .value_live(move || who.get().value())
            .on("change", move |event| {
                who.set(Who::of(&typed(&event)));
                if matches!(who.get(), Who::Remote(_)) {
                    other.who.set(Who::Person);
                } else if matches!(other.who.get(), Who::Remote(_)) {
                    who.set(Who::Person);
                }
            });
        let about = move || match who.get() {
            Who::Person => "",
            Who::Computer(level) => level_description(level),
            Who::Remote(Partner::Friend) => wording::setup::about_friend(),
            Who::Remote(Partner::Anyone) => wording::setup::about_opponent(),
        };
        classed("fieldset", "seat")
            .child(said("legend", wording::setup::player(self.player)))
            .child(el("label").text(wording::setup::played_by()).child(select))
            .child(classed("p", "about").text_live(move || about().to_owned()))
            .child(
                name_input(self.player, self.name)
                    .class_live("hidden", move || who.get() != Who::Person),
            )
    }
}
