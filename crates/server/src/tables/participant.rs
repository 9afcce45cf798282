use parking_lot::Mutex;
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
    /// It changes only while the table is locked.
    place: Mutex<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// Where they sit; `None` for a spectator.
    seat: Option<SeatId>,
    /// The token of that seat. A spectator's is that of the seat that they will have if they take one
    /// and bring no other token: the one that they were offered, or the one that they came with.
    token: TokenHash,
}

impl Participant {
    pub(crate) fn new(seat: Option<SeatId>, token: TokenHash, network: ClientNetwork) -> Self {
        let place = Mutex::new(Place { seat, token });
        Self { send_queue: SendQueue::default(), network, place }
    }

    /// Where they sit; `None` for a spectator.
    pub(crate) fn seat(&self) -> Option<SeatId> {
        self.place.lock().seat
    }

    /// The token of the seat that they have, or will have if they take one.
    pub(crate) fn token(&self) -> TokenHash {
        self.place.lock().token
    }

    pub(crate) fn is_spectator(&self) -> bool {
        self.seat().is_none()
    }

    /// Sits down in the seat that a token opens.
    pub(crate) fn sit(&self, seat: SeatId, token: TokenHash) {
        *self.place.lock() = Place { seat: Some(seat), token };
    }

    /// Sits in the seat that their token opens, if it opens one, and is a spectator otherwise.
    pub(crate) fn sit_where(&self, opens: impl FnOnce(&TokenHash) -> Option<SeatId>) {
        let mut place = self.place.lock();
        place.seat = opens(&place.token);
    }

    /// Becomes a spectator.
    pub(crate) fn stand_up(&self) {
        self.place.lock().seat = None;
    }
}
