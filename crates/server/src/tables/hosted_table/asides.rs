use parlor_table::{Command, Event, Hand, SeatId, Table};

/// What the player in each seat has done beside the game since it last went on.
///
/// Without a limit, a player could fill the log without ever moving: with new names, with
/// questions, or by leaving the seat and taking it again.
#[derive(Debug, Default)]
pub(super) struct Asides([u32; 2]);

impl Asides {
    /// Takes an event into account that has been applied to the table.
    pub(super) fn record(&mut self, event: &Event, table: &Table) {
        match *event {
            Event::Asked { player, .. }
            | Event::Committed { player, .. }
            | Event::Renamed { player, .. }
            | Event::Seated { player, .. } => self.0[table.seat_id(player).index()] += 1,
            // These do not bring the game on: players could sit down, resign and leave for ever.
            Event::Declined { .. } | Event::Resigned { .. } | Event::Restarted => {}
            Event::Opened(_)
            | Event::Marked(_)
            | Event::Clocked(_)
            | Event::Revealed { .. }
            | Event::TossForfeited { .. }
            | Event::Tossed { .. }
            | Event::Moved { .. }
            | Event::Swapped
            | Event::TookBack { .. }
            | Event::Redone { .. }
            | Event::TimeRanOut { .. }
            | Event::DrawAgreed
            | Event::Rematched { .. } => self.0 = [0; 2],
        }
    }

    /// Whether a command would be one aside too many for the player in this seat.
    pub(super) fn is_exceeded_by(
        &self,
        command: &Command,
        seat: SeatId,
        table: &Table,
        limit: u32,
    ) -> bool {
        is_aside(command, seat, table) && self.0[seat.index()] >= limit
    }
}

fn is_aside(command: &Command, seat: SeatId, table: &Table) -> bool {
    match command {
        Command::Rename { .. }
        | Command::Ask(_)
        | Command::Undo { .. }
        | Command::Restart
        | Command::Leave => true,
        // To choose again in a toss.
        Command::Commit(_) => table.toss().is_some_and(|toss| match toss.hand(table.side(seat)) {
            Hand::Closed(_) => true,
            Hand::Empty | Hand::Open(_) => false,
        }),
        Command::Join { .. }
        | Command::SeatComputer { .. }
        | Command::SetMarks(_)
        | Command::Move { .. }
        | Command::Swap
        | Command::Toss
        | Command::Reveal(_)
        | Command::Redo { .. }
        | Command::Resign
        | Command::Accept(_)
        | Command::Decline => false,
    }
}
