//! Going on from any position against the computer.

use parlor_rules::{AnyRecord, Game as _, Level, Player};
use parlor_table::{GameLog, Opening, Seat};
use parlor_wording as wording;

use crate::catalogue::Game;
use crate::identity::my_name;
use crate::route::Route;
use crate::screens::characters::is_in_progress;
use crate::storage::{self, Kept};
use crate::ui::browser::location;
use crate::ui::prelude::*;

/// A button that leads to a table against the computer. A game in progress there is abandoned only when the
/// button is pressed again.
#[derive(Clone, Copy)]
pub(crate) struct AgainstComputer {
    /// The table whose game was asked about.
    asked: Signal<Option<Kept>>,
}

impl AgainstComputer {
    pub(crate) fn new() -> Self {
        Self { asked: Signal::new(None) }
    }

    /// Sets the table, where the person here has the side to move, and goes there.
    pub(crate) fn play(self, record: AnyRecord, level: Level) {
        let kept = Kept::Computer(Game::of_record(&record));
        let is_sure = self.asked.get() == Some(kept);
        if !is_sure && storage::load_table(kept).as_ref().is_some_and(is_in_progress) {
            return self.asked.set(Some(kept));
        }
        let turn = record.position().turn();
        let seats = Player::BOTH.map(|player| {
            if player == turn {
                Seat::person(my_name().as_typed())
            } else {
                Seat::computer(level, wording::level_name(level))
            }
        });
        storage::save_table(kept, &GameLog::continued(Opening::new(record, seats)));
        let _ = location().set_hash(&Route::from(kept).to_string());
    }

    /// What the button says where this game is shown.
    pub(crate) fn words(self, game: Game) -> &'static str {
        if self.asked.get() == Some(Kept::Computer(game)) {
            wording::editor::abandons()
        } else {
            wording::editor::computer()
        }
    }
}
