//! The record as it is written down. The library that writes it and the trial that reads it share this
//! file: no program may be linked with a library that stands in for functions of the C library.

#![allow(dead_code, reason = "one side writes, the other one reads")]

/// What was done, and to which file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The name of the file inside the folder.
    pub(crate) file: String,
    /// What.
    pub(crate) what: Record,
}

/// What a program did to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Record {
    /// These bytes were about to be written there.
    Write {
        /// Where the first byte goes.
        at: u64,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The file was about to get this length.
    Truncate(u64),
    /// Everything that was recorded of the file among the first so many entries is on the disk. The
    /// name is empty for the folder itself.
    Synced(u64),
    /// The file was about to be renamed to this.
    Rename(String),
    /// The file was about to be removed.
    Unlink,
}

impl Entry {
    /// The entry as bytes: its kind, the length of the name, a number, the length of what follows.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let (kind, number, bytes): (u8, u64, &[u8]) = match &self.what {
            Record::Write { at, bytes } => (0, *at, bytes),
            Record::Truncate(length) => (1, *length, &[]),
            Record::Synced(entries) => (2, *entries, &[]),
            Record::Rename(to) => (3, 0, to.as_bytes()),
            Record::Unlink => (4, 0, &[]),
        };
        let mut entry = vec![kind];
        entry.extend((self.file.len() as u16).to_le_bytes());
        entry.extend(number.to_le_bytes());
        entry.extend((bytes.len() as u32).to_le_bytes());
        entry.extend(self.file.as_bytes());
        entry.extend(bytes);
        entry
    }
}

/// Reads a record. What stands at its end only in part, because the program was killed, had not
/// happened.
pub(crate) fn read(mut record: &[u8]) -> Vec<Entry> {
    let mut entries = Vec::new();
    while let Some(entry) = read_one(&mut record) {
        entries.push(entry);
    }
    entries
}

fn read_one(record: &mut &[u8]) -> Option<Entry> {
    let kind = *record.split_off_first()?;
    let name = u16::from_le_bytes(take(record, 2)?.try_into().ok()?);
    let number = u64::from_le_bytes(take(record, 8)?.try_into().ok()?);
    let length = u32::from_le_bytes(take(record, 4)?.try_into().ok()?);
    let file = String::from_utf8(take(record, name as usize)?.to_vec()).ok()?;
    let bytes = take(record, length as usize)?.to_vec();
    let what = match kind {
        0 => Record::Write { at: number, bytes },
        1 => Record::Truncate(number),
        2 => Record::Synced(number),
        3 => Record::Rename(String::from_utf8(bytes).ok()?),
        4 => Record::Unlink,
        _ => return None,
    };
    Some(Entry { file, what })
}

fn take<'a>(record: &mut &'a [u8], bytes: usize) -> Option<&'a [u8]> {
    record.split_off(..bytes)
}
