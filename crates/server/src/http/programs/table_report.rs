use std::time::Duration;

use parlor_protocol::event_log::LogError;
use parlor_protocol::message::Whereabouts;
use parlor_protocol::{NotAnEvent, TableId, schema};
use parlor_rules::{Game as _, Level, Outcome, Player};
use parlor_table::{Ending, Occupant, Phase, Table};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::value::RawValue;

use crate::tables::Snapshot;

/// A table as a spectator finds it: how it stands, and its log. Players are numbered: 1 is South or
/// X, 2 is North or O.
#[derive(Serialize, JsonSchema)]
pub(crate) struct TableReport<'a> {
    /// The id of the table.
    table: &'a TableId,
    /// How many events there are.
    version: u32,
    /// The rules in their shortest form.
    rules: String,
    /// The game so far in one line.
    game: String,
    /// The position in notation.
    position: String,
    phase: PhaseReport,
    /// Who is to move or to toss.
    next: Option<u8>,
    /// Whether they may swap sides instead, by the pie rule.
    may_swap: bool,
    /// With a clock: for how many milliseconds they have been thinking.
    thinking: Option<u64>,
    /// How the game ended.
    ending: Option<EndingReport>,
    /// Who won, if a player did.
    winner: Option<u8>,
    /// Both players, player 1 first.
    players: [PlayerReport; 2],
    /// How many games of the match were ties.
    ties: u32,
    /// How many spectators there are.
    watching: usize,
    /// The log.
    #[schemars(with = "Vec<schema::Event>")]
    events: Box<RawValue>,
}

/// What goes on at a table.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Phase")]
enum PhaseReport {
    /// A seat is free.
    Waiting,
    /// Coins are tossed for who starts.
    Tossing,
    /// The game is played.
    Playing,
    /// The game has ended.
    Over,
}

/// How a game ended.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Ending")]
enum EndingReport {
    /// By its moves.
    Played,
    /// The other player resigned.
    Resigned,
    /// The other player's clock ran out.
    OutOfTime,
    /// Both agreed on a tie.
    DrawAgreed,
}

/// A player of a table.
#[derive(Serialize, JsonSchema)]
struct PlayerReport {
    name: String,
    occupant: OccupantReport,
    /// The level of the computer, if it plays.
    level: Option<u8>,
    presence: PresenceReport,
    /// How many games of the match they have won.
    wins: u32,
    /// With a clock: how many milliseconds they had left when the last event happened.
    clock: Option<u64>,
}

/// Who has a seat.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum OccupantReport {
    /// It is free.
    Nobody,
    /// A person at one screen, before the game was brought to the server.
    Person,
    /// A person who came by a link.
    Guest,
    /// The computer.
    Computer,
}

/// Whether a player is connected.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum PresenceReport {
    /// They are connected. The computer always is.
    Here,
    /// They are not, or the seat is free.
    Away,
    /// They have not come yet since a seat changed hands.
    Awaited,
}

impl<'a> TableReport<'a> {
    /// A table, and what is committed of it.
    ///
    /// # Errors
    /// If its log cannot have happened.
    pub(super) fn of(id: &'a TableId, snapshot: &Snapshot) -> Result<Self, LogError> {
        let table = snapshot.table()?;
        let events = RawValue::from_string(format!("[{}]", snapshot.events));
        let (phase, next) = match table.phase() {
            Phase::Waiting => (PhaseReport::Waiting, None),
            Phase::Tossing(player) => (PhaseReport::Tossing, Some(player)),
            Phase::Playing(player) => (PhaseReport::Playing, Some(player)),
            Phase::Over(_) => (PhaseReport::Over, None),
        };
        let winner = table.ending().and_then(|ending| match ending.outcome() {
            Outcome::Win(player) => Some(player),
            Outcome::Tie => None,
        });
        let position = table.play().position();
        Ok(Self {
            table: id,
            version: snapshot.version,
            rules: position.variant().to_string(),
            game: table.play().record().to_string(),
            position: position.to_string(),
            phase,
            next: next.map(number),
            may_swap: table.may_swap(),
            thinking: snapshot.thinking.map(milliseconds),
            ending: table.ending().map(EndingReport::of),
            winner: winner.map(number),
            players: Player::BOTH.map(|player| {
                PlayerReport::of(&table, player, snapshot.presence.players[player.index()])
            }),
            ties: table.score().ties(),
            watching: snapshot.presence.watching,
            events: events.map_err(|_| LogError::Text(NotAnEvent))?,
        })
    }
}

impl EndingReport {
    fn of(ending: Ending) -> Self {
        match ending {
            Ending::Played(_) => Self::Played,
            Ending::Resigned(_) => Self::Resigned,
            Ending::OutOfTime(_) => Self::OutOfTime,
            Ending::DrawAgreed => Self::DrawAgreed,
        }
    }
}

impl PlayerReport {
    fn of(table: &Table, player: Player, whereabouts: Whereabouts) -> Self {
        let seat = table.seat(player);
        Self {
            name: table.name(player).to_owned(),
            occupant: match seat.occupant {
                Occupant::Nobody => OccupantReport::Nobody,
                Occupant::Person => OccupantReport::Person,
                Occupant::Guest => OccupantReport::Guest,
                Occupant::Computer(_) => OccupantReport::Computer,
            },
            level: seat.level().map(Level::number),
            presence: match whereabouts {
                Whereabouts::Here => PresenceReport::Here,
                Whereabouts::Away => PresenceReport::Away,
                Whereabouts::Awaited => PresenceReport::Awaited,
            },
            wins: table.score().wins(player),
            clock: table.clocks().map(|clocks| milliseconds(clocks.left(player))),
        }
    }
}

fn number(player: Player) -> u8 {
    player.index() as u8 + 1
}

fn milliseconds(time: Duration) -> u64 {
    time.as_millis().try_into().unwrap_or(u64::MAX)
}
