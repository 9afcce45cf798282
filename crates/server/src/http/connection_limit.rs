use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::rate_limit::{TooSoon, household};

/// Places for connections: so many in all, and so many for one household. A connection that does
/// nothing but answer pings lives for ever, so it is not enough to count how often they are made.
pub(crate) struct Places {
    in_all: Option<u32>,
    for_one: Option<u32>,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    in_all: u32,
    by_household: HashMap<IpAddr, u32>,
}

/// The place of one connection. It is free again when this is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    household: IpAddr,
}

/// When somebody who found no place may ask again.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(10);

impl Places {
    /// So many in all, and for one household; 0 means without limit.
    pub(crate) fn new(in_all: u32, for_one: u32) -> Arc<Self> {
        let limit = |count: u32| (count > 0).then_some(count);
        Arc::new(Self { in_all: limit(in_all), for_one: limit(for_one), taken: Mutex::default() })
    }

    /// A place for a connection from this address.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Result<Place, TooSoon> {
        let household = household(address);
        let mut taken = self.taken.lock();
        let theirs = taken.by_household.get(&household).copied().unwrap_or(0);
        let full = |limit: Option<u32>, taken: u32| limit.is_some_and(|limit| taken >= limit);
        if full(self.in_all, taken.in_all) || full(self.for_one, theirs) {
            return Err(TooSoon(ASK_AGAIN_AFTER));
        }
        taken.in_all += 1;
        taken.by_household.insert(household, theirs + 1);
        drop(taken);
        Ok(Place { places: self.clone(), household })
    }
}

impl Place {
    /// Whose place it is.
    pub(crate) fn household(&self) -> IpAddr {
        self.household
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock();
        taken.in_all -= 1;
        if let Some(theirs) = taken.by_household.get_mut(&self.household) {
            *theirs -= 1;
            if *theirs == 0 {
                taken.by_household.remove(&self.household);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn places_are_counted_by_household_and_in_all_and_given_back() {
        let places = Places::new(3, 2);
        let take = |text: &str| places.take(address(text)).ok();
        let mut one = vec![take("2001:db8::1"), take("2001:db8::2")];
        assert!(one.iter().all(Option::is_some));
        assert!(take("2001:db8::3").is_none(), "the same household");
        let other = take("10.0.0.1");
        assert!(other.is_some() && take("10.0.0.2").is_none(), "three in all");
        one.pop();
        assert!(take("2001:db8::3").is_some(), "one has gone");
        drop((one, other));
        let taken = places.taken.lock();
        assert_eq!((taken.in_all, taken.by_household.len()), (0, 0), "nothing is kept about them");
    }

    #[test]
    fn without_a_limit_everybody_finds_a_place() {
        let places = Places::new(0, 0);
        let taken: Vec<_> = (0..1_000).map(|_| places.take(address("10.0.0.1"))).collect();
        assert!(taken.iter().all(Result::is_ok));
    }
}
