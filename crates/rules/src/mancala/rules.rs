use super::{Preset, RulesError};

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

    /// What happens to the pit sown from on later laps.
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Where captured stones go.
    pub const fn captured(&self) -> Captured {
        self.captured
    }

    /// What becomes of the stone that captures.
    pub const fn capturing_stone(&self) -> CapturingStone {
        self.capturing_stone
    }

    /// What happens when the opposite pit is empty.
    pub const fn empty_opposite(&self) -> EmptyOpposite {
        self.empty_opposite
    }

    /// What happens when a lap ends where it began. It cannot happen where the origin is skipped;
    /// `None` says so.
    pub const fn full_lap(&self) -> Option<FullLap> {
        match self.origin {
            Origin::Sown => Some(self.full_lap),
            Origin::Skipped => None,
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
        RulesBuilder { rules: self, full_lap: None }
    }
}

/// Rules in the making. [`build`](Self::build) checks them.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct RulesBuilder {
    rules: Rules,
    full_lap: Option<FullLap>,
}

impl RulesBuilder {
    /// Sets the number of pits a side, 1 to 9.
    pub const fn pits(mut self, pits: u8) -> Self {
        self.rules.pits = pits;
        self
    }

    /// Sets the number of stones in each pit at the start, 1 to 10.
    pub const fn stones(mut self, stones: u8) -> Self {
        self.rules.stones = stones;
        self
    }

    /// Sets who makes the first move.
    pub const fn starts(mut self, starts: Starts) -> Self {
        self.rules.starts = starts;
        self
    }

    /// Sets what happens to the pit sown from on later laps.
    pub const fn origin(mut self, origin: Origin) -> Self {
        self.rules.origin = origin;
        self
    }

    /// Sets where captured stones go.
    pub const fn captured(mut self, captured: Captured) -> Self {
        self.rules.captured = captured;
        self
    }

    /// Sets what becomes of the stone that captures.
    pub const fn capturing_stone(mut self, capturing_stone: CapturingStone) -> Self {
        self.rules.capturing_stone = capturing_stone;
        self
    }

    /// Sets what happens when the opposite pit is empty.
    pub const fn empty_opposite(mut self, empty_opposite: EmptyOpposite) -> Self {
        self.rules.empty_opposite = empty_opposite;
        self
    }

    /// Sets what happens when a lap ends where it began.
    pub const fn full_lap(mut self, full_lap: FullLap) -> Self {
        self.full_lap = Some(full_lap);
        self
    }

    /// Sets when the game is over.
    pub const fn over(mut self, over: Over) -> Self {
        self.rules.over = over;
        self
    }

    /// Sets what happens to the stones that are left at the end.
    pub const fn rest(mut self, rest: Rest) -> Self {
        self.rules.rest = rest;
        self
    }

    /// The rules, if they make sense together.
    ///
    /// # Errors
    /// Names the choice that is out of range or contradicts another.
    pub fn build(self) -> Result<Rules, RulesError> {
        let mut rules = self.rules;
        if !(1..=Rules::MAX_PITS).contains(&rules.pits) {
            return Err(RulesError::Pits(rules.pits));
        }
        if !(1..=Rules::MAX_STONES).contains(&rules.stones) {
            return Err(RulesError::Stones(rules.stones));
        }
        if rules.empty_opposite == EmptyOpposite::BanksTheStone
            && rules.capturing_stone == CapturingStone::Stays
        {
            return Err(RulesError::NothingToBank);
        }
        match (rules.origin, self.full_lap) {
            (Origin::Skipped, Some(_)) => return Err(RulesError::NoFullLap),
            // One value stands for "cannot happen", so that equal rules are equal values.
            (Origin::Skipped, None) => rules.full_lap = FullLap::Captures,
            (Origin::Sown, Some(full_lap)) => rules.full_lap = full_lap,
            (Origin::Sown, None) => {}
        }
        Ok(rules)
    }
}
