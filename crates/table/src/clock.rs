use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use parlor_rules::Player;

/// How much time each player has for a game, and what every move adds to it.
///
/// Written as seconds, `300+5`: five minutes for the game and five seconds for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    total: u32,
    increment: u32,
}

/// How long a player may take for the first move of a game against the clock. No clock runs before it.
pub const FIRST_MOVE_TIMEOUT: Duration = Duration::from_mins(1);

/// The clocks of both players during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    clock: Clock,
    left: [Duration; 2],
}

impl Clock {
    /// The longest time for a game, in seconds: a day.
    pub const MAX_TOTAL: u32 = 24 * 60 * 60;
    /// The most seconds that a move can add.
    pub const MAX_INCREMENT: u32 = 10 * 60;

    /// So many seconds for a game and so many more for each move, within the limits.
    pub fn new(total: u32, increment: u32) -> Option<Self> {
        let sensible = (1..=Self::MAX_TOTAL).contains(&total) && increment <= Self::MAX_INCREMENT;
        sensible.then_some(Self { total, increment })
    }

    /// What each player has at the start of a game.
    pub fn total(self) -> Duration {
        Duration::from_secs(self.total.into())
    }

    /// What a player gets back for each move.
    pub fn increment(self) -> Duration {
        Duration::from_secs(self.increment.into())
    }
}

impl Clocks {
    /// Both clocks at the start of a game.
    pub(crate) fn start(clock: Clock) -> Self {
        Self { clock, left: [clock.total(); 2] }
    }

    /// How the clocks were set.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// What a player has left, not counting the turn under way.
    pub fn left(&self, player: Player) -> Duration {
        self.left[player.index()]
    }

    pub(crate) fn with_sides_swapped(mut self) -> Self {
        self.left.reverse();
        self
    }

    pub(crate) fn charge(&mut self, player: Player, took: Duration) {
        let left = &mut self.left[player.index()];
        *left = left.saturating_sub(took);
    }

    pub(crate) fn credit_move(&mut self, player: Player) {
        self.left[player.index()] += self.clock.increment();
    }
}

impl Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.total, self.increment)
    }
}

/// Text that is no clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAClock;

impl FromStr for Clock {
    type Err = NotAClock;

    fn from_str(text: &str) -> Result<Self, NotAClock> {
        let (total, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| text.parse().map_err(|_| NotAClock);
        Self::new(seconds(total)?, seconds(increment)?).ok_or(NotAClock)
    }
}

impl Display for NotAClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a clock is seconds for the game and for each move, such as 300+5")
    }
}

impl std::error::Error for NotAClock {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_written_as_seconds() {
        let clock: Clock = "300+5".parse().expect("a clock");
        assert_eq!(clock.to_string(), "300+5");
        assert_eq!("300".parse(), Ok(Clock::new(300, 0).expect("a clock")));
        for wrong in ["", "0+5", "86401+0", "10+601", "-3", "5+", "+5", "5+5+5", "1e3"] {
            assert_eq!(wrong.parse::<Clock>(), Err(NotAClock), "{wrong}");
        }
    }

    #[test]
    fn a_clock_never_goes_below_zero() {
        let mut clocks = Clocks::start(Clock::new(2, 1).expect("a clock"));
        clocks.charge(Player::One, Duration::from_secs(9));
        assert_eq!(clocks.left(Player::One), Duration::ZERO);
        clocks.credit_move(Player::One);
        assert_eq!(clocks.left(Player::One), Duration::from_secs(1));
        assert_eq!(clocks.left(Player::Two), Duration::from_secs(2));
    }
}
