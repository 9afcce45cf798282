//! What the host reports, on the screen: one change after the other.

use parlor_rules::{AnyTurn, Outcome, Player};
use parlor_table::{
    Actor, Change, Ending, Event, Hand, Phase, Reaction, Refusal, Report, SeatId, Toss, fairness,
};
use parlor_wording as wording;
use parlor_wording::{News, Voice, sentences, status, turn_account, turn_message};

use super::looking_back::looked_at;
use super::{Session, computer, seen};
use crate::session::sound::Sound;
use crate::ui::browser::document;

impl Session {
    /// The page is drawn: what was reported meanwhile is shown, and the game goes on.
    pub(crate) fn begin(self) {
        self.show_reports();
        computer::go_on(self);
    }

    /// Shows what the host has to report, as far as nothing is moving.
    pub(crate) fn show_reports(self) {
        while !self.animation().busy.get()
            && let Some(report) = self.next_report()
        {
            match report {
                Report::Changed(change) => self.show(*change),
                Report::Refused { refusal, .. } => self.show_refusal(refusal),
            }
        }
    }

    fn next_report(self) -> Option<Report> {
        let report = self.act(|host| host.next_report());
        let actor = self.read(|host| host.actor());
        if self.actor().get() != actor {
            self.actor().set(actor);
        }
        report
    }

    /// Shows one change. Only a turn takes time, and only while the page is visible.
    fn show(self, change: Change) {
        self.read(|host| (self.keep())(host.log()));
        let Change { entry, turn, before, table } = change;
        let (event, actor) = (entry.event, self.actor().get());
        let (before, table) = (seen(actor, &before), seen(actor, &table));
        let news = self.news(wording::news(&before, &table, &event, Voice::of(&table)), &event);
        self.table().set(table);
        match &event {
            Event::Moved { .. } => {
                self.clear();
                self.chosen().pressed.set(None);
                match turn {
                    Some(turn) => self.show_turn(turn),
                    None => self.show_at_once(),
                }
                if document().hidden() {
                    self.animation().skip();
                }
            }
            Event::Swapped
            | Event::TookBack { .. }
            | Event::Redone { .. }
            | Event::Rematched { .. }
            | Event::Restarted => {
                self.end_looking_back();
                self.show_at_once();
            }
            Event::Tossed { .. } | Event::Committed { .. } | Event::TossForfeited { .. } => {
                self.audio().play(Sound::Drop { order: 4 });
                self.show_at_once();
                self.tell_toss();
            }
            Event::Resigned { .. } | Event::TimeRanOut { .. } | Event::DrawAgreed => {
                self.chosen().pressed.set(None);
                self.settle(None);
            }
            Event::Opened(_)
            | Event::Seated { .. }
            | Event::Renamed { .. }
            | Event::Marked(_)
            | Event::Clocked(_)
            | Event::Revealed { .. }
            | Event::Asked { .. }
            | Event::Declined { .. } => self.shown().set(looked_at(self)),
        }
        if let Some(news) = news {
            self.tell_news(&event, &news);
        }
    }

    /// What is news to the people at this screen. What they do there they see themselves, except who
    /// has which side now.
    fn news(self, news: Option<News>, event: &Event) -> Option<News> {
        let mut news = match (self.actor().get(), event) {
            (Actor::Screen, Event::Swapped) | (Actor::Seat(_) | Actor::Spectator, _) => news?,
            (Actor::Screen, _) => return None,
        };
        if *event == Event::Restarted {
            // Because someone has joined, which has just been said.
            let said = self.told().message().unwrap_or_default();
            news.happened = sentences([said.as_str(), &news.happened]);
        }
        Some(news)
    }

    fn tell_news(self, event: &Event, news: &News) {
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
            self.told().show(&news.happened);
        }
        self.told().announce(&news.whole());
    }

    fn show_turn(self, turn: AnyTurn) {
        if let Some(sown) = turn.mancala() {
            self.animation().start(&sown, move || self.settle(Some(&turn)));
        } else {
            self.audio().play(Sound::Drop { order: 0 });
            self.settle(Some(&turn));
        }
    }

    /// What took time has been shown: the table is what it is, and goes on.
    fn settle(self, turn: Option<&AnyTurn>) {
        let (table, told) = (looked_at(self), self.told());
        let voice = Voice::of(&table);
        if let Some(turn) = turn {
            told.show_of_turn(turn_message(&table, turn, voice));
            told.announcement.set(turn_account(&table, turn, voice));
        }
        if let Phase::Over(ending) = table.phase() {
            if !ending.is_by_moves() {
                told.announcement.set(status(&table, voice));
            }
            self.sound_end(ending);
        }
        self.shown().set(table);
        computer::go_on(self);
        self.show_reports();
    }

    fn sound_end(self, ending: Ending) {
        let won = matches!(ending.outcome(), Outcome::Win(_));
        self.audio().play(if won { Sound::Win } else { Sound::Tie });
        self.audio().end_game();
    }

    /// Shows the table as it is, however the stones get there.
    pub(super) fn show_at_once(self) {
        self.clear();
        self.told().forget();
        let table = looked_at(self);
        self.animation().stage.show(&table);
        self.told().announcement.set(status(&table, Voice::of(&table)));
        self.shown().set(table);
        computer::go_on(self);
    }

    fn end_looking_back(self) {
        self.looked_back().set(None);
        self.chosen().pressed.set(None);
    }

    /// How the toss stands. One that was made by commit and reveal is checked when it is decided.
    fn tell_toss(self) {
        let Some(toss) = self.table().with(|table| table.toss().copied()) else { return };
        let words = self.table().with(|table| wording::toss(table, &toss, Voice::of(table)));
        if is_plain(&toss) {
            return self.told().announcement.set(words);
        }
        if toss.winner().is_none() {
            return;
        }
        let checked = self.read(|host| fairness::check(host.log().events()).map(|_| ()));
        let said = self.table().with(|table| wording::toss_check(table, checked, Voice::of(table)));
        self.told().say(&match checked {
            Ok(()) if toss.forfeited().is_some() => words,
            Ok(()) => sentences([words.as_str(), &said]),
            Err(_) => said,
        });
    }

    fn show_refusal(self, refusal: Refusal) {
        self.chosen().pressed.set(None);
        let words = self.shown().with(|table| wording::refusal(table, refusal, Voice::of(table)));
        self.refuse(&words);
    }

    /// Says why something is not done.
    pub(super) fn refuse(self, reason: &str) {
        self.audio().play(Sound::Illegal);
        self.told().show(reason);
        self.told().announcement.set(reason.to_owned());
    }

    /// Takes away what belongs to the moment before: message, selection and hint.
    pub(super) fn clear(self) {
        self.told().go_on();
        self.chosen().selected.set(None);
        self.computer().hint.set(None);
    }

    /// Another player has gone away, and may be back.
    pub(crate) fn tell_absence(self, seat: SeatId) {
        self.told().announce(&wording::connection::left(&self.name_in(seat)));
    }

    /// Another player who had gone away is back.
    pub(crate) fn tell_return(self, seat: SeatId) {
        self.told().announce(&wording::connection::is_back(&self.name_in(seat)));
    }

    /// A player says one of the few things that can be said.
    pub(crate) fn hear_reaction(self, seat: SeatId, reaction: Reaction) {
        let mine = self.actor().get() == Actor::Seat(seat);
        if mine || self.settings().with(|settings| settings.reactions) {
            self.company().show_reaction(seat, reaction);
            self.told().announce(&wording::connection::says(&self.name_in(seat), reaction));
        }
    }

    fn name_in(self, seat: SeatId) -> String {
        self.name_of(self.table().with(|table| table.side(seat)))
    }
}

/// Whether coins were simply tossed, without commitments.
fn is_plain(toss: &Toss) -> bool {
    toss.forfeited().is_none() && Player::BOTH.map(|player| toss.hand(player)) == [Hand::Empty; 2]
}
