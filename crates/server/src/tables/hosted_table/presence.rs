//! Who is at a table, and what they are told about it.

use parlor_protocol::SeatToken;
use parlor_protocol::message::{FromServer, Presence, Whereabouts};
use parlor_rules::Player;
use parlor_table::{Occupant, Phase, Refusal, SeatId};
use tokio::time::Instant;

use super::State;
use crate::client_network::ClientNetwork;
use crate::error::Error;
use crate::store::{Attendance, NodeId, SeatChange};
use crate::tables::participant::Participant;
use crate::tables::send_queue::CloseReason;
use crate::tokens::TokenHash;

impl State {
    /// Which seat a token opens.
    pub(crate) fn seat_of(&self, token: &SeatToken) -> Option<SeatId> {
        self.seat_of_hash(&TokenHash::of(token))
    }

    /// Which seat the token with this hash opens.
    pub(crate) fn seat_of_hash(&self, token: &TokenHash) -> Option<SeatId> {
        self.tokens.seat_of(token)
    }

    /// The token of a seat, if a person has it.
    pub(crate) fn token_of(&self, seat: SeatId) -> Option<TokenHash> {
        self.tokens.of(seat)
    }

    /// The token of the player who waits for another one.
    pub(crate) fn waiting_token(&self) -> Option<TokenHash> {
        SeatId::BOTH.into_iter().find_map(|seat| self.token_of(seat))
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
        for seat in SeatId::BOTH {
            self.has_come[seat.index()] |= self.is_connected(seat);
        }
        if waited {
            self.charged_until = now;
        }
        if waited && self.is_all_committed() {
            self.committed = self.once_committed();
        }
        self.update_awaited(now);
    }

    /// The seat that a token opens, as clients may be told; an error if that is about to change, and
    /// how many events have to be committed before it has.
    pub(crate) fn settled_seat(&self, token: Option<&SeatToken>) -> Result<Option<SeatId>, u32> {
        let Some(token) = token.map(TokenHash::of) else { return Ok(None) };
        let seat = self.committed.seat_of(&token);
        if seat == self.seat_of_hash(&token) { Ok(seat) } else { Err(self.version()) }
    }

    pub(crate) fn presence(&self) -> Presence {
        let attendance = self.attendance();
        let mut players = [Whereabouts::Away; 2];
        for seat in SeatId::BOTH {
            let player = self.committed.side(seat);
            players[player.index()] = match self.committed.occupant(player) {
                Occupant::Computer(_) => Whereabouts::Here,
                Occupant::Guest | Occupant::Person => self.whereabouts(seat, &attendance),
                Occupant::Nobody => Whereabouts::Away,
            };
        }
        let watching = attendance.spectators as usize + self.elsewhere.spectators();
        Presence { players, watching }
    }

    fn whereabouts(&self, seat: SeatId, attendance: &Attendance) -> Whereabouts {
        if attendance.seats[seat.index()] || self.elsewhere.has(seat) {
            Whereabouts::Here
        } else if self.has_come[seat.index()] {
            Whereabouts::Away
        } else {
            Whereabouts::Awaited
        }
    }

    /// Whether a seat has a connection, here or at another node.
    fn is_connected(&self, seat: SeatId) -> bool {
        self.participants.seats().any(|connected| connected == seat) || self.elsewhere.has(seat)
    }

    /// Who is connected here, by the seats that are committed.
    pub(crate) fn attendance(&self) -> Attendance {
        let mut attendance = Attendance::default();
        for token in self.participants.tokens() {
            match self.committed.seat_of(&token) {
                Some(seat) => attendance.seats[seat.index()] = true,
                None => attendance.spectators += 1,
            }
        }
        attendance
    }

    /// Who is connected here, if other nodes do not know that yet.
    pub(crate) fn attendance_to_tell(&mut self) -> Option<Attendance> {
        let attendance = self.attendance();
        let told = std::mem::replace(&mut self.told_attendance, attendance);
        (told != attendance).then_some(attendance)
    }

    /// Takes note of who is connected at another node, and says whether that is new.
    pub(crate) fn hear_attendance(
        &mut self,
        node: NodeId,
        attendance: Attendance,
        now: Instant,
    ) -> bool {
        let is_new = self.elsewhere.set(node, attendance);
        self.update_attendance(now);
        is_new
    }

    pub(crate) fn broadcast_presence(&mut self) {
        self.presence_due = None;
        let message = FromServer::Presence(self.presence()).to_string();
        self.participants.broadcast(&message.into());
    }

    /// The side that a participant reacts from, if they may.
    pub(crate) fn reacting_player(&self, participant: &Participant) -> Result<Player, Error> {
        let seat = self.committed.seat_of(&participant.token()).ok_or(Refusal::NotSeated)?;
        if !self.reactions[seat.index()].allows_one_more() {
            return Err(Error::TooManyReactions);
        }
        Ok(self.committed.side(seat))
    }

    /// Disconnects everyone from a table whose events could not be stored. They reconnect to the
    /// table as it is stored.
    pub(crate) fn break_up(&mut self) {
        self.is_broken = true;
        // Those who wait for an answer reconnect and ask again.
        self.deferred = None;
        self.awaiting.clear();
        self.participants.disconnect(CloseReason::Reconnect);
        self.participants.clear();
    }
}
