use std::collections::VecDeque;

use parlor_rules::mancala::{Position, Rules, Step};
use parlor_rules::{Game as _, Turn};
use parlor_table::Table;

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
    sowing: StoredValue<Option<Sowing>, LocalStorage>,
    /// Until the next step is shown.
    pause: Timeout,
    /// Whether someone wants the turn that is shown to be over sooner.
    hurried: Signal<bool>,
    game: Game,
    settings: Signal<Settings>,
    audio: Audio,
}

/// A turn that is being shown.
struct Sowing {
    rules: Rules,
    /// The steps that are still to be shown.
    steps: VecDeque<Step>,
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
            sowing: StoredValue::new_local(None),
            pause: Timeout::new(),
            hurried: Signal::new(false),
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
        self.sowing.set_value(Some(Sowing {
            rules: *turn.before().rules(),
            steps: turn.steps().into(),
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
        let rules = self.sowing.with_value(|sowing| sowing.as_ref().map(|sowing| sowing.rules));
        if let Some(gain) = rules.and_then(|rules| Gain::of(step, &rules)) {
            self.stage.gain.set(Some(gain));
        }
    }

    fn end(self) {
        if let Some(sowing) = self.sowing.try_update_value(Option::take).flatten() {
            self.pause.cancel();
            self.busy.set(false);
            (sowing.shown)();
        }
    }

    fn next_step(self) -> Option<Step> {
        self.sowing.try_update_value(|sowing| sowing.as_mut()?.steps.pop_front()).flatten()
    }

    /// Does a step, and says how it sounds.
    fn apply(self, step: &Step) -> Option<Sound> {
        let sound = self.sowing.try_update_value(|sowing| {
            let sowing = sowing.as_mut()?;
            let order = sowing.dropped;
            sowing.dropped += usize::from(matches!(step, Step::Drop { .. }));
            let silent = sowing.ends_game && *step == Step::Again;
            Some((sowing.rules, sound_of(step, order).filter(|_| !silent)))
        });
        let (rules, sound) = sound.flatten()?;
        self.stage.apply(&rules, step);
        sound
    }

    /// How long a step stands before the next one, in milliseconds.
    fn pause_after(self, step: &Step) -> u32 {
        let interval = self.interval().unwrap_or_default();
        match step {
            Step::Lift { .. } => interval.min(240),
            Step::Drop { .. } => interval,
            Step::Capture { taken, .. } => 300 + 30 * u32::from(*taken),
            Step::Sweep { .. } => interval.min(140),
            Step::Again | Step::End(_) => 0,
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

/// How a step sounds. A stone is counted from 0, so that the pitch climbs along the sowing.
fn sound_of(step: &Step, order: usize) -> Option<Sound> {
    match step {
        Step::Drop { .. } => Some(Sound::Drop { order }),
        Step::Capture { .. } => Some(Sound::Capture),
        Step::Again => Some(Sound::Again),
        Step::Lift { .. } | Step::Sweep { .. } | Step::End(_) => None,
    }
}
