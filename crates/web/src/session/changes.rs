//! What came of commands, on the screen: reports of the host, taken in one after the other.

use parlor_rules::{Outcome, Player};
use parlor_table::{Change, Event, Hand, Phase, Refusal, Report, Table, Toss, fairness};
use parlor_wording as wording;
use parlor_wording::{News, Voice, sentences, status, turn_account, turn_message};

use super::{Kept, Session, seen};
use crate::route::{LinkedGame, Route};
use crate::session::sound::Sound;
use crate::storage;
use crate::ui::browser::document;
use crate::ui::prelude::*;

impl Session {
    /// Shows what the host has to report, as far as nothing is moving.
    pub(super) fn show_reports(self) {
        while !self.busy().get()
            && let Some(report) = self.keeper().act(|host| host.next_report()).flatten()
        {
            match report {
                Report::Changed(change) => self.show(*change),
                Report::Refused { refusal, .. } => self.show_refusal(refusal),
            }
        }
    }

    /// Shows one change. Only a turn takes time, and only in front of somebody's eyes.
    fn show(self, change: Change) {
        self.keep();
        let Change { entry, turn, before, table } = change;
        let actor = self.actor();
        let (before, table) = (seen(actor, &before), seen(actor, &table));
        let event = entry.event;
        let mut news = wording::news(&before, &table, &event, Voice::of(&table));
        if let (Event::Restarted, Some(news)) = (&event, &mut news) {
            // Because someone has joined, which has just been said.
            let said = self.message().get().unwrap_or_default();
            news.happened = sentences([said.as_str(), &news.happened]);
        }
        self.table().set(table);
        match &event {
            Event::Moved { .. } => {
                self.forget_message();
                self.pressed().set(None);
                match turn {
                    Some(turn) => self.show_turn(&turn),
                    None => self.show_at_once(),
                }
                if document().hidden() {
                    self.skip();
                }
            }
            Event::Swapped | Event::TookBack { .. } | Event::Redone { .. } => {
                self.end_looking_back();
                self.show_at_once();
            }
            Event::Tossed { .. } | Event::Committed { .. } | Event::TossForfeited { .. } => {
                self.audio().play(Sound::Drop { order: 4 });
                self.show_at_once();
                self.tell_toss();
            }
            Event::Resigned { .. } | Event::TimeRanOut { .. } | Event::DrawAgreed => {
                self.pressed().set(None);
                self.settle();
            }
            Event::Rematched { .. } | Event::Restarted => {
                self.end_looking_back();
                self.audio().begin_game();
                self.show_at_once();
            }
            Event::Opened(_)
            | Event::Seated { .. }
            | Event::Renamed { .. }
            | Event::Marked(_)
            | Event::Clocked(_)
            | Event::Revealed { .. }
            | Event::Asked { .. }
            | Event::Declined { .. } => self.shown().set(self.looked_at_now()),
        }
        self.note_opponent();
        if let Some(news) = news {
            self.tell_news(&event, &news);
        }
    }

    /// Tells what happened between the players. At one screen they saw it themselves.
    fn tell_news(self, event: &Event, news: &News) {
        if self.is_shared() {
            if *event == Event::Swapped {
                self.message().set(Some(news.happened.clone()));
                self.tell(&news.whole());
            }
            return;
        }
        let stays = match event {
            Event::Seated { .. } | Event::Restarted | Event::Declined { .. } | Event::Swapped => {
                true
            }
            Event::Opened(_)
            | Event::Renamed { .. }
            | Event::Marked(_)
            | Event::Clocked(_)
            | Event::Committed { .. }
            | Event::Revealed { .. }
            | Event::TossForfeited { .. }
            | Event::Tossed { .. }
            | Event::Moved { .. }
            | Event::TookBack { .. }
            | Event::Redone { .. }
            | Event::Asked { .. }
            | Event::Resigned { .. }
            | Event::TimeRanOut { .. }
            | Event::DrawAgreed
            | Event::Rematched { .. } => false,
        };
        if stays {
            // Whose turn it is stands above it.
            self.message().set(Some(news.happened.clone()));
        }
        self.tell(&news.whole());
    }

    fn end_looking_back(self) {
        self.looked_back().set(None);
        self.pressed().set(None);
    }

    /// The turn has been shown: the table is what it is, and goes on.
    pub(super) fn settle(self) {
        self.busy().set(false);
        let table = self.looked_at_now();
        let voice = Voice::of(&table);
        if let Some(turn) = table.play().last_turn().filter(|_| is_about_moves(&table)) {
            self.message().set(turn_message(&table, turn, voice));
            self.announcement().set(turn_account(&table, turn, voice));
        }
        if let Phase::Over(ending) = table.phase() {
            if !ending.is_by_moves() {
                self.announcement().set(status(&table, voice));
            }
            let won = matches!(ending.outcome(), Outcome::Win(_));
            self.audio().play(if won { Sound::Win } else { Sound::Tie });
            self.audio().end_game();
        }
        self.shown().set(table);
        self.go_on();
        self.show_reports();
    }

    /// Shows the table as it is, however the stones get there.
    pub(super) fn show_at_once(self) {
        self.forget_message();
        let table = self.looked_at_now();
        self.stage().show(&table);
        self.announcement().set(status(&table, Voice::of(&table)));
        self.shown().set(table);
        self.go_on();
    }

    /// How the toss stands. One that was made by commit and reveal is checked when it is decided.
    fn tell_toss(self) {
        let Some(toss) = self.table().with(|table| table.toss().copied()) else { return };
        let words = self.table().with(|table| wording::toss(table, &toss, Voice::of(table)));
        if is_plain(&toss) {
            return self.announcement().set(words);
        }
        if toss.winner().is_none() {
            return;
        }
        let checked = self.keeper().read(|host| fairness::check(host.log().events()).map(|_| ()));
        let said = self.table().with(|table| wording::toss_check(table, checked, Voice::of(table)));
        let words = match checked {
            Ok(()) if toss.forfeited().is_some() => words,
            Ok(()) => sentences([words.as_str(), &said]),
            Err(_) => said,
        };
        self.message().set(Some(words.clone()));
        self.tell(&words);
    }

    fn show_refusal(self, refusal: Refusal) {
        self.pressed().set(None);
        let words = self.shown().with(|table| wording::refusal(table, refusal, Voice::of(table)));
        self.refuse(&words);
    }

    pub(super) fn refuse(self, reason: &str) {
        self.audio().play(Sound::Illegal);
        self.message().set(Some(reason.to_owned()));
        self.announcement().set(reason.to_owned());
    }

    pub(super) fn forget_message(self) {
        self.message().set(None);
        self.selected().set(None);
        self.hint().set(None);
    }

    /// Tells those who do not see the screen.
    pub(crate) fn tell(self, words: &str) {
        self.announcement().update(|told| {
            // What is said a second time would not be heard if nothing about it were new.
            let again = if told == words { "\u{a0}" } else { "" };
            *told = format!("{words}{again}");
        });
    }

    /// Keeps the game where a reload finds it.
    fn keep(self) {
        match self.kept() {
            Kept::InBrowser => {
                self.keeper().read(|host| storage::save_table(self.game(), host.log()));
            }
            Kept::InAddress => {
                if let Some(address) = self.keeper().read(|host| address_of(host.table())) {
                    address.write_in_address();
                }
            }
            Kept::ByOthers => {}
        }
    }
}

/// The game as it stands in an address; none while turns are taken back, which the address keeps.
fn address_of(table: &Table) -> Option<Route> {
    (table.play().undone() == 0).then(|| {
        let names = Player::BOTH.map(|player| table.seat(player).name.clone());
        Route::Link(Ok(LinkedGame { record: table.play().record().clone(), names }))
    })
}

/// Whether the last turn is what the table has come to.
fn is_about_moves(table: &Table) -> bool {
    table.ending().is_none_or(parlor_table::Ending::is_by_moves)
}

/// Whether coins were simply tossed, without commitments.
fn is_plain(toss: &Toss) -> bool {
    toss.forfeited().is_none() && Player::BOTH.map(|player| toss.hand(player)) == [Hand::Empty; 2]
}
