use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

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
    /// How many milliseconds it last took to the client and back.
    lag: AtomicU32,
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
        Self { send_queue: SendQueue::default(), network, place, lag: AtomicU32::new(0) }
    }

    /// How long it last took to the client and back.
    pub(crate) fn lag(&self) -> Duration {
        Duration::from_millis(self.lag.load(Ordering::Relaxed).into())
    }

    pub(crate) fn set_lag(&self, lag: Duration) {
        let milliseconds = u32::try_from(lag.as_millis()).unwrap_or(u32::MAX);
        self.lag.store(milliseconds, Ordering::Relaxed);
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
