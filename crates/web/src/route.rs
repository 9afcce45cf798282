use std::fmt;

use parlor_protocol::{SeatToken, TableId};
use parlor_rules::{AnyRecord, Pasted, Player, percent_decode};
use parlor_table::{Name, Nonce, Seat};
use parlor_wording as wording;
use wasm_bindgen::JsValue;

use crate::catalogue::Game;
use crate::storage::Kept;
use crate::ui::browser::{location, window};

/// What the address asks for: the part of it after `#`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    FrontRoom,
    /// Two people at this screen.
    Table(Game),
    /// A person at this screen against the computer.
    Computer(Game),
    Setup(Game),
    /// A screen of the second module, which reads the rest of the address itself.
    Study(String),
    /// A remote table, about to be set up.
    New(Game, Partner),
    /// A table that a server keeps.
    Remote(TableId),
    /// The same, with the key to a seat and the number for the toss under way, if its owner has
    /// made one up: for the owner alone.
    Seat(TableId, SeatToken, Option<Nonce>),
    Link(Result<LinkedGame, BrokenLink>),
}

/// How the addresses of the second module's screens begin.
const STUDIES: [&str; 5] = [LEARN, REVIEW, PUZZLES, EDITOR, STATISTICS];

/// The lesson and the rules.
pub(crate) const LEARN: &str = "learn";
/// The board editor; a position may follow.
pub(crate) const EDITOR: &str = "editor";
pub(crate) const STATISTICS: &str = "statistics";

/// Puzzles.
pub(crate) const PUZZLES: &str = "puzzles";

/// A game, move by move.
pub(crate) const REVIEW: &str = "review";

/// Whom a table is set for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Partner {
    /// The first person to open the link.
    Friend,
    /// The next person who wants the same game.
    Anyone,
}

impl Partner {
    pub(crate) const BOTH: [Self; 2] = [Self::Friend, Self::Anyone];

    /// What people choose.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Friend => wording::front_room::invite_friend(),
            Self::Anyone => wording::front_room::find_opponent(),
        }
    }

    /// The word for it in addresses.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Friend => "friend",
            Self::Anyone => "anyone",
        }
    }

    pub(crate) fn from_id(id: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|partner| partner.id() == id)
    }
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
        match (head, rest, Game::from_id(head), Partner::from_id(rest)) {
            ("", ..) => Self::FrontRoom,
            (study, ..) if STUDIES.contains(&study) => Self::Study(path.to_owned()),
            ("game", game, ..) => Self::Link(LinkedGame::parse(game)),
            ("table", table, ..) => Self::remote(table),
            (_, "setup", Some(game), _) => Self::Setup(game),
            (_, "computer", Some(game), _) => Self::Computer(game),
            (_, "", Some(game), _) => Self::Table(game),
            (.., Some(game), Some(partner)) => Self::New(game, partner),
            _ => Self::Link(Err(BrokenLink(wording::links::no_page(path)))),
        }
    }

    fn remote(text: &str) -> Self {
        let mut parts = text.splitn(3, '/');
        let table = parts.next().and_then(|table| table.parse().ok());
        // `None` where there is no such part, `Some(None)` where it makes no sense.
        let token = parts.next().map(|token| token.parse().ok());
        let nonce = parts.next().map(|nonce| nonce.parse().ok());
        match (table, token, nonce) {
            (Some(table), None, _) => Self::Remote(table),
            (Some(table), Some(Some(token)), None) => Self::Seat(table, token, None),
            (Some(table), Some(Some(token)), Some(Some(nonce))) => {
                Self::Seat(table, token, Some(nonce))
            }
            _ => Self::Link(Err(BrokenLink(wording::links::incomplete().to_owned()))),
        }
    }
}

impl Route {
    /// Puts this into the address, where it is shown already.
    pub(crate) fn write_in_address(&self) {
        if let Ok(history) = window().history() {
            let address = self.to_string();
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FrontRoom => f.write_str("#/"),
            Self::Table(game) => write!(f, "#/{}", game.id()),
            Self::Setup(game) => write!(f, "#/{}/setup", game.id()),
            Self::Computer(game) => write!(f, "#/{}/computer", game.id()),
            Self::Study(path) => write!(f, "#/{path}"),
            Self::New(game, partner) => write!(f, "#/{}/{}", game.id(), partner.id()),
            Self::Remote(table) => write!(f, "#/table/{table}"),
            Self::Seat(table, token, None) => write!(f, "#/table/{table}/{token}"),
            Self::Seat(table, token, Some(nonce)) => write!(f, "#/table/{table}/{token}/{nonce}"),
            Self::Link(Ok(game)) => write!(f, "#/game/{game}"),
            Self::Link(Err(_)) => f.write_str("#/game/"),
        }
    }
}

impl LinkedGame {
    pub(crate) fn parse(text: &str) -> Result<Self, BrokenLink> {
        let mut parts = text.split('/');
        let record = decode(parts.next().unwrap_or_default())?;
        let record =
            record.parse().map_err(|error| BrokenLink(wording::links::bad_game(&error)))?;
        let mut name = || Ok(Name::new(&decode(parts.next().unwrap_or_default())?));
        Ok(Self { record, names: [name()?, name()?] })
    }

    pub(crate) fn seats(&self) -> [Seat; 2] {
        Player::BOTH.map(|player| Seat::person(self.names[player.index()].as_typed()))
    }
}

impl From<Pasted> for LinkedGame {
    fn from(Pasted { record, names }: Pasted) -> Self {
        Self { record, names: names.map(|name| Name::new(&name)) }
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

/// The address of a table that is kept here.
impl From<Kept> for Route {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::SameScreen(game) => Self::Table(game),
            Kept::Computer(game) => Self::Computer(game),
        }
    }
}

/// Leaves the page of a table.
pub(crate) fn go_home() {
    let _ = location().set_hash(&Route::FrontRoom.to_string());
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
    percent_decode(text).ok_or_else(|| BrokenLink(wording::links::incomplete().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        for game in Game::ALL {
            for route in [Route::Table(game), Route::Computer(game), Route::Setup(game)] {
                assert_eq!(Route::parse(&route.to_string()), route);
            }
        }
        assert_eq!(Route::parse(""), Route::FrontRoom);
        assert_eq!(Route::parse("#/"), Route::FrontRoom);
        assert_eq!(Route::parse("#/tic-tac-toe"), Route::Table(Game::TicTacToe));
        for path in ["learn", "review/kalah~S~36/Anna/Zo%C3%AB", "puzzles"] {
            let study = Route::Study(path.to_owned());
            assert_eq!(study.to_string(), format!("#/{path}"));
            assert_eq!(Route::parse(&study.to_string()), study);
        }
    }

    #[test]
    fn a_remote_table_has_an_address_and_a_seat_at_it_another() {
        let remote = Route::Remote("q3mX0aVb".parse().expect("a table"));
        assert_eq!(Route::parse("#/table/q3mX0aVb"), remote);
        let seat = |nonce| {
            let [table, token] = ["q3mX0aVb", "Jm4l9cQ2"];
            Route::Seat(table.parse().expect("a table"), token.parse().expect("a key"), nonce)
        };
        let new = Route::New(Game::Kalah, Partner::Anyone);
        for route in [remote, seat(None), seat(Some(Nonce(42))), new] {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
        for hash in ["#/table/", "#/table/a b", "#/table/a/b/c", "#/gems/no-one"] {
            assert!(matches!(Route::parse(hash), Route::Link(Err(_))), "{hash}");
        }
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
