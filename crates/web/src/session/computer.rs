//! The computer at the table: its moves, its advice.

use parlor_engine::Analysis;
use parlor_engine_worker::advice::{Advice, Question, Wanted};
use parlor_rules::{Choice, Level, Ply};
use parlor_table::{Command, SeatId, Table};

use super::Session;
use crate::ui::browser::random;
use crate::ui::prelude::*;

/// A person would not see a move that comes faster, in milliseconds.
const AT_LEAST: u32 = 350;

impl Session {
    /// Lets the computer choose its move and play it.
    pub(super) fn think(self, seat: SeatId, level: Level) {
        self.thinking().set(true);
        let moment = self.moment();
        let seed = random(u32::MAX);
        let may_swap = self.table().with(Table::may_swap);
        self.ask(Wanted::Turn { level, seed, may_swap }, move |advice| {
            if let Advice::Play(ply) = advice {
                let command = match ply {
                    Ply::Move(choice) => Command::Move { choice },
                    Ply::Swap => Command::Swap,
                };
                self.pause().start(AT_LEAST, move || {
                    if self.is_still(moment) {
                        self.thinking().set(false);
                        self.submit_for_computer(seat, command);
                    }
                });
            }
        });
    }

    pub(super) fn stop_thinking(self) {
        self.thinking().set(false);
    }

    fn submit_for_computer(self, seat: SeatId, command: Command) {
        self.keeper().act(|host| host.submit_for_computer(seat, command));
        self.show_reports();
    }

    pub(super) fn toss_for_computer(self, seat: SeatId) {
        let moment = self.moment();
        self.pause().start(2 * AT_LEAST, move || {
            if self.is_still(moment) {
                self.submit_for_computer(seat, Command::Toss);
            }
        });
    }

    /// Marks a best move; the values of the moves are asked for where they are not known yet.
    pub(crate) fn show_hint(self) {
        self.skip();
        if !(self.may_be_advised() && self.has_a_choice()) {
            return;
        }
        let shown = self.settings().with(|settings| settings.values);
        let known = self.values().get();
        if shown && !known.moves.is_empty() {
            return self.mark_best(&known);
        }
        let moment = self.moment();
        self.ask_values(move |values| {
            if self.is_still(moment) {
                self.mark_best(&values);
                // This question took the place of the one whose answers are shown.
                if shown {
                    self.values().set(values);
                }
            }
        });
    }

    fn mark_best(self, analysis: &Analysis<Choice>) {
        if let Some(best) = analysis.best() {
            self.hint().set(Some(best.choice));
            let said = self.shown().with(|table| parlor_wording::hint(table, best.choice));
            self.announcement().set(said);
        }
    }

    /// Asks for the values of every position that a person looks at, while values are shown.
    pub(super) fn keep_values_up_to_date(self) {
        effect_once_drawn(move || {
            let wanted = self.shows_values() && !self.busy().get() && self.has_a_choice();
            self.values().set(Analysis::default());
            if wanted {
                untrack(|| self.keep_asking_values());
            }
        });
    }

    fn keep_asking_values(self) {
        let moment = self.moment();
        self.ask_values(move |values| {
            if self.is_still(moment) {
                self.values().set(values);
            }
        });
    }

    /// The page of this table is left.
    pub(super) fn leave(self) {
        self.audio().end_game();
        self.engine().forget();
    }

    fn ask_values(self, heard: impl Fn(Analysis<Choice>) + 'static) {
        self.ask(Wanted::Values, move |advice| {
            if let Advice::Values { analysis, .. } = advice {
                heard(analysis);
            }
        });
    }

    fn ask(self, wanted: Wanted, heard: impl Fn(Advice) + 'static) {
        let game = self.shown().with(|table| table.play().record().clone());
        self.engine().ask(|number| Question { number, game, wanted }, heard);
    }

    /// What has happened so far, and which position of it is looked at; nothing when the page was
    /// left.
    fn moment(self) -> Option<(usize, usize)> {
        let shown = self.0.try_with_value(|state| state.shown)?;
        let played = shown.try_with(|table| table.play().played())?;
        Some((self.keeper().read(|host| host.log().version()), played))
    }

    /// Whether nothing has happened since.
    fn is_still(self, moment: Option<(usize, usize)>) -> bool {
        moment.is_some() && self.moment() == moment
    }
}
