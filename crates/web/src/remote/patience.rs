/// How long is waited before the next attempt at a connection.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    /// How often it was tried in vain.
    attempts: u32,
    /// Since when there has been a connection, in milliseconds of this machine's clock.
    since: Option<f64>,
}

/// How long the first attempt waits, in milliseconds; each one after it twice as long.
pub(super) const FIRST_WAIT: u32 = 250;
/// The longest wait between two attempts.
const LONGEST_WAIT: u32 = 15_000;
/// How long a connection must last to count as one. A server that takes everybody in and loses them
/// at once, because it cannot store what they do, must not be asked again every moment.
const LASTING: f64 = 10_000.0;

impl Patience {
    /// There is a connection.
    pub(super) fn connected(&mut self, now: f64) {
        self.since = Some(now);
    }

    /// There is none, or none any more: how long to wait, in milliseconds.
    pub(super) fn wait(&mut self, now: f64) -> u32 {
        if self.since.take().is_some_and(|since| now - since >= LASTING) {
            self.attempts = 0;
        }
        let wait = FIRST_WAIT.saturating_mul(1 << self.attempts.min(8)).min(LONGEST_WAIT);
        self.attempts += 1;
        wait
    }

    /// Whether it was ever tried in vain since there was a connection that lasted.
    pub(super) fn is_tried(self) -> bool {
        self.attempts > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_become_longer_until_a_connection_lasts() {
        let mut patience = Patience::default();
        let mut waits = Vec::new();
        for _ in 0..8 {
            // Taken in and lost at once.
            patience.connected(1000.0);
            waits.push(patience.wait(1001.0));
        }
        assert_eq!(waits, [250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
        assert_eq!(patience.wait(60_000.0), 15_000, "not to be connected is no lasting connection");
        patience.connected(70_000.0);
        assert_eq!(patience.wait(80_000.0), 250);
    }
}
