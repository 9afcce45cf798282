use parlor_table::{Occupant, SeatId, Table};

use super::Notice;
use crate::message::{Presence, Whereabouts};

/// Who is at the table, by their seats.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attendance {
    seats: [Whereabouts; 2],
    spectators: usize,
    /// Who was here and went away.
    gone: [bool; 2],
}

impl Attendance {
    pub(super) fn whereabouts(&self, seat: SeatId) -> Whereabouts {
        self.seats[seat.index()]
    }

    pub(super) fn spectators(&self) -> usize {
        self.spectators
    }

    /// A welcome says since when the player to move has been thinking, so they have come by now;
    /// whether they are still here is told next.
    pub(super) fn come_back(&mut self) {
        for seat in &mut self.seats {
            if *seat == Whereabouts::Awaited {
                *seat = Whereabouts::Away;
            }
        }
    }

    /// Takes in who is connected, and says which other guest has gone away or is back.
    pub(super) fn update(
        &mut self,
        presence: Presence,
        table: &Table,
        own: Option<SeatId>,
    ) -> Vec<Notice> {
        self.spectators = presence.watching;
        let mut notices = Vec::new();
        for seat in SeatId::BOTH {
            let (index, side) = (seat.index(), table.side(seat));
            let is = presence.players[side.index()];
            let was = std::mem::replace(&mut self.seats[index], is);
            let is_guest = table.seat(side).occupant == Occupant::Guest && own != Some(seat);
            let notice = match (was, is) {
                (Whereabouts::Here, Whereabouts::Away) => Notice::Away(seat),
                (_, Whereabouts::Here) if self.gone[index] => Notice::Back(seat),
                (_, Whereabouts::Here | Whereabouts::Away | Whereabouts::Awaited) => continue,
            };
            self.gone[index] = is_guest && is != Whereabouts::Here;
            if is_guest {
                notices.push(notice);
            }
        }
        notices
    }
}
