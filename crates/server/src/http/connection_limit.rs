use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::client_network::ClientNetwork;
use crate::rate_limit::RetryAfter;

/// How many connections may be open: so many in all, and so many for one network. A connection that
/// does nothing but answer pings stays open for ever, so a rate limit is not enough.
pub(crate) struct ConnectionLimit {
    in_all: Option<u32>,
    per_network: Option<u32>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    in_all: u32,
    by_network: HashMap<ClientNetwork, u32>,
}

/// The permit of one open connection. Dropping it makes room for another.
pub(crate) struct ConnectionPermit {
    limit: Arc<ConnectionLimit>,
    pub(crate) network: ClientNetwork,
}

/// When a client that found no room may try again.
const RETRY_AFTER: Duration = Duration::from_secs(10);

impl ConnectionLimit {
    /// So many in all, and for one network; 0 means no limit.
    pub(crate) fn new(in_all: u32, per_network: u32) -> Arc<Self> {
        let limit = |count: u32| (count > 0).then_some(count);
        let (in_all, per_network) = (limit(in_all), limit(per_network));
        Arc::new(Self { in_all, per_network, open: Mutex::default() })
    }

    /// A permit for a connection from this network.
    pub(crate) fn acquire(
        self: &Arc<Self>,
        network: ClientNetwork,
    ) -> Result<ConnectionPermit, RetryAfter> {
        let mut open = self.open.lock();
        let theirs = open.by_network.get(&network).copied().unwrap_or(0);
        let is_full = |limit: Option<u32>, open: u32| limit.is_some_and(|limit| open >= limit);
        if is_full(self.in_all, open.in_all) || is_full(self.per_network, theirs) {
            return Err(RetryAfter(RETRY_AFTER));
        }
        open.in_all += 1;
        open.by_network.insert(network, theirs + 1);
        drop(open);
        Ok(ConnectionPermit { limit: self.clone(), network })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limit.open.lock();
        open.in_all -= 1;
        if let Some(theirs) = open.by_network.get_mut(&self.network) {
            *theirs -= 1;
            if *theirs == 0 {
                open.by_network.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> ClientNetwork {
        ClientNetwork::of(address.parse().expect("an address"))
    }

    #[test]
    fn connections_are_counted_by_network_and_in_all_until_they_end() {
        let limit = ConnectionLimit::new(3, 2);
        let acquire = |address: &str| limit.acquire(network(address)).ok();
        let mut one = vec![acquire("2001:db8::1"), acquire("2001:db8::2")];
        assert!(one.iter().all(Option::is_some));
        assert!(acquire("2001:db8::3").is_none(), "the same network");
        let other = acquire("10.0.0.1");
        assert!(other.is_some() && acquire("10.0.0.2").is_none(), "three in all");
        one.pop();
        assert!(acquire("2001:db8::3").is_some(), "one has ended");
        drop((one, other));
        let open = limit.open.lock();
        assert_eq!((open.in_all, open.by_network.len()), (0, 0), "nothing is kept about them");
    }

    #[test]
    fn without_a_limit_there_is_always_room() {
        let limit = ConnectionLimit::new(0, 0);
        let permits: Vec<_> = (0..1_000).map(|_| limit.acquire(network("10.0.0.1"))).collect();
        assert!(permits.iter().all(Result::is_ok));
    }
}
