use std::ops::RangeInclusive;

use super::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Relay, Rest, Rules,
    Starts,
};

/// The rule sets that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Preset {
    /// A lone stone in an empty pit is always banked.
    Gems,
    /// Captured stones stay on the board, and at the end only the stores count.
    Island,
    /// The pit sown from is skipped, the capturing stone stays, a coin decides who starts.
    HomePits,
    /// The rule set of the published solutions and of the Kalah Game Protocol.
    Kalah,
    /// Relay sowing, and no captures.
    Avalanche,
}

impl Preset {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Self; 5] =
        [Self::Gems, Self::Island, Self::HomePits, Self::Kalah, Self::Avalanche];

    /// The name used in addresses and in notation.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Gems => "gems",
            Self::Island => "island",
            Self::HomePits => "homepits",
            Self::Kalah => "kalah",
            Self::Avalanche => "avalanche",
        }
    }

    /// How many stones a pit players of this preset are offered.
    pub const fn offered_stones(self) -> RangeInclusive<u8> {
        match self {
            Self::Gems | Self::Island | Self::Avalanche => 4..=4,
            Self::HomePits => 3..=10,
            Self::Kalah => 3..=6,
        }
    }

    /// Whether players of this preset are offered these rules: its own, with another number of stones
    /// or another start.
    pub fn offers(self, rules: &Rules) -> bool {
        let same = self.rules().change().stones(rules.stones).starts(rules.starts).build();
        same == Ok(*rules) && self.offered_stones().contains(&rules.stones)
    }

    /// The rules themselves.
    pub const fn rules(self) -> Rules {
        match self {
            Self::Gems => Rules { empty_opposite: EmptyOpposite::BanksTheStone, ..KALAH },
            Self::Island => Rules {
                captured: Captured::ToLandingPit,
                capturing_stone: CapturingStone::Stays,
                full_lap: FullLap::Nothing,
                rest: Rest::Stays,
                ..KALAH
            },
            Self::HomePits => Rules {
                stones: 6,
                starts: Starts::CoinToss,
                origin: Origin::Skipped,
                capturing_stone: CapturingStone::Stays,
                ..KALAH
            },
            Self::Kalah => KALAH,
            Self::Avalanche => Rules { relay: Relay::On, captures: Captures::Off, ..KALAH },
        }
    }
}

const KALAH: Rules = Rules {
    pits: 6,
    stones: 4,
    starts: Starts::One,
    origin: Origin::Sown,
    relay: Relay::Off,
    captures: Captures::On,
    captured: Captured::ToStore,
    capturing_stone: CapturingStone::ToStore,
    empty_opposite: EmptyOpposite::Nothing,
    full_lap: FullLap::Captures,
    over: Over::EitherRowEmpty,
    rest: Rest::ToOwner,
};
