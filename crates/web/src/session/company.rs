//! The other player, where they sit elsewhere: whether they are there, what they say, and how long
//! everybody has left.

use parlor_protocol::client::Status;
use parlor_rules::Player;
use parlor_table::{Actor, Phase, Reaction, SeatId};
use parlor_wording as wording;

use super::Session;
use super::keeper::Keeper;
use crate::remote::{RemoteTable, name_key};
use crate::ui::prelude::*;

impl Session {
    /// The connection by which this table is reached, for what can be known of a connection.
    pub(crate) fn connection(self) -> Option<RemoteTable> {
        match self.keeper() {
            Keeper::Local(_) => None,
            Keeper::Remote(table) => Some(table),
        }
    }

    /// Whether what is submitted is decided soon.
    pub(super) fn is_connected(self) -> bool {
        self.connection().is_none_or(|table| table.status.get() == Status::Connected)
    }

    /// The side of the one person at this screen, if they have a seat of their own.
    pub(crate) fn my_side(self) -> Option<Player> {
        let seat = self.connection()?.seat.get()?;
        Some(self.table().with(|table| table.side(seat)))
    }

    /// The seat that has a side now.
    pub(crate) fn seat_of(self, player: Player) -> SeatId {
        self.table().with(|table| table.seat_id(player))
    }

    /// What a player has left by the log, in milliseconds, and what the table is doing; `None` where
    /// no clock runs.
    pub(crate) fn clocks(self, player: Player) -> Option<(f64, Option<Phase>)> {
        self.table().with(|table| {
            let left = 1000.0 * table.clocks()?.left(player).as_secs_f64();
            Some((left, Some(table.phase())))
        })
    }

    /// Whether the person at this screen is to move or to toss.
    pub(crate) fn is_my_turn(self) -> bool {
        let phase = self.table().with(parlor_table::Table::phase);
        let mine = self.my_side();
        matches!(phase, Phase::Tossing(turn) | Phase::Playing(turn) if Some(turn) == mine)
    }

    pub(crate) fn name_of(self, player: Player) -> String {
        self.shown().with(|table| table.name(player).to_owned())
    }

    fn name_in(self, seat: SeatId) -> String {
        self.name_of(self.table().with(|table| table.side(seat)))
    }

    pub(super) fn tell_absence(self, seat: SeatId) {
        self.tell(&wording::connection::left(&self.name_in(seat)));
    }

    pub(super) fn tell_return(self, seat: SeatId) {
        self.tell(&wording::connection::is_back(&self.name_in(seat)));
    }

    pub(super) fn hear_reaction(self, seat: SeatId, reaction: Reaction) {
        let mine = self.actor() == Actor::Seat(seat);
        let heard = mine || self.settings().with(|settings| settings.reactions);
        if let Some(table) = self.connection().filter(|_| heard) {
            table.show_reaction(seat, reaction);
            self.tell(&wording::connection::says(&self.name_in(seat), reaction));
        }
    }

    /// Notes beside the token of a seat with whom one plays there, by which the table is found again.
    pub(super) fn note_opponent(self) {
        let (Some(table), Some(player)) = (self.connection(), self.my_side()) else { return };
        let waiting = self.table().with(|table| table.phase() == Phase::Waiting);
        let game = self.game().name();
        let about = if waiting {
            wording::front_room::waiting_table(game)
        } else {
            let other = self.table().with(|table| table.name(!player).to_owned());
            wording::front_room::table_with(game, &other)
        };
        name_key(&table.id(), &about);
    }
}
