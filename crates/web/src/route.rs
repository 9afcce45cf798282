use std::fmt;

use parlor_rules::{AnyRecord, Player};
use parlor_table::{Name, Seat};

use crate::catalogue::Game;

/// What the address asks for: the part of it after `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    FrontRoom,
    Table(Game),
    Setup(Game),
    Learn,
    Link(Result<LinkedGame, BrokenLink>),
}

/// A whole game that came in a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinkedGame {
    pub(crate) record: AnyRecord,
    pub(crate) names: [Name; 2],
}

/// Why a link cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BrokenLink(pub(crate) String);

impl Route {
    pub(crate) fn parse(hash: &str) -> Self {
        let path = hash.trim_start_matches(['#', '/']).trim_end_matches('/');
        let (head, rest) = path.split_once('/').unwrap_or((path, ""));
        match (head, rest, Game::from_id(head)) {
            ("", ..) => Self::FrontRoom,
            ("learn", ..) => Self::Learn,
            ("game", game, _) => Self::Link(LinkedGame::parse(game)),
            (_, "setup", Some(game)) => Self::Setup(game),
            (_, "", Some(game)) => Self::Table(game),
            _ => Self::Link(Err(BrokenLink(format!("There is no page '{path}'.")))),
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FrontRoom => f.write_str("#/"),
            Self::Table(game) => write!(f, "#/{}", game.id()),
            Self::Setup(game) => write!(f, "#/{}/setup", game.id()),
            Self::Learn => f.write_str("#/learn"),
            Self::Link(Ok(game)) => write!(f, "#/game/{game}"),
            Self::Link(Err(_)) => f.write_str("#/game/"),
        }
    }
}

impl LinkedGame {
    fn parse(text: &str) -> Result<Self, BrokenLink> {
        let mut parts = text.split('/');
        let record = decode(parts.next().unwrap_or_default())?;
        let record = record.parse().map_err(|error| BrokenLink(format!("{error}.")))?;
        let mut name = || Ok(Name::new(&decode(parts.next().unwrap_or_default())?));
        Ok(Self { record, names: [name()?, name()?] })
    }

    pub(crate) fn seats(&self) -> [Seat; 2] {
        Player::BOTH.map(|player| Seat::person(self.names[player.index()].as_typed()))
    }
}

/// The record, then both names, with a slash before each.
impl fmt::Display for LinkedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.record)?;
        if self.names.iter().any(|name| !name.as_typed().is_empty()) {
            for name in &self.names {
                write!(f, "/{}", encode(name.as_typed()))?;
            }
        }
        Ok(())
    }
}

/// Writes every byte that has a meaning in an address as `%` and two hexadecimal digits.
fn encode(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

fn decode(text: &str) -> Result<String, BrokenLink> {
    let broken = || BrokenLink("The link is not complete.".to_owned());
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let (high, low) = digit().zip(digit()).ok_or_else(broken)?;
            bytes.push((high * 16 + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).map_err(|_| broken())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for game in Game::ALL {
            for route in [Route::Table(game), Route::Setup(game)] {
                assert_eq!(Route::parse(&route.to_string()), route);
            }
        }
        assert_eq!(Route::parse(""), Route::FrontRoom);
        assert_eq!(Route::parse("#/"), Route::FrontRoom);
        assert_eq!(Route::parse("#/tic-tac-toe"), Route::Table(Game::TicTacToe));
    }

    #[test]
    fn a_whole_game_travels_in_a_link() {
        let game = LinkedGame {
            record: "gems~S~36".parse().expect("a record"),
            names: [Name::new("Zoë / 50%"), Name::new("<img src=x>")],
        };
        let route = Route::Link(Ok(game));
        assert_eq!(
            route.to_string(),
            "#/game/gems~S~36/Zo%C3%AB%20%2F%2050%25/%3Cimg%20src%3Dx%3E"
        );
        assert_eq!(Route::parse(&route.to_string()), route);
    }

    #[test]
    fn a_damaged_link_says_so() {
        for hash in ["#/game/gems~S~99", "#/game/gems", "#/game/gems~S~3/%4", "#/nowhere"] {
            assert!(matches!(Route::parse(hash), Route::Link(Err(_))), "{hash}");
        }
    }
}
