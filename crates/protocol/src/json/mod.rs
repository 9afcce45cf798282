//! JSON: how the values of a table are written in it, and how what was written is read.
//!
//! The forms are of this crate alone, so that a name which changes inside `table` changes neither
//! what is stored nor what other programs read. Everything that carries a choice is adjacently
//! tagged, `{"type":"moved","data":{"choice":2}}`. Types are strict; unknown fields are ignored.

mod event;
mod tagged;
mod text;
mod values;

pub(crate) use event::{EntryJson, PlayerJson, SeatJson};
pub(crate) use tagged::{Object, Tagged};
pub(crate) use text::{Error, Raw, reason_of, to_text};
pub(crate) use values::{
    ClockJson, MarksJson, NameJson, Place, Side, Strength, Text, Word, milliseconds,
};
#[cfg(feature = "schema")]
pub(crate) use {event::form::EntryForm, values::Seconds};
