use std::sync::atomic::{AtomicU8, Ordering};

use parlor_table::SeatId;

use crate::client_network::ClientNetwork;
use crate::tables::send_queue::SendQueue;
use crate::tokens::TokenHash;

/// One connection to a table: a player's, or a spectator's. A player can have several.
#[derive(Debug)]
pub(crate) struct Participant {
    pub(crate) send_queue: SendQueue,
    /// Where the connection comes from.
    pub(crate) network: ClientNetwork,
    /// The token of the seat that they will have if they take one and bring no other token: the one
    /// that they were offered, or the one that they came with.
    pub(crate) token: TokenHash,
    /// Where they sit: one more than the seat's index, or 0 for a spectator. It changes only while
    /// the table is locked.
    seat: AtomicU8,
}

impl Participant {
    pub(crate) fn new(seat: Option<SeatId>, token: TokenHash, network: ClientNetwork) -> Self {
        let send_queue = SendQueue::default();
        let participant = Self { send_queue, network, token, seat: AtomicU8::new(0) };
        participant.sit(seat);
        participant
    }

    /// Where they sit; `None` for a spectator.
    pub(crate) fn seat(&self) -> Option<SeatId> {
        match self.seat.load(Ordering::Relaxed) {
            1 => Some(SeatId::First),
            2 => Some(SeatId::Second),
            _ => None,
        }
    }

    pub(crate) fn is_spectator(&self) -> bool {
        self.seat().is_none()
    }

    pub(crate) fn sit(&self, seat: Option<SeatId>) {
        let number = seat.map_or(0, |seat| seat.index() as u8 + 1);
        self.seat.store(number, Ordering::Relaxed);
    }
}
