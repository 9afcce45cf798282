//! What people do at a table that a server keeps, besides playing: they come and go, react, look at
//! the link, and lose their connection.

use std::io;
use std::ops::ControlFlow::{self, Break, Continue};

use parlor_protocol::client::{Notice, Status};
use parlor_rules::{Level, Player};
use parlor_table::{Change, Command, Event, Hand, Name, Reaction, SeatId, fairness};
use parlor_wording::terminal::{self, Tone, online};
use parlor_wording::{connection, level_name};

use super::{End, Session};
use crate::play::venue::Sending;
use crate::play::view::View;

impl Session<'_> {
    /// Takes a free seat, by the name that the person types.
    pub(in crate::play) fn sit_down(&mut self) -> io::Result<()> {
        if self.may(&Command::Join { name: Name::default(), seat: None })
            && let Some(typed) = self.ask_line(online::your_name(), online::sitting_keys())?
        {
            self.take_seat(Name::new(&typed));
        }
        Ok(())
    }

    /// Takes a free seat, by this name.
    pub(in crate::play) fn take_seat(&mut self, name: Name) {
        self.submit(Command::Join { name, seat: None });
    }

    pub(super) fn ask_own_name(&mut self) -> io::Result<()> {
        let rename = |typed: &str| Command::Rename { player: None, name: Name::new(typed) };
        if self.may(&rename(""))
            && let Some(typed) = self.ask_line(online::new_name(), terminal::name_keys())?
        {
            self.submit(rename(&typed));
        }
        Ok(())
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        if self.may(&Command::Resign) && self.is_sure(online::resign_game())? {
            self.submit(Command::Resign);
        }
        Ok(())
    }

    pub(super) fn seat_computer(&mut self) -> io::Result<()> {
        let table = &self.view.table;
        let free = Player::BOTH.into_iter().find(|&player| table.seat(player).is_free());
        let seat = free.unwrap_or(Player::Two);
        let of_level =
            |level| Command::SeatComputer { seat, level, name: Name::new(level_name(level)) };
        if !self.may(&of_level(Level::WEAKEST)) {
            return Ok(());
        }
        let Some(answer) = self.ask(online::which_level())? else { return Ok(()) };
        match answer.parse().ok().and_then(Level::new) {
            Some(level) => self.submit(of_level(level)),
            None => self.say(Tone::Refusal, online::no_such_level()),
        }
        Ok(())
    }

    pub(super) fn react(&mut self) -> io::Result<()> {
        if !self.view.plays_online() {
            self.say(Tone::Refusal, online::only_players_react());
            return Ok(());
        }
        let Some(answer) = self.ask(&online::which_reaction())? else { return Ok(()) };
        let number: Option<usize> = answer.parse().ok();
        match number.and_then(|number| Reaction::ALL.get(number.checked_sub(1)?)) {
            Some(reaction) => self.venue.react(*reaction),
            None => self.say(Tone::Refusal, online::no_such_reaction()),
        }
        Ok(())
    }

    /// Shows the link to the table, and the one to the own seat.
    pub(super) fn show_link(&mut self) -> io::Result<()> {
        let seat_link = self.venue.seat_link();
        self.show_page(|view, room| view.link_page(seat_link.as_deref(), room))
    }

    pub(super) fn is_sending(&self) -> bool {
        self.venue.company().is_some_and(|company| company.sending != Sending::Nothing)
    }

    pub(super) fn sending_words(&self) -> &'static str {
        match self.venue.company().map(|company| company.status) {
            Some(Status::Connected) | None => online::one_moment(),
            Some(Status::Connecting | Status::Reconnecting | Status::Ended(_)) => {
                online::not_sent_yet()
            }
        }
    }

    pub(super) fn notice(&mut self, notice: &Notice) -> ControlFlow<End> {
        match *notice {
            Notice::Opened => {
                let told = std::mem::take(&mut self.view.told);
                self.view = View::of(self.venue);
                self.view.told = told;
            }
            Notice::Left => return Break(End::Left),
            Notice::Away(seat) => self.say_of(seat, connection::left),
            Notice::Back(seat) => self.say_of(seat, connection::is_back),
            Notice::Reaction(seat, reaction) => {
                self.say_of(seat, |name| connection::says(name, reaction));
            }
            // The link that is shown is the new one by now.
            Notice::MovedTo(_) => {}
            Notice::Contradicted(_) => self.say(Tone::Refusal, connection::restored()),
        }
        Continue(())
    }

    fn say_of(&mut self, seat: SeatId, words: impl Fn(&str) -> String) {
        let player = self.view.table.side(seat);
        let said = words(self.view.players().names[player.index()]);
        self.say(Tone::Plain, said);
    }

    /// Notices who is here, and when the connection is lost or back.
    pub(super) fn follow_connection(&mut self) -> ControlFlow<End> {
        let before = std::mem::replace(&mut self.view.company, self.venue.company());
        let (Some(before), Some(now)) = (before, &self.view.company) else { return Continue(()) };
        let is_seated = now.seat.is_some();
        match (before.status, now.status) {
            (_, Status::Ended(why)) => return Break(End::Lost(why)),
            (Status::Connected, Status::Reconnecting | Status::Connecting) if is_seated => {
                self.say(Tone::Refusal, connection::lost());
            }
            (Status::Connected, Status::Reconnecting | Status::Connecting) => {
                self.say(Tone::Refusal, connection::lost_watching());
            }
            (Status::Reconnecting | Status::Connecting, Status::Connected) => {
                self.say(Tone::Plain, connection::back());
            }
            (
                Status::Connecting | Status::Connected | Status::Reconnecting | Status::Ended(_),
                _,
            ) => {}
        }
        Continue(())
    }

    /// A toss that was made by commit and reveal is checked when it is decided.
    pub(super) fn check_toss(&mut self, change: &Change) {
        let Event::Tossed { .. } = change.entry.event else { return };
        let table = &change.table;
        let Some(toss) = table.toss().filter(|toss| toss.winner().is_some()) else { return };
        if Player::BOTH.map(|player| toss.hand(player)) == [Hand::Empty; 2] {
            return;
        }
        let checked = fairness::check(self.venue.log().events()).map(|_| ());
        let said = online::toss_checked(table, checked, self.view.voice());
        self.view.told.extend([said]);
    }
}
