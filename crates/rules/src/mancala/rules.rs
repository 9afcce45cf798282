use super::{Preset, RulesBuilder};

/// A Mancala rule set: every choice that players can make about the game, as a value.
///
/// The presets are named values of it ([`Preset::rules`]); any other is made with
/// [`Rules::change`], which refuses combinations that make no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub(super) pits: u8,
    pub(super) stones: u8,
    pub(super) starts: Starts,
    pub(super) origin: Origin,
    pub(super) relay: Relay,
    pub(super) captures: Captures,
    pub(super) captured: Captured,
    pub(super) capturing_stone: CapturingStone,
    pub(super) empty_opposite: EmptyOpposite,
    pub(super) full_lap: FullLap,
    pub(super) over: Over,
    pub(super) rest: Rest,
}

/// Who makes the first move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Starts {
    /// Player one.
    One,
    /// Player two.
    Two,
    /// The winner of a coin toss.
    CoinToss,
    /// The loser of the last game of the match.
    Loser,
}

/// What happens to the pit sown from when a sowing comes round to it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It gets a stone like every other pit.
    Sown,
    /// It is passed over, on every lap.
    Skipped,
}

/// Whether sowing goes on from the pit in which its last stone falls (relay sowing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relay {
    /// It ends there.
    Off,
    /// Where that pit, on either side, was not empty, all its stones are taken up and sown on from
    /// there, in the same turn. It is the pit sown from then.
    On,
}

/// Whether a last stone in an own empty pit captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Captures {
    /// It captures what is opposite.
    On,
    /// Nothing is ever captured.
    Off,
}

/// Where the stones captured from the opposite pit go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Captured {
    /// Into the capturing player's store.
    ToStore,
    /// Into the pit where the last stone landed.
    ToLandingPit,
}

/// What becomes of the stone that captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CapturingStone {
    /// It goes to the store too.
    ToStore,
    /// It stays in its pit.
    Stays,
}

/// What happens when the last stone lands in an own empty pit and the opposite pit is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EmptyOpposite {
    /// Nothing.
    Nothing,
    /// It still is a capture: the one stone is banked.
    BanksTheStone,
}

/// What happens when a sowing of exactly one lap ends in the pit it began from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FullLap {
    /// The pit counts as empty: the stone captures.
    Captures,
    /// The pit does not count as empty: nothing happens.
    Nothing,
}

/// When the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Over {
    /// As soon as either row is empty at the end of a turn.
    EitherRowEmpty,
    /// Only when the player to move has no stone to move.
    NoMove,
}

/// What happens to the stones still on the board when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rest {
    /// Each side's stones go to their owner's store.
    ToOwner,
    /// Nothing moves: only the stores count.
    Stays,
}

impl Rules {
    /// The most pits that a side can have.
    pub const MAX_PITS: u8 = 9;
    /// The most stones that a pit can start with.
    pub const MAX_STONES: u8 = 10;

    /// Pits a side.
    pub const fn pits(&self) -> u8 {
        self.pits
    }

    /// Stones in each pit at the start.
    pub const fn stones(&self) -> u8 {
        self.stones
    }

    /// Who makes the first move.
    pub const fn starts(&self) -> Starts {
        self.starts
    }

    /// Whether other rules differ at most in how a game starts, in the stones in each pit and in who
    /// moves first. What is known about a board is then the same by both.
    ///
    /// ```
    /// use parlor_rules::mancala::Rules;
    ///
    /// let kalah: Rules = "kalah".parse()?;
    /// assert!(kalah.differs_only_in_start(&"kalah,stones=6,first=2".parse()?));
    /// assert!(!kalah.differs_only_in_start(&"kalah,pits=5".parse()?));
    /// # Ok::<(), parlor_rules::mancala::RulesError>(())
    /// ```
    pub fn differs_only_in_start(&self, other: &Self) -> bool {
        Self { stones: other.stones, starts: other.starts, ..*self } == *other
    }

    /// What happens to the pit sown from on later laps.
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Whether sowing goes on from the pit in which its last stone falls.
    pub const fn relay(&self) -> Relay {
        self.relay
    }

    /// Whether there are captures.
    pub const fn captures(&self) -> Captures {
        self.captures
    }

    /// Where captured stones go; `None` where nothing is captured.
    pub const fn captured(&self) -> Option<Captured> {
        match self.captures {
            Captures::On => Some(self.captured),
            Captures::Off => None,
        }
    }

    /// What becomes of the stone that captures; `None` where none does.
    pub const fn capturing_stone(&self) -> Option<CapturingStone> {
        match self.captures {
            Captures::On => Some(self.capturing_stone),
            Captures::Off => None,
        }
    }

    /// What happens when the opposite pit is empty; `None` where it does not matter, because nothing
    /// is captured.
    pub const fn empty_opposite(&self) -> Option<EmptyOpposite> {
        match self.captures {
            Captures::On => Some(self.empty_opposite),
            Captures::Off => None,
        }
    }

    /// What happens when a lap ends where it began. It cannot happen where the origin is skipped, and
    /// does not matter where nothing is captured; `None` says so.
    pub const fn full_lap(&self) -> Option<FullLap> {
        match (self.captures, self.origin) {
            (Captures::On, Origin::Sown) => Some(self.full_lap),
            (Captures::On, Origin::Skipped) | (Captures::Off, _) => None,
        }
    }

    /// When the game is over.
    pub const fn over(&self) -> Over {
        self.over
    }

    /// What happens to the stones that are left at the end.
    pub const fn rest(&self) -> Rest {
        self.rest
    }

    /// The preset that these rules are, if they are one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.rules() == *self)
    }

    /// Starts from these rules to make others.
    ///
    /// ```
    /// use parlor_rules::mancala::{EmptyOpposite, Preset, RulesError};
    ///
    /// let big = Preset::Kalah.rules().change().pits(9).stones(10).build()?;
    /// assert_eq!(big.pits(), 9);
    ///
    /// // A stone that stays in its pit cannot also be banked.
    /// let odd = Preset::Island.rules().change().empty_opposite(EmptyOpposite::BanksTheStone).build();
    /// assert_eq!(odd, Err(RulesError::NothingToBank));
    /// # Ok::<(), RulesError>(())
    /// ```
    pub const fn change(self) -> RulesBuilder {
        RulesBuilder::new(self)
    }
}
