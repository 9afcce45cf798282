use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_table::{Command, CommandKey, Commitment, Name, Nonce, Reaction, Wish, WishKind};
use serde::{Deserialize, Serialize};

use super::{Misread, PROTOCOL, read, write};
use crate::json::{MarksJson, NameJson, Place, Side, Strength, Tagged, Text, Word};
use crate::{SeatToken, TableId};

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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Envelope {
    /// How many events the client knew when it decided. If something has happened since that the
    /// command depends on, it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<usize>,
    /// An idempotency key: sent again under the same one, a command is carried out once.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Text<CommandKey>>,
}

/// A command and what comes along with it, in one object.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(inline))]
pub(crate) struct Enveloped<C> {
    #[serde(flatten)]
    command: C,
    #[serde(flatten)]
    envelope: Envelope,
}

/// The messages of a client as they are written.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ClientMessage"))]
#[serde(tag = "type", content = "data", rename_all = "kebab-case")]
pub(crate) enum ClientJson {
    /// The first message on a connection.
    Hello(Hello),
    /// Takes a free seat.
    Join(Enveloped<JoinJson>),
    /// Gives up a seat, before a game or after it.
    Leave(Enveloped<NothingJson>),
    /// Changes a player's name.
    Rename(Enveloped<RenameJson>),
    /// Gives a free seat to the computer.
    Computer(Enveloped<ComputerJson>),
    /// Plays a move. It needs `version`.
    Move(Enveloped<MoveJson>),
    /// Swaps sides by the pie rule, instead of a first move. It needs `version`.
    Swap(Enveloped<NothingJson>),
    /// Tosses a coin, on one screen only.
    Toss(Enveloped<NothingJson>),
    /// Asks to take turns back.
    Undo(Enveloped<ToTurnJson>),
    /// Plays turns again that were taken back, on one screen only.
    Redo(Enveloped<ToTurnJson>),
    /// Asks for another game.
    Restart(Enveloped<NothingJson>),
    /// Changes the symbols, on one screen only.
    Marks(Enveloped<SetMarksJson>),
    /// Commits to a nonce for the toss.
    Commit(Enveloped<CommitJson>),
    /// Reveals that nonce.
    Reveal(Enveloped<RevealJson>),
    /// Gives up the game.
    Resign(Enveloped<NothingJson>),
    /// Asks the other player for something.
    Ask(Enveloped<AskJson>),
    /// Agrees to what the other player asked for. It needs `version`.
    Accept(Enveloped<AcceptJson>),
    /// Says no to it.
    Decline(Enveloped<NothingJson>),
    /// Says one of the few things that can be said.
    React(ReactJson),
    /// A heartbeat.
    Ping,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct NothingJson {}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct JoinJson {
    #[serde(default)]
    name: NameJson,
    /// Which seat; any free one without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Side>,
    /// The token that opens the seat from then on; without it, the one that `welcome` offered.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<SeatToken>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RenameJson {
    #[serde(default)]
    name: NameJson,
    /// Who, where several people share one screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Side>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ComputerJson {
    seat: Side,
    level: Strength,
    /// A server calls the computer by the name of its level, whatever stands here.
    #[serde(default, skip_serializing_if = "NameJson::is_blank")]
    name: NameJson,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct MoveJson {
    choice: Place,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ToTurnJson {
    /// How many turns the game would have; by default one turn of the player's own is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<u16>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SetMarksJson {
    marks: MarksJson,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct CommitJson {
    /// The SHA-256 of the player's number, a space and the nonce.
    hash: Text<Commitment>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RevealJson {
    nonce: Text<Nonce>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct AskJson {
    r#for: Word<WishKind>,
    /// For a takeback: how many turns would be left.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<u16>,
}

#[derive(Serialize, Deserialize)]
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

/// Whether a command says nothing without the version at which it was decided on.
fn needs_version(command: &Command) -> bool {
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
        write(f, &ClientJson::from(self))
    }
}

impl From<&FromClient> for ClientJson {
    fn from(message: &FromClient) -> Self {
        match message {
            FromClient::Hello(hello) => Self::Hello(hello.clone()),
            FromClient::React(reaction) => Self::React(ReactJson { kind: Word(*reaction) }),
            FromClient::Ping => Self::Ping,
            FromClient::Submission(submission) => submission.into(),
        }
    }
}

impl From<&Submission> for ClientJson {
    fn from(Submission { command, key, version, token }: &Submission) -> Self {
        let envelope = Envelope { version: *version, id: key.clone().map(Text) };
        let name = |name: &Name| NameJson(name.clone());
        let nothing = |envelope| Enveloped { command: NothingJson {}, envelope };
        match command {
            Command::Join { name: called, seat } => {
                let (seat, token) = (seat.map(Side), token.clone());
                let command = JoinJson { name: name(called), seat, token };
                Self::Join(Enveloped { command, envelope })
            }
            Command::Leave => Self::Leave(nothing(envelope)),
            Command::Rename { player, name: called } => {
                let command = RenameJson { name: name(called), player: player.map(Side) };
                Self::Rename(Enveloped { command, envelope })
            }
            Command::SeatComputer { seat, level, name: called } => {
                let (seat, level) = (Side(*seat), Strength(*level));
                let command = ComputerJson { seat, level, name: name(called) };
                Self::Computer(Enveloped { command, envelope })
            }
            Command::Move { choice } => {
                Self::Move(Enveloped { command: MoveJson { choice: Place(*choice) }, envelope })
            }
            Command::Swap => Self::Swap(nothing(envelope)),
            Command::Toss => Self::Toss(nothing(envelope)),
            Command::Undo { to } => {
                Self::Undo(Enveloped { command: ToTurnJson { to: *to }, envelope })
            }
            Command::Redo { to } => {
                Self::Redo(Enveloped { command: ToTurnJson { to: *to }, envelope })
            }
            Command::Restart => Self::Restart(nothing(envelope)),
            Command::SetMarks(marks) => {
                let command = SetMarksJson { marks: MarksJson(marks.clone()) };
                Self::Marks(Enveloped { command, envelope })
            }
            Command::Commit(commitment) => {
                let command = CommitJson { hash: Text(*commitment) };
                Self::Commit(Enveloped { command, envelope })
            }
            Command::Reveal(nonce) => {
                Self::Reveal(Enveloped { command: RevealJson { nonce: Text(*nonce) }, envelope })
            }
            Command::Resign => Self::Resign(nothing(envelope)),
            Command::Ask(wish) => {
                let to = match wish {
                    Wish::TakeBack { to } => *to,
                    Wish::Draw | Wish::Rematch => None,
                };
                let command = AskJson { r#for: Word(wish.kind()), to };
                Self::Ask(Enveloped { command, envelope })
            }
            Command::Accept(kind) => {
                Self::Accept(Enveloped { command: AcceptJson { r#for: Word(*kind) }, envelope })
            }
            Command::Decline => Self::Decline(nothing(envelope)),
        }
    }
}
