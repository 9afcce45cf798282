use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use parlor_rules::Player;
use parlor_table::{CommandKey, Entry, Reaction};
use serde::{Deserialize, Serialize};

use super::events_message::with_events;
use super::{Misread, Reason, read, read_body, write};
use crate::json::{EntryJson, Error, Side, Tagged, Text, Word, milliseconds};
use crate::{Code, LogHash, SeatToken, TableId};

/// What the server says to a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromServer {
    /// The answer to a hello.
    Welcome(Welcome),
    /// What happened, broadcast to all at the table. To the sender of the command it is the
    /// acknowledgement.
    Events(Events),
    /// A command that was not carried out; the table is as it was.
    Refused {
        /// The idempotency key that it came with.
        key: Option<CommandKey>,
        /// Why, for programs and for people.
        problem: Problem,
        /// How many events there are now.
        version: usize,
    },
    /// Who is connected.
    Presence(Presence),
    /// A player said one of the few things that can be said.
    Reaction {
        /// Who.
        player: Player,
        /// What.
        reaction: Reaction,
    },
    /// Still here.
    Pong,
    /// The server goes away: connect again after this time.
    Goodbye {
        /// How long to wait.
        after: Duration,
    },
    /// Something that was sent could not be understood, or cannot be done on this connection.
    Error(Problem),
}

/// A table as a client finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// The version of the protocol that the server speaks.
    pub protocol: u32,
    /// Which table it is.
    pub table: TableId,
    /// Where they sit; nowhere, if they watch.
    pub seat: Option<Player>,
    /// For a spectator: the token that a seat will have if they join on this connection. It
    /// is to be kept before joining, so that a seat is not lost with an answer.
    pub token: Option<SeatToken>,
    /// How long the player to move has been thinking, where there is a clock.
    pub thinking: Option<Duration>,
    /// How many events the log has. Those that the news do not reach follow in messages of their own.
    pub version: Option<u32>,
    /// Which history of the log it is: another one, if the log was restored from a copy.
    pub epoch: Option<u32>,
    /// What they had not seen yet.
    pub news: Events,
}

/// Events of the log, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Events {
    /// The number of the first one. A client that has fewer events has missed some and says hello
    /// again; one that has more knows these already.
    pub from: usize,
    /// The events.
    pub entries: Vec<Entry>,
    /// The hash of the log after them.
    pub hash: Option<LogHash>,
}

impl Events {
    /// How many events a client knows that has followed these.
    pub fn end(&self) -> usize {
        self.from + self.entries.len()
    }
}

/// Who is connected to a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Where each player is.
    pub players: [Whereabouts; 2],
    /// How many people watch.
    pub watching: usize,
}

/// Whether a player is at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whereabouts {
    /// They are there. The computer always is.
    Here,
    /// They are not, or the seat is free.
    #[default]
    Away,
    /// They have not been there yet since a seat changed hands last. No clock runs for them.
    Awaited,
}

impl Code for Whereabouts {
    const EVERY: &'static [Self] = &[Self::Here, Self::Away, Self::Awaited];

    fn code(self) -> &'static str {
        match self {
            Self::Here => "here",
            Self::Away => "away",
            Self::Awaited => "awaited",
        }
    }
}

/// Why something was not done, for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Problem {
    /// For programs.
    pub reason: Reason,
    /// For people: one sentence.
    #[serde(default)]
    pub message: String,
}

/// The body of an answer to a request that failed.
impl FromStr for Problem {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        read_body(text)
    }
}

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Self {
        Self { reason, message: reason.to_string() }
    }
}

impl Welcome {
    /// The message, with events that are JSON already, and commas between them, in place of its own.
    pub fn with_events(mut self, events: &str) -> String {
        self.news.entries.clear();
        with_events(&FromServer::Welcome(self).to_string(), events)
    }
}

/// The messages of a server as they are written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ServerMessage"))]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
pub(crate) enum ServerJson {
    /// The answer to a hello.
    Welcome(WelcomeJson),
    /// What happened. To the sender of the command it is the acknowledgement.
    Events(EventsJson),
    /// A command that was not carried out; the table is as it was.
    Refused(RefusedJson),
    /// Who is connected.
    Presence(PresenceJson),
    /// A player said one of the few things that can be said.
    Reaction(ReactionJson),
    /// The answer to a ping.
    Pong,
    /// The server goes away: connect again after this time.
    Goodbye(GoodbyeJson),
    /// Something that was sent could not be understood, or cannot be done on this connection.
    Error(Problem),
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Welcome"))]
pub(crate) struct WelcomeJson {
    /// The version of the protocol that the server speaks.
    protocol: u32,
    /// Where you are. Another table than you asked for, if you were paired there.
    table: TableId,
    /// Where you sit; missing if you watch.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Side>,
    /// For spectators: the token that a seat will have if you join on this connection.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<SeatToken>,
    /// With a clock: for how many milliseconds the player to move has been thinking.
    #[serde(skip_serializing_if = "Option::is_none")]
    thinking: Option<u32>,
    /// How many events there are. Those that do not follow here are told next, in `events`.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u32>,
    /// Which history of the log it is: another one than before, if the log was restored from a copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    epoch: Option<u32>,
    /// The hash of the log after the events, to be sent back with the next hello.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<LogHash>,
    /// The number of the first event that follows.
    from: u32,
    // The events come last, so that they can be put in as text.
    events: Vec<EntryJson>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Events"))]
pub(crate) struct EventsJson {
    /// The number of the first event.
    from: u32,
    events: Vec<EntryJson>,
    /// The hash of the log after them, to be sent back with the next hello.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<LogHash>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Refused"))]
pub(crate) struct RefusedJson {
    /// The idempotency key of the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Text<CommandKey>>,
    /// How many events there are now.
    version: u32,
    /// Why, for programs.
    reason: Reason,
    /// Why, for people.
    #[serde(default)]
    message: String,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Presence"))]
pub(crate) struct PresenceJson {
    /// Where each player is, player one first.
    players: [Word<Whereabouts>; 2],
    /// How many spectators there are.
    watching: u32,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ReactionMessage"))]
pub(crate) struct ReactionJson {
    player: Side,
    kind: Word<Reaction>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Goodbye"))]
pub(crate) struct GoodbyeJson {
    /// Milliseconds.
    after: u32,
}

impl FromStr for FromServer {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let message = read(text)?;
        read_message(&message).unwrap_or_else(|error| Err(Misread::of_data(&error)))
    }
}

impl Display for FromServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, &ServerJson::from(self))
    }
}

fn read_message(message: &Tagged<'_>) -> Result<Result<FromServer, Misread>, Error> {
    Ok(Ok(match &*message.kind {
        "welcome" => FromServer::Welcome(message.data::<WelcomeJson>()?.into()),
        "events" => FromServer::Events(message.data::<EventsJson>()?.into()),
        "refused" => {
            let RefusedJson { id, version, reason, message } = message.data()?;
            let key = id.map(|Text(key)| key);
            let version = version as usize;
            FromServer::Refused { key, problem: Problem { reason, message }, version }
        }
        "presence" => {
            let PresenceJson { players, watching } = message.data()?;
            let players = players.map(|Word(whereabouts)| whereabouts);
            FromServer::Presence(Presence { players, watching: watching as usize })
        }
        "reaction" => {
            let ReactionJson { player: Side(player), kind: Word(reaction) } = message.data()?;
            FromServer::Reaction { player, reaction }
        }
        "pong" => FromServer::Pong,
        "goodbye" => {
            let GoodbyeJson { after } = message.data()?;
            FromServer::Goodbye { after: Duration::from_millis(after.into()) }
        }
        "error" => FromServer::Error(message.data()?),
        _ => return Ok(Err(Misread::Unknown)),
    }))
}

impl From<&FromServer> for ServerJson {
    fn from(message: &FromServer) -> Self {
        match message {
            FromServer::Welcome(welcome) => Self::Welcome(welcome.into()),
            FromServer::Events(news) => Self::Events(news.into()),
            FromServer::Refused { key, problem: Problem { reason, message }, version } => {
                let (id, message) = (key.clone().map(Text), message.clone());
                Self::Refused(RefusedJson {
                    id,
                    version: *version as u32,
                    reason: *reason,
                    message,
                })
            }
            FromServer::Presence(Presence { players, watching }) => Self::Presence(PresenceJson {
                players: players.map(Word),
                watching: *watching as u32,
            }),
            FromServer::Reaction { player, reaction } => {
                Self::Reaction(ReactionJson { player: Side(*player), kind: Word(*reaction) })
            }
            FromServer::Pong => Self::Pong,
            FromServer::Goodbye { after } => {
                Self::Goodbye(GoodbyeJson { after: milliseconds(*after) })
            }
            FromServer::Error(problem) => Self::Error(problem.clone()),
        }
    }
}

impl From<WelcomeJson> for Welcome {
    fn from(welcome: WelcomeJson) -> Self {
        let WelcomeJson {
            protocol,
            table,
            seat,
            token,
            thinking,
            version,
            epoch,
            hash,
            from,
            events,
        } = welcome;
        Self {
            protocol,
            table,
            seat: seat.map(|Side(player)| player),
            token,
            thinking: thinking.map(|thinking| Duration::from_millis(thinking.into())),
            version,
            epoch,
            news: EventsJson { from, events, hash }.into(),
        }
    }
}

impl From<&Welcome> for WelcomeJson {
    fn from(welcome: &Welcome) -> Self {
        let EventsJson { from, events, hash } = (&welcome.news).into();
        Self {
            protocol: welcome.protocol,
            table: welcome.table.clone(),
            seat: welcome.seat.map(Side),
            token: welcome.token.clone(),
            thinking: welcome.thinking.map(milliseconds),
            version: welcome.version,
            epoch: welcome.epoch,
            hash,
            from,
            events,
        }
    }
}

impl From<EventsJson> for Events {
    fn from(EventsJson { from, events, hash }: EventsJson) -> Self {
        Self {
            from: from as usize,
            entries: events.into_iter().map(|EntryJson(entry)| entry).collect(),
            hash,
        }
    }
}

impl From<&Events> for EventsJson {
    fn from(Events { from, entries, hash }: &Events) -> Self {
        Self {
            from: *from as u32,
            events: entries.iter().cloned().map(EntryJson).collect(),
            hash: hash.clone(),
        }
    }
}
