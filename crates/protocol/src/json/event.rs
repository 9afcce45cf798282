//! Events as they are stored and sent.

use std::time::Duration;

use parlor_rules::AnyRecord;
use parlor_table::{
    Coin, CommandKey, Commitment, Entry, Event, Nonce, Note, Occupant, Opening, PieRule, Request,
    Seat, WishKind,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{
    ClockJson, MarksJson, NameJson, Object, Place, Side, Strength, Tagged, Text, Word, read_object,
};

/// An entry of a log. It is read out of the text that it is, whatever surrounds it.
#[derive(Clone, Debug)]
pub(crate) struct EntryJson(pub(crate) Entry);

impl Serialize for EntryJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WrittenEntry::from(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EntryJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: &RawValue = Deserialize::deserialize(deserializer)?;
        Self::read(text.get()).map_err(serde::de::Error::custom)
    }
}

impl EntryJson {
    pub(crate) fn read(text: &str) -> Result<Self, serde_json::Error> {
        let event = read_event(&Tagged::read(text)?)?;
        let NoteJson { by, id, took } = read_object(text)?;
        let note = Note {
            by: by.map(|Side(player)| player),
            key: id.map(|Text(key)| key),
            took: took.map(Duration::from_millis),
        };
        Ok(Self(Entry { event, note }))
    }
}

/// An event as it stands in a log, with what was noted beside it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Event"))]
pub(crate) struct WrittenEntry {
    #[serde(flatten)]
    event: EventJson,
    #[serde(flatten)]
    note: NoteJson,
}

/// What was noted beside an event.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NoteJson {
    /// Whose command it was, by the side that they had before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Side>,
    /// The idempotency key of that command.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Text<CommandKey>>,
    /// For how many milliseconds the player to move had been thinking, where there is a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    took: Option<u64>,
}

impl From<&Entry> for WrittenEntry {
    fn from(Entry { event, note: Note { by, key, took } }: &Entry) -> Self {
        let note = NoteJson {
            by: by.map(Side),
            id: key.clone().map(Text),
            took: took.map(|took| took.as_millis() as u64),
        };
        Self { event: event.into(), note }
    }
}

/// What happened.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
pub(crate) enum EventJson {
    /// The table was set: event 0 of every log.
    Opened(OpenedJson),
    /// A seat was taken, or left.
    Seated(SeatedJson),
    /// A player is called otherwise from now on.
    Renamed(RenamedJson),
    /// The players draw other symbols from now on. It happens on one screen only.
    Marked(MarkedJson),
    /// Every game is played against this clock from now on.
    Clocked(ClockJson),
    /// A player committed to a nonce for the toss.
    Committed(CommittedJson),
    /// A player revealed their nonce.
    Revealed(RevealedJson),
    /// A player kept the other waiting too long: the other one starts.
    TossForfeited(PlayerJson),
    /// A coin was tossed to decide who starts.
    Tossed(TossedJson),
    /// The player to move played.
    Moved(MovedJson),
    /// The player to move swapped sides by the pie rule.
    Swapped,
    /// Turns were taken back.
    TookBack(TurnsJson),
    /// Turns that had been taken back were played again. It happens on one screen only.
    Redone(TurnsJson),
    /// A player asks the other for something.
    Asked(AskedJson),
    /// The other player said no.
    Declined(PlayerJson),
    /// A player gave up.
    Resigned(PlayerJson),
    /// The clock of the player to move ran out.
    TimeRanOut(PlayerJson),
    /// Both agreed on a tie.
    DrawAgreed,
    /// Another game begins instead of the one in progress, or because a free seat was taken.
    Restarted,
    /// The next game of the match began.
    Rematched(RematchedJson),
}

/// How a table is set.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Opening"))]
pub(crate) struct OpenedJson {
    /// The rules, the start, and the moves that had been played before.
    game: Text<AnyRecord>,
    /// Who sits where, player one first.
    seats: [Object<SeatJson>; 2],
    /// The symbols of both players, where they are not X and O.
    #[serde(default, skip_serializing_if = "MarksJson::are_usual")]
    marks: MarksJson,
    /// Whether the second player may swap sides instead of a first move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pie: bool,
}

/// A seat, and who has it.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Seat"))]
pub(crate) struct SeatJson {
    occupant: OccupantJson,
    /// The level of the computer, if that has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<Strength>,
    /// What they are called; "Player 1" or "Player 2" without it.
    #[serde(default, skip_serializing_if = "NameJson::is_blank")]
    name: NameJson,
}

/// Who has a seat.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Occupant"))]
#[serde(rename_all = "kebab-case")]
enum OccupantJson {
    /// It is free.
    Nobody,
    /// A person at the one screen of a table that no server keeps.
    Person,
    /// A person who came by a link.
    Guest,
    /// The computer, at a level.
    Computer,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SeatedJson {
    player: Side,
    seat: Object<SeatJson>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RenamedJson {
    player: Side,
    name: NameJson,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MarkedJson {
    marks: MarksJson,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct CommittedJson {
    player: Side,
    /// The SHA-256 of the player's number, a space and the nonce.
    hash: Text<Commitment>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RevealedJson {
    player: Side,
    nonce: Text<Nonce>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TossedJson {
    player: Side,
    coin: Word<Coin>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MovedJson {
    choice: Place,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct TurnsJson {
    /// How many turns the game has then.
    to: u16,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AskedJson {
    player: Side,
    r#for: Word<WishKind>,
    /// For a takeback: how many turns would be left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<u16>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct PlayerJson {
    player: Side,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RematchedJson {
    /// Whether the players swapped sides.
    #[serde(default)]
    swapped: bool,
}

impl From<&Event> for EventJson {
    fn from(event: &Event) -> Self {
        let player = |&player| PlayerJson { player: Side(player) };
        match event {
            Event::Opened(opening) => Self::Opened(opening.into()),
            Event::Seated { player, seat } => {
                Self::Seated(SeatedJson { player: Side(*player), seat: Object(seat.into()) })
            }
            Event::Renamed { player, name } => {
                Self::Renamed(RenamedJson { player: Side(*player), name: NameJson(name.clone()) })
            }
            Event::Marked(marks) => Self::Marked(MarkedJson { marks: MarksJson(marks.clone()) }),
            Event::Clocked(clock) => Self::Clocked(ClockJson(*clock)),
            Event::Committed { player, commitment } => {
                Self::Committed(CommittedJson { player: Side(*player), hash: Text(*commitment) })
            }
            Event::Revealed { player, nonce } => {
                Self::Revealed(RevealedJson { player: Side(*player), nonce: Text(*nonce) })
            }
            Event::TossForfeited { player: by } => Self::TossForfeited(player(by)),
            Event::Tossed { player, coin } => {
                Self::Tossed(TossedJson { player: Side(*player), coin: Word(*coin) })
            }
            Event::Moved { choice } => Self::Moved(MovedJson { choice: Place(*choice) }),
            Event::Swapped => Self::Swapped,
            Event::TookBack { to } => Self::TookBack(TurnsJson { to: *to }),
            Event::Redone { to } => Self::Redone(TurnsJson { to: *to }),
            Event::Asked { player, request } => {
                let (wish, to) = match request {
                    Request::Draw => (WishKind::Draw, None),
                    Request::TakeBack { to } => (WishKind::TakeBack, Some(*to)),
                    Request::Rematch => (WishKind::Rematch, None),
                };
                Self::Asked(AskedJson { player: Side(*player), r#for: Word(wish), to })
            }
            Event::Declined { player: by } => Self::Declined(player(by)),
            Event::Resigned { player: by } => Self::Resigned(player(by)),
            Event::TimeRanOut { player: by } => Self::TimeRanOut(player(by)),
            Event::DrawAgreed => Self::DrawAgreed,
            Event::Restarted => Self::Restarted,
            Event::Rematched { swapped } => Self::Rematched(RematchedJson { swapped: *swapped }),
        }
    }
}

fn read_event(event: &Tagged<'_>) -> Result<Event, serde_json::Error> {
    let player = || event.data().map(|PlayerJson { player: Side(player) }| player);
    let turns = || event.data().map(|TurnsJson { to }| to);
    Ok(match &*event.kind {
        "opened" => Event::Opened(event.data::<OpenedJson>()?.try_into()?),
        "seated" => {
            let SeatedJson { player: Side(player), seat: Object(seat) } = event.data()?;
            Event::Seated { player, seat: seat.try_into()? }
        }
        "renamed" => {
            let RenamedJson { player: Side(player), name: NameJson(name) } = event.data()?;
            Event::Renamed { player, name }
        }
        "marked" => {
            let MarkedJson { marks: MarksJson(marks) } = event.data()?;
            Event::Marked(marks)
        }
        "clocked" => {
            let ClockJson(clock) = event.data()?;
            Event::Clocked(clock)
        }
        "committed" => {
            let CommittedJson { player: Side(player), hash: Text(commitment) } = event.data()?;
            Event::Committed { player, commitment }
        }
        "revealed" => {
            let RevealedJson { player: Side(player), nonce: Text(nonce) } = event.data()?;
            Event::Revealed { player, nonce }
        }
        "toss-forfeited" => Event::TossForfeited { player: player()? },
        "tossed" => {
            let TossedJson { player: Side(player), coin: Word(coin) } = event.data()?;
            Event::Tossed { player, coin }
        }
        "moved" => {
            let MovedJson { choice: Place(choice) } = event.data()?;
            Event::Moved { choice }
        }
        "swapped" => Event::Swapped,
        "took-back" => Event::TookBack { to: turns()? },
        "redone" => Event::Redone { to: turns()? },
        "asked" => {
            let AskedJson { player: Side(player), r#for: Word(wish), to } = event.data()?;
            let request = match (wish, to) {
                (WishKind::Draw, _) => Request::Draw,
                (WishKind::TakeBack, Some(to)) => Request::TakeBack { to },
                (WishKind::TakeBack, None) => return Err(missing("to")),
                (WishKind::Rematch, _) => Request::Rematch,
            };
            Event::Asked { player, request }
        }
        "declined" => Event::Declined { player: player()? },
        "resigned" => Event::Resigned { player: player()? },
        "time-ran-out" => Event::TimeRanOut { player: player()? },
        "draw-agreed" => Event::DrawAgreed,
        "restarted" => Event::Restarted,
        "rematched" => {
            let RematchedJson { swapped } = event.data()?;
            Event::Rematched { swapped }
        }
        _ => return Err(serde::de::Error::custom("there is no such event")),
    })
}

fn missing(field: &'static str) -> serde_json::Error {
    serde::de::Error::missing_field(field)
}

impl From<&Opening> for OpenedJson {
    fn from(Opening { game, seats, marks, pie_rule }: &Opening) -> Self {
        Self {
            game: Text(game.clone()),
            seats: seats.each_ref().map(|seat| Object(seat.into())),
            marks: MarksJson(marks.clone()),
            pie: *pie_rule == PieRule::On,
        }
    }
}

impl TryFrom<OpenedJson> for Opening {
    type Error = serde_json::Error;

    fn try_from(opened: OpenedJson) -> Result<Self, Self::Error> {
        let OpenedJson {
            game: Text(game),
            seats: [Object(one), Object(two)],
            marks: MarksJson(marks),
            pie,
        } = opened;
        let mut opening = Self::new(game, [one.try_into()?, two.try_into()?]);
        opening.marks = marks;
        if pie {
            opening.pie_rule = PieRule::On;
        }
        Ok(opening)
    }
}

impl From<&Seat> for SeatJson {
    fn from(Seat { name, occupant }: &Seat) -> Self {
        let (occupant, level) = match occupant {
            Occupant::Nobody => (OccupantJson::Nobody, None),
            Occupant::Person => (OccupantJson::Person, None),
            Occupant::Guest => (OccupantJson::Guest, None),
            Occupant::Computer(level) => (OccupantJson::Computer, Some(Strength(*level))),
        };
        Self { occupant, level, name: NameJson(name.clone()) }
    }
}

impl TryFrom<SeatJson> for Seat {
    type Error = serde_json::Error;

    fn try_from(
        SeatJson { occupant, level, name: NameJson(name) }: SeatJson,
    ) -> Result<Self, Self::Error> {
        let occupant = match (occupant, level) {
            (OccupantJson::Nobody, _) => Occupant::Nobody,
            (OccupantJson::Person, _) => Occupant::Person,
            (OccupantJson::Guest, _) => Occupant::Guest,
            (OccupantJson::Computer, Some(Strength(level))) => Occupant::Computer(level),
            (OccupantJson::Computer, None) => return Err(missing("level")),
        };
        Ok(Self { name, occupant })
    }
}
