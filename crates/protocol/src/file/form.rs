//! The members of files.

use parlor_archive::{Date, History, Match, MatchGame, PlayedGame};
use parlor_table::Ending;
use serde::{Deserialize, Serialize};

use super::FORMAT;
use crate::json::{Object, PlayerJson, SeatJson, Side, Text};

/// What every file begins with.
#[derive(Deserialize)]
pub(super) struct Header {
    pub(super) parlor: u32,
}

/// A file of Parlor's.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "File"))]
pub(crate) struct FileJson {
    /// The version of the format.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1)))]
    parlor: u32,
    #[serde(flatten)]
    kept: KeptJson,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
enum KeptJson {
    /// The games that two players played at a table; a single game is a match of one.
    Match(MatchJson),
    /// The games that a person has played.
    Statistics(HistoryJson),
}

/// A match.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Match"))]
pub(super) struct MatchJson {
    /// Who played. The first was player 1 when the table was opened.
    pub(super) seats: [Object<SeatJson>; 2],
    /// The games, first to last; the last one may be in progress.
    #[cfg_attr(feature = "schema", schemars(length(min = 1, max = 1000)))]
    pub(super) games: Vec<Object<MatchGameJson>>,
}

/// A game of a match.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "MatchGame"))]
pub(crate) struct MatchGameJson {
    /// Its rules, its start and its moves, as in a link: `kalah~S~36`.
    pub(super) game: String,
    /// The letter of the winner (`S`, `N`, `X` or `O`) or `tie`; left out while the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) outcome: Option<String>,
    /// How it ended, if it was not by its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ending: Option<Object<EndingJson>>,
    /// When it ended, or was saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) date: Option<Text<Date>>,
    /// Whether the players had swapped sides before it began.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) swapped: bool,
}

/// The games that a person has played.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Statistics"))]
pub(super) struct HistoryJson {
    /// The games, oldest first.
    #[cfg_attr(feature = "schema", schemars(length(max = 2000)))]
    pub(super) games: Vec<Object<PlayedGameJson>>,
}

/// A game that a person has played.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PlayedGame"))]
pub(crate) struct PlayedGameJson {
    /// Its rules, its start and its moves, as in a link: `kalah~S~36`.
    pub(super) game: String,
    /// The letter of the winner (`S`, `N`, `X` or `O`) or `tie`.
    pub(super) outcome: String,
    /// How it ended, if it was not by its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ending: Option<Object<EndingJson>>,
    /// When it began.
    pub(super) began: Text<Date>,
    /// How many seconds it took, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<u32>,
    /// `same-screen`, `remote`, or the computer's level: `level-1` to `level-8`.
    pub(super) opponent: String,
    /// The side that the person had at the end; left out where two shared the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<Side>,
}

/// How a game ended that its moves did not end: the event that ended it.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Ending"))]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
pub(super) enum EndingJson {
    /// This player gave up.
    Resigned(PlayerJson),
    /// The clock of this player ran out.
    TimeRanOut(PlayerJson),
    /// Both agreed on a tie.
    DrawAgreed,
}

impl FileJson {
    pub(super) fn of_match(games: &Match) -> Self {
        let seats = games.seats.each_ref().map(|seat| Object(seat.into()));
        let games = games.games.iter().map(|game| Object(game.into())).collect();
        Self { parlor: FORMAT, kept: KeptJson::Match(MatchJson { seats, games }) }
    }

    pub(super) fn of_history(history: &History) -> Self {
        let games = history.games().iter().map(|game| Object(game.into())).collect();
        Self { parlor: FORMAT, kept: KeptJson::Statistics(HistoryJson { games }) }
    }
}

impl From<&MatchGame> for MatchGameJson {
    fn from(game: &MatchGame) -> Self {
        Self {
            game: game.game().to_string(),
            outcome: game.outcome(),
            ending: game.ending().and_then(EndingJson::of).map(Object),
            date: game.date.map(Text),
            swapped: game.swapped,
        }
    }
}

impl From<&PlayedGame> for PlayedGameJson {
    fn from(game: &PlayedGame) -> Self {
        Self {
            game: game.game().to_string(),
            outcome: game.outcome(),
            ending: EndingJson::of(game.ending()).map(Object),
            began: Text(game.began()),
            seconds: game.took().map(|took| took.as_secs().try_into().unwrap_or(u32::MAX)),
            opponent: game.opponent().to_string(),
            side: game.side().map(Side),
        }
    }
}

impl EndingJson {
    fn of(ending: Ending) -> Option<Self> {
        let player = |player| PlayerJson { player: Side(player) };
        match ending {
            Ending::Played(_) => None,
            Ending::Resigned(by) => Some(Self::Resigned(player(by))),
            Ending::OutOfTime(by) => Some(Self::TimeRanOut(player(by))),
            Ending::DrawAgreed => Some(Self::DrawAgreed),
        }
    }
}

impl From<EndingJson> for Ending {
    fn from(ending: EndingJson) -> Self {
        match ending {
            EndingJson::Resigned(PlayerJson { player: Side(player) }) => Self::Resigned(player),
            EndingJson::TimeRanOut(PlayerJson { player: Side(player) }) => Self::OutOfTime(player),
            EndingJson::DrawAgreed => Self::DrawAgreed,
        }
    }
}
