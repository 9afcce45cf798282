//! The forms of a client's messages, for their schema.

use schemars::JsonSchema;

use super::{
    AcceptJson, AskJson, CommitJson, ComputerJson, Envelope, Hello, JoinJson, MoveJson, ReactJson,
    RenameJson, RevealJson, SetMarksJson, ToTurnJson,
};

/// The messages of a client as they are written.
#[derive(JsonSchema)]
#[schemars(rename = "ClientMessage")]
#[schemars(tag = "type", content = "data", rename_all = "kebab-case")]
#[expect(dead_code, reason = "only its schema is wanted")]
pub(crate) enum ClientForm {
    /// The first message on a connection.
    Hello(Hello),
    /// Takes a free seat.
    Join(Enveloped<JoinJson>),
    /// Gives up a seat, before a game or after it.
    Leave(Enveloped<Nothing>),
    /// Changes a player's name.
    Rename(Enveloped<RenameJson>),
    /// Gives a free seat to the computer.
    Computer(Enveloped<ComputerJson>),
    /// Plays a move. It needs `version`.
    Move(Enveloped<MoveJson>),
    /// Swaps sides by the pie rule, instead of a first move. It needs `version`.
    Swap(Enveloped<Nothing>),
    /// Tosses a coin, on one screen only.
    Toss(Enveloped<Nothing>),
    /// Asks to take turns back.
    Undo(Enveloped<ToTurnJson>),
    /// Plays turns again that were taken back, on one screen only.
    Redo(Enveloped<ToTurnJson>),
    /// Asks for another game.
    Restart(Enveloped<Nothing>),
    /// Changes the symbols, on one screen only.
    Marks(Enveloped<SetMarksJson>),
    /// Commits to a nonce for the toss.
    Commit(Enveloped<CommitJson>),
    /// Reveals that nonce.
    Reveal(Enveloped<RevealJson>),
    /// Gives up the game.
    Resign(Enveloped<Nothing>),
    /// Asks the other player for something.
    Ask(Enveloped<AskJson>),
    /// Agrees to what the other player asked for. It needs `version`.
    Accept(Enveloped<AcceptJson>),
    /// Says no to it.
    Decline(Enveloped<Nothing>),
    /// Says one of the few things that can be said.
    React(ReactJson),
    /// A heartbeat.
    Ping,
}

/// A command and what comes along with it, in one object.
#[derive(JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "only its schema is wanted")]
pub(crate) struct Enveloped<C> {
    #[schemars(flatten)]
    command: C,
    #[schemars(flatten)]
    envelope: Envelope,
}

#[derive(JsonSchema)]
pub(crate) struct Nothing {}
