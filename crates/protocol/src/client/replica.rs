use std::fmt::{self, Display};

use parlor_table::{Change, Entry, GameLog, Refusal};

use crate::LogHash;
use crate::message::Events;

/// A copy of a log that is kept elsewhere. It follows the events that are told, passes over those
/// that it has, and notices when some are missing or contradict what was told before.
#[derive(Clone, Debug, Default)]
pub struct Replica {
    log: Option<GameLog>,
    /// The hash of it, if the last event came with one.
    hash: Option<LogHash>,
}

/// Why events do not continue a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Events before these are missing: say hello again.
    Gap {
        /// How many events are known.
        known: usize,
        /// The number of the first event that was told.
        told: usize,
    },
    /// This event is another one than was told before.
    Changed(usize),
    /// This event was told before and is gone.
    Gone(usize),
    /// This event cannot have happened.
    Impossible(usize, Refusal),
    /// The log begins another epoch: it was restored from a copy.
    Restored,
}

impl Replica {
    /// How many events are known.
    pub fn version(&self) -> usize {
        self.log.as_ref().map_or(0, GameLog::version)
    }

    /// The log as far as it is known, once anything is.
    pub fn log(&self) -> Option<&GameLog> {
        self.log.as_ref()
    }

    /// The hash of the log as far as it is known, as the server told it.
    pub fn hash(&self) -> Option<&LogHash> {
        self.hash.as_ref()
    }

    /// Takes in events, and says how many of them were new.
    ///
    /// # Errors
    /// If some are missing before them, or they contradict what is known.
    pub fn follow(&mut self, news: Events) -> Result<usize, Mismatch> {
        self.follow_by(news, |log, entry| log.append(entry).map(drop))
    }

    /// Takes in the news of a welcome. They reach to the present, so nothing that is known may be
    /// missing from the log by then.
    ///
    /// # Errors
    /// The same, or if the log has become shorter.
    pub fn catch_up(&mut self, news: Events) -> Result<usize, Mismatch> {
        self.must_reach(&news)?;
        self.follow(news)
    }

    /// Fails if the news of a welcome end before what is known does.
    pub(super) fn must_reach(&self, news: &Events) -> Result<(), Mismatch> {
        let present = news.end();
        if present < self.version() { Err(Mismatch::Gone(present)) } else { Ok(()) }
    }

    /// The same as `follow`, with the changes that came of it. To hear of a log for the first time
    /// changes nothing.
    pub(super) fn follow_changes(
        &mut self,
        news: Events,
        changes: &mut Vec<Change>,
    ) -> Result<usize, Mismatch> {
        if self.log.is_none() {
            return self.follow(news);
        }
        self.follow_by(news, |log, entry| {
            changes.push(Change::append(log, entry)?);
            Ok(())
        })
    }

    fn follow_by(
        &mut self,
        Events { from, entries, hash }: Events,
        mut append: impl FnMut(&mut GameLog, Entry) -> Result<(), Refusal>,
    ) -> Result<usize, Mismatch> {
        let known = self.version();
        if from > known {
            return Err(Mismatch::Gap { known, told: from });
        }
        let end = from + entries.len();
        for (number, entry) in (from..).zip(entries) {
            match &mut self.log {
                Some(log) => match log.entries().get(number) {
                    Some(same) if *same == entry => Ok(()),
                    Some(_) => return Err(Mismatch::Changed(number)),
                    None => append(log, entry),
                },
                None => GameLog::try_from(vec![entry]).map(|log| self.log = Some(log)),
            }
            .map_err(|why| Mismatch::Impossible(number, why))?;
        }
        if end > known || end == known && hash.is_some() {
            self.hash = hash;
        }
        Ok(self.version() - known)
    }
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gap { known, told } => {
                write!(f, "event {known} is missing before event {told}")
            }
            Self::Changed(number) => write!(f, "event {number} is not what it was"),
            Self::Gone(number) => write!(f, "event {number} is gone"),
            Self::Impossible(number, why) => {
                write!(f, "event {number} cannot have happened: {why}")
            }
            Self::Restored => f.write_str("the log was restored from a copy"),
        }
    }
}

impl std::error::Error for Mismatch {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::old_text::read_entry;

    fn news(from: usize, lines: &[&str]) -> Events {
        let entries = lines.iter().map(|line| read_entry(line).expect("an event")).collect();
        Events { from, entries, hash: None }
    }

    fn replica() -> Replica {
        let mut replica = Replica::default();
        let opened = "opened\tgems~S~\tXO\tguest\tAda\tguest\tBen";
        assert_eq!(replica.catch_up(news(0, &[opened, "moved\t0", "moved\t0"])), Ok(3));
        replica
    }

    #[test]
    fn an_overlap_is_passed_over_and_a_gap_is_noticed() {
        let mut replica = replica();
        assert_eq!(replica.follow(news(1, &["moved\t0", "moved\t0"])), Ok(0));
        assert_eq!(replica.follow(news(2, &["moved\t0", "moved\t1"])), Ok(1));
        let gap = Mismatch::Gap { known: 4, told: 9 };
        assert_eq!(replica.follow(news(9, &["moved\t0"])), Err(gap));
        assert_eq!(replica.version(), 4);
    }

    #[test]
    fn a_log_that_changes_shrinks_or_makes_no_sense_is_found_out() {
        assert_eq!(replica().follow(news(2, &["moved\t1"])), Err(Mismatch::Changed(2)));
        assert_eq!(replica().catch_up(news(1, &["moved\t0"])), Err(Mismatch::Gone(2)));
        let impossible = replica().follow(news(3, &["moved\t0"]));
        assert!(matches!(impossible, Err(Mismatch::Impossible(3, _))), "{impossible:?}");
        let headless = Replica::default().follow(news(0, &["moved\t0"]));
        assert!(matches!(headless, Err(Mismatch::Impossible(0, _))), "{headless:?}");
    }
}
