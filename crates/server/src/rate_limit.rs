//! How much anybody may ask for.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

/// The longest message, and the longest body of a request.
pub(crate) const MESSAGE_BYTES: usize = 8 * 1024;
/// The most events that a log can have.
pub(crate) const LOG_EVENTS: u32 = 10_000;
/// How many of them are kept for finishing the game under way.
pub(crate) const KEPT_FOR_THE_GAME: u32 = 1_000;
/// The most moves that a game may have been played before its table is set.
pub(crate) const OPENING_MOVES: usize = 1_000;

/// How often something may be done from one address.
pub(crate) struct AddressLimit(Option<DefaultKeyedRateLimiter<IpAddr>>);

/// Why something has to wait: for so long.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooSoon(pub(crate) Duration);

impl AddressLimit {
    /// So many a minute, all at once if they like; 0 means without limit.
    pub(crate) fn a_minute(count: u32) -> Self {
        let quota = NonZeroU32::new(count).map(Quota::per_minute);
        Self(quota.map(RateLimiter::keyed))
    }

    pub(crate) fn check(&self, address: IpAddr) -> Result<(), TooSoon> {
        let Some(limiter) = &self.0 else { return Ok(()) };
        limiter
            .check_key(&household(address))
            .map_err(|not_until| TooSoon(not_until.wait_time_from(DefaultClock::default().now())))
    }

    /// Forgets addresses that have not been seen for a while.
    pub(crate) fn tidy(&self) {
        if let Some(limiter) = &self.0 {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// One household has 2⁶⁴ addresses of the new kind, so they count as one.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from_bits(network))
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// How often something may be said on one connection.
#[derive(Debug)]
pub(crate) struct MessageLimit(DefaultDirectRateLimiter);

impl MessageLimit {
    /// Messages of any kind: so many a second, and some more at once.
    pub(crate) fn messages(a_second: NonZeroU32) -> Self {
        let burst = a_second.saturating_mul(NonZeroU32::MIN.saturating_add(1));
        Self(RateLimiter::direct(Quota::per_second(a_second).allow_burst(burst)))
    }

    /// Reactions: five at once, and then one every two seconds.
    pub(crate) fn reactions() -> Self {
        const BURST: NonZeroU32 = NonZeroU32::new(5).expect("five is not zero");
        let quota = Quota::with_period(Duration::from_secs(2)).expect("two is not zero");
        Self(RateLimiter::direct(quota.allow_burst(BURST)))
    }

    pub(crate) fn allows_one_more(&self) -> bool {
        self.0.check().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_asks_too_often_waits() {
        let limit = AddressLimit::a_minute(2);
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert_eq!(limit.check(address("10.0.0.1")), Ok(()));
        assert_eq!(limit.check(address("::ffff:10.0.0.1")), Ok(()));
        let TooSoon(wait) = limit.check(address("10.0.0.1")).expect_err("a third one");
        assert!(wait > Duration::ZERO && wait <= Duration::from_secs(30));
        assert_eq!(limit.check(address("10.0.0.2")), Ok(()));
    }

    #[test]
    fn a_household_is_one_address() {
        let limit = AddressLimit::a_minute(1);
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert_eq!(limit.check(address("2001:db8::1")), Ok(()));
        assert!(limit.check(address("2001:db8::2:3")).is_err());
        assert_eq!(limit.check(address("2001:db8:0:1::1")), Ok(()));
    }

    #[test]
    fn without_a_limit_everything_is_allowed() {
        let limit = AddressLimit::a_minute(0);
        for _ in 0..1_000 {
            assert_eq!(limit.check(Ipv6Addr::LOCALHOST.into()), Ok(()));
        }
    }
}
