use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// What time it is for what is kept, in seconds.
///
/// How long nothing has happened at a table decides whether it is forgotten for good, and the clock
/// of a machine may be wrong by years until somebody sets it. So the time of a database is its own:
/// it goes on from the newest event, as long as the server runs, and never back. Of the time for
/// which the server was down it believes the machine a day. What is wrong with it is that tables are
/// kept too long, where a server is often down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoreClock {
    opened: Instant,
    opened_at: i64,
}

impl StoreClock {
    /// The most that a clock gains while the server is down.
    const BELIEVED: i64 = 24 * 60 * 60;

    /// The clock of a database whose newest event is of this time, opened when the machine says
    /// that it is `now`.
    pub(crate) fn go_on(newest: Option<i64>, now: SystemTime) -> Self {
        let now = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().cast_signed());
        let opened_at =
            newest.map_or(now, |newest| now.clamp(newest, newest.saturating_add(Self::BELIEVED)));
        Self { opened: Instant::now(), opened_at }
    }

    pub(crate) fn now(&self) -> i64 {
        self.opened_at.saturating_add(self.opened.elapsed().as_secs().cast_signed())
    }

    /// What time it was so long ago.
    pub(crate) fn before(&self, age: Duration) -> i64 {
        self.now().saturating_sub(i64::try_from(age.as_secs()).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = StoreClock::BELIEVED;

    fn opened_at(newest: Option<i64>, now: i64) -> i64 {
        let now = UNIX_EPOCH + Duration::from_secs(now.unsigned_abs());
        StoreClock::go_on(newest, now).opened_at
    }

    #[test]
    fn time_goes_on_whatever_the_machine_says() {
        let newest = 20_000 * DAY;
        assert_eq!(opened_at(None, newest), newest, "a new database");
        assert_eq!(opened_at(Some(newest), newest + 60), newest + 60, "down for a minute");
        assert_eq!(opened_at(Some(newest), newest + 90 * DAY), newest + DAY, "forward");
        assert_eq!(opened_at(Some(newest), 0), newest, "back to 1970");
    }
}
