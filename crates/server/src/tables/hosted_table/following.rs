//! How a table in memory follows its log, which other nodes append to as well.

use std::fmt;

use axum::extract::ws::Utf8Bytes;
use parlor_protocol::event_log::LogError;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::State;
use crate::store::{LogHeader, StoredLog};
use crate::tables::request::Deferred;
use crate::tables::seat_tokens::SeatTokens;

/// What a table has learnt from its log.
pub(crate) struct News {
    /// The events, as they are broadcast.
    pub(crate) messages: Vec<Utf8Bytes>,
    /// Whether players have changed seats.
    pub(crate) seats_changed: bool,
    /// Whether another node has brought a player who waited here to another table.
    pub(crate) is_moved_out: bool,
}

/// Why a table cannot follow its log.
pub(crate) enum Diverged {
    /// What follows cannot have happened.
    Log(LogError),
    /// It does not continue what is known here, although nobody may change that.
    History,
}

impl fmt::Display for Diverged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(error) => error.fmt(f),
            Self::History => f.write_str("its log does not continue what was known of it"),
        }
    }
}

/// The most commands that wait while a table catches up with its log, which takes milliseconds.
const DEFERRED: usize = 100;

impl State {
    /// How many events are known to be stored, and what they are.
    pub(crate) fn known_version(&self) -> u32 {
        self.committed_events
    }

    /// Takes note that the log has at least so many events.
    pub(crate) fn hear_of(&mut self, version: u32) {
        self.stored_events = self.stored_events.max(version);
    }

    /// Waits until so many events are known, or others than were expected have been read. If neither
    /// ever happens, because the table breaks, that is an error.
    pub(crate) fn once_known(&mut self, version: u32) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        if !self.is_broken {
            self.awaiting.push((version, sender));
            self.tell_known();
        }
        receiver
    }

    /// Tells those who wait that events are known.
    pub(super) fn tell_known(&mut self) {
        let known = self.known_version();
        self.awaiting.extract_if(.., |(version, _)| *version <= known).for_each(tell);
    }

    /// Whether the log has to be read on now: something is there that is not known here, and what was
    /// decided here is committed. If it is not, it will not be, and that leads here as well.
    pub(crate) fn should_follow(&self) -> bool {
        self.stored_events > self.committed_events
            && self.is_all_committed()
            && !self.is_following()
            && !self.is_broken
    }

    /// Whether the log is being read on. Nothing is decided meanwhile.
    pub(crate) fn is_following(&self) -> bool {
        self.deferred.is_some()
    }

    /// Has commands wait until the table has caught up with its log; first these, which were decided
    /// on a table that is not the one that is stored.
    pub(crate) fn begin_to_follow(&mut self, decided_in_vain: Vec<Deferred>) {
        self.deferred.get_or_insert_default().extend(decided_in_vain);
    }

    /// Has a command wait, while the log is being read on. Gives it back if nothing has to wait.
    ///
    /// # Errors
    /// If too many wait already.
    pub(crate) fn defer(&mut self, command: Deferred) -> Result<Option<Deferred>, TooMany> {
        match &mut self.deferred {
            None => Ok(Some(command)),
            Some(waiting) if waiting.len() >= DEFERRED => Err(TooMany),
            Some(waiting) => {
                waiting.push(command);
                Ok(None)
            }
        }
    }

    /// Ends the waiting, and gives back what has waited.
    pub(crate) fn end_following(&mut self) -> Vec<Deferred> {
        self.deferred.take().unwrap_or_default()
    }

    /// Takes in what others have appended, in place of what was decided here and could not be.
    pub(crate) fn catch_up(&mut self, stored: &StoredLog, now: Instant) -> Result<News, Diverged> {
        let before = self.committed;
        let is_rolled_back = !self.is_all_committed();
        if is_rolled_back {
            self.roll_back(&stored.header).map_err(Diverged::Log)?;
        }
        let from = self.version();
        for json in &stored.events {
            self.take_in(json).map_err(Diverged::Log)?;
        }
        self.note_keys(&stored.key_uses);
        if stored.version < self.version()
            || stored.hash.is_some_and(|hash| hash != self.log.hash())
            || stored.header.epoch != self.epoch
        {
            return Err(Diverged::History);
        }
        self.committed_events = self.version();
        self.hear_of(self.version());
        self.awaiting.drain(..).for_each(tell);
        self.tokens = SeatTokens::new(stored.header.tokens);
        let tokens = &self.tokens;
        let seated = self.participants.seats().count();
        self.participants.sit_where(|token| tokens.seat_of(token));
        let is_moved_out = self.seeks_opponent && self.participants.seats().count() < seated;
        if is_rolled_back || !stored.events.is_empty() {
            self.restart_time(stored.age, now);
        }
        self.update_attendance(now);
        self.committed = self.once_committed();
        Ok(News {
            messages: self.log.messages(from, self.version()),
            seats_changed: !before.has_same_seats(&self.committed),
            is_moved_out,
        })
    }

    /// Forgets what was decided here and is not committed.
    fn roll_back(&mut self, header: &LogHeader) -> Result<(), LogError> {
        let committed = (0..self.committed_events).filter_map(|version| self.log.event(version));
        let fold = Self::fold(header, committed)?;
        // The rest does not follow from the log.
        self.table = fold.table;
        self.log = fold.log;
        self.turn_began = fold.turn_began;
        self.idempotency_keys.forget_from(self.log.len());
        self.freshness = fold.freshness;
        self.asides = fold.asides;
        Ok(())
    }
}

fn tell((_, waiting): (u32, oneshot::Sender<()>)) {
    // The one who waited may have gone.
    let _ = waiting.send(());
}

/// Too many commands wait.
pub(crate) struct TooMany;
