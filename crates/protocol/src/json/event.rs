//! Events as they are stored and sent.

#[cfg(feature = "schema")]
pub(crate) mod form;

use std::borrow::Cow;
use std::time::Duration;

use parlor_rules::AnyRecord;
use parlor_table::{
    Coin, CommandKey, Commitment, Entry, Event, NextStart, Nonce, Note, Occupant, Opening, PieRule,
    Request, Seat, WishKind,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    ClockJson, Error, MarksJson, NameJson, Object, Place, Raw, Side, Strength, Tagged, Text, Word,
    milliseconds,
};

/// An entry of a log. It is read out of the text that it is, whatever surrounds it.
#[derive(Clone, Debug)]
pub(crate) struct EntryJson(pub(crate) Entry);

impl Serialize for EntryJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Entry { event, note: Note { by, key, took } } = &self.0;
        let (kind, data) = written(event);
        let entry = WrittenEntry {
            kind,
            data,
            by: by.map(Side),
            id: key.clone().map(Text),
            took: took.map(milliseconds),
        };
        entry.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for EntryJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(&Raw::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl EntryJson {
    pub(crate) fn read(json: &Raw<'_>) -> Result<Self, Error> {
        let ReadEntry { kind, data, by, id, took } = json.read()?;
        let event = read_event(&Tagged { kind, data })?;
        let note = Note {
            by: by.map(|Side(player)| player),
            key: id.map(|Text(key)| key),
            took: took.map(|took| Duration::from_millis(took.into())),
        };
        Ok(Self(Entry { event, note }))
    }
}

/// An event with what was noted beside it. `form.rs` says what each member is.
#[derive(Serialize)]
struct WrittenEntry {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<DataJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Text<CommandKey>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    took: Option<u32>,
}

#[derive(Deserialize)]
struct ReadEntry<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    data: Option<Raw<'a>>,
    by: Option<Side>,
    id: Option<Text<CommandKey>>,
    took: Option<u32>,
}

/// What belongs to an event.
#[derive(Serialize)]
#[serde(untagged)]
enum DataJson {
    Opened(OpenedJson),
    Seated(SeatedJson),
    Renamed(RenamedJson),
    Marked(MarkedJson),
    Clocked(ClockJson),
    Committed(CommittedJson),
    Revealed(RevealedJson),
    Tossed(TossedJson),
    Moved(MovedJson),
    Turns(TurnsJson),
    Asked(AskedJson),
    Player(PlayerJson),
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
    /// Whether the next games begin as the first one did, where that has an even start or a head start.
    /// Without it they begin with the usual start of the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    same_start: bool,
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
    pub(crate) player: Side,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RematchedJson {
    /// Whether the players swapped sides.
    #[serde(default)]
    swapped: bool,
}

/// The word for what happened, and what belongs to it.
fn written(event: &Event) -> (&'static str, Option<DataJson>) {
    let player = |&player| Some(DataJson::Player(PlayerJson { player: Side(player) }));
    let turns = |&to| Some(DataJson::Turns(TurnsJson { to }));
    match event {
        Event::Opened(opening) => ("opened", Some(DataJson::Opened(opening.into()))),
        Event::Seated { player, seat } => {
            let seated = SeatedJson { player: Side(*player), seat: Object(seat.into()) };
            ("seated", Some(DataJson::Seated(seated)))
        }
        Event::Renamed { player, name } => {
            let renamed = RenamedJson { player: Side(*player), name: NameJson(name.clone()) };
            ("renamed", Some(DataJson::Renamed(renamed)))
        }
        Event::Marked(marks) => {
            let marked = MarkedJson { marks: MarksJson(marks.clone()) };
            ("marked", Some(DataJson::Marked(marked)))
        }
        Event::Clocked(clock) => ("clocked", Some(DataJson::Clocked(ClockJson(*clock)))),
        Event::Committed { player, commitment } => {
            let committed = CommittedJson { player: Side(*player), hash: Text(*commitment) };
            ("committed", Some(DataJson::Committed(committed)))
        }
        Event::Revealed { player, nonce } => {
            let revealed = RevealedJson { player: Side(*player), nonce: Text(*nonce) };
            ("revealed", Some(DataJson::Revealed(revealed)))
        }
        Event::TossForfeited { player: by } => ("toss-forfeited", player(by)),
        Event::Tossed { player, coin } => {
            let tossed = TossedJson { player: Side(*player), coin: Word(*coin) };
            ("tossed", Some(DataJson::Tossed(tossed)))
        }
        Event::Moved { choice } => {
            ("moved", Some(DataJson::Moved(MovedJson { choice: Place(*choice) })))
        }
        Event::Swapped => ("swapped", None),
        Event::TookBack { to } => ("took-back", turns(to)),
        Event::Redone { to } => ("redone", turns(to)),
        Event::Asked { player, request } => {
            let (wish, to) = match request {
                Request::Draw => (WishKind::Draw, None),
                Request::TakeBack { to } => (WishKind::TakeBack, Some(*to)),
                Request::Rematch => (WishKind::Rematch, None),
            };
            let asked = AskedJson { player: Side(*player), r#for: Word(wish), to };
            ("asked", Some(DataJson::Asked(asked)))
        }
        Event::Declined { player: by } => ("declined", player(by)),
        Event::Resigned { player: by } => ("resigned", player(by)),
        Event::TimeRanOut { player: by } => ("time-ran-out", player(by)),
        Event::DrawAgreed => ("draw-agreed", None),
        Event::Restarted => ("restarted", None),
        Event::Rematched { swapped } => {
            ("rematched", Some(DataJson::Rematched(RematchedJson { swapped: *swapped })))
        }
    }
}

fn read_event(event: &Tagged<'_>) -> Result<Event, Error> {
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

fn missing(field: &'static str) -> Error {
    serde::de::Error::missing_field(field)
}

impl From<&Opening> for OpenedJson {
    fn from(Opening { game, seats, marks, pie_rule, next_start }: &Opening) -> Self {
        Self {
            game: Text(game.clone()),
            seats: seats.each_ref().map(|seat| Object(seat.into())),
            marks: MarksJson(marks.clone()),
            pie: *pie_rule == PieRule::On,
            same_start: *next_start == NextStart::Same && game.start().is_unusual_start(),
        }
    }
}

impl TryFrom<OpenedJson> for Opening {
    type Error = Error;

    fn try_from(opened: OpenedJson) -> Result<Self, Self::Error> {
        let OpenedJson {
            game: Text(game),
            seats: [Object(one), Object(two)],
            marks: MarksJson(marks),
            pie,
            same_start,
        } = opened;
        let mut opening = Self::new(game, [one.try_into()?, two.try_into()?]);
        opening.marks = marks;
        if pie {
            opening.pie_rule = PieRule::On;
        }
        Ok(if same_start { opening } else { opening.of_earlier_version() })
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
    type Error = Error;

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
