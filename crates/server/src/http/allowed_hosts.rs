//! By which names the server may be reached.
//!
//! A browser lets a page read what comes from the page's own host, and decides by the host's name. Who
//! owns a domain can have its name mean another machine from one moment to the next, such as a server
//! at home that only its owner's browser can reach (DNS rebinding): to the browser, and by its `Origin`
//! also to the server, their page is the server's own. The `Host` header still has their name in it.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Error;
use crate::http::app::App;

/// The names by which the server may be reached. Addresses and the names of this machine's own network
/// interface (`localhost`) are always among them: no one else can have those mean anything.
pub(crate) enum AllowedHosts {
    /// These.
    Named(Vec<String>),
    /// Those that cannot be had in the domain name system of the internet.
    Local,
    /// All of them: a reverse proxy in front knows which ones are its own.
    Any,
}

/// Domains that are reserved for networks at home and in companies.
const LOCAL_DOMAINS: [&str; 5] = [".local", ".internal", ".home.arpa", ".lan", ".test"];

impl AllowedHosts {
    /// What is allowed by these names, or if there are none.
    pub(crate) fn new(names: &[String], behind_proxy: bool) -> Self {
        if !names.is_empty() {
            return Self::Named(names.iter().map(|name| normalized(name)).collect());
        }
        if behind_proxy { Self::Any } else { Self::Local }
    }

    fn allow(&self, host: &HeaderValue) -> bool {
        let Ok(host) = host.to_str() else { return false };
        let Some(name) = name_of(host) else { return false };
        let name = normalized(name);
        if name.parse::<IpAddr>().is_ok() || name == "localhost" || name.ends_with(".localhost") {
            return true;
        }
        match self {
            Self::Named(names) => names.contains(&name),
            // Top-level domains are no hosts of anyone's.
            Self::Local => {
                !name.contains('.') || LOCAL_DOMAINS.iter().any(|domain| name.ends_with(domain))
            }
            Self::Any => true,
        }
    }
}

/// Answers a request if the name by which it reached the server is allowed.
///
/// One that says none comes from no browser. Whether the server is well may be asked by any name, as
/// load balancers do.
pub(super) async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST);
    let allowed = host.is_none_or(|host| app.hosts.allow(host));
    if !allowed && request.uri().path() != "/health" {
        return Error::ForeignHost.into_response();
    }
    next.run(request).await
}

/// The name in `name:port`, or the address in `[address]:port`.
fn name_of(host: &str) -> Option<&str> {
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(rest) = host.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        return port
            .is_empty()
            .then_some(address)
            .or_else(|| port.strip_prefix(':').filter(|port| is_port(port)).map(|_| address));
    }
    match host.split_once(':') {
        Some((name, port)) => is_port(port).then_some(name),
        None => Some(host),
    }
}

/// A name as it is compared: `Games.Example.` is `games.example`.
fn normalized(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(names: &[&str], behind_proxy: bool, host: &str) -> bool {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let host = HeaderValue::from_str(host).expect("a header");
        AllowedHosts::new(&names, behind_proxy).allow(&host)
    }

    #[test]
    fn a_server_at_home_is_reached_by_names_that_no_one_can_buy() {
        for host in [
            "localhost",
            "localhost:7474",
            "LOCALHOST.:7474",
            "games.localhost:7474",
            "127.0.0.1:7474",
            "192.168.1.4",
            "[::1]:7474",
            "[fe80::1]",
            "workshop",
            "workshop:7474",
            "workshop.local:7474",
            "nas.home.arpa",
        ] {
            assert!(allowed(&[], false, host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:7474",
            "localhost.evil.example:7474",
            "127.0.0.1.evil.example",
            "local.evil.example",
            "127.0.0.1@evil.example",
            "evil.example:7474:localhost",
            "[::1].evil.example",
            "[::1]evil.example",
            "[evil.example]:80",
            "localhost:7474x",
        ] {
            assert!(!allowed(&[], false, host), "{host}");
        }
    }

    #[test]
    fn names_that_were_given_are_the_only_ones() {
        let names = &["games.example", "Front.Example."];
        for host in
            ["games.example", "GAMES.example.:443", "front.example", "localhost", "10.0.0.1"]
        {
            assert!(allowed(names, true, host), "{host}");
        }
        for host in ["evil.example", "x.games.example", "workshop", "workshop.local"] {
            assert!(!allowed(names, true, host), "{host}");
        }
        assert!(allowed(&[], true, "games.example"), "the proxy knows its names");
    }
}
