use parlor_table::Clock;
use parlor_wording as wording;

use crate::ui::elements::{El, el, said, typed};
use crate::ui::prelude::*;

/// A clock for a remote game, while it is being chosen.
#[derive(Clone, Copy)]
pub(super) struct ClockDraft {
    /// Minutes for the game; 0 for no clock.
    minutes: Signal<u32>,
    /// Seconds that each move adds.
    seconds: Signal<u32>,
}

const MINUTES: [u32; 8] = [0, 1, 3, 5, 10, 15, 30, 60];
const SECONDS: [u32; 5] = [0, 2, 5, 10, 30];

impl Default for ClockDraft {
    fn default() -> Self {
        Self { minutes: Signal::new(0), seconds: Signal::new(0) }
    }
}

impl ClockDraft {
    /// The clock as it was chosen, if there is to be one.
    pub(super) fn clock(self) -> Option<Clock> {
        Clock::new(60 * self.minutes.get(), self.seconds.get())
    }

    pub(super) fn fields(self) -> El {
        let minutes = choice(
            "minutes",
            wording::setup::clock_total(),
            &MINUTES,
            self.minutes,
            wording::setup::clock_minutes,
        );
        let seconds = choice(
            "seconds",
            wording::setup::clock_increment(),
            &SECONDS,
            self.seconds,
            wording::setup::clock_seconds,
        )
        .class_live("hidden", move || self.minutes.get() == 0);
        el("fieldset").child(said("legend", wording::setup::clock())).child(minutes).child(seconds)
    }
}

fn choice(
    id: &str,
    words: &str,
    numbers: &[u32],
    chosen: Signal<u32>,
    name: fn(u32) -> String,
) -> El {
    let options = numbers
        .iter()
        .map(|&number| el("option").attr("value", &number.to_string()).text(&name(number)));
    let field = el("select").id(id).children(options).on("change", move |event| {
        chosen.set(typed(&event).parse().unwrap_or_default());
    });
    el("label").text(words).child(field)
}
