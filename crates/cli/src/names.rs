use std::error::Error;
use std::fmt;
use std::ops::Index;
use std::str::FromStr;

use parlor_rules::Player;

use crate::text::moves_cursor;

/// What the two players are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names([String; 2]);

impl Names {
    /// The longest name, in characters.
    pub(crate) const LONGEST: usize = 24;

    /// Both names.
    pub(crate) fn both(&self) -> [&str; 2] {
        Player::BOTH.map(|player| &self[player])
    }

    /// Gives a player a name; a blank one restores the default.
    pub(crate) fn set(&mut self, player: Player, typed: &str) {
        let visible: String = typed.chars().filter(|&letter| !moves_cursor(letter)).collect();
        let short: String = visible.trim().chars().take(Self::LONGEST).collect();
        let name = short.trim_end();
        self.0[player.index()] =
            if name.is_empty() { default_name(player) } else { name.to_owned() };
    }
}

impl Default for Names {
    fn default() -> Self {
        Self(Player::BOTH.map(default_name))
    }
}

impl Index<Player> for Names {
    type Output = str;

    fn index(&self, player: Player) -> &str {
        &self.0[player.index()]
    }
}

/// Two names with a comma between them; either can be left blank.
impl FromStr for Names {
    type Err = TooManyNames;

    fn from_str(text: &str) -> Result<Self, TooManyNames> {
        let (one, two) = text.split_once(',').unwrap_or((text, ""));
        if two.contains(',') {
            return Err(TooManyNames);
        }
        let mut names = Self::default();
        names.set(Player::One, one);
        names.set(Player::Two, two);
        Ok(names)
    }
}

fn default_name(player: Player) -> String {
    format!("Player {}", player.index() + 1)
}

/// More than two names were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyNames;

impl fmt::Display for TooManyNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("write two names with one comma between them, such as Ada,Ben")
    }
}

impl Error for TooManyNames {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_names_are_the_defaults() {
        assert_eq!(" , \t".parse(), Ok(Names::default()));
        assert_eq!(
            "Ada".parse::<Names>().map(|names| names[Player::Two].to_owned()).as_deref(),
            Ok("Player 2")
        );
        assert_eq!("a,b,c".parse::<Names>(), Err(TooManyNames));
    }

    #[test]
    fn names_are_short_and_steer_nothing() {
        let mut names = Names::default();
        names.set(Player::One, "  A\u{1b}[2Jda\n\u{202e} ");
        assert_eq!(&names[Player::One], "A[2Jda");
        names.set(Player::Two, &"é".repeat(30));
        assert_eq!(&names[Player::Two], "é".repeat(24));
    }
}
