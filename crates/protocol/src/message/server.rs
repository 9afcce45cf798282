use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use parlor_rules::Player;
use parlor_table::{CommandKey, Entry, Reaction};

use super::fields::{Message, Writing};
use super::{Misread, Reason};
use crate::{Code, SeatToken, TableId};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// For programs.
    pub reason: Reason,
    /// For people: one sentence.
    pub say: String,
}

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Self {
        Self { reason, say: reason.to_string() }
    }
}

impl FromStr for FromServer {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let message = Message::read(text);
        let events = || Ok(Events { from: message.need("from")?, entries: message.entries()? });
        Ok(match message.word {
            "welcome" => Self::Welcome(Welcome {
                protocol: message.need("protocol")?,
                table: message.need("table")?,
                seat: message.player("seat")?,
                token: message.may("token")?,
                thinking: message.may("thinking")?.map(Duration::from_millis),
                news: events()?,
            }),
            "events" => Self::Events(events()?),
            "refused" => Self::Refused {
                key: message.may("id")?,
                problem: problem(&message)?,
                version: message.need("version")?,
            },
            "presence" => {
                let players = [message.coded("one")?, message.coded("two")?];
                Self::Presence(Presence { players, watching: message.need("watching")? })
            }
            "reaction" => Self::Reaction {
                player: message.player("seat")?.ok_or(Misread::Field("seat"))?,
                reaction: message.coded("kind")?,
            },
            "pong" => Self::Pong,
            "goodbye" => Self::Goodbye { after: Duration::from_millis(message.need("after")?) },
            "error" => Self::Error(problem(&message)?),
            _ => return Err(Misread::Unknown),
        })
    }
}

fn problem(message: &Message<'_>) -> Result<Problem, Misread> {
    let code = message.text("reason").ok_or(Misread::Field("reason"))?;
    let reason = Reason::from_code(code);
    let say = message.text("say").ok_or(Misread::Field("say"))?.to_owned();
    Ok(Problem { reason, say })
}

impl Display for FromServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Welcome(welcome) => Writing::new(f, "welcome")?
                .field("protocol", welcome.protocol)?
                .field("table", &welcome.table)?
                .player("seat", welcome.seat)?
                .maybe("token", welcome.token.as_ref())?
                .maybe("thinking", welcome.thinking.map(|thinking| thinking.as_millis() as u64))?
                .field("from", welcome.news.from)?
                .entries(&welcome.news.entries),
            Self::Events(Events { from, entries }) => {
                Writing::new(f, "events")?.field("from", from)?.entries(entries)
            }
            Self::Refused { key, problem: Problem { reason, say }, version } => {
                Writing::new(f, "refused")?
                    .maybe("id", key.as_ref())?
                    .field("version", version)?
                    .field("reason", reason.code())?
                    .last("say", say)
            }
            Self::Presence(Presence { players: [one, two], watching }) => {
                Writing::new(f, "presence")?
                    .field("one", one.code())?
                    .field("two", two.code())?
                    .last("watching", watching)
            }
            Self::Reaction { player, reaction } => Writing::new(f, "reaction")?
                .player("seat", Some(*player))?
                .last("kind", reaction.code()),
            Self::Pong => f.write_str("pong"),
            Self::Goodbye { after } => {
                Writing::new(f, "goodbye")?.last("after", after.as_millis() as u64)
            }
            Self::Error(Problem { reason, say }) => {
                Writing::new(f, "error")?.field("reason", reason.code())?.last("say", say)
            }
        }
    }
}
