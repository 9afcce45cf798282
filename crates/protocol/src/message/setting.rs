use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_rules::{AnyPosition, AnyRecord, Player, Record};
use parlor_table::{Clock, Marks, Name, PieRule};
use serde::{Deserialize, Serialize};

use super::{Misread, read_body, write};
use crate::json::{ClockJson, MarksJson, NameJson, Object, Side, Text};
use crate::{SeatToken, TableId};

/// A table that is to be set, for a friend or for anyone: the body of the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTable {
    /// The rules, the start, and the moves that have been played already. Written either as a
    /// whole record, `gems~S~36`, or as its rules alone, `gems`.
    pub game: AnyRecord,
    /// What they are called.
    pub name: Name,
    /// Where they want to sit; by chance, if they do not say.
    pub seat: Option<Player>,
    /// The clock, if there is to be one.
    pub clock: Option<Clock>,
    /// The symbols of the players, for games that draw them.
    pub marks: Marks,
    /// Whether the second player may swap sides.
    pub pie_rule: PieRule,
    /// Where they wait for anyone already, and the key to their seat there: then they need no other
    /// table to wait for the same.
    pub waits: Option<(TableId, SeatToken)>,
}

/// The answer: a seat at a table, and the key to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatKey {
    /// Which table.
    pub table: TableId,
    /// Which seat.
    pub seat: Player,
    /// The token of it, which is a secret.
    pub token: SeatToken,
}

/// The body of a request that sets a table.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "NewTable"))]
pub(crate) struct NewTableJson {
    /// The rules, `kalah,pits=4,stones=6`, or a whole game to go on with, `gems~S~36`.
    game: Text<Game>,
    /// What you are called.
    #[serde(default, skip_serializing_if = "NameJson::is_blank")]
    name: NameJson,
    /// Where you want to sit; by chance without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Side>,
    /// The clock, if there is to be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<Object<ClockJson>>,
    /// The symbols of both players, where they are not X and O.
    #[serde(default, skip_serializing_if = "MarksJson::are_usual")]
    marks: MarksJson,
    /// Whether the second player may swap sides instead of a first move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pie: bool,
    /// Where you wait for anyone already.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<Object<WaitingJson>>,
}

/// A seat where a player waits for anyone, and its token.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Waiting"))]
struct WaitingJson {
    table: TableId,
    token: SeatToken,
}

/// A game, or its rules alone.
#[derive(Clone, Debug)]
pub(crate) struct Game(AnyRecord);

impl FromStr for Game {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let game = if text.contains('~') {
            text.parse().ok()
        } else {
            text.parse().ok().map(|variant| Record::new(AnyPosition::opening(variant)))
        };
        game.map(Self).ok_or("there is no such game")
    }
}

impl Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A seat at a table, and the token that opens it.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "SeatKey"))]
pub(crate) struct SeatKeyJson {
    /// What the link for the friend ends with.
    table: TableId,
    seat: Side,
    /// Opens the seat: a secret.
    token: SeatToken,
}

impl FromStr for NewTable {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let new: NewTableJson = read_body(text)?;
        Ok(Self {
            game: new.game.0.0,
            name: new.name.0,
            seat: new.seat.map(|Side(player)| player),
            clock: new.clock.map(|Object(ClockJson(clock))| clock),
            marks: new.marks.0,
            pie_rule: if new.pie { PieRule::On } else { PieRule::Off },
            waits: new.waiting.map(|Object(WaitingJson { table, token })| (table, token)),
        })
    }
}

impl Display for NewTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waiting = |(table, token): &(TableId, SeatToken)| WaitingJson {
            table: table.clone(),
            token: token.clone(),
        };
        write(
            f,
            &NewTableJson {
                game: Text(Game(self.game.clone())),
                name: NameJson(self.name.clone()),
                seat: self.seat.map(Side),
                clock: self.clock.map(ClockJson).map(Object),
                marks: MarksJson(self.marks.clone()),
                pie: self.pie_rule == PieRule::On,
                waiting: self.waits.as_ref().map(waiting).map(Object),
            },
        )
    }
}

impl FromStr for SeatKey {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let SeatKeyJson { table, seat: Side(seat), token } = read_body(text)?;
        Ok(Self { table, seat, token })
    }
}

impl Display for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, seat, token } = self.clone();
        write(f, &SeatKeyJson { table, seat: Side(seat), token })
    }
}
