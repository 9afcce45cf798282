//! The computer at the table: its moves, its advice.

use parlor_table::advice::{Advice, Question, Wanted, Worth, best};
use parlor_table::{Level, say};

use super::{LiveTable, person_moves};
use crate::browser::{after, random};
use crate::effect::once_drawn;

/// A person would not see a move that comes faster, in milliseconds.
const AT_LEAST: u32 = 350;

impl LiveTable {
    /// Lets the computer choose its move and play it.
    pub(super) fn think(self, level: Level) {
        self.thinking.set(true);
        let version = self.version();
        let seed = random(u32::MAX);
        self.ask(Wanted::Move { level, seed }, move |advice| {
            if let Advice::Play(choice) = advice {
                after(AT_LEAST, move || {
                    if self.version_is(version) {
                        self.thinking.set(false);
                        self.play(choice);
                    }
                });
            }
        });
    }

    pub(super) fn stop_thinking(self) {
        self.thinking.set(false);
    }

    pub(super) fn toss_for_computer(self) {
        let version = self.version();
        after(2 * AT_LEAST, move || {
            if self.version_is(version) {
                self.toss_coin();
            }
        });
    }

    /// Marks a best move; the values of the moves are asked for where they are not known yet.
    pub(crate) fn show_hint(self) {
        self.skip();
        if self.far().is_some() || !self.shown.with_untracked(person_moves) {
            return;
        }
        let shown = self.settings.with_untracked(|settings| settings.values);
        let known = self.values.get_untracked();
        if shown && !known.is_empty() {
            return self.mark_best(&known);
        }
        let version = self.version();
        self.ask_values(move |values| {
            if self.version_is(version) {
                self.mark_best(&values);
                // This question took the place of the one whose answers are shown.
                if shown {
                    self.values.set(values);
                }
            }
        });
    }

    fn mark_best(self, values: &[Worth]) {
        if let Some(best) = best(values) {
            self.hint.set(Some(best.choice));
            let said = self.shown.with_untracked(|table| say::hint(table, best.choice));
            self.announcement.set(said);
        }
    }

    /// Asks for the values of every position that a person looks at, while values are shown.
    pub(super) fn keep_values_up_to_date(self) {
        once_drawn(Box::new(move || {
            let wanted = self.shows_values() && !self.busy.get() && self.shown.with(person_moves);
            self.values.set(Vec::new());
            if wanted {
                let version = self.version();
                self.ask_values(move |values| {
                    if self.version_is(version) {
                        self.values.set(values);
                    }
                });
            }
        }));
    }

    /// The page of this table is left.
    pub(super) fn leave(self) {
        self.stop_timer();
        self.audio.end_game();
        self.engine.forget();
    }

    fn ask_values(self, heard: impl Fn(Vec<Worth>) + 'static) {
        self.ask(Wanted::Values, move |advice| {
            if let Advice::Values { values, .. } = advice {
                heard(values);
            }
        });
    }

    fn ask(self, wanted: Wanted, heard: impl Fn(Advice) + 'static) {
        let game = self.log.with_untracked(|log| log.table().play().record().clone());
        self.engine.ask(|number| Question { number, game, wanted }, heard);
    }

    pub(super) fn version(self) -> usize {
        self.log.with_untracked(parlor_table::GameLog::version)
    }

    /// Whether nothing has happened since; also false when the page was left.
    fn version_is(self, version: usize) -> bool {
        self.log.try_with_untracked(parlor_table::GameLog::version) == Some(version)
    }
}
