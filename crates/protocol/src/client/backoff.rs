use std::time::Duration;

/// Exponential backoff: how long to wait before the next attempt to connect.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Backoff {
    /// How many attempts have failed in a row.
    attempts: u32,
    /// Since when there has been a connection.
    since: Option<Duration>,
}

/// The wait before the first attempt; it doubles with each one that fails.
pub(super) const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// How long a connection must last to count as one. A server that accepts connections and loses
/// them at once, because it cannot store anything, must not be asked again every moment.
const LASTING: Duration = Duration::from_secs(10);

impl Backoff {
    pub(super) fn connected(&mut self, now: Duration) {
        self.since = Some(now);
    }

    /// There is no connection, or not any more: how long to wait, with the jitter that `random`
    /// makes. Clients that lost the same server do not all come back in the same moment.
    pub(super) fn wait(&mut self, now: Duration, random: u128) -> Duration {
        let lasted = self.since.take().is_some_and(|since| now.saturating_sub(since) >= LASTING);
        if lasted {
            self.attempts = 0;
        }
        let wait = FIRST_WAIT.saturating_mul(1 << self.attempts.min(8)).min(LONGEST_WAIT);
        self.attempts += 1;
        wait / 2 + jitter(wait, random)
    }

    /// Whether an attempt has failed since there was a connection that lasted.
    pub(super) fn has_failed(self) -> bool {
        self.attempts > 0
    }
}

/// A time below `most`, by chance.
pub(super) fn jitter(most: Duration, random: u128) -> Duration {
    Duration::from_micros(random as u64 % most.as_micros().max(1) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn waits_double_until_a_connection_lasts() {
        let mut backoff = Backoff::default();
        let mut waits = Vec::new();
        for _ in 0..8 {
            // Accepted and lost at once.
            backoff.connected(seconds(1));
            waits.push(2 * backoff.wait(seconds(1), 0).as_millis());
        }
        assert_eq!(waits, [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
        let failed = backoff.wait(seconds(60), 0);
        assert_eq!(failed, LONGEST_WAIT / 2, "to be without a connection is not one that lasts");
        backoff.connected(seconds(70));
        assert_eq!(backoff.wait(seconds(80), 0), FIRST_WAIT / 2);
    }

    #[test]
    fn jitter_spreads_the_waits() {
        for (random, least, most) in [(0, 125, 126), (u128::MAX, 125, 375), (249_999, 374, 375)] {
            let wait = Backoff::default().wait(Duration::ZERO, random).as_millis();
            assert!((least..=most).contains(&wait), "{random}: {wait} ms");
        }
    }
}
