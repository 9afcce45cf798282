//! Single values: numbers of players and places, names, symbols, clocks, words.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use parlor_rules::{Choice, Level, Player};
use parlor_table::{Clock, Marks, MarksError, Name};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Code;

/// A player by their number: 1 is South or X, 2 is North or O.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Side(pub(crate) Player);

impl TryFrom<u8> for Side {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Self(Player::One)),
            2 => Ok(Self(Player::Two)),
            _ => Err("a player is 1 or 2"),
        }
    }
}

impl From<Side> for u8 {
    fn from(Side(player): Side) -> Self {
        player.index() as Self + 1
    }
}

/// A place that can be chosen: the pit, counted from 0 in the order of sowing, or the square.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Place(pub(crate) Choice);

impl TryFrom<u8> for Place {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Self, Self::Error> {
        Choice::new(index).map(Self).ok_or("a choice is 0 to 8")
    }
}

impl From<Place> for u8 {
    fn from(Place(choice): Place) -> Self {
        choice.index()
    }
}

/// How strong the computer plays, 1 to 8.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Strength(pub(crate) Level);

impl TryFrom<u8> for Strength {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Level::new(number).map(Self).ok_or("a level is 1 to 8")
    }
}

impl From<Strength> for u8 {
    fn from(Strength(level): Strength) -> Self {
        level.number()
    }
}

/// What a player is called.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(crate) struct NameJson(pub(crate) Name);

impl NameJson {
    pub(crate) fn is_blank(&self) -> bool {
        self.0.as_typed().is_empty()
    }
}

impl From<String> for NameJson {
    fn from(typed: String) -> Self {
        Self(Name::new(&typed))
    }
}

impl From<NameJson> for String {
    fn from(NameJson(name): NameJson) -> Self {
        name.as_typed().to_owned()
    }
}

/// The symbols of both players, a visible character each, player one's first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "[String; 2]", into = "[String; 2]")]
pub(crate) struct MarksJson(pub(crate) Marks);

impl MarksJson {
    pub(crate) fn are_usual(&self) -> bool {
        self.0 == Marks::default()
    }
}

impl TryFrom<[String; 2]> for MarksJson {
    type Error = MarksError;

    fn try_from([one, two]: [String; 2]) -> Result<Self, MarksError> {
        Marks::parse([&one, &two]).map(Self)
    }
}

impl From<MarksJson> for [String; 2] {
    fn from(MarksJson(marks): MarksJson) -> Self {
        Player::BOTH.map(|player| marks.of(player).to_owned())
    }
}

/// How much time a player has.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Clock"))]
pub(crate) struct Seconds {
    /// Seconds for a whole game, from 1 to a day.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 86_400)))]
    initial: u32,
    /// Seconds that each move adds, at most ten minutes.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(max = 600)))]
    increment: u32,
}

/// The clock of a table.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "Seconds", into = "Seconds")]
pub(crate) struct ClockJson(pub(crate) Clock);

impl TryFrom<Seconds> for ClockJson {
    type Error = &'static str;

    fn try_from(Seconds { initial, increment }: Seconds) -> Result<Self, Self::Error> {
        let clock = Clock::new(initial, increment).map(Self);
        clock.ok_or("a clock has at most a day for a game and ten minutes for a move")
    }
}

impl From<ClockJson> for Seconds {
    fn from(ClockJson(clock): ClockJson) -> Self {
        let seconds = |time: Duration| time.as_secs() as u32;
        Self { initial: seconds(clock.total()), increment: seconds(clock.increment()) }
    }
}

/// Whole milliseconds, as many as fit: that is more than a month.
pub(crate) fn milliseconds(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}

/// A value that has a text form of its own: an id, a hash, a game.
#[derive(Clone, Debug)]
pub(crate) struct Text<T>(pub(crate) T);

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de, T: FromStr<Err: Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Self).map_err(Error::custom)
    }
}

/// A value out of a fixed set, by its word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<T>(pub(crate) T);

impl<T: Code> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.code())
    }
}

impl<'de, T: Code> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        T::from_code(&code).map(Self).ok_or_else(|| Error::custom("there is no such word"))
    }
}
