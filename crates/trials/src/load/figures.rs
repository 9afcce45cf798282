use std::cell::RefCell;
use std::fmt::{self, Display};
use std::time::Duration;

use super::usage::Usage;

/// What was measured while people played.
#[derive(Clone, Debug)]
pub struct Figures {
    /// How many moves the other player has seen.
    pub moves: usize,
    /// For how long.
    pub time: Duration,
    /// What the servers used meanwhile.
    pub used: Usage,
    /// How long each move took from being sent to being seen by the other player, shortest first.
    latencies: Vec<Duration>,
}

impl Figures {
    /// Moves a second.
    pub fn rate(&self) -> f64 {
        self.moves as f64 / self.time.as_secs_f64()
    }

    /// The servers' processor time for a move.
    pub fn processor_per_move(&self) -> Duration {
        self.used.processor().div_f64(self.moves.max(1) as f64)
    }

    /// How long at most so many per cent of the moves took.
    pub fn percentile(&self, per_cent: usize) -> Duration {
        let place = self.latencies.len() * per_cent / 100;
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get(place.min(last)).copied().unwrap_or_default()
    }
}

impl Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |per_cent| self.percentile(per_cent).as_secs_f64() * 1e3;
        write!(
            f,
            "{:>7.0} moves/s   p50 {:>6.1} ms   p99 {:>6.1} ms   {:>5.0} µs of CPU a move",
            self.rate(),
            millis(50),
            millis(99),
            self.processor_per_move().as_secs_f64() * 1e6
        )?;
        let Some(used) = self.used.database else { return Ok(()) };
        let moves = self.moves.max(1) as f64;
        write!(
            f,
            "\n{:>16}PostgreSQL: {:.0} µs of CPU and {:.0} bytes of log a move, {:.1} moves a commit",
            "",
            used.processor.as_secs_f64() * 1e6 / moves,
            used.log_bytes as f64 / moves,
            moves / self.used.commits.max(1) as f64
        )
    }
}

/// Where moves are counted while it is switched on.
#[derive(Debug, Default)]
pub(super) struct Counter(RefCell<Option<Vec<Duration>>>);

impl Counter {
    pub(super) fn switch_on(&self) {
        self.0.replace(Some(Vec::new()));
    }

    pub(super) fn count(&self, latency: Duration) {
        if let Some(latencies) = self.0.borrow_mut().as_mut() {
            latencies.push(latency);
        }
    }

    pub(super) fn switch_off(&self, time: Duration) -> Figures {
        let mut latencies = self.0.take().unwrap_or_default();
        latencies.sort_unstable();
        Figures { moves: latencies.len(), time, used: Usage::default(), latencies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_all_moves() {
        let counter = Counter::default();
        counter.count(Duration::from_secs(9));
        counter.switch_on();
        (1..=200).rev().for_each(|millis| counter.count(Duration::from_millis(millis)));
        let used = Usage { servers: vec![Duration::from_millis(10)], ..Usage::default() };
        let figures = Figures { used, ..counter.switch_off(Duration::from_secs(2)) };
        assert_eq!(figures.percentile(50), Duration::from_millis(101));
        assert_eq!(figures.percentile(99), Duration::from_millis(199));
        assert!((figures.rate() - 100.0).abs() < 1e-9);
        assert_eq!(figures.processor_per_move(), Duration::from_micros(50));
    }
}
