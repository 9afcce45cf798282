use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_rules::{AnyPosition, AnyRecord, Player, Record};
use parlor_table::{Clock, Marks, Name, PieRule};

use super::Misread;
use super::fields::{Message, Writing};
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

impl FromStr for NewTable {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let message = Message::read(text.strip_suffix('\n').unwrap_or(text));
        if message.word != "table" {
            return Err(Misread::Unknown);
        }
        let game = message.text("game").and_then(game).ok_or(Misread::Field("game"))?;
        let marks = match message.text("marks") {
            Some(marks) => marks.parse().map_err(|_| Misread::Field("marks"))?,
            None => Marks::default(),
        };
        Ok(Self {
            game,
            name: Name::new(message.text("name").unwrap_or_default()),
            seat: message.player("seat")?,
            clock: message.may("clock")?,
            marks,
            pie_rule: match message.text("pie") {
                None | Some("off") => PieRule::Off,
                Some("on") => PieRule::On,
                Some(_) => return Err(Misread::Field("pie")),
            },
            waits: message.may("table")?.zip(message.may("token")?),
        })
    }
}

fn game(text: &str) -> Option<AnyRecord> {
    if text.contains('~') {
        return text.parse().ok();
    }
    Some(Record::new(AnyPosition::opening(text.parse().ok()?)))
}

impl Display for NewTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writing::new(f, "table")?
            .field("game", &self.game)?
            .field("name", &self.name)?
            .player("seat", self.seat)?
            .maybe("clock", self.clock)?
            .maybe("table", self.waits.as_ref().map(|(table, _)| table))?
            .maybe("token", self.waits.as_ref().map(|(_, token)| token))?
            .maybe("pie", (self.pie_rule == PieRule::On).then_some("on"))?
            .last("marks", &self.marks)
    }
}

impl FromStr for SeatKey {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let message = Message::read(text);
        if message.word != "seat" {
            return Err(Misread::Unknown);
        }
        Ok(Self {
            table: message.need("table")?,
            seat: message.player("seat")?.ok_or(Misread::Field("seat"))?,
            token: message.need("token")?,
        })
    }
}

impl Display for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Writing::new(f, "seat")?
            .field("table", &self.table)?
            .player("seat", Some(self.seat))?
            .last("token", &self.token)
    }
}
