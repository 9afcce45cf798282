use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

/// Where a client comes from, as rate limits and connection limits count it: one IPv4 address, or
/// one IPv6 network of 64 bits.
///
/// A household has 2⁶⁴ IPv6 addresses to choose from, so they count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientNetwork(IpAddr);

/// The IPv6 network of 48 bits that a network belongs to: what a site is given by its provider, which
/// makes 65,536 networks of it. It has so many times what one network may have, and not 65,536 times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Site(Ipv6Addr);

impl ClientNetwork {
    pub(crate) fn of(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(prefix(address, 64)),
            address @ IpAddr::V4(_) => address,
        })
    }

    /// The site that it belongs to. An IPv4 address belongs to none: they are too few to be given away
    /// by the thousand.
    pub(crate) fn site(self) -> Option<Site> {
        match self.0 {
            IpAddr::V6(address) => Some(Site(prefix(address, 48))),
            IpAddr::V4(_) => None,
        }
    }
}

impl Site {
    /// How many networks a site counts for.
    pub(crate) const NETWORKS: NonZeroU32 = NonZeroU32::new(8).expect("eight is not zero");
}

fn prefix(address: Ipv6Addr, bits: u32) -> Ipv6Addr {
    Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - bits)))
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> ClientNetwork {
        ClientNetwork::of(address.parse().expect("an address"))
    }

    #[test]
    fn a_household_is_one_network() {
        assert_eq!(network("2001:db8::1"), network("2001:db8::2:3"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("10.0.0.1"), network("::ffff:10.0.0.1"));
        assert_ne!(network("10.0.0.1"), network("10.0.0.2"));
    }

    #[test]
    fn the_networks_of_a_provider_s_customer_are_one_site() {
        let site = |address: &str| network(address).site();
        assert_eq!(site("2001:db8:0:1::1"), site("2001:db8:0:ffff::1"));
        assert_ne!(site("2001:db8:0:1::1"), site("2001:db8:1:1::1"));
        assert_eq!(site("::ffff:10.0.0.1"), None);
    }
}
