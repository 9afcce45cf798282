use std::cell::RefCell;
use std::collections::VecDeque;

use parlor_rules::mancala::{Position, Rules, Step};
use parlor_rules::{Game as _, Turn};
use parlor_table::{Pace, Table};

use super::stage::{Gain, Stage};
use crate::catalogue::Game;
use crate::session::sound::{Audio, Sound, use_audio};
use crate::settings::{Settings, Speed, use_settings};
use crate::ui::prelude::*;
use crate::ui::timer::Timeout;

/// Shows turns step by step.
#[derive(Clone, Copy)]
pub(crate) struct Animation {
    /// The stones as they are drawn now.
    pub(crate) stage: Stage,
    /// Whether stones are being sown: input is locked, and any input skips to the end.
    pub(crate) busy: Signal<bool>,
    sowing: Stored<RefCell<Option<Sowing>>>,
    /// Until the next step is shown.
    pause: Timeout,
    /// Whether someone wants the turn that is shown to be over sooner.
    hurried: Signal<bool>,
    /// Whether stones fall so fast that they must not take their time in the air.
    pub(crate) rushing: Signal<bool>,
    game: Game,
    settings: Signal<Settings>,
    audio: Audio,
}

/// A turn that is being shown.
struct Sowing {
    rules: Rules,
    /// The steps that are still to be shown.
    steps: VecDeque<Step>,
    /// How fast they follow each other.
    pace: Pace,
    /// How many stones have fallen.
    dropped: usize,
    /// Whether the game ends with it: then nobody goes again.
    ends_game: bool,
    /// What is done when it has been shown.
    shown: Box<dyn FnOnce()>,
}

impl Animation {
    pub(super) fn new(table: &Table, game: Game) -> Self {
        Self {
            stage: Stage::new(table),
            busy: Signal::new(false),
            sowing: Stored::new(RefCell::new(None)),
            pause: Timeout::new(),
            hurried: Signal::new(false),
            rushing: Signal::new(false),
            game,
            settings: use_settings(),
            audio: use_audio(),
        }
    }

    /// Shows a turn; `shown` is called when it has been.
    pub(super) fn start(self, turn: &Turn<Position>, shown: impl FnOnce() + 'static) {
        self.hurried.set(false);
        self.stage.gain.set(None);
        self.busy.set(true);
        let steps = turn.steps();
        let speed = self.settings.with(|settings| settings.speed);
        self.sowing.get().replace(Some(Sowing {
            rules: *turn.before().rules(),
            pace: pace(&steps, speed.longest_turn(), self.interval().unwrap_or_default()),
            steps: steps.into(),
            dropped: 0,
            ends_game: turn.position().outcome().is_some(),
            shown: Box::new(shown),
        }));
        match self.interval() {
            Some(_) => self.show_next_step(),
            None => self.skip(),
        }
    }

    /// Shows all the rest of the turn at once.
    pub(crate) fn skip(self) {
        let mut heard = None;
        while let Some(step) = self.next_step() {
            heard = self.apply(&step).or(heard);
        }
        // One sound for all that was skipped: that of its end.
        if let Some(sound) = heard {
            self.audio.play(sound);
        }
        self.end();
    }

    /// Whether stones are sown so slowly that one may want to see them faster.
    pub(crate) fn can_hurry(self) -> bool {
        self.busy.get() && self.interval().is_some_and(|interval| interval >= SLOW)
    }

    /// Sows the rest of this turn as fast as can be followed.
    pub(crate) fn hurry(self) {
        if self.can_hurry() {
            self.hurried.set(true);
            self.of_sowing(|sowing| sowing.pace.hurry(Speed::Fast.longest_turn()));
            self.show_next_step();
        }
    }

    fn show_next_step(self) {
        let Some(step) = self.next_step() else { return self.end() };
        if let Some(sound) = self.apply(&step) {
            self.audio.play(sound);
        }
        self.show_gain(&step);
        self.pause.start(self.pause_after(&step), move || self.show_next_step());
    }

    /// What a capture brings in is seen to go where it belongs, unless it is there at once.
    fn show_gain(self, step: &Step) {
        let rules = self.of_sowing(|sowing| sowing.rules);
        if let Some(gain) = rules.and_then(|rules| Gain::of(step, &rules)) {
            self.stage.gain.set(Some(gain));
        }
    }

    fn end(self) {
        if let Some(sowing) = self.sowing.try_get().and_then(|sowing| sowing.take()) {
            self.pause.cancel();
            self.rush(false);
            self.busy.set(false);
            (sowing.shown)();
        }
    }

    fn next_step(self) -> Option<Step> {
        self.of_sowing(|sowing| sowing.steps.pop_front())?
    }

    /// Does something with the turn that is being shown, if one is.
    fn of_sowing<T>(self, act: impl FnOnce(&mut Sowing) -> T) -> Option<T> {
        self.sowing.try_get()?.borrow_mut().as_mut().map(act)
    }

    /// Does a step, and says how it sounds.
    fn apply(self, step: &Step) -> Option<Sound> {
        let (rules, sound) = self.of_sowing(|sowing| {
            let order = sowing.dropped;
            sowing.dropped += usize::from(matches!(step, Step::Drop { .. }));
            let silent = sowing.ends_game && *step == Step::Again;
            (sowing.rules, sound_of(step, order).filter(|_| !silent))
        })?;
        self.stage.apply(&rules, step);
        sound
    }

    /// How long a step stands before the next one, in milliseconds.
    fn pause_after(self, step: &Step) -> u32 {
        let usual = usual_pause(step, self.interval().unwrap_or_default());
        if !is_sown(step) {
            return usual;
        }
        let pause = self.of_sowing(|sowing| sowing.pace.pause(usual)).unwrap_or(usual);
        self.rush(pause < FLIGHT);
        pause
    }

    fn rush(self, rushing: bool) {
        if self.rushing.get() != rushing {
            self.rushing.set(rushing);
        }
    }

    fn interval(self) -> Option<u32> {
        let look = self.settings.with(|settings| settings.look(self.game));
        let fast = Speed::Fast.interval(look).filter(|_| self.hurried.get());
        fast.or_else(|| self.settings.with(|settings| settings.speed.interval(look)))
    }
}

/// An interval from which on sowing may be too slow for some, in milliseconds.
const SLOW: u32 = 400;

/// An interval below which the flight of a stone would not be over before the next one falls.
const FLIGHT: u32 = 100;

/// The pace of a turn: what is sown gets as much of the time as the rest of the turn leaves.
fn pace(steps: &[Step], longest: u32, interval: u32) -> Pace {
    let rest = steps.iter().filter(|step| !is_sown(step));
    let rest: u32 = rest.map(|step| usual_pause(step, interval)).sum();
    Pace::new(longest.saturating_sub(rest), steps.iter().filter(|step| is_sown(step)).count())
}

/// Whether a step is one of the many that can make a turn long.
const fn is_sown(step: &Step) -> bool {
    match step {
        Step::Lift { .. } | Step::Drop { .. } => true,
        Step::Capture { .. } | Step::Sweep { .. } | Step::Again | Step::End(_) => false,
    }
}

/// How long a step stands where nobody is kept waiting.
fn usual_pause(step: &Step, interval: u32) -> u32 {
    match step {
        Step::Lift { .. } => interval.min(240),
        Step::Drop { .. } => interval,
        Step::Capture { taken, .. } => (300 + 30 * u32::from(*taken)).min(2_000),
        Step::Sweep { .. } => interval.min(140),
        Step::Again | Step::End(_) => 0,
    }
}

/// How a step sounds. A stone is counted from 0, so that the pitch climbs along the sowing. The stones
/// of a relay are heard to be taken up; those that a person takes up are not.
fn sound_of(step: &Step, order: usize) -> Option<Sound> {
    match step {
        Step::Lift { .. } => Some(Sound::Lift).filter(|_| order > 0),
        Step::Drop { .. } => Some(Sound::Drop { order }),
        Step::Capture { .. } => Some(Sound::Capture),
        Step::Again => Some(Sound::Again),
        Step::Sweep { .. } | Step::End(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::look::Look;

    /// All pauses of a turn at a speed.
    fn pauses(game: &str, pit: &str, speed: Speed, look: Look) -> Vec<u32> {
        let record: parlor_rules::AnyRecord = game.parse().expect("a record");
        let position = record.position().mancala().expect("a game of Mancala");
        let steps = position.play(pit.parse().expect("a pit")).expect("a legal move").steps();
        let interval = speed.interval(look).expect("steps are seen");
        let mut pace = pace(&steps, speed.longest_turn(), interval);
        let pause = |step| match usual_pause(step, interval) {
            usual if is_sown(step) => pace.pause(usual),
            usual => usual,
        };
        steps.iter().map(pause).collect()
    }

    const RELAY: &str =
        "pits_6.stones_4.first_1.origin_sow.over_row.rest_owner.relay_on.captures_off";

    #[test]
    fn no_turn_takes_longer_than_eight_seconds_at_the_normal_speed() {
        for (moves, steps) in [("", 35), ("542", 84), ("413", 191), ("1562522361", 252)] {
            let pit = match moves {
                "" => "5",
                "542" => "2",
                _ => "6",
            };
            for look in Look::ALL {
                let pauses = pauses(&format!("{RELAY}~S~{moves}"), pit, Speed::Usual, look);
                let all: u32 = pauses.iter().sum();
                assert_eq!(pauses.len(), steps, "{moves}");
                assert!((7_000..=8_000).contains(&all), "{moves}: {all} ms in {look:?}");
            }
        }
    }

    #[test]
    fn a_single_sowing_keeps_its_time() {
        assert_eq!(pauses("gems~S~", "6", Speed::Usual, Look::Gems), [240, 600, 600, 600, 600]);
        assert_eq!(
            pauses("kalah~S~", "3", Speed::Usual, Look::Walnut),
            [240, 260, 260, 260, 260, 0]
        );
    }
}
