use super::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Relay, Rest, Rules,
    RulesError, Starts,
};

/// Rules in the making. [`build`](Self::build) checks them.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct RulesBuilder {
    rules: Rules,
    /// What was said about full laps, which contradicts a skipped origin only if it was said.
    full_lap: Option<FullLap>,
}

impl RulesBuilder {
    pub(super) const fn new(rules: Rules) -> Self {
        Self { rules, full_lap: None }
    }

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

    /// Sets whether sowing goes on from the pit in which its last stone falls.
    pub const fn relay(mut self, relay: Relay) -> Self {
        self.rules.relay = relay;
        self
    }

    /// Sets whether there are captures. Where there are none, it does not matter what they would do:
    /// whatever is set about that is left out of the rules.
    pub const fn captures(mut self, captures: Captures) -> Self {
        self.rules.captures = captures;
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
        // One value stands for everything that cannot happen, so that equal rules are equal values.
        if rules.captures == Captures::Off {
            rules.captured = Captured::ToStore;
            rules.capturing_stone = CapturingStone::ToStore;
            rules.empty_opposite = EmptyOpposite::Nothing;
            rules.full_lap = FullLap::Captures;
            return Ok(rules);
        }
        if rules.empty_opposite == EmptyOpposite::BanksTheStone
            && rules.capturing_stone == CapturingStone::Stays
        {
            return Err(RulesError::NothingToBank);
        }
        match (rules.origin, self.full_lap) {
            (Origin::Skipped, Some(_)) => return Err(RulesError::NoFullLap),
            (Origin::Skipped, None) => rules.full_lap = FullLap::Captures,
            (Origin::Sown, Some(full_lap)) => rules.full_lap = full_lap,
            (Origin::Sown, None) => {}
        }
        Ok(rules)
    }
}
