use parlor_table::{Command, Event, Hand, SeatId, Table, Wish};

/// What the player in each seat has done beside the game since it last went on.
///
/// Without a limit, a player could fill the log without ever moving: with new names, with
/// questions, or by leaving the seat and taking it again.
#[derive(Debug, Default)]
pub(super) struct Asides {
    by_seat: [u32; 2],
    /// How often something was taken back in this game.
    takebacks: u32,
}

/// How often something can be taken back in one game. Two who move and take back for ever would fill
/// the log.
pub(crate) const TAKEBACKS: u32 = 200;

impl Asides {
    /// Takes an event into account that has been applied to the table.
    pub(super) fn record(&mut self, event: &Event, table: &Table) {
        match *event {
            Event::Asked { player, .. }
            | Event::Committed { player, .. }
            | Event::Renamed { player, .. }
            | Event::Seated { player, .. } => self.by_seat[table.seat_id(player).index()] += 1,
            // These do not bring the game on: players could sit down, resign and leave for ever.
            Event::Declined { .. } | Event::Resigned { .. } => {}
            Event::Restarted => self.takebacks = 0,
            Event::Opened(_) | Event::Rematched { .. } => *self = Self::default(),
            Event::TookBack { .. } => {
                self.by_seat = [0; 2];
                self.takebacks += 1;
            }
            Event::Marked(_)
            | Event::Clocked(_)
            | Event::Revealed { .. }
            | Event::TossForfeited { .. }
            | Event::Tossed { .. }
            | Event::Moved { .. }
            | Event::Swapped
            | Event::Redone { .. }
            | Event::TimeRanOut { .. }
            | Event::DrawAgreed => self.by_seat = [0; 2],
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
        is_aside(command, seat, table) && self.by_seat[seat.index()] >= limit
    }

    /// Whether a command would take back more than may be in one game.
    pub(super) fn takes_back_too_much(&self, command: &Command) -> bool {
        matches!(command, Command::Undo { .. } | Command::Ask(Wish::TakeBack { .. }))
            && self.takebacks >= TAKEBACKS
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
