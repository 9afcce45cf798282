//! JSON: how the values of a table are written in it, and how what was written is read.
//!
//! The forms are of this crate alone, so that a name which changes inside `table` changes neither
//! what is stored nor what other programs read. Everything that carries a choice is adjacently
//! tagged, `{"type":"moved","data":{"choice":2}}`. Types are strict; unknown fields are ignored.

mod event;
mod tagged;
mod values;

pub(crate) use event::EntryJson;
pub(crate) use tagged::{Object, Tagged, read_object, reason_of};
pub(crate) use values::{ClockJson, MarksJson, NameJson, Place, Side, Strength, Text, Word};
#[cfg(feature = "schema")]
pub(crate) use {event::WrittenEntry, values::Seconds};
