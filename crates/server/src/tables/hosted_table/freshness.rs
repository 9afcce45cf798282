use parlor_table::{Command, Event};

/// When those things last changed that commands depend on.
///
/// A command fails only by what it depends on. An answer depends on the question, everything else
/// on the game alone: what one player does beside the game never makes the other one's move stale.
#[derive(Debug, Default)]
pub(super) struct Freshness {
    /// How many events there were after the game last changed.
    game_changed_at: u32,
    /// How many events there were after a player last asked for something.
    asked_at: u32,
}

impl Freshness {
    /// Takes an event into account, after which the log has so many.
    pub(super) fn record(&mut self, event: &Event, version: u32) {
        if event.changes_game() {
            self.game_changed_at = version;
        }
        if let Event::Asked { .. } = event {
            self.asked_at = version;
        }
    }

    /// Whether a command depends on something that has changed since the log had so many events.
    pub(super) fn is_stale(&self, command: &Command, version: usize) -> bool {
        let depends_on = match command {
            Command::Accept(_) | Command::Decline => self.game_changed_at.max(self.asked_at),
            Command::Join { .. }
            | Command::Leave
            | Command::Rename { .. }
            | Command::SeatComputer { .. }
            | Command::SetMarks(_)
            | Command::Move { .. }
            | Command::Swap
            | Command::Toss
            | Command::Commit(_)
            | Command::Reveal(_)
            | Command::Undo { .. }
            | Command::Redo { .. }
            | Command::Restart
            | Command::Resign
            | Command::Ask(_) => self.game_changed_at,
        };
        version < depends_on as usize
    }
}
