use std::fmt::{self, Display, Write};
use std::str::FromStr;

use parlor_rules::Player;
use parlor_table::Entry;

use super::Misread;
use crate::Code;
use crate::text::{entry_to, number, read_entry, read_player};

/// A message being read: its word, its fields and the lines that follow.
pub(super) struct Message<'a> {
    pub(super) word: &'a str,
    fields: &'a str,
    lines: &'a str,
}

impl<'a> Message<'a> {
    pub(super) fn read(text: &'a str) -> Self {
        let (first, lines) = text.split_once('\n').unwrap_or((text, ""));
        let first = first.strip_suffix('\r').unwrap_or(first);
        let (word, fields) = first.split_once('\t').unwrap_or((first, ""));
        Self { word, fields, lines }
    }

    /// The value of a field, if it is there.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        let value = |field: &'a str| field.strip_prefix(name)?.strip_prefix('=');
        self.fields.split('\t').find_map(value)
    }

    /// A field that has to be there and to make sense.
    pub(super) fn need<T: FromStr>(&self, name: &'static str) -> Result<T, Misread> {
        self.may(name)?.ok_or(Misread::Field(name))
    }

    /// A field that may be missing, but makes sense if it is there.
    pub(super) fn may<T: FromStr>(&self, name: &'static str) -> Result<Option<T>, Misread> {
        self.text(name).map(str::parse).transpose().map_err(|_| Misread::Field(name))
    }

    /// A player's number, if it is there.
    pub(super) fn player(&self, name: &'static str) -> Result<Option<Player>, Misread> {
        self.text(name).map(|text| read_player(text).ok_or(Misread::Field(name))).transpose()
    }

    /// One of a fixed set of words.
    pub(super) fn coded<T: Code>(&self, name: &'static str) -> Result<T, Misread> {
        self.text(name).and_then(T::from_code).ok_or(Misread::Field(name))
    }

    /// The events that follow.
    pub(super) fn entries(&self) -> Result<Vec<Entry>, Misread> {
        self.lines.lines().map(|line| read_entry(line).map_err(|_| Misread::Event)).collect()
    }
}

/// A message being written.
pub(super) struct Writing<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl<'a, 'b> Writing<'a, 'b> {
    pub(super) fn new(f: &'a mut fmt::Formatter<'b>, word: &str) -> Result<Self, fmt::Error> {
        f.write_str(word)?;
        Ok(Self(f))
    }

    pub(super) fn field(self, name: &str, value: impl Display) -> Result<Self, fmt::Error> {
        write!(self.0, "\t{name}={value}")?;
        Ok(self)
    }

    pub(super) fn maybe(self, name: &str, value: Option<impl Display>) -> Result<Self, fmt::Error> {
        match value {
            Some(value) => self.field(name, value),
            None => Ok(self),
        }
    }

    pub(super) fn player(self, name: &str, player: Option<Player>) -> Result<Self, fmt::Error> {
        self.maybe(name, player.map(number))
    }

    /// Finishes a message with its last field.
    pub(super) fn last(self, name: &str, value: impl Display) -> fmt::Result {
        self.field(name, value).map(drop)
    }

    pub(super) fn entries(self, entries: &[Entry]) -> fmt::Result {
        entries.iter().try_for_each(|entry| {
            self.0.write_char('\n')?;
            entry_to(self.0, entry)
        })
    }
}
