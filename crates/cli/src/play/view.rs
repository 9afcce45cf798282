use std::time::Duration;

use parlor_protocol::client::Status;
use parlor_protocol::message::Whereabouts;
use parlor_rules::{Game as _, Player};
use parlor_table::{Actor, Phase, Table};
use parlor_wording::invitation::about_friend;
use parlor_wording::terminal::{self, Sentence, Tone, online};
use parlor_wording::{Players, Voice, connection, games, thinking};

use super::invitation;
use super::scene::Scene;
use super::told::Told;
use super::venue::{Company, Sending, Venue};
use crate::board::{Drawing, Moment, Note, Room, Sides};

/// What the players look at.
pub(super) struct View {
    /// The table as far as its changes have been shown, as it is seen from this terminal.
    pub(super) table: Table,
    /// What is said about the last action. It goes away with the next one.
    pub(super) told: Told,
    /// What is written beside the moves, if anything.
    pub(super) notes: Vec<Note>,
    /// Who else is at the table, where a server keeps it.
    pub(super) company: Option<Company>,
}

/// What is asked of the person who looks.
pub(super) enum Asking<'a> {
    /// A move, or what to do after the end.
    Action,
    /// To toss the coin for the next game.
    Toss(Player),
    Question(&'a str),
    /// To type something, with these keys.
    Line(&'a str, &'static str),
    /// Only patience: stones are being sown.
    Nothing,
    /// Patience as well: the computer thinks.
    Thinking(Player),
    /// And so is this: the computer looks for a person's best move.
    Advising,
}

impl View {
    /// A table that is shown for the first time: its computer players are introduced.
    pub(super) fn of(venue: &dyn Venue) -> Self {
        let table = seen_from_here(venue, venue.table());
        let introduced = |player| {
            let level = table.seat(player).level()?;
            Some(Sentence::new(Tone::Plain, terminal::introduced(table.name(player), level)))
        };
        let mut told = Told::default();
        told.extend(Player::BOTH.into_iter().filter_map(introduced));
        Self { table, told, notes: Vec::new(), company: venue.company() }
    }

    /// Who is spoken to.
    pub(super) fn voice(&self) -> Voice {
        Voice::of(&self.table)
    }

    pub(super) fn players(&self) -> Players<'_> {
        Players::of(&self.table, self.voice())
    }

    /// Whether the person at this terminal plays at a table that a server keeps.
    pub(super) fn plays_online(&self) -> bool {
        self.company.as_ref().is_some_and(|company| company.seat.is_some())
    }

    pub(super) fn at_rest(&self, asking: &Asking, room: Room) -> Scene {
        let position = self.table.play().position();
        let moment = if let Asking::Toss(player) = *asking {
            // The sign stands at the player who is to toss.
            Moment::at_rest(&position.restarted(player))
        } else if let Some(ending) = self.table.ending() {
            Moment::at_rest(position).stopped(ending.outcome())
        } else {
            Moment::at_rest(position)
        };
        self.scene(&moment, asking, room)
    }

    pub(super) fn scene(&self, moment: &Moment, asking: &Asking, room: Room) -> Scene {
        let (prompt, keys, notes): (String, _, &[Note]) = match *asking {
            Asking::Action => (self.prompt(), self.keys(), &self.notes),
            Asking::Toss(player) => (terminal::toss_prompt(self.players(), player), "", &[]),
            Asking::Question(question) => (question.to_owned(), "", &[]),
            Asking::Line(question, keys) => (question.to_owned(), keys, &[]),
            Asking::Nothing => (String::new(), terminal::sowing_keys(), &[]),
            Asking::Thinking(player) => {
                (thinking(self.table.name(player)), terminal::thinking_keys(), &[])
            }
            Asking::Advising => {
                (terminal::finding_best().to_owned(), terminal::thinking_keys(), &[])
            }
        };
        let [one, two] = Player::BOTH.map(|player| self.label(player, room));
        let near = match self.voice() {
            Voice::ToOne(you) => you,
            Voice::ToBoth | Voice::Spectator => Player::One,
        };
        Scene {
            title: games::title(&self.table.variant()),
            status: self.status(),
            board: self
                .invitation(asking, room)
                .unwrap_or_else(|| moment.draw(notes, Sides { names: [&one, &two], near }, room)),
            sentences: self.told.sentences().to_vec(),
            earlier: self.told.earlier(),
            busy: matches!(asking, Asking::Action) && self.awaits_answer(),
            prompt,
            keys,
        }
    }

    /// What was told, in place of the board.
    pub(super) fn page(&self, room: Room) -> Scene {
        Scene {
            title: games::title(&self.table.variant()),
            status: String::new(),
            board: Drawing { lines: Vec::new(), columns: room.columns.saturating_sub(4) },
            sentences: self.told.sentences().to_vec(),
            earlier: self.told.earlier(),
            busy: false,
            prompt: terminal::any_key().to_owned(),
            keys: "",
        }
    }

    /// The link to the table, and the one to the own seat, in place of the board.
    pub(super) fn link_page(&self, seat_link: Option<&str>, room: Room) -> Scene {
        let page = self.page(room);
        let board = self.link(seat_link, room).unwrap_or_else(|| page.board.clone());
        Scene { board, ..page }
    }

    /// How to play.
    pub(super) fn help(&self) -> Vec<String> {
        match &self.company {
            None => terminal::help(&self.table),
            Some(_) => online::help(&self.table, self.voice()),
        }
    }

    fn link(&self, seat_link: Option<&str>, room: Room) -> Option<Drawing> {
        let Company { link, is_this_machine, .. } = self.company.as_ref()?;
        let about_machine = is_this_machine.then(online::this_computer_only);
        let below = [Some(about_friend()), about_machine, seat_link.map(|_| online::to_continue())];
        let below: Vec<&str> = below.into_iter().flatten().collect();
        Some(invitation::draw(link, &below, seat_link, room))
    }

    /// While a friend is awaited, their link is all there is to see.
    fn invitation(&self, asking: &Asking, room: Room) -> Option<Drawing> {
        let is_awaited = self.plays_online()
            && self.table.phase() == Phase::Waiting
            && self.table.ending().is_none();
        match asking {
            Asking::Action | Asking::Question(_) | Asking::Line(..) if is_awaited => {
                self.link(None, room)
            }
            Asking::Action
            | Asking::Toss(_)
            | Asking::Question(_)
            | Asking::Line(..)
            | Asking::Nothing
            | Asking::Thinking(_)
            | Asking::Advising => None,
        }
    }

    /// Whether something was sent, over a connection that stands, and will be answered in a moment.
    fn awaits_answer(&self) -> bool {
        let is_awaited = |company: &Company| {
            company.sending != Sending::Nothing && company.status == Status::Connected
        };
        self.company.as_ref().is_some_and(is_awaited)
    }

    fn prompt(&self) -> String {
        let Some(company) = &self.company else {
            return if self.table.ending().is_some() {
                terminal::play_again().to_owned()
            } else {
                terminal::choose(&self.table, self.voice())
            };
        };
        let sent = match (company.sending, company.status == Status::Connected) {
            (Sending::Nothing, _) => {
                return online::prompt(&self.table, self.voice(), company.may_toss);
            }
            (Sending::Move, true) => connection::move_sent(),
            (Sending::Other, true) => online::one_moment(),
            (Sending::Move, false) => connection::move_waiting(),
            (Sending::Other, false) => online::not_sent_yet(),
        };
        sent.to_owned()
    }

    fn keys(&self) -> &'static str {
        match (&self.company, self.table.phase()) {
            (None, _) if self.table.may_swap() => terminal::keys_with_swap(),
            (None, _) => terminal::keys(),
            (Some(Company { seat: None, .. }), Phase::Waiting) => online::keys_seat_free(),
            (Some(Company { seat: None, .. }), _) => online::keys_watching(),
            (Some(_), Phase::Waiting) => online::keys_waiting(),
            (Some(_), Phase::Tossing(_)) => online::keys_tossing(),
            (Some(_), Phase::Playing(player)) => {
                if self.table.may_swap() && self.voice().is_to(player) {
                    online::keys_playing_with_swap()
                } else {
                    online::keys_playing()
                }
            }
            (Some(_), Phase::Over(_)) => online::keys_over(),
        }
    }

    /// The line above the board.
    fn status(&self) -> String {
        let mut parts = vec![terminal::progress(&self.table)];
        if let Some(company) = &self.company {
            parts.push(match company.seat {
                Some(_) => connection::they_watch(company.spectators),
                None => connection::you_watch(company.spectators),
            });
            if company.status == Status::Reconnecting {
                parts.push(online::reconnecting().to_owned());
            }
        }
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    /// What a player is called beside the board, with what their clock shows.
    fn label(&self, player: Player, room: Room) -> String {
        let name = self.players().names[player.index()];
        let Some(company) = &self.company else { return name.to_owned() };
        if self.table.seat(player).is_free() && self.table.ending().is_none() {
            return online::free_seat().to_owned();
        }
        let whereabouts = match company.whereabouts[self.table.seat_id(player).index()] {
            // Text says who comes and goes, and stays true.
            _ if room == Room::PAPER || self.table.seat(player).level().is_some() => None,
            Whereabouts::Here => None,
            Whereabouts::Away => Some(online::away()),
            Whereabouts::Awaited => Some(online::awaited()),
        };
        online::label(name, self.time_left(player, company, room), whereabouts)
    }

    /// What a player has left, as this machine reckons it; whether it has run out is for the server
    /// to say. On paper nothing runs.
    fn time_left(&self, player: Player, company: &Company, room: Room) -> Option<Duration> {
        let left = self.table.clocks()?.left(player);
        let seat = self.table.seat_id(player);
        let is_thinking = self.table.clock_runs_for() == Some(player)
            && company.whereabouts[seat.index()] != Whereabouts::Awaited
            && room != Room::PAPER;
        let thought = company.thought + company.as_of.elapsed();
        Some(if is_thinking { left.saturating_sub(thought) } else { left })
    }
}

/// A table of this venue as the people at this terminal see it.
pub(super) fn seen_from_here(venue: &dyn Venue, table: &Table) -> Table {
    table.seen_from(match venue.actor() {
        Actor::Seat(seat) => Some(seat),
        Actor::Screen | Actor::Spectator => None,
    })
}
