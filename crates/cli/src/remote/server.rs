use std::fmt::{self, Display};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use hyper::Uri;
use parlor_protocol::TableId;
use parlor_wording::terminal::online;

/// Where a Parlor server is: the address of its page, without what stands after the last `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Server {
    security: Security,
    /// The name or address of the machine, without the brackets of IPv6.
    pub(crate) host: String,
    pub(crate) port: u16,
    /// The folder of the page, without a `/` at its end: empty for most servers.
    pub(crate) folder: String,
}

/// Whether what is said can be read on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Security {
    Plain,
    Tls,
}

impl Server {
    /// The server that listens at this address, as it is reached from the same machine: one that
    /// listens everywhere listens on loopback, too.
    pub(crate) fn listening_at(address: SocketAddr) -> Self {
        let host = match address.ip() {
            ip if !ip.is_unspecified() => ip,
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        };
        Self {
            security: Security::Plain,
            host: host.to_string(),
            port: address.port(),
            folder: String::new(),
        }
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.security == Security::Tls
    }

    /// The address of the machine as a request names it: with the port, where that is not the usual.
    pub(crate) fn authority(&self) -> String {
        let host =
            if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        if self.port == self.security.port() { host } else { format!("{host}:{}", self.port) }
    }

    /// Whether it can be reached from this machine only.
    pub(crate) fn is_this_machine(&self) -> bool {
        let address = self.host.parse::<std::net::IpAddr>();
        address.is_ok_and(|address| address.is_loopback()) || self.host == "localhost"
    }

    /// Where it is connected to. The table is named for a load balancer, which may lead all who sit at it
    /// to the same server.
    pub(crate) fn socket_at(&self, table: &TableId) -> String {
        let scheme = if self.is_secure() { "wss" } else { "ws" };
        format!("{scheme}://{}{}/api/socket?table={table}", self.authority(), self.folder)
    }

    /// The link to one of its tables.
    pub(crate) fn link_to(&self, table: &TableId) -> String {
        format!("{self}/#/table/{table}")
    }
}

impl Security {
    const fn port(self) -> u16 {
        match self {
            Self::Plain => 80,
            Self::Tls => 443,
        }
    }

    const fn scheme(self) -> &'static str {
        match self {
            Self::Plain => "http",
            Self::Tls => "https",
        }
    }
}

impl Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.security.scheme(), self.authority(), self.folder)
    }
}

impl FromStr for Server {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let page = text.split(['#', '?']).next().unwrap_or_default();
        let address: Uri = page.parse().map_err(|_| online::wanted_server())?;
        let security = match address.scheme_str() {
            Some("http") => Security::Plain,
            Some("https") => Security::Tls,
            _ => return Err(online::wanted_server()),
        };
        let authority = address.authority().ok_or(online::wanted_server())?;
        // The library passes over a port that is none, and a user's name.
        let port = match authority.as_str().strip_prefix(authority.host()) {
            Some("") => security.port(),
            Some(port) => {
                port.trim_start_matches(':').parse().map_err(|_| online::wanted_server())?
            }
            None => return Err(online::wanted_server()),
        };
        let host = authority.host().trim_matches(['[', ']']).to_lowercase();
        if host.is_empty() || port == 0 {
            return Err(online::wanted_server());
        }
        let folder = address.path().rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        Ok(Self { security, host, port, folder })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_balancer_can_tell_tables_apart() {
        let server: Server = "https://games.example/parlor/".parse().expect("a server");
        let table = "q3mX".parse().expect("a table");
        let socket = server.socket_at(&table);
        assert_eq!(socket, "wss://games.example/parlor/api/socket?table=q3mX");
    }

    #[test]
    fn a_server_that_listens_everywhere_is_reached_on_loopback() {
        for (address, server) in [
            ("127.0.0.1:7474", "http://127.0.0.1:7474"),
            ("0.0.0.0:80", "http://127.0.0.1"),
            ("192.0.2.7:8080", "http://192.0.2.7:8080"),
            ("[::]:7474", "http://[::1]:7474"),
            ("[2001:db8::1]:7474", "http://[2001:db8::1]:7474"),
        ] {
            let address = address.parse().expect("an address");
            assert_eq!(Server::listening_at(address).to_string(), server);
        }
    }
}
