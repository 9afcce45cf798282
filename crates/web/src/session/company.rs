use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Date;
use parlor_protocol::TableId;
use parlor_protocol::client::{SeatLink, Status};
use parlor_protocol::message::Whereabouts;
use parlor_table::{Reaction, SeatId};

use crate::ui::prelude::*;
use crate::ui::timer::Timeout;

/// The players and spectators who are elsewhere. Where all players share one screen, there are none,
/// and nothing of this ever changes.
#[derive(Clone, Copy)]
pub(crate) struct Company {
    /// How the connection is by which the table is reached.
    pub(crate) status: Signal<Status>,
    /// Which players are there, by seat.
    pub(crate) whereabouts: Signal<[Whereabouts; 2]>,
    pub(crate) spectators: Signal<usize>,
    /// What each player has just said, by seat.
    pub(crate) said: Signal<[Option<Reaction>; 2]>,
    /// Since when the player to move has been thinking, in milliseconds of this machine's clock.
    pub(crate) thinking_since: Signal<f64>,
    /// Until what each player has said is forgotten.
    fading: [Timeout; 2],
    connection: Stored<RefCell<Option<Rc<dyn Connection>>>>,
}

/// The connection to the players and spectators who are elsewhere.
pub(crate) trait Connection {
    /// What the link to the table ends with.
    fn table_id(&self) -> TableId;

    /// What a link to continue on another device has beside it, for the owner of a seat.
    fn seat_link(&self) -> Option<SeatLink>;

    /// Says one of the few things that can be said.
    fn react(&self, reaction: Reaction);

    /// Sends what the host wants to have sent.
    fn flush(&self);
}

/// How long a reaction is shown, in milliseconds.
const REACTION_SHOWN: u32 = 4_000;

impl Company {
    /// Everybody is here.
    pub(crate) fn none() -> Self {
        Self {
            status: Signal::new(Status::Connected),
            whereabouts: Signal::new([Whereabouts::Here; 2]),
            spectators: Signal::new(0),
            said: Signal::new([None; 2]),
            thinking_since: Signal::new(Date::now()),
            fading: [Timeout::new(), Timeout::new()],
            connection: Stored::new(RefCell::new(None)),
        }
    }

    /// There are players elsewhere, reached by this connection.
    pub(crate) fn reached_by(self, connection: impl Connection + 'static) {
        self.connection.get().replace(Some(Rc::new(connection)));
    }

    /// The connection to the players elsewhere, if there can be any.
    pub(crate) fn connection(self) -> Option<Rc<dyn Connection>> {
        self.connection.get().borrow().clone()
    }

    pub(crate) fn is_lost(self) -> bool {
        self.status.get() == Status::Reconnecting
    }

    /// Shows for a while what a player says.
    pub(super) fn show_reaction(self, seat: SeatId, reaction: Reaction) {
        self.said.update(|said| said[seat.index()] = Some(reaction));
        self.fading[seat.index()].start(REACTION_SHOWN, move || {
            self.said.update(|said| said[seat.index()] = None);
        });
    }
}
