use std::collections::VecDeque;

use parlor_rules::mancala::{Position, Step};
use parlor_rules::{Turn, mancala};

use super::Session;
use crate::session::sound::Sound;
use crate::ui::prelude::*;

/// The steps of a turn that are still to be shown.
#[derive(Default)]
pub(super) struct Animation {
    steps: VecDeque<Step>,
    dropped: usize,
}

impl Session {
    /// Shows a turn step by step; at its end the table is shown as it is.
    pub(super) fn animate(self, turn: &Turn<Position>) {
        self.busy().set(true);
        self.animation().update_value(|animation| {
            animation.steps = turn.steps().into();
            animation.dropped = 0;
        });
        match self.interval() {
            Some(_) => self.show_next_step(),
            None => self.skip(),
        }
    }

    /// Shows all the rest of the turn at once.
    pub(crate) fn skip(self) {
        if !self.busy().get() {
            return;
        }
        self.next_step_timer().cancel();
        let mut heard = None;
        while let Some(step) = self.next_step() {
            self.stage().apply(&self.rules(), &step);
            heard = self.sound_of(&step).or(heard);
        }
        // One sound for all that was skipped: that of its end.
        if let Some(sound) = heard {
            self.audio().play(sound);
        }
        self.settle();
    }

    fn show_next_step(self) {
        let Some(step) = self.next_step() else { return self.settle() };
        self.stage().apply(&self.rules(), &step);
        if let Some(sound) = self.sound_of(&step) {
            self.audio().play(sound);
        }
        self.next_step_timer().start(self.pause_after(&step), move || self.show_next_step());
    }

    fn next_step(self) -> Option<Step> {
        self.animation().try_update_value(|animation| animation.steps.pop_front()).flatten()
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
        let look = self.look();
        self.settings().with(|settings| settings.speed.interval(look))
    }

    fn sound_of(self, step: &Step) -> Option<Sound> {
        match step {
            Step::Drop { .. } => {
                let order = self.animation().try_update_value(|animation| {
                    animation.dropped += 1;
                    animation.dropped - 1
                });
                Some(Sound::Drop { order: order.unwrap_or_default() })
            }
            Step::Capture { .. } => Some(Sound::Capture),
            Step::Again => Some(Sound::Again),
            Step::Lift { .. } | Step::Sweep { .. } | Step::End(_) => None,
        }
    }

    fn rules(self) -> mancala::Rules {
        self.shown()
            .with(parlor_table::Table::rules)
            .unwrap_or_else(|| mancala::Preset::Kalah.rules())
    }
}
