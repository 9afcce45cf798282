use parlor_table::SeatId;

use crate::store::{Attendance, NodeId};

/// Who is connected to a table at other nodes.
#[derive(Debug, Default)]
pub(super) struct Elsewhere(Vec<(NodeId, Attendance)>);

impl Elsewhere {
    /// Takes note of who is connected at a node, and says whether that is new.
    pub(super) fn set(&mut self, node: NodeId, attendance: Attendance) -> bool {
        let before = self.0.iter().position(|(known, _)| *known == node);
        let known = before.map(|place| self.0.swap_remove(place).1).unwrap_or_default();
        if attendance != Attendance::default() {
            self.0.push((node, attendance));
        }
        known != attendance
    }

    pub(super) fn has(&self, seat: SeatId) -> bool {
        self.0.iter().any(|(_, attendance)| attendance.seats[seat.index()])
    }

    pub(super) fn spectators(&self) -> usize {
        self.0.iter().map(|(_, attendance)| attendance.spectators as usize).sum()
    }
}
