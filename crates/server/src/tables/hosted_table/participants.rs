use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use parlor_table::SeatId;

use crate::client_network::ClientNetwork;
use crate::tables::participant::Participant;
use crate::tables::send_queue::CloseReason;
use crate::tokens::TokenHash;

/// The connections to a table.
#[derive(Debug, Default)]
pub(crate) struct Participants(Vec<Arc<Participant>>);

impl Participants {
    pub(crate) fn add(&mut self, participant: Arc<Participant>) {
        self.0.push(participant);
    }

    pub(crate) fn remove(&mut self, participant: &Arc<Participant>) {
        self.0.retain(|other| !Arc::ptr_eq(other, participant));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Queues a message for all of them. Nothing waits for a slow one.
    pub(crate) fn broadcast(&self, message: &Utf8Bytes) {
        for participant in &self.0 {
            participant.send_queue.push(message.clone());
        }
    }

    /// Has all connections closed once they have sent what is queued.
    pub(crate) fn disconnect(&self, reason: CloseReason) {
        for participant in &self.0 {
            participant.send_queue.close(reason);
        }
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The seats that have a connection; some may be named more than once.
    pub(super) fn seats(&self) -> impl Iterator<Item = SeatId> {
        self.0.iter().filter_map(|participant| participant.seat())
    }

    /// Where a player comes from, if one is connected.
    pub(crate) fn player_network(&self) -> Option<ClientNetwork> {
        let player = self.0.iter().find(|participant| !participant.is_spectator())?;
        Some(player.network)
    }

    /// The token that each of them has.
    pub(super) fn tokens(&self) -> impl Iterator<Item = TokenHash> {
        self.0.iter().map(|participant| participant.token())
    }

    /// Makes spectators of those who sit in a seat.
    pub(super) fn vacate(&self, seat: SeatId) {
        for participant in self.0.iter().filter(|participant| participant.seat() == Some(seat)) {
            participant.stand_up();
        }
    }

    /// Seats everyone where their token says, after seats have changed hands elsewhere.
    pub(super) fn sit_where(&self, opens: impl Fn(&TokenHash) -> Option<SeatId>) {
        for participant in &self.0 {
            participant.sit_where(&opens);
        }
    }

    /// Whether one more spectator from this network finds a place, with so many for all.
    ///
    /// While a seat is free, they may be the friend who was invited to it. A crowd from elsewhere
    /// must not keep them out, so a place is taken from the network that has the most.
    pub(super) fn make_room(
        &mut self,
        network: ClientNetwork,
        capacity: usize,
        seat_is_free: bool,
    ) -> bool {
        let mut crowds = HashMap::<ClientNetwork, usize>::new();
        for spectator in self.0.iter().filter(|participant| participant.is_spectator()) {
            *crowds.entry(spectator.network).or_default() += 1;
        }
        if crowds.values().sum::<usize>() < capacity {
            return true;
        }
        let own = crowds.get(&network).copied().unwrap_or(0);
        let largest = crowds.into_iter().max_by_key(|(_, count)| *count);
        let larger = largest.filter(|(_, count)| seat_is_free && *count > own + 1);
        let Some((crowd, _)) = larger else { return false };
        let is_one_of_them = |participant: &Arc<Participant>| {
            participant.is_spectator() && participant.network == crowd
        };
        if let Some(place) = self.0.iter().position(is_one_of_them) {
            self.0.remove(place).send_queue.close(CloseReason::Crowded);
        }
        true
    }
}
