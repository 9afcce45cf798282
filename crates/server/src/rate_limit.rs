//! How often a client may do something (GCRA, by `governor`).

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::client_network::{ClientNetwork, Site};

/// How often something may be done from one network, and some times as often from a site with many
/// networks.
pub(crate) struct NetworkRateLimit(Option<Limiters>);

struct Limiters {
    by_network: DefaultKeyedRateLimiter<ClientNetwork>,
    by_site: DefaultKeyedRateLimiter<Site>,
}

/// What exceeds a limit may be tried again after this time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RetryAfter(pub(crate) Duration);

impl NetworkRateLimit {
    /// So many a minute, which may come all at once; 0 means no limit.
    pub(crate) fn per_minute(count: u32) -> Self {
        Self::of(count, Quota::per_minute)
    }

    /// So many an hour, which may come all at once; 0 means no limit.
    pub(crate) fn per_hour(count: u32) -> Self {
        Self::of(count, Quota::per_hour)
    }

    fn of(count: u32, quota: impl Fn(NonZeroU32) -> Quota) -> Self {
        let limiters = |count: NonZeroU32| Limiters {
            by_network: RateLimiter::keyed(quota(count)),
            by_site: RateLimiter::keyed(quota(count.saturating_mul(Site::NETWORKS))),
        };
        Self(NonZeroU32::new(count).map(limiters))
    }

    /// Counts one more.
    pub(crate) fn check(&self, network: ClientNetwork) -> Result<(), RetryAfter> {
        self.check_many(network, 1)
    }

    /// Counts so many more, or none of them.
    pub(crate) fn check_many(&self, network: ClientNetwork, count: u32) -> Result<(), RetryAfter> {
        let Some(Limiters { by_network, by_site }) = &self.0 else { return Ok(()) };
        let Some(count) = NonZeroU32::new(count) else { return Ok(()) };
        let checked = by_network.check_key_n(&network, count).map(|checked| {
            checked.and_then(|()| match network.site() {
                // A site has room for whatever one of its networks has room for.
                Some(site) => by_site.check_key_n(&site, count).unwrap_or(Ok(())),
                None => Ok(()),
            })
        });
        // More at once than there ever can be: a limit that is smaller than a single command.
        let checked = checked.map_err(|_| RetryAfter(Duration::from_hours(1)))?;
        let now = DefaultClock::default().now();
        checked.map_err(|not_until| RetryAfter(not_until.wait_time_from(now)))
    }

    /// Frees the memory of networks that have not been seen for a while.
    pub(crate) fn evict_idle(&self) {
        if let Some(Limiters { by_network, by_site }) = &self.0 {
            by_network.retain_recent();
            by_network.shrink_to_fit();
            by_site.retain_recent();
            by_site.shrink_to_fit();
        }
    }
}

/// How often something may be done on one connection, or in one seat.
#[derive(Debug)]
pub(crate) struct RateLimit(DefaultDirectRateLimiter);

impl RateLimit {
    /// Messages of any kind: so many a second, and twice as many at once.
    pub(crate) fn messages(per_second: NonZeroU32) -> Self {
        let burst = per_second.saturating_mul(NonZeroU32::MIN.saturating_add(1));
        Self(RateLimiter::direct(Quota::per_second(per_second).allow_burst(burst)))
    }

    /// Reactions: five at once, and then one every two seconds.
    pub(crate) fn reactions() -> Self {
        const BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");
        let quota = Quota::with_period(Duration::from_secs(2)).expect("two is not zero");
        Self(RateLimiter::direct(quota.allow_burst(BURST)))
    }

    /// Counts one more, and says whether it is within the limit.
    pub(crate) fn allows_one_more(&self) -> bool {
        self.0.check().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use super::*;

    #[test]
    fn a_network_that_asks_too_often_waits() {
        let limit = NetworkRateLimit::per_minute(2);
        let network = |text: &str| ClientNetwork::of(text.parse().expect("an address"));
        assert_eq!(limit.check(network("10.0.0.1")), Ok(()));
        assert_eq!(limit.check(network("10.0.0.1")), Ok(()));
        let RetryAfter(wait) = limit.check(network("10.0.0.1")).expect_err("a third one");
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(30));
        assert_eq!(limit.check(network("10.0.0.2")), Ok(()));
    }

    #[test]
    fn a_site_may_not_as_often_as_it_has_networks() {
        let limit = NetworkRateLimit::per_minute(2);
        let network = |text: &str| ClientNetwork::of(text.parse().expect("an address"));
        let ask = |number: u32| limit.check(network(&format!("2001:db8:0:{number:x}::1")));
        let allowed = (0..100).take_while(|&number| ask(number).is_ok()).count();
        // One more is due every few seconds, and a machine may be slow.
        assert!((16..40).contains(&allowed), "{allowed}");
        assert_eq!(limit.check(network("2001:db8:1::1")), Ok(()), "the site next to it");
    }

    #[test]
    fn many_are_counted_at_once_or_not_at_all() {
        let limit = NetworkRateLimit::per_hour(5);
        let network = |text: &str| ClientNetwork::of(text.parse().expect("an address"));
        for address in ["10.0.0.1", "2001:db8::1"] {
            assert_eq!(limit.check_many(network(address), 3), Ok(()));
            assert!(limit.check_many(network(address), 3).is_err());
            assert_eq!(limit.check_many(network(address), 2), Ok(()));
            assert!(limit.check_many(network(address), 9).is_err(), "more than there ever can be");
        }
    }

    #[test]
    fn without_a_limit_everything_is_allowed() {
        let limit = NetworkRateLimit::per_minute(0);
        for _ in 0..1_000 {
            assert_eq!(limit.check(ClientNetwork::of(Ipv6Addr::LOCALHOST.into())), Ok(()));
        }
    }
}
