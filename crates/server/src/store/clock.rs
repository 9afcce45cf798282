use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The time by which events are dated, in milliseconds.
///
/// How long nothing has happened at a table decides whether it is deleted for good, and the system
/// clock of a machine may be wrong by years until it is set. So a database has a time of its own:
/// it continues from the newest event while the server runs, and never goes back. For the time that
/// the server was down, the system clock is believed up to a day. The error is on the safe side:
/// where a server is often down, tables are kept too long.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreClock {
    opened: Instant,
    opened_at: i64,
}

impl StoreClock {
    /// The most that the clock advances while the server is down.
    const MAX_DOWNTIME: i64 = 24 * 60 * 60 * 1_000;

    /// The clock of a database whose newest event is of this time, opened when the system clock
    /// says `now`.
    pub(crate) fn resume(newest: Option<i64>, now: SystemTime) -> Self {
        let now = now.duration_since(UNIX_EPOCH).map_or(0, milliseconds);
        let opened_at = newest
            .map_or(now, |newest| now.clamp(newest, newest.saturating_add(Self::MAX_DOWNTIME)));
        Self { opened: Instant::now(), opened_at }
    }

    pub(crate) fn now(&self) -> i64 {
        self.opened_at.saturating_add(milliseconds(self.opened.elapsed()))
    }

    /// What time it was so long ago.
    pub(crate) fn before(&self, age: Duration) -> i64 {
        self.now().saturating_sub(milliseconds(age))
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = StoreClock::MAX_DOWNTIME;

    fn opened_at(newest: Option<i64>, now: i64) -> i64 {
        let now = UNIX_EPOCH + Duration::from_millis(now.unsigned_abs());
        StoreClock::resume(newest, now).opened_at
    }

    #[test]
    fn time_goes_on_whatever_the_machine_says() {
        let newest = 20_000 * DAY;
        assert_eq!(opened_at(None, newest), newest, "a new database");
        assert_eq!(opened_at(Some(newest), newest + 60_000), newest + 60_000, "down for a minute");
        assert_eq!(opened_at(Some(newest), newest + 90 * DAY), newest + DAY, "forward");
        assert_eq!(opened_at(Some(newest), 0), newest, "back to 1970");
    }
}
