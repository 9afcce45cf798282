//! A table that a server keeps: what people do is sent there, and happens when it comes back.

use parlor_rules::{Choice, Player};
use parlor_table::{
    Command, Commitment, Entry, Event, GameLog, Hand, Nonce, Occupant, Phase, Refusal, Table, Toss,
    Wish, WishKind, fairness,
};
use parlor_wording as wording;
use parlor_wording::{Voice, news, sentences, toss_check};

use super::{Dialog, LiveTable, Origin, person_moves};
use crate::remote::{Connection, FarTable, go_home, keep_nonce, name_key, nonces_for};
use crate::session::sound::Sound;
use crate::ui::browser::{document, secret_bytes};
use crate::ui::prelude::*;

impl LiveTable {
    /// The table at the server, if that is where the game is kept.
    pub(crate) fn far(self) -> Option<FarTable> {
        match self.origin {
            Origin::Far(far) => Some(far),
            Origin::Here | Origin::Link | Origin::Lesson(_) => None,
        }
    }

    /// Whether the person at this screen has a seat, which at one screen is always so.
    pub(crate) fn is_seated(self) -> bool {
        self.far().is_none_or(|far| far.seat.get().is_some())
    }

    /// Where the person at this screen sits, if the other player is far away.
    pub(crate) fn my_seat(self) -> Option<Player> {
        self.far()?.seat.get()
    }

    /// What a player has left by the log, in milliseconds, and what the table is doing; `None` where
    /// no clock runs.
    pub(crate) fn clocks(self, player: Player) -> Option<(f64, Option<Phase>)> {
        self.log.with(|log| {
            let left = 1000.0 * log.table().clocks()?.left(player).as_secs_f64();
            Some((left, Some(log.table().phase())))
        })
    }

    /// Whether the person at this screen is to move or to toss.
    pub(crate) fn is_my_turn(self) -> bool {
        self.my_seat().is_some_and(|player| self.is_turn_of(player))
    }

    /// Whether a player is to move or to toss.
    pub(crate) fn is_turn_of(self, player: Player) -> bool {
        let phase = self.log.with(|log| log.table().phase());
        matches!(phase, Phase::Tossing(turn) | Phase::Playing(turn) if turn == player)
    }

    /// Whether a game goes on that somebody would give up by leaving.
    pub(crate) fn is_under_way(self) -> bool {
        let phase = self.log.with(|log| log.table().phase());
        matches!(phase, Phase::Tossing(_) | Phase::Playing(_))
    }

    /// The table as the person at this screen sees it.
    pub(super) fn table_now(self) -> Table {
        let seat = self.far().and_then(|far| far.seat.get());
        let table = self.log.with(|log| {
            let table = log.table();
            table.seen_from(seat.map(|player| table.seat_id(player)))
        });
        match self.looked_back.get() {
            Some(moves) => table.looked_back_at(moves),
            None => table,
        }
    }

    pub(crate) fn name_of(self, player: Player) -> String {
        self.shown.with(|table| table.name(player).to_owned())
    }

    /// Whether what this player says is heard here.
    pub(crate) fn hears(self, player: Player) -> bool {
        let mine = self.far().and_then(|far| far.seat.get()) == Some(player);
        mine || self.settings.with(|settings| settings.reactions)
    }

    /// Tells somebody who does not see the screen.
    pub(crate) fn tell(self, words: &str) {
        self.announcement.update(|told| {
            // What is said a second time would not be heard if nothing about it were new.
            let again = if told == words { "\u{a0}" } else { "" };
            *told = format!("{words}{again}");
        });
    }

    /// Shows what has happened at the server since, one event after the other.
    pub(crate) fn hear(self) {
        let Some(far) = self.far() else { return };
        // Somebody who was away sees how things stand, not every move that they have missed.
        let hasten = far.waiting() > 3 || document().hidden();
        while !self.busy.get()
            && let Some(entry) = far.next_event()
        {
            self.happen(entry);
            if hasten {
                self.skip();
            }
        }
    }

    /// The server does not do what was wanted.
    pub(crate) fn refused(self, why: &str) {
        self.pressed.set(None);
        self.refuse(why);
    }

    /// The other player came or went: `words` makes a sentence of their name.
    pub(crate) fn notice(self, player: Player, words: fn(&str) -> String) {
        // Players know where they are themselves.
        if self.has_guest(player) {
            self.tell(&words(&self.name_of(player)));
        }
    }

    /// Whether somebody far away has a seat.
    pub(crate) fn has_guest(self, player: Player) -> bool {
        self.shown.with(|table| table.seat(player).occupant == Occupant::Guest)
    }

    /// Why the person at this screen cannot choose anything now, if that is so.
    pub(super) fn far_objection(self) -> Option<String> {
        let far = self.far()?;
        if self.pressed.get().is_some() {
            let open = far.connection.with(|line| *line == Connection::Open);
            let words = if open {
                wording::connection::move_sent()
            } else {
                wording::connection::move_waiting()
            };
            return Some(words.to_owned());
        }
        self.shown.with(|table| match table.phase() {
            Phase::Playing(_) if self.is_looking_back() => {
                Some(wording::connection::looking_back().to_owned())
            }
            Phase::Playing(_) if far.seat.get().is_none() => {
                Some(wording::refusal(table, Refusal::NotSeated, Voice::of(table)))
            }
            Phase::Playing(_) if !person_moves(table) => {
                Some(wording::refusal(table, Refusal::NotYourTurn, Voice::of(table)))
            }
            _ => None,
        })
    }

    /// Sends a move. It is played when it comes back; until then its pit is pressed.
    pub(super) fn send_move(self, far: FarTable, choice: Choice) {
        if self.awaits_person() {
            self.pressed.set(Some(choice));
            far.order_move(choice, self.version());
        }
    }

    /// Asks the other player for something.
    pub(crate) fn ask_for(self, wish: Wish) {
        if let Some(far) = self.far() {
            far.order(Command::Ask(wish));
        }
    }

    /// Answers what the other player asked for, and nothing that they ask for meanwhile.
    pub(crate) fn answer(self, kind: WishKind, agreed: bool) {
        if let Some(far) = self.far() {
            let answer = if agreed { Command::Accept(kind) } else { Command::Decline };
            far.order_at(answer, Some(self.version()));
        }
    }

    /// Gives up the game, or asks for another one after its end.
    pub(super) fn end_or_begin(self, far: FarTable) {
        if far.seat.get().is_none() {
            return;
        }
        match self.shown.with(Table::phase) {
            Phase::Over(_) => self.ask_for(Wish::Rematch),
            Phase::Tossing(_) | Phase::Playing(_) => self.dialog.set(Some(Dialog::Resign)),
            Phase::Waiting => {}
        }
    }

    /// Gets up from the table and goes home. A game under way is given up.
    pub(crate) fn leave_table(self) {
        let Some(far) = self.far() else { return };
        if far.seat.get().is_none() {
            return go_home();
        }
        if self.is_under_way() {
            far.order(Command::Resign);
        }
        far.leave();
        self.message.set(Some(wording::sheets::leaving().to_owned()));
    }

    /// Gets up, and is asked first if that matters to anybody.
    pub(crate) fn ask_to_leave(self) {
        let alone = self.log.with(|log| log.table().phase() == Phase::Waiting);
        if alone || self.far().is_some_and(|far| far.seat.get().is_none()) {
            self.leave_table();
        } else {
            self.dialog.set(Some(Dialog::Leave));
        }
    }

    /// Tosses by choosing a number that nobody can guess and showing the hash of it. The number is
    /// kept, so that it can still be shown after a reload.
    pub(super) fn commit_to_toss(far: FarTable) {
        let (Some(player), Some(bytes)) = (far.seat.get(), secret_bytes()) else {
            return;
        };
        let nonce = Nonce(u128::from_be_bytes(bytes));
        let commit = Command::Commit(Commitment::of(player, nonce));
        // Whoever presses twice has tossed with the first number.
        if !far.is_on_its_way(&commit) {
            keep_nonce(&far.id(), nonce);
            far.order(commit);
        }
    }

    /// The number that the person at this screen has chosen for the toss under way and not shown yet.
    pub(crate) fn covered_nonce(self, far: FarTable) -> Option<Nonce> {
        let player = far.seat.get()?;
        let hand = self.log.with(|log| Some(log.table().toss()?.hand(player)))?;
        let Hand::Closed(chosen) = hand else { return None };
        nonces_for(&far.id()).into_iter().find(|&nonce| Commitment::of(player, nonce) == chosen)
    }

    /// Whether the person at this screen tossed on another device, which alone knows the number, and
    /// may still choose anew: nobody has seen anything yet.
    pub(crate) fn may_toss_anew(self, player: Player) -> bool {
        let mine = self.far().filter(|far| far.seat.get() == Some(player));
        let early = |log: &GameLog| {
            log.table().toss().is_some_and(|toss| {
                matches!(toss.hand(player), Hand::Closed(_)) && toss.hand(!player) == Hand::Empty
            })
        };
        mine.is_some_and(|far| self.log.with(early) && self.covered_nonce(far).is_none())
    }

    /// Shows the number, as soon as both players have chosen theirs.
    fn reveal_toss(self, far: FarTable) {
        let awaited = |log: &GameLog| log.table().toss().is_some_and(Toss::awaits_reveal);
        if let Some(nonce) = self.covered_nonce(far).filter(|_| self.log.with(awaited)) {
            far.order(Command::Reveal(nonce));
        }
    }

    /// What somebody comes back to may be waiting for them.
    pub(super) fn take_up(self, far: FarTable) {
        self.reveal_toss(far);
        self.note_who_plays(far);
    }

    fn happen(self, entry: Entry) {
        let Some(far) = self.far() else { return };
        let before = self.log.with(|log| log.table().clone());
        let event = entry.event.clone();
        if self.log.try_update(|log| log.append(entry).is_ok()) != Some(true) {
            return far.start_anew();
        }
        let voice = Voice::of(&self.table_now());
        let mut news = self.log.with(|log| news(&before, log.table(), &event, voice));
        if let (Event::Restarted, Some(news)) = (&event, &mut news) {
            // Because someone has joined, which has just been said.
            let said = self.message.get().unwrap_or_default();
            news.happened = sentences([said.as_str(), &news.happened]);
        }
        match event {
            Event::Moved { .. } => {
                self.forget_message();
                self.pressed.set(None);
                self.show_turn();
            }
            Event::Tossed { .. } | Event::Committed { .. } | Event::TossForfeited { .. } => {
                self.audio.play(Sound::Drop { order: 4 });
                self.show_at_once();
                self.tell_toss();
            }
            Event::Resigned { .. } | Event::TimeRanOut { .. } | Event::DrawAgreed => {
                self.pressed.set(None);
                self.settle();
            }
            Event::Rematched { .. } | Event::Restarted => {
                self.looked_back.set(None);
                self.pressed.set(None);
                self.audio.begin_game();
                self.show_at_once();
            }
            Event::TookBack { .. } => {
                self.looked_back.set(None);
                self.pressed.set(None);
                self.show_at_once();
            }
            _ => self.shown.set(self.table_now()),
        }
        if matches!(event, Event::Seated { .. } | Event::Renamed { .. }) {
            self.note_who_plays(far);
        }
        if let Some(news) = news {
            if matches!(event, Event::Seated { .. } | Event::Restarted | Event::Declined { .. }) {
                // Whose turn it is stands above it.
                self.message.set(Some(news.happened.clone()));
            }
            self.tell(&news.whole());
        }
    }

    /// How the toss stands; once it is decided, whether it was fair.
    fn tell_toss(self) {
        let words = self.log.with(|log| {
            let table = log.table();
            let toss = table.toss()?;
            let voice = self.voice();
            let words = parlor_wording::toss(table, toss, voice);
            toss.winner()?;
            let checked = fairness::check(log.events()).map(|_| ());
            let said = toss_check(table, checked, voice);
            Some(match checked {
                Ok(()) if toss.forfeited().is_some() => words,
                Ok(()) => sentences([words.as_str(), &said]),
                Err(_) => said,
            })
        });
        if let Some(words) = words {
            self.message.set(Some(words.clone()));
            self.tell(&words);
        }
    }

    /// Keeps a name for the table, by which it is found again.
    fn note_who_plays(self, far: FarTable) {
        if let Some(player) = far.seat.get() {
            let waiting = self.log.with(|log| log.table().phase() == Phase::Waiting);
            let game = self.game.name();
            let about = if waiting {
                wording::front_room::waiting_table(game)
            } else {
                wording::front_room::table_with(game, &self.name_of(!player))
            };
            name_key(&far.id(), &about);
        }
    }
}
