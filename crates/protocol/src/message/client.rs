#[cfg(feature = "schema")]
pub(crate) mod form;

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_table::{Command, CommandKey, Commitment, Name, Nonce, Reaction, Wish, WishKind};
use serde::{Deserialize, Serialize};

use super::{Misread, PROTOCOL, read, write};
use crate::json::{MarksJson, NameJson, Place, Side, Strength, Tagged, Text, Word};
use crate::{LogHash, SeatToken, TableId};

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hello {
    /// The version of the protocol that the client speaks.
    pub protocol: u32,
    /// Which table.
    pub table: TableId,
    /// The token of a seat; without one, or with one that opens none, the client is a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<SeatToken>,
    /// How many events of the log the client has already.
    #[serde(default)]
    pub version: usize,
    /// The epoch of the log that they belong to, as `welcome` said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epoch: Option<u32>,
    /// The hash of the log after them, as the message said that told the last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<LogHash>,
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
        let message = read(text)?;
        Ok(match &*message.kind {
            "hello" => Self::Hello(read_hello(&message)?),
            "react" => {
                let ReactJson { kind: Word(reaction) } = data(&message)?;
                Self::React(reaction)
            }
            "ping" => Self::Ping,
            _ => Self::Submission(read_submission(&message)?),
        })
    }
}

fn data<'a, T: Deserialize<'a>>(message: &Tagged<'a>) -> Result<T, Misread> {
    message.data().map_err(|error| Misread::of_data(&error))
}

/// A hello in another version may have another form, so its version is looked at first.
fn read_hello(message: &Tagged<'_>) -> Result<Hello, Misread> {
    #[derive(Deserialize)]
    struct Version {
        protocol: u32,
    }
    match message.data::<Version>() {
        Ok(Version { protocol: PROTOCOL }) => data(message),
        Ok(Version { .. }) => Err(Misread::OtherProtocol),
        Err(error) => Err(Misread::of_data(&error)),
    }
}

/// What comes along with a command.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Envelope {
    /// How many events the client knew when it decided. If something has happened since that the
    /// command depends on, it is refused.
    version: Option<usize>,
    /// An idempotency key: sent again under the same one, a command is carried out once.
    id: Option<Text<CommandKey>>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct JoinJson {
    #[serde(default)]
    name: NameJson,
    /// Which seat; any free one without it.
    seat: Option<Side>,
    /// The token that opens the seat from then on; without it, the one that `welcome` offered.
    token: Option<SeatToken>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RenameJson {
    #[serde(default)]
    name: NameJson,
    /// Who, where several people share one screen.
    player: Option<Side>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ComputerJson {
    seat: Side,
    level: Strength,
    /// A server calls the computer by the name of its level, whatever stands here.
    #[serde(default)]
    name: NameJson,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MoveJson {
    choice: Place,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ToTurnJson {
    /// How many turns the game would have; by default one turn of the player's own is meant.
    to: Option<u16>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SetMarksJson {
    marks: MarksJson,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct CommitJson {
    /// The SHA-256 of the player's number, a space and the nonce.
    hash: Text<Commitment>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RevealJson {
    nonce: Text<Nonce>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AskJson {
    r#for: Word<WishKind>,
    /// For a takeback: how many turns would be left.
    to: Option<u16>,
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AcceptJson {
    r#for: Word<WishKind>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ReactJson {
    kind: Word<Reaction>,
}

fn read_submission(message: &Tagged<'_>) -> Result<Submission, Misread> {
    let mut token = None;
    let command = match &*message.kind {
        "join" => {
            let join: JoinJson = data(message)?;
            token = new_token(join.token)?;
            Command::Join { name: join.name.0, seat: join.seat.map(|Side(player)| player) }
        }
        "leave" => Command::Leave,
        "rename" => {
            let RenameJson { name: NameJson(name), player } = data(message)?;
            Command::Rename { player: player.map(|Side(player)| player), name }
        }
        "computer" => {
            let ComputerJson { seat: Side(seat), level: Strength(level), name: NameJson(name) } =
                data(message)?;
            Command::SeatComputer { seat, level, name }
        }
        "move" => {
            let MoveJson { choice: Place(choice) } = data(message)?;
            Command::Move { choice }
        }
        "swap" => Command::Swap,
        "toss" => Command::Toss,
        "undo" => Command::Undo { to: data::<ToTurnJson>(message)?.to },
        "redo" => Command::Redo { to: data::<ToTurnJson>(message)?.to },
        "restart" => Command::Restart,
        "marks" => {
            let SetMarksJson { marks: MarksJson(marks) } = data(message)?;
            Command::SetMarks(marks)
        }
        "commit" => {
            let CommitJson { hash: Text(commitment) } = data(message)?;
            Command::Commit(commitment)
        }
        "reveal" => {
            let RevealJson { nonce: Text(nonce) } = data(message)?;
            Command::Reveal(nonce)
        }
        "resign" => Command::Resign,
        "ask" => {
            let AskJson { r#for: Word(kind), to } = data(message)?;
            Command::Ask(match kind {
                WishKind::Draw => Wish::Draw,
                WishKind::TakeBack => Wish::TakeBack { to },
                WishKind::Rematch => Wish::Rematch,
            })
        }
        "accept" => {
            let AcceptJson { r#for: Word(kind) } = data(message)?;
            Command::Accept(kind)
        }
        "decline" => Command::Decline,
        _ => return Err(Misread::Unknown),
    };
    let Envelope { version, id } = data(message)?;
    if version.is_none() && needs_version(&command) {
        return Err(Misread::missing("version"));
    }
    Ok(Submission { command, key: id.map(|Text(key)| key), version, token })
}

/// Whether a command says nothing without the version at which it was decided on: a move is chosen in
/// a position, and an agreement given to a question.
pub(crate) fn needs_version(command: &Command) -> bool {
    match command {
        Command::Move { .. } | Command::Swap | Command::Accept(_) => true,
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
        | Command::Decline => false,
    }
}

/// The token of a seat that is still to be taken. It must be one that cannot be guessed.
fn new_token(token: Option<SeatToken>) -> Result<Option<SeatToken>, Misread> {
    match token {
        Some(token) if token.as_str().len() < SeatToken::LETTERS => {
            Err(Misread::Data("the token is too short".into()))
        }
        token => Ok(token),
    }
}

impl Display for FromClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, data) = match self {
            Self::Hello(hello) => ("hello", Some(DataJson::Hello(hello.clone()))),
            Self::React(reaction) => {
                ("react", Some(DataJson::React(ReactJson { kind: Word(*reaction) })))
            }
            Self::Ping => ("ping", None),
            Self::Submission(submission) => {
                let (kind, command) = written(submission);
                (kind, Some(DataJson::Command(command)))
            }
        };
        write(f, &WrittenMessage { kind, data })
    }
}

#[derive(Serialize)]
struct WrittenMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<DataJson>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum DataJson {
    Hello(Hello),
    Command(CommandJson),
    React(ReactJson),
}

/// Everything that a command can hold, and what comes along with it. It has what it needs.
#[derive(Default, Serialize)]
struct CommandJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<NameJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<SeatToken>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<Strength>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#for: Option<Word<WishKind>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<MarksJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<Text<Commitment>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nonce: Option<Text<Nonce>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Text<CommandKey>>,
}

/// The word for a command, and what belongs to it.
fn written(submission: &Submission) -> (&'static str, CommandJson) {
    let Submission { command, key, version, token } = submission;
    let called = |name: &Name| Some(NameJson(name.clone()));
    let mut json =
        CommandJson { version: *version, id: key.clone().map(Text), ..CommandJson::default() };
    let kind = match command {
        Command::Join { name, seat } => {
            json.name = called(name);
            json.seat = seat.map(Side);
            json.token.clone_from(token);
            "join"
        }
        Command::Leave => "leave",
        Command::Rename { player, name } => {
            json.name = called(name);
            json.player = player.map(Side);
            "rename"
        }
        Command::SeatComputer { seat, level, name } => {
            json.seat = Some(Side(*seat));
            json.level = Some(Strength(*level));
            json.name = called(name).filter(|name| !name.is_blank());
            "computer"
        }
        Command::Move { choice } => {
            json.choice = Some(Place(*choice));
            "move"
        }
        Command::Swap => "swap",
        Command::Toss => "toss",
        Command::Undo { to } => {
            json.to = *to;
            "undo"
        }
        Command::Redo { to } => {
            json.to = *to;
            "redo"
        }
        Command::Restart => "restart",
        Command::SetMarks(marks) => {
            json.marks = Some(MarksJson(marks.clone()));
            "marks"
        }
        Command::Commit(commitment) => {
            json.hash = Some(Text(*commitment));
            "commit"
        }
        Command::Reveal(nonce) => {
            json.nonce = Some(Text(*nonce));
            "reveal"
        }
        Command::Resign => "resign",
        Command::Ask(wish) => {
            json.r#for = Some(Word(wish.kind()));
            json.to = match wish {
                Wish::TakeBack { to } => *to,
                Wish::Draw | Wish::Rematch => None,
            };
            "ask"
        }
        Command::Accept(kind) => {
            json.r#for = Some(Word(*kind));
            "accept"
        }
        Command::Decline => "decline",
    };
    (kind, json)
}
