//! The form of an entry, for its schema.

use parlor_table::CommandKey;
use schemars::JsonSchema;

use super::{
    AskedJson, ClockJson, CommittedJson, MarkedJson, MovedJson, OpenedJson, PlayerJson,
    RematchedJson, RenamedJson, RevealedJson, SeatedJson, Side, Text, TossedJson, TurnsJson,
};

/// An event as it stands in a log, with what was noted beside it.
#[derive(JsonSchema)]
#[schemars(rename = "Event")]
#[expect(dead_code, reason = "only its schema is wanted")]
pub(crate) struct EntryForm {
    #[schemars(flatten)]
    event: EventForm,
    /// Whose command it was, by the side that they had before it.
    by: Option<Side>,
    /// The idempotency key of that command.
    id: Option<Text<CommandKey>>,
    /// For how many milliseconds the player to move had been thinking, where there is a clock.
    took: Option<u32>,
}

/// What happened.
#[derive(JsonSchema)]
#[schemars(tag = "type", content = "data", rename_all = "kebab-case")]
#[expect(dead_code, reason = "only its schema is wanted")]
enum EventForm {
    /// The table was set: event 0 of every log.
    Opened(OpenedJson),
    /// A seat was taken, or left.
    Seated(SeatedJson),
    /// A player is called otherwise from now on.
    Renamed(RenamedJson),
    /// The players draw other symbols from now on. It happens on one screen only.
    Marked(MarkedJson),
    /// Every game is played against this clock from now on.
    Clocked(ClockJson),
    /// A player committed to a nonce for the toss.
    Committed(CommittedJson),
    /// A player revealed their nonce.
    Revealed(RevealedJson),
    /// A player kept the other waiting too long: the other one starts.
    TossForfeited(PlayerJson),
    /// A coin was tossed to decide who starts.
    Tossed(TossedJson),
    /// The player to move played.
    Moved(MovedJson),
    /// The player to move swapped sides by the pie rule.
    Swapped,
    /// Turns were taken back.
    TookBack(TurnsJson),
    /// Turns that had been taken back were played again. It happens on one screen only.
    Redone(TurnsJson),
    /// A player asks the other for something.
    Asked(AskedJson),
    /// The other player said no.
    Declined(PlayerJson),
    /// A player gave up.
    Resigned(PlayerJson),
    /// The clock of the player to move ran out.
    TimeRanOut(PlayerJson),
    /// Both agreed on a tie.
    DrawAgreed,
    /// Another game begins instead of the one in progress, or because a free seat was taken.
    Restarted,
    /// The next game of the match began.
    Rematched(RematchedJson),
}
