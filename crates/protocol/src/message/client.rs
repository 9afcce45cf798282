use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_rules::{Choice, Level};
use parlor_table::{Command, CommandKey, Name, Reaction, Wish, WishKind};

use super::Misread;
use super::fields::{Message, Writing};
use crate::{Code, SeatToken, TableId};

/// What a browser says to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromClient {
    /// The first message on a connection.
    Hello(Hello),
    /// A command to the table.
    Submission(Submission),
    /// One of the few things that can be said.
    React(Reaction),
    /// Are you still there?
    Ping,
}

/// Who comes to which table, and what they know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hello {
    /// The version of the protocol that the client speaks.
    pub protocol: u32,
    /// Which table.
    pub table: TableId,
    /// The token of a seat; without one, or with one that opens none, the client is a spectator.
    pub token: Option<SeatToken>,
    /// How many events of the log the client has already.
    pub version: usize,
}

/// A command, and what it takes to carry it out once and only where it was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// What is wanted.
    pub command: Command,
    /// Its idempotency key. The event that it leads to is noted with the same key.
    pub key: Option<CommandKey>,
    /// How many events the client knew of when it decided. A move needs it, so that it is never
    /// played in another position than the one it was chosen in; and an acceptance, so that it
    /// never grants anything else than what was asked then.
    pub version: Option<usize>,
    /// For a join: the key that the seat shall have, which is one that the client was offered. With
    /// it a join can be sent again on another connection, and the key is known all the same.
    pub token: Option<SeatToken>,
}

impl FromStr for FromClient {
    type Err = Misread;

    fn from_str(text: &str) -> Result<Self, Misread> {
        let message = Message::read(text);
        Ok(match message.word {
            "hello" => Self::Hello(Hello {
                protocol: message.need("protocol")?,
                table: message.need("table")?,
                token: message.may("token")?,
                version: message.may("version")?.unwrap_or(0),
            }),
            "react" => Self::React(message.coded("kind")?),
            "ping" => Self::Ping,
            _ => {
                let command = command(&message)?;
                let version = match command {
                    Command::Move { .. } | Command::Swap | Command::Accept(_) => {
                        Some(message.need("version")?)
                    }
                    Command::Join { .. }
                    | Command::Leave
                    | Command::Rename { .. }
                    | Command::SeatComputer { .. }
                    | Command::SetMarks(_)
                    | Command::Toss
                    | Command::Commit(_)
                    | Command::Reveal(_)
                    | Command::Undo { .. }
                    | Command::Redo { .. }
                    | Command::Restart
                    | Command::Resign
                    | Command::Ask(_)
                    | Command::Decline => message.may("version")?,
                };
                let token = match command {
                    Command::Join { .. } => seat_key(&message)?,
                    _ => None,
                };
                Self::Submission(Submission { command, key: message.may("id")?, version, token })
            }
        })
    }
}

/// The token of a seat that is still to be taken. It must be one that cannot be guessed.
fn seat_key(message: &Message<'_>) -> Result<Option<SeatToken>, Misread> {
    let token: Option<SeatToken> = message.may("token")?;
    match token {
        Some(token) if token.as_str().len() < SeatToken::LETTERS => Err(Misread::Field("token")),
        token => Ok(token),
    }
}

fn command(message: &Message<'_>) -> Result<Command, Misread> {
    let name = || Name::new(message.text("name").unwrap_or_default());
    let wish = || message.coded::<WishKind>("for");
    Ok(match message.word {
        "join" => Command::Join { name: name(), seat: message.player("seat")? },
        "leave" => Command::Leave,
        "rename" => Command::Rename { player: message.player("player")?, name: name() },
        "computer" => {
            let level = Level::new(message.need("level")?);
            Command::SeatComputer {
                seat: message.player("seat")?.ok_or(Misread::Field("seat"))?,
                level: level.ok_or(Misread::Field("level"))?,
                name: name(),
            }
        }
        "move" => Command::Move {
            choice: Choice::new(message.need("choice")?).ok_or(Misread::Field("choice"))?,
        },
        "swap" => Command::Swap,
        "toss" => Command::Toss,
        "undo" => Command::Undo { to: message.may("to")? },
        "redo" => Command::Redo { to: message.may("to")? },
        "restart" => Command::Restart,
        "marks" => {
            let marks = message.text("marks").and_then(|marks| marks.parse().ok());
            Command::SetMarks(marks.ok_or(Misread::Field("marks"))?)
        }
        "commit" => Command::Commit(message.need("hash")?),
        "reveal" => Command::Reveal(message.need("nonce")?),
        "resign" => Command::Resign,
        "ask" => Command::Ask(match wish()? {
            WishKind::Draw => Wish::Draw,
            WishKind::TakeBack => Wish::TakeBack { to: message.may("to")? },
            WishKind::Rematch => Wish::Rematch,
        }),
        "accept" => Command::Accept(wish()?),
        "decline" => Command::Decline,
        _ => return Err(Misread::Unknown),
    })
}

impl Display for FromClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(Hello { protocol, table, token, version }) => Writing::new(f, "hello")?
                .field("protocol", protocol)?
                .field("table", table)?
                .maybe("token", token.as_ref())?
                .last("version", version),
            Self::React(reaction) => Writing::new(f, "react")?.last("kind", reaction.code()),
            Self::Ping => f.write_str("ping"),
            Self::Submission(Submission { command, key, version, token }) => {
                write_command(f, command)?
                    .maybe("version", version.as_ref())?
                    .maybe("id", key.as_ref())?
                    .maybe("token", token.as_ref())
                    .map(drop)
            }
        }
    }
}

fn write_command<'a, 'b>(
    f: &'a mut fmt::Formatter<'b>,
    command: &Command,
) -> Result<Writing<'a, 'b>, fmt::Error> {
    match command {
        Command::Join { name, seat } => {
            Writing::new(f, "join")?.field("name", name)?.player("seat", *seat)
        }
        Command::Leave => Writing::new(f, "leave"),
        Command::Rename { player, name } => {
            Writing::new(f, "rename")?.field("name", name)?.player("player", *player)
        }
        Command::SeatComputer { seat, level, name } => Writing::new(f, "computer")?
            .player("seat", Some(*seat))?
            .field("level", level.number())?
            .field("name", name),
        Command::Move { choice } => Writing::new(f, "move")?.field("choice", choice.index()),
        Command::Swap => Writing::new(f, "swap"),
        Command::Toss => Writing::new(f, "toss"),
        Command::Undo { to } => Writing::new(f, "undo")?.maybe("to", to.as_ref()),
        Command::Redo { to } => Writing::new(f, "redo")?.maybe("to", to.as_ref()),
        Command::Restart => Writing::new(f, "restart"),
        Command::SetMarks(marks) => Writing::new(f, "marks")?.field("marks", marks),
        Command::Commit(commitment) => Writing::new(f, "commit")?.field("hash", commitment),
        Command::Reveal(nonce) => Writing::new(f, "reveal")?.field("nonce", nonce),
        Command::Resign => Writing::new(f, "resign"),
        Command::Ask(wish) => {
            let writing = Writing::new(f, "ask")?.field("for", wish.kind().code())?;
            match wish {
                Wish::TakeBack { to } => writing.maybe("to", to.as_ref()),
                Wish::Draw | Wish::Rematch => Ok(writing),
            }
        }
        Command::Accept(kind) => Writing::new(f, "accept")?.field("for", kind.code()),
        Command::Decline => Writing::new(f, "decline"),
    }
}
