//! What people do at a table.

use parlor_rules::mancala::Slot;
use parlor_rules::{Choice, Outcome, Player};
use parlor_table::{Actor, Coin, Command, Event, Marks, Name, Phase, Table, Wish};
use parlor_wording as wording;
use parlor_wording::{Voice, selection, slot_label, status, thinking, turn_account, turn_message};

use super::{Dialog, LiveTable, Origin, landing, person_moves};
use crate::catalogue::Game;
use crate::remote::remember_name;
use crate::route::{LinkedGame, Route};
use crate::session::sound::Sound;
use crate::storage;
use crate::ui::browser::random;
use crate::ui::prelude::*;

impl LiveTable {
    /// A slot was chosen, by click, touch or key.
    pub(crate) fn choose_slot(self, slot: Slot) {
        if self.busy.get() {
            return self.skip();
        }
        if self.thinking.get() {
            let words = self.shown.with(|table| thinking(table.name(table.turn())));
            return self.refuse(&words);
        }
        if let Some(objection) = self.objection(slot) {
            return self.refuse(objection);
        }
        if let Some(objection) = self.far_objection() {
            return self.refuse(&objection);
        }
        let is_pit =
            self.shown.with(|table| table.rules().is_some_and(|rules| slot.pit(&rules).is_some()));
        match self.choice_at(slot) {
            chosen if is_pit && self.two_step() => self.select(slot, chosen.err()),
            Ok(choice) => self.play(choice),
            Err(refusal) => self.refuse(&refusal),
        }
    }

    /// The move that a slot stands for, or why it is none.
    fn choice_at(self, slot: Slot) -> Result<Choice, String> {
        self.shown.with_untracked(|table| {
            let refused = |refusal| wording::refusal(table, refusal, Voice::of(table));
            table.choice_at(Actor::Screen, slot).map_err(refused)
        })
    }

    /// Why a lesson does not take a move that the rules allow.
    fn objection(self, slot: Slot) -> Option<&'static str> {
        let Origin::Lesson(lesson) = self.origin else { return None };
        self.shown.with(|table| {
            if table.play().played() > 0 {
                return Some(wording::learn::already_done());
            }
            let landing = landing(table, slot)?;
            (!(lesson.accepts)(landing.effect)).then_some(lesson.objection)
        })
    }

    /// A square was chosen.
    pub(crate) fn choose_square(self, square: Choice) {
        let free =
            self.shown.with(|table| person_moves(table) && table.play().preview(square).is_some());
        if free {
            self.play(square);
        }
    }

    /// The second step of a two-step turn.
    pub(crate) fn play_selected(self) {
        if let Some(slot) = self.selected.get() {
            match self.choice_at(slot) {
                Ok(choice) => self.play(choice),
                Err(refusal) => self.refuse(&refusal),
            }
        }
    }

    fn select(self, slot: Slot, refusal: Option<String>) {
        self.forget_message();
        self.selected.set(Some(slot));
        let label = self.shown.with(|table| {
            table
                .play()
                .mancala()
                .map(|position| slot_label(table, position, slot, Voice::of(table)))
        });
        self.announcement.set(selection(&label.unwrap_or_default()));
        self.message.set(refusal);
    }

    /// Plays a move of the player whose turn it is.
    pub(super) fn play(self, choice: Choice) {
        if let Some(far) = self.far() {
            return self.send_move(far, choice);
        }
        self.forget_message();
        if self.append(Event::Moved { choice }) {
            self.show_turn();
        }
    }

    /// Shows the turn that the log ends with.
    pub(super) fn show_turn(self) {
        let sown = self.log.with(|log| log.table().play().last_turn()?.mancala());
        if let Some(turn) = sown {
            self.animate(&turn);
        } else {
            self.audio.play(Sound::Drop { order: 0 });
            self.settle();
        }
    }

    /// The turn has been shown: the table is what the log says, and goes on.
    pub(super) fn settle(self) {
        self.busy.set(false);
        let table = self.table_now();
        if let Some(turn) = table.play().last_turn().filter(|_| is_about_moves(&table)) {
            let voice = Voice::of(&table);
            self.message.set(turn_message(&table, turn, voice));
            self.announcement.set(turn_account(&table, turn, voice));
        }
        if let Phase::Over(ending) = table.phase() {
            if !ending.is_by_moves() {
                self.announcement.set(status(&table, Voice::of(&table)));
            }
            let won = matches!(ending.outcome(), Outcome::Win(_));
            self.audio.play(if won { Sound::Win } else { Sound::Tie });
            self.audio.end_game();
        }
        self.shown.set(table);
        self.go_on();
        self.hear();
    }

    pub(crate) fn can_undo(self) -> bool {
        self.shown.with(|table| table.undo_target().is_some())
    }

    pub(crate) fn can_redo(self) -> bool {
        self.shown.with(|table| table.redo_target().is_some())
    }

    pub(crate) fn undo(self) {
        if self.far().is_some() {
            return self.ask_for(Wish::TakeBack { to: None });
        }
        let to = self.log.with(|log| log.table().undo_target());
        self.travel(to, |to| Event::TookBack { to });
    }

    pub(crate) fn redo(self) {
        if self.far().is_some() {
            return;
        }
        let to = self.log.with(|log| log.table().redo_target());
        self.travel(to, |to| Event::Redone { to });
    }

    /// To the first position of the game.
    pub(crate) fn to_start(self) {
        self.travel(Some(0), |to| Event::TookBack { to });
    }

    /// To the last position that was ever reached.
    pub(crate) fn to_end(self) {
        let end = self.log.with(|log| {
            let play = log.table().play();
            u16::try_from(play.played() + play.undone()).ok()
        });
        self.travel(end, |to| Event::Redone { to });
    }

    fn travel(self, to: Option<u16>, event: impl FnOnce(u16) -> Event) {
        self.skip();
        if to.is_some_and(|to| self.append(event(to))) {
            self.show_at_once();
        }
    }

    /// Tosses the coin of the player whose toss it is.
    pub(crate) fn toss_coin(self) {
        if let Some(far) = self.far() {
            return Self::commit_to_toss(far);
        }
        let phase = self.log.with(|log| log.table().phase());
        if let Phase::Tossing(player) = phase {
            let coin = if random(2) == 0 { Coin::Heads } else { Coin::Tails };
            self.append(Event::Tossed { player, coin });
            self.audio.play(Sound::Drop { order: 4 });
            self.show_at_once();
            let said = self.shown.with(|table| {
                table.toss().map(|toss| parlor_wording::toss(table, toss, Voice::of(table)))
            });
            self.announcement.set(said.unwrap_or_default());
        }
    }

    pub(crate) fn rename(self, player: Player, typed: &str) {
        let name = Name::new(typed);
        if let Some(far) = self.far() {
            remember_name(&name);
            return far.order(Command::Rename { player: None, name });
        }
        self.append(Event::Renamed { player, name });
        self.show_names();
    }

    pub(crate) fn draw_with(self, marks: Marks) {
        self.append(Event::Marked(marks));
        self.show_names();
    }

    /// The next game of the match, after the end of one.
    pub(crate) fn play_again(self) {
        if self.append(Event::Rematched { swapped: false }) {
            self.audio.begin_game();
            self.show_at_once();
        }
    }

    /// A new game instead of the one under way, which is asked about first.
    pub(crate) fn ask_new_game(self) {
        if let Some(far) = self.far() {
            return self.end_or_begin(far);
        }
        let phase = self.log.with(|log| {
            let table = log.table();
            (table.play().played() > 0).then(|| table.phase())
        });
        match phase {
            Some(Phase::Over(_)) => self.play_again(),
            Some(_) => self.dialog.set(Some(Dialog::NewGame)),
            None => self.start_over(),
        }
    }

    /// A new game, with whatever a game of this kind begins with.
    pub(crate) fn start_over(self) {
        if self.game == Game::HomePits && matches!(self.origin, Origin::Here) {
            self.skip();
            self.dialog.set(Some(Dialog::Start));
        } else {
            self.restart();
        }
    }

    /// A new game at once.
    pub(crate) fn restart(self) {
        self.skip();
        let over = self.log.with(|log| log.table().ending().is_some());
        let event = if over { Event::Rematched { swapped: false } } else { Event::Restarted };
        if self.append(event) {
            self.audio.begin_game();
            self.show_at_once();
        }
    }

    /// Goes on with whatever comes next: nothing for a person, a move or a toss for the computer.
    pub(crate) fn go_on(self) {
        // Where a server keeps the table, it also plays for the computer.
        if let Some(far) = self.far() {
            return self.take_up(far);
        }
        let next = self.log.with(|log| {
            let table = log.table();
            match table.phase() {
                Phase::Tossing(player) | Phase::Playing(player) => {
                    table.seat(player).level().map(|level| (table.phase(), level))
                }
                Phase::Waiting | Phase::Over(_) => None,
            }
        });
        match next {
            Some((Phase::Tossing(_), _)) => self.toss_for_computer(),
            Some((Phase::Playing(_), level)) => self.think(level),
            _ => self.stop_thinking(),
        }
    }

    pub(super) fn show_at_once(self) {
        self.forget_message();
        let table = self.table_now();
        self.stage.show(&table);
        self.announcement.set(status(&table, Voice::of(&table)));
        self.shown.set(table);
        self.go_on();
    }

    fn show_names(self) {
        if !self.busy.get() {
            self.shown.set(self.table_now());
        }
    }

    pub(super) fn refuse(self, reason: &str) {
        self.audio.play(Sound::Illegal);
        self.message.set(Some(reason.to_owned()));
        self.announcement.set(reason.to_owned());
    }

    pub(super) fn forget_message(self) {
        self.message.set(None);
        self.selected.set(None);
        self.hint.set(None);
    }

    fn append(self, event: Event) -> bool {
        let appended = self.log.try_update(|log| log.append(event).is_ok()) == Some(true);
        if appended {
            match self.origin {
                Origin::Here => self.log.with(|log| storage::save_table(self.game, log)),
                Origin::Link => self.write_address(),
                Origin::Lesson(_) | Origin::Far(_) => {}
            }
        }
        appended
    }

    /// Puts the game as it stands in the address, so that a reload brings it back.
    fn write_address(self) {
        let address = self.log.with(|log| {
            let table = log.table();
            // What was taken back can be played again, so the address keeps it.
            (table.play().undone() == 0).then(|| {
                let names = Player::BOTH.map(|player| table.seat(player).name.clone());
                Route::Link(Ok(LinkedGame { record: table.play().record().clone(), names }))
            })
        });
        if let Some(address) = address {
            address.write_in_address();
        }
    }
}

/// Whether the last turn is what the table has come to.
fn is_about_moves(table: &Table) -> bool {
    table.ending().is_none_or(parlor_table::Ending::is_by_moves)
}
