use std::error::Error;
use std::fmt;
use std::ops::Index;
use std::str::FromStr;

use parlor_rules::Level;
use parlor_rules::Player;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    Human,
    Computer(Level),
}

impl Seat {
    /// The computer player who sits here, if one does.
    pub(super) const fn level(self) -> Option<Level> {
        match self {
            Self::Human => None,
            Self::Computer(level) => Some(level),
        }
    }
}

impl FromStr for Seat {
    type Err = NotASeat;

    fn from_str(text: &str) -> Result<Self, NotASeat> {
        if text.eq_ignore_ascii_case("human") {
            return Ok(Self::Human);
        }
        let level = text.parse().ok().and_then(Level::new);
        level.map(Self::Computer).ok_or_else(|| NotASeat(text.to_owned()))
    }
}

/// Both sides of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seats(pub(super) [Seat; 2]);

impl Seats {
    /// The computer players at the table.
    pub(super) fn levels(&self) -> impl Iterator<Item = Level> {
        self.0.into_iter().filter_map(Seat::level)
    }
}

impl Index<Player> for Seats {
    type Output = Seat;

    fn index(&self, player: Player) -> &Seat {
        &self.0[player.index()]
    }
}

/// Text that names nobody who could sit down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotASeat(String);

impl fmt::Display for NotASeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' cannot play: write human, or a level from 1 to 8", self.0)
    }
}

impl Error for NotASeat {}
