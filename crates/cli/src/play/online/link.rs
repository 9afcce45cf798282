use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_protocol::client::SeatLink;
use parlor_protocol::{SeatToken, TableId};
use parlor_wording::terminal::online;

use crate::remote::Server;

/// A link to a table: the one that the page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::play) struct Link {
    pub(super) server: Server,
    pub(super) table: TableId,
    /// What it has beside the table, for the owner of a seat alone.
    pub(super) seat: Option<SeatLink>,
}

impl FromStr for Link {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = |_| online::wanted_link();
        let (page, route) = text.trim().split_once('#').ok_or(online::wanted_link())?;
        let server = page.parse().map_err(wanted)?;
        let route = route.trim_start_matches('/').trim_end_matches('/');
        let mut parts = route.strip_prefix("table/").ok_or(online::wanted_link())?.split('/');
        let table = parts.next().unwrap_or_default().parse().map_err(|_| online::wanted_link())?;
        let token = parts.next().map(str::parse::<SeatToken>).transpose();
        let token = token.map_err(|_| online::wanted_link())?;
        let nonce = parts.next().map(str::parse).transpose().map_err(|_| online::wanted_link())?;
        if parts.next().is_some() {
            return Err(online::wanted_link());
        }
        Ok(Self { server, table, seat: token.map(|token| SeatLink { token, nonce }) })
    }
}

/// The link as the page writes it.
impl Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.server.link_to(&self.table))?;
        let Some(SeatLink { token, nonce }) = &self.seat else { return Ok(()) };
        write!(f, "/{token}")?;
        nonce.map_or(Ok(()), |nonce| write!(f, "/{nonce}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, server: &str, table: &str, has_seat: bool) {
        let link: Link = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let seen = (link.server.to_string(), link.table.to_string(), link.seat.is_some());
        assert_eq!(seen, (server.to_owned(), table.to_owned(), has_seat), "{text}");
        assert_eq!(link.to_string().parse(), Ok(link), "{text}");
    }

    #[test]
    fn the_links_of_the_page_are_read() {
        check("http://127.0.0.1:7474/#/table/q3mX", "http://127.0.0.1:7474", "q3mX", false);
        check(" https://Games.example/#/table/a-_9\n", "https://games.example", "a-_9", false);
        check("https://games.example#/table/q3mX/", "https://games.example", "q3mX", false);
        check("https://x.org:8443/a/b/#/table/q/Jm4l", "https://x.org:8443/a/b", "q", true);
        check("https://x.org/a/index.html?x=1#/table/q", "https://x.org/a", "q", false);
        let nonce = "00112233445566778899aabbccddeeff";
        check(&format!("http://[::1]:80/#/table/q/Jm4l/{nonce}"), "http://[::1]", "q", true);
    }

    #[test]
    fn what_is_no_link_to_a_table_is_refused() {
        for wrong in [
            "",
            "q3mX",
            "http://127.0.0.1:7474",
            "http://127.0.0.1:7474/",
            "http://127.0.0.1:7474/#/kalah",
            "http://127.0.0.1:7474/#/table/",
            "http://127.0.0.1:7474/#/table/../x",
            "http://127.0.0.1:7474/#/table/q/t/nonce",
            "http://127.0.0.1:7474/#/table/q/t/00112233445566778899aabbccddeeff/x",
            "http://127.0.0.1:99999/#/table/q",
            "ftp://127.0.0.1/#/table/q",
            "http://user:secret@127.0.0.1/#/table/q",
            "http:///#/table/q",
        ] {
            assert_eq!(wrong.parse::<Link>(), Err(online::wanted_link()), "{wrong}");
        }
    }

    #[test]
    fn a_link_for_others_has_no_secret_in_it() {
        let link: Link = "http://127.0.0.1:7474/#/table/q3mX/Jm4l".parse().expect("a link");
        assert_eq!(link.server.link_to(&link.table), "http://127.0.0.1:7474/#/table/q3mX");
        assert!(link.server.is_this_machine());
    }
}
