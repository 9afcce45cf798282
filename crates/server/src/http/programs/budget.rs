use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::client_network::ClientNetwork;
use crate::rate_limit::RetryAfter;

/// How long the engine may think for programs in a minute: for one network, and in all (two kinds of
/// leaky bucket, which are full when the time is used up and run empty within a minute).
///
/// A question reserves the time that it may take and gives back what it did not need, which rate
/// limits that count requests cannot do.
#[derive(Debug)]
pub(crate) struct EngineBudget {
    for_one: Allowance,
    in_all: Allowance,
    spent: Mutex<Spent>,
}

#[derive(Debug)]
struct Spent {
    by_network: HashMap<ClientNetwork, Bucket>,
    in_all: Bucket,
}

/// How much time of each minute there is, if there is a limit.
#[derive(Clone, Copy, Debug)]
struct Allowance(Option<Duration>);

/// What has been spent and not been forgotten yet.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    spent: Duration,
    /// When that was.
    at: Instant,
}

/// Time that is set aside for a question. Dropping it gives all of it back.
#[derive(Debug)]
pub(super) struct Reservation {
    budget: Arc<EngineBudget>,
    network: ClientNetwork,
    time: Duration,
}

const MINUTE: Duration = Duration::from_mins(1);

impl EngineBudget {
    /// So much time in a minute for one network, and in all; zero means no limit.
    pub(crate) fn per_minute(for_one: Duration, in_all: Duration) -> Self {
        let allowance = |time: Duration| Allowance((!time.is_zero()).then_some(time));
        Self {
            for_one: allowance(for_one),
            in_all: allowance(in_all),
            spent: Mutex::new(Spent {
                by_network: HashMap::new(),
                in_all: Bucket::empty(Instant::now()),
            }),
        }
    }

    /// The most that one question can have, if there is a limit.
    pub(super) fn for_one(&self) -> Option<Duration> {
        [self.for_one.0, self.in_all.0].into_iter().flatten().min()
    }

    /// Sets so much time aside, or says when there will be enough.
    pub(super) fn reserve(
        self: &Arc<Self>,
        network: ClientNetwork,
        time: Duration,
        now: Instant,
    ) -> Result<Reservation, RetryAfter> {
        let mut spent = self.spent.lock();
        let theirs = spent.by_network.get(&network).copied().unwrap_or(Bucket::empty(now));
        let waits = [
            theirs.wait_for(time, self.for_one, now),
            spent.in_all.wait_for(time, self.in_all, now),
        ];
        if let Some(wait) = waits.into_iter().flatten().max() {
            return Err(RetryAfter(wait));
        }
        spent.change(network, self, now, |bucket| bucket + time);
        drop(spent);
        Ok(Reservation { budget: self.clone(), network, time })
    }

    /// Frees the memory of networks that have spent nothing for a while.
    pub(super) fn evict_idle(&self, now: Instant) {
        let by_network = &mut self.spent.lock().by_network;
        by_network.retain(|_, bucket| !bucket.spent_by(self.for_one, now).is_zero());
        by_network.shrink_to_fit();
    }
}

impl Spent {
    fn change(
        &mut self,
        network: ClientNetwork,
        budget: &EngineBudget,
        now: Instant,
        change: impl Fn(Duration) -> Duration,
    ) {
        let theirs = self.by_network.entry(network).or_insert(Bucket::empty(now));
        for (bucket, allowance) in [(theirs, budget.for_one), (&mut self.in_all, budget.in_all)] {
            *bucket = Bucket { spent: change(bucket.spent_by(allowance, now)), at: now };
        }
    }
}

impl Bucket {
    const fn empty(at: Instant) -> Self {
        Self { spent: Duration::ZERO, at }
    }

    /// What is still counted.
    fn spent_by(&self, Allowance(allowance): Allowance, now: Instant) -> Duration {
        let Some(allowance) = allowance else { return Duration::ZERO };
        let minutes = now.saturating_duration_since(self.at).as_secs_f64() / MINUTE.as_secs_f64();
        let forgotten = Duration::try_from_secs_f64(allowance.as_secs_f64() * minutes);
        self.spent.saturating_sub(forgotten.unwrap_or(Duration::MAX))
    }

    /// How long to wait until so much time can be spent; `None` if it can be now.
    fn wait_for(&self, time: Duration, allowance: Allowance, now: Instant) -> Option<Duration> {
        let Allowance(Some(most)) = allowance else { return None };
        let over = (self.spent_by(allowance, now) + time).checked_sub(most)?;
        (!over.is_zero()).then(|| MINUTE.mul_f64(over.as_secs_f64() / most.as_secs_f64()))
    }
}

impl Reservation {
    /// Gives back what was not needed of the time, or pays what it took longer.
    pub(super) fn settle(mut self, took: Duration, now: Instant) {
        self.pay(took, now);
    }

    fn pay(&mut self, took: Duration, now: Instant) {
        let reserved = std::mem::take(&mut self.time);
        let mut spent = self.budget.spent.lock();
        let paid = |spent: Duration| (spent + took).saturating_sub(reserved);
        spent.change(self.network, &self.budget, now, paid);
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if !self.time.is_zero() {
            self.pay(Duration::ZERO, Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn budget(for_one: u64, in_all: u64) -> Arc<EngineBudget> {
        let seconds = Duration::from_secs;
        Arc::new(EngineBudget::per_minute(seconds(for_one), seconds(in_all)))
    }

    fn network(last: u8) -> ClientNetwork {
        ClientNetwork::of([10, 0, 0, last].into())
    }

    /// How many seconds a network gets at once.
    fn granted(budget: &Arc<EngineBudget>, last: u8, now: Instant) -> usize {
        let spend = |_: &usize| {
            // It is never settled: all of it is used.
            budget.reserve(network(last), SECOND, now).map(std::mem::forget).is_ok()
        };
        (0..100).take_while(spend).count()
    }

    #[test]
    fn one_network_cannot_have_all_of_it_and_all_together_have_an_end() {
        let (budget, now) = (budget(6, 15), Instant::now());
        assert_eq!(granted(&budget, 1, now), 6);
        assert_eq!(granted(&budget, 2, now), 6);
        assert_eq!(granted(&budget, 3, now), 3, "there is no more for the others");
        assert_eq!(budget.reserve(network(1), SECOND, now).err(), Some(RetryAfter(10 * SECOND)));
        assert_eq!(budget.reserve(network(4), SECOND, now).err(), Some(RetryAfter(4 * SECOND)));
        let later = now + 10 * SECOND;
        assert_eq!(granted(&budget, 1, later), 1, "one second of six in ten of sixty");
        assert_eq!(granted(&budget, 4, now + MINUTE), 6);
    }

    #[test]
    fn what_was_not_needed_is_given_back() {
        let (budget, now) = (budget(6, 15), Instant::now());
        let reserve = || budget.reserve(network(1), 6 * SECOND, now);
        drop(reserve().expect("there is time"));
        reserve().expect("all of it was given back").settle(2 * SECOND, now);
        assert!(reserve().is_err());
        assert_eq!(granted(&budget, 1, now), 4);
    }

    #[test]
    fn who_took_longer_than_they_said_waits_longer() {
        let (budget, now) = (budget(6, 0), Instant::now());
        budget.reserve(network(1), SECOND, now).expect("there is time").settle(6 * SECOND, now);
        assert_eq!(granted(&budget, 1, now), 0);
        budget.reserve(network(2), SECOND, now).expect("there is time").settle(4 * MINUTE, now);
        assert_eq!(granted(&budget, 2, now + 39 * MINUTE), 0);
        assert_eq!(
            granted(&budget, 2, now + 40 * MINUTE),
            6,
            "nothing is held against them for ever"
        );
    }

    #[test]
    fn without_a_limit_there_is_always_time_and_nothing_is_kept() {
        let (budget, now) = (budget(0, 0), Instant::now());
        assert_eq!(granted(&budget, 1, now), 100);
        assert_eq!(budget.for_one(), None);
        budget.evict_idle(now);
        assert!(budget.spent.lock().by_network.is_empty());
    }

    #[test]
    fn idle_networks_are_forgotten() {
        let (budget, now) = (budget(6, 15), Instant::now());
        granted(&budget, 1, now);
        budget.evict_idle(now + 59 * SECOND);
        assert_eq!(budget.spent.lock().by_network.len(), 1);
        budget.evict_idle(now + MINUTE);
        assert!(budget.spent.lock().by_network.is_empty());
    }
}
