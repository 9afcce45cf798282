use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use crate::client_network::{ClientNetwork, Site};
use crate::rate_limit::RetryAfter;

/// How many connections may be open: so many in all, so many for one network, and some times as many
/// for a site with many networks. A connection that does nothing but answer pings stays open for ever,
/// so a rate limit is not enough.
pub(crate) struct ConnectionLimit {
    in_all: Option<u32>,
    per_network: Option<u32>,
    per_site: Option<u32>,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    in_all: u32,
    by_network: HashMap<ClientNetwork, u32>,
    by_site: HashMap<Site, u32>,
}

/// The permit of one open connection. Dropping it makes room for another.
pub(crate) struct ConnectionPermit {
    limit: Arc<ConnectionLimit>,
    pub(crate) network: ClientNetwork,
}

/// When a client that found no room may try again.
const RETRY_AFTER: Duration = Duration::from_secs(10);

impl ConnectionLimit {
    /// So many in all, and for one network; 0 means no limit. A site never has more than half of all
    /// places, unless one of its networks may.
    pub(crate) fn new(in_all: u32, per_network: u32) -> Arc<Self> {
        let limit = |count: u32| (count > 0).then_some(count);
        let (in_all, per_network) = (limit(in_all), limit(per_network));
        let per_site = per_network.map(|limit| {
            let half = in_all.map_or(u32::MAX, |in_all| in_all / 2);
            limit.saturating_mul(Site::NETWORKS.get()).min(half.max(limit))
        });
        Arc::new(Self { in_all, per_network, per_site, open: Mutex::default() })
    }

    /// A permit for a connection from this network.
    pub(crate) fn acquire(
        self: &Arc<Self>,
        network: ClientNetwork,
    ) -> Result<ConnectionPermit, RetryAfter> {
        let mut open = self.open.lock();
        let theirs = open.by_network.get(&network).copied().unwrap_or(0);
        let site = network.site();
        let site_has = site.and_then(|site| open.by_site.get(&site).copied()).unwrap_or(0);
        let is_full = |limit: Option<u32>, open: u32| limit.is_some_and(|limit| open >= limit);
        if is_full(self.in_all, open.in_all)
            || is_full(self.per_network, theirs)
            || is_full(self.per_site, site_has)
        {
            return Err(RetryAfter(RETRY_AFTER));
        }
        open.in_all += 1;
        open.by_network.insert(network, theirs + 1);
        if let Some(site) = site {
            open.by_site.insert(site, site_has + 1);
        }
        drop(open);
        Ok(ConnectionPermit { limit: self.clone(), network })
    }

    /// How many are open.
    pub(crate) fn open(&self) -> u32 {
        self.open.lock().in_all
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limit.open.lock();
        open.in_all -= 1;
        let Open { by_network, by_site, .. } = &mut *open;
        count_down(by_network, self.network);
        if let Some(site) = self.network.site() {
            count_down(by_site, site);
        }
    }
}

/// Counts one less, and keeps nothing about those who have none.
fn count_down<K: Eq + Hash>(counts: &mut HashMap<K, u32>, key: K) {
    if let Entry::Occupied(mut entry) = counts.entry(key) {
        *entry.get_mut() -= 1;
        if *entry.get() == 0 {
            entry.remove();
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
        let kept = (open.in_all, open.by_network.len(), open.by_site.len());
        assert_eq!(kept, (0, 0, 0), "nothing is kept about them");
    }

    #[test]
    fn a_site_does_not_have_as_many_as_it_has_networks() {
        let limit = ConnectionLimit::new(0, 2);
        let acquire =
            |network_: u16| limit.acquire(network(&format!("2001:db8:0:{network_:x}::1")));
        let mut permits: Vec<_> = (0..100).filter_map(|number| acquire(number).ok()).collect();
        assert_eq!(permits.len() as u32, 2 * Site::NETWORKS.get());
        assert!(limit.acquire(network("2001:db8:1::1")).is_ok(), "the site next to it");
        permits.pop();
        assert!(acquire(200).is_ok(), "one has ended");
        let limit = ConnectionLimit::new(10, 2);
        let acquire =
            |network_: u16| limit.acquire(network(&format!("2001:db8:0:{network_:x}::1")));
        let permits: Vec<_> = (0..100).filter_map(|number| acquire(number).ok()).collect();
        assert_eq!(permits.len(), 5, "half of all");
    }

    #[test]
    fn without_a_limit_there_is_always_room() {
        let limit = ConnectionLimit::new(0, 0);
        let permits: Vec<_> = (0..1_000).map(|_| limit.acquire(network("10.0.0.1"))).collect();
        assert!(permits.iter().all(Result::is_ok));
    }
}
