//! Rules, positions and moves as text.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{
    Captured, Captures, CapturingStone, EmptyOpposite, FullLap, Origin, Over, Pit, Position,
    PositionError, Preset, Relay, Rest, Rules, RulesBuilder, RulesError, Slot, Starts,
};
use crate::text::parse_number;
use crate::{Game, NotAMove, Player};

/// A position: the board literal of the Kalah Game Protocol, then the side to move.
impl Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules();
        let [south, north] = Player::BOTH.map(|player| self.store(player));
        write!(f, "<{},{south},{north}", rules.pits())?;
        for slot in Slot::all(rules).filter(|slot| slot.pit(rules).is_some()) {
            write!(f, ",{}", self.stones(slot))?;
        }
        write!(f, "> {}", self.letter(self.turn()))
    }
}

impl Position {
    /// Reads a position of a game with these rules.
    ///
    /// # Errors
    /// Names the part that is not right.
    pub fn parse(rules: Rules, text: &str) -> Result<Self, PositionError> {
        let (board, turn) = text
            .trim()
            .strip_prefix('<')
            .and_then(|rest| rest.split_once('>'))
            .ok_or(PositionError::Shape)?;
        let mut numbers = board.split(',').map(str::trim);
        let pits = numbers.next().unwrap_or_default();
        if parse_number(pits) != Some(rules.pits()) {
            return Err(PositionError::Pits { found: pits.to_owned(), expected: rules.pits() });
        }
        let numbers = numbers
            .map(|text| parse_number(text).ok_or_else(|| PositionError::Number(text.to_owned())))
            .collect::<Result<Vec<_>, _>>()?;
        let expected = Slot::all(&rules).count();
        let (&[south_store, north_store], pits) = numbers
            .split_first_chunk()
            .filter(|_| numbers.len() == expected)
            .ok_or(PositionError::Slots { found: numbers.len(), expected })?;
        let (south, north) = pits.split_at(usize::from(rules.pits()));
        let slots = [south, &[south_store], north, &[north_store]].concat();
        Self::new(rules, &slots, parse_side(turn.trim())?)
    }
}

fn parse_side(text: &str) -> Result<Player, PositionError> {
    match text {
        "S" | "s" => Ok(Player::One),
        "N" | "n" => Ok(Player::Two),
        _ => Err(PositionError::Turn(text.to_owned())),
    }
}

/// A pit is written as people count it, from 1.
impl FromStr for Pit {
    type Err = NotAMove;

    fn from_str(text: &str) -> Result<Self, NotAMove> {
        parse_number(text)
            .and_then(|number| Self::new(number.checked_sub(1)?))
            .ok_or_else(|| NotAMove(text.to_owned()))
    }
}

/// The name of a preset; a preset of another size, start or number of stones; or every choice.
impl Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let related = Preset::ALL.into_iter().find(|preset| {
            let Rules { pits, stones, starts, .. } = *self;
            Rules { pits, stones, starts, ..preset.rules() } == *self
        });
        let Some(preset) = related else {
            let choices: Vec<String> =
                CHOICES.iter().filter_map(|choice| choice.print(self)).collect();
            return f.write_str(&choices.join(","));
        };
        f.write_str(preset.id())?;
        for choice in CHOICES {
            let text = choice.print(self);
            if text != choice.print(&preset.rules()) {
                write!(f, ",{}", text.unwrap_or_default())?;
            }
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let mut parts = text.split(',').map(str::trim).peekable();
        let preset = parts.next_if(|part| !part.contains('=')).map(parse_preset).transpose()?;
        let mut builder = preset.unwrap_or(Preset::Kalah).rules().change();
        let mut given: Vec<&'static str> = Vec::new();
        for part in parts {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let choice = CHOICES
                .iter()
                .find(|choice| choice.key == key)
                .ok_or_else(|| RulesError::UnknownKey(key.to_owned()))?;
            if given.contains(&choice.key) {
                return Err(RulesError::Twice(choice.key));
            }
            given.push(choice.key);
            builder = (choice.set)(builder, value).ok_or_else(|| RulesError::UnknownValue {
                key: choice.key,
                value: value.to_owned(),
                known: choice.known,
            })?;
        }
        let rules = builder.build()?;
        let missing = CHOICES
            .iter()
            .filter(|choice| choice.print(&rules).is_some())
            .find(|choice| preset.is_none() && !given.contains(&choice.key));
        missing.map_or(Ok(rules), |choice| Err(RulesError::Missing(choice.key)))
    }
}

fn parse_preset(name: &str) -> Result<Preset, RulesError> {
    Preset::ALL
        .into_iter()
        .find(|preset| preset.id().eq_ignore_ascii_case(name))
        .ok_or_else(|| RulesError::UnknownName(name.to_owned()))
}

/// How one choice of the rules is written.
struct Choice {
    key: &'static str,
    /// What can be written, for an error.
    known: &'static str,
    /// The value as text; `None` where it goes without saying: the other choices leave nothing to
    /// choose, or it was not a choice yet when rules were first written down, and is as it was then.
    get: fn(&Rules) -> Option<String>,
    set: fn(RulesBuilder, &str) -> Option<RulesBuilder>,
}

impl Choice {
    fn print(&self, rules: &Rules) -> Option<String> {
        (self.get)(rules).map(|value| format!("{}={value}", self.key))
    }
}

/// A choice between words: one row a word.
macro_rules! words {
    ($key:literal, $known:literal, $setter:ident, $get:expr, $($word:literal => $value:path),+) => {
        Choice {
            key: $key,
            known: $known,
            get: |rules| {
                let get: fn(&Rules) -> Option<_> = $get;
                get(rules).map(|value| match value { $($value => $word),+ }.to_owned())
            },
            set: |builder, word| match word {
                $($word => Some(builder.$setter($value)),)+
                _ => None,
            },
        }
    };
}

const CHOICES: [Choice; 12] = [
    Choice {
        key: "pits",
        known: "1 to 9",
        get: |rules| Some(rules.pits().to_string()),
        set: |builder, text| Some(builder.pits(parse_number(text)?)),
    },
    Choice {
        key: "stones",
        known: "1 to 10",
        get: |rules| Some(rules.stones().to_string()),
        set: |builder, text| Some(builder.stones(parse_number(text)?)),
    },
    words!("first", "1, 2, toss or loser", starts, |rules| Some(rules.starts()),
        "1" => Starts::One, "2" => Starts::Two, "toss" => Starts::CoinToss, "loser" => Starts::Loser),
    words!("origin", "sow or skip", origin, |rules| Some(rules.origin()),
        "sow" => Origin::Sown, "skip" => Origin::Skipped),
    words!("take", "store or pit", captured, Rules::captured,
        "store" => Captured::ToStore, "pit" => Captured::ToLandingPit),
    words!("stone", "store or stay", capturing_stone, Rules::capturing_stone,
        "store" => CapturingStone::ToStore, "stay" => CapturingStone::Stays),
    words!("empty", "bank or none", empty_opposite, Rules::empty_opposite,
        "bank" => EmptyOpposite::BanksTheStone, "none" => EmptyOpposite::Nothing),
    words!("lap", "capture or none", full_lap, Rules::full_lap,
        "capture" => FullLap::Captures, "none" => FullLap::Nothing),
    words!("over", "row or stuck", over, |rules| Some(rules.over()),
        "row" => Over::EitherRowEmpty, "stuck" => Over::NoMove),
    words!("rest", "owner or stay", rest, |rules| Some(rules.rest()),
        "owner" => Rest::ToOwner, "stay" => Rest::Stays),
    words!("relay", "on or off", relay,
        |rules| Some(rules.relay()).filter(|relay| *relay == Relay::On),
        "on" => Relay::On, "off" => Relay::Off),
    words!("captures", "on or off", captures,
        |rules| Some(rules.captures()).filter(|captures| *captures == Captures::Off),
        "on" => Captures::On, "off" => Captures::Off),
];
