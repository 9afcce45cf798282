use leptos::prelude::*;
use parlor_rules::Player;
use parlor_table::{Level, Name, Occupant, Seat};

use crate::characters::character;

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
            Some(level) => Seat::computer(level, character(level).name),
            None => {
                Seat { name: Name::new(&self.name.get_untracked()), occupant: Occupant::Person }
            }
        }
    }

    /// The fields to choose it with.
    pub(super) fn fields(self) -> impl IntoView {
        let number = self.player.index() + 1;
        let options = Level::all().map(|level| {
            let words = format!("Computer {}: {}", level.number(), character(level).name);
            view! {
                <option value=level.number() selected=self.level.get_untracked() == Some(level)>
                    {words}
                </option>
            }
        });
        let about = move || self.level.get().map(|level| character(level).about);
        view! {
            <fieldset class="seat">
                <legend>{format!("Player {number}")}</legend>
                <label>
                    "Who plays"
                    <select id=format!("seat-{number}") on:change=move |event| {
                        let level = event_target_value(&event).parse().ok().and_then(Level::new);
                        self.level.set(level);
                    }>
                        <option value="0" selected=self.level.get_untracked().is_none()>"A person"</option>
                        {options.collect_view()}
                    </select>
                </label>
                <p class="about">{about}</p>
                <label class:hidden=move || self.level.get().is_some()>
                    "Name"
                    <input
                        id=format!("name-{number}")
                        type="text"
                        maxlength=Name::MAX_CHARACTERS
                        autocomplete="off"
                        placeholder=format!("Player {number}")
                        prop:value=move || self.name.get()
                        on:input=move |event| self.name.set(event_target_value(&event))
                    />
                </label>
            </fieldset>
        }
    }
}
