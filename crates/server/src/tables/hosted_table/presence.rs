//! Who is at a table, and what they are told about it.

use parlor_protocol::message::{Events, FromServer, PROTOCOL, Presence, Welcome, Whereabouts};
use parlor_protocol::{SeatToken, TableId};
use parlor_table::{Occupant, Phase, Reaction, Refusal, SeatId};
use tokio::time::Instant;

use super::State;
use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::store::SeatChange;
use crate::tables::participant::Participant;
use crate::tables::send_queue::CloseReason;
use crate::tokens::TokenHash;

impl State {
    /// Which seat a token opens.
    pub(crate) fn seat_of(&self, token: &SeatToken) -> Option<SeatId> {
        self.tokens.seat_of(token)
    }

    /// The token of a seat, if a person has it.
    pub(crate) fn token_of(&self, seat: SeatId) -> Option<TokenHash> {
        self.tokens.of(seat)
    }

    /// Gives a seat to the holder of a token, or frees it.
    pub(crate) fn change_seat(&mut self, SeatChange { seat, token }: SeatChange) {
        self.tokens.set(seat, token);
        if token.is_none() {
            self.participants.vacate(seat);
        }
    }

    /// Whether one more spectator finds a place, with so many for all.
    pub(crate) fn make_room(&mut self, network: ClientNetwork, capacity: usize) -> bool {
        let seat_is_free = match self.table.phase() {
            Phase::Waiting => true,
            Phase::Tossing(_) | Phase::Playing(_) | Phase::Over(_) => false,
        };
        self.participants.make_room(network, capacity, seat_is_free)
    }

    /// Notes which players are connected. If it is the turn of one who has just come, they begin to
    /// think now.
    pub(crate) fn update_attendance(&mut self, now: Instant) {
        let waited = self.running_clock().is_none();
        for seat in self.participants.seats() {
            self.has_come[seat.index()] = true;
        }
        if waited {
            self.charged_until = now;
        }
        if waited && self.is_all_committed() {
            self.committed = self.once_committed();
        }
        self.update_toss_wait(now);
    }

    /// The first message to a client that knows so many events of the log.
    pub(crate) fn welcome(
        &self,
        table: &TableId,
        seat: Option<SeatId>,
        offered: Option<&SeatToken>,
        version: usize,
        now: Instant,
    ) -> String {
        let end = self.committed_events;
        let from = u32::try_from(version).ok().filter(|&from| from <= end).unwrap_or(0);
        let welcome = Welcome {
            protocol: PROTOCOL,
            table: table.clone(),
            seat: seat.map(|seat| self.committed.side(seat)),
            token: offered.cloned(),
            thinking: self.committed.thinking(now),
            news: Events { from: from as usize, entries: Vec::new() },
        };
        welcome.with_events(self.log.between(from, end))
    }

    pub(crate) fn presence(&self) -> Presence {
        let mut players = [Whereabouts::Away; 2];
        for seat in SeatId::BOTH {
            let player = self.committed.side(seat);
            players[player.index()] = match self.committed.occupant(player) {
                Occupant::Computer(_) => Whereabouts::Here,
                Occupant::Guest | Occupant::Person => self.whereabouts(seat),
                Occupant::Nobody => Whereabouts::Away,
            };
        }
        Presence { players, watching: self.participants.spectators() }
    }

    fn whereabouts(&self, seat: SeatId) -> Whereabouts {
        if self.participants.seats().any(|connected| connected == seat) {
            Whereabouts::Here
        } else if self.has_come[seat.index()] {
            Whereabouts::Away
        } else {
            Whereabouts::Awaited
        }
    }

    pub(crate) fn broadcast_presence(&mut self) {
        self.presence_due = None;
        let message = FromServer::Presence(self.presence()).to_string();
        self.participants.broadcast(&message.into());
    }

    /// Broadcasts a player's reaction, which is stored nowhere.
    pub(crate) fn react(&self, participant: &Participant, reaction: Reaction) -> Result<(), Error> {
        let seat = participant.seat().ok_or(Refusal::NotSeated)?;
        if !self.reactions[seat.index()].allows_one_more() {
            return Err(Error::TooManyReactions);
        }
        let player = self.committed.side(seat);
        let message = FromServer::Reaction { player, reaction }.to_string();
        self.participants.broadcast(&message.into());
        Ok(())
    }

    /// Disconnects everyone from a table whose events could not be stored. They reconnect to the
    /// table as it is stored.
    pub(crate) fn break_up(&mut self) {
        self.is_broken = true;
        self.participants.disconnect(CloseReason::Reconnect);
        self.participants.clear();
    }
}
