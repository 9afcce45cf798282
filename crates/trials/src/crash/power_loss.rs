//! What is left on a disk when the power fails.
//!
//! A library that is loaded into the server records what it does to its files
//! (`crates/disk-recorder`). From that, disks are made as they may be found after a power loss:
//! everything is there that was synced before, and of what was not, any part of it, torn at the
//! borders of sectors.

#[path = "../../../disk-recorder/src/record.rs"]
mod record;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use fastrand::Rng;

use self::record::{Entry, Record};

/// A disk that loses its power, and the record of what is done to it.
pub(super) struct Power {
    watch: Watch,
    /// What the disk held when the server was started.
    disk: Disk,
    /// How many writes were lost in whole or in part.
    lost: u64,
}

impl Power {
    /// For a folder that is empty, with a record in a file that is elsewhere.
    pub(super) fn new(recorder: &Path, folder: &Path, record: PathBuf) -> Result<Self> {
        let recorder = recorder.canonicalize().context("there is no library that records")?;
        let folder = folder.canonicalize()?;
        let watch = Watch { recorder, folder, record };
        Ok(Self { watch, disk: Disk::default(), lost: 0 })
    }

    /// What records what a program does to the disk.
    pub(super) fn watch(&self) -> Watch {
        self.watch.clone()
    }

    /// Leaves on the disk what a power loss may leave there. The program has to have ended.
    pub(super) fn fail(&mut self, luck: &mut Rng) -> Result<()> {
        let Watch { folder, record: file, .. } = &self.watch;
        let record = fs::read(file).context("nothing was recorded")?;
        fs::remove_file(file)?;
        let (disk, lost) = self.disk.after(record::read(&record), luck);
        for file in fs::read_dir(folder)? {
            fs::remove_file(file?.path())?;
        }
        for (name, content) in &disk.0 {
            fs::write(folder.join(name), content)?;
        }
        self.disk = disk;
        self.lost += lost;
        Ok(())
    }

    /// How many writes were lost in whole or in part.
    pub(super) fn lost(&self) -> u64 {
        self.lost
    }
}

/// Has it recorded what a program does to the files in a folder.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// The library that records.
    recorder: PathBuf,
    folder: PathBuf,
    record: PathBuf,
}

impl Watch {
    /// Has it recorded what this command does.
    pub(super) fn over(&self, command: &mut Command) {
        command
            .env("LD_PRELOAD", &self.recorder)
            .env("PARLOR_RECORDED_FOLDER", &self.folder)
            .env("PARLOR_RECORD", &self.record);
    }
}

/// What is in the files of a folder, by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Disk(BTreeMap<String, Vec<u8>>);

/// What a disk writes as a whole or not at all.
const SECTOR: usize = 512;

/// A file, and what was done to it and is not synced, with the numbers of the entries.
#[derive(Default)]
struct Unsynced {
    content: Vec<u8>,
    pending: Vec<(u64, Record)>,
}

impl Disk {
    /// The disk after all of this, if the power fails then, and how many writes were lost.
    fn after(&self, entries: Vec<Entry>, luck: &mut Rng) -> (Self, u64) {
        let file = |(name, content): (&String, &Vec<u8>)| {
            (name.clone(), Unsynced { content: content.clone(), pending: Vec::new() })
        };
        let mut files: BTreeMap<String, Unsynced> = self.0.iter().map(file).collect();
        let mut removed: Vec<(u64, String, Unsynced)> = Vec::new();
        for (number, Entry { file, what }) in (0..).zip(entries) {
            match what {
                Record::Write { .. } | Record::Truncate(_) => {
                    files.entry(file).or_default().pending.push((number, what));
                }
                Record::Synced(entries) if file.is_empty() => {
                    removed.retain(|(number, ..)| *number >= entries);
                }
                Record::Synced(entries) => {
                    if let Some(file) = files.get_mut(&file) {
                        file.sync(entries);
                    }
                }
                // File systems with a journal rename at once or not at all, and in order.
                Record::Rename(to) => {
                    if let Some(renamed) = files.remove(&file) {
                        files.insert(to, renamed);
                    }
                }
                Record::Unlink => {
                    if let Some(gone) = files.remove(&file) {
                        removed.push((number, file, gone));
                    }
                }
            }
        }
        // What was removed may be there again, as long as the folder was not synced.
        for (_, name, file) in removed {
            if luck.bool() {
                files.entry(name).or_insert(file);
            }
        }
        let mut lost = 0;
        let disk = files.into_iter().map(|(name, file)| {
            let (content, writes) = file.fail(luck);
            lost += writes;
            (name, content)
        });
        let disk = Self(disk.collect());
        (disk, lost)
    }
}

impl Unsynced {
    /// What was done before this entry is on the disk.
    fn sync(&mut self, entries: u64) {
        let synced = self.pending.partition_point(|(number, _)| *number < entries);
        for (_, what) in self.pending.drain(..synced) {
            apply(&mut self.content, &what);
        }
    }

    /// What is left of it, and how many writes are lost in whole or in part.
    fn fail(self, luck: &mut Rng) -> (Vec<u8>, u64) {
        let Self { mut content, pending } = self;
        // Often nothing more had been written, or nearly everything.
        let kept = [0.0, 0.5, 0.95][luck.usize(..3)];
        let mut lost = 0;
        for (_, what) in pending {
            let mut is_whole = true;
            for part in sectors(what) {
                if luck.f64() < kept {
                    apply(&mut content, &part);
                } else {
                    is_whole = false;
                }
            }
            lost += u64::from(!is_whole);
        }
        (content, lost)
    }
}

fn apply(content: &mut Vec<u8>, what: &Record) {
    match what {
        Record::Write { at, bytes } => {
            let (begin, end) = (*at as usize, *at as usize + bytes.len());
            content.resize(content.len().max(end), 0);
            content[begin..end].copy_from_slice(bytes);
        }
        Record::Truncate(length) => content.resize(*length as usize, 0),
        Record::Synced(_) | Record::Rename(_) | Record::Unlink => {}
    }
}

/// The parts of something that was done to a file of which each may be on the disk without the others.
fn sectors(what: Record) -> Vec<Record> {
    let Record::Write { at, bytes } = what else { return vec![what] };
    let first = SECTOR - at as usize % SECTOR;
    let (head, rest) = bytes.split_at(first.min(bytes.len()));
    let parts = std::iter::once(head).chain(rest.chunks(SECTOR));
    let mut at = at;
    let mut sectors = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        sectors.push(Record::Write { at, bytes: part.to_vec() });
        at += part.len() as u64;
    }
    sectors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(file: &str, what: Record) -> Entry {
        Entry { file: file.to_owned(), what }
    }

    fn write(file: &str, at: u64, bytes: &[u8]) -> Entry {
        entry(file, Record::Write { at, bytes: bytes.to_vec() })
    }

    #[test]
    fn a_record_is_read_as_it_was_written_up_to_where_it_was_cut() {
        let entries = [
            write("a", 3, b"xyz"),
            entry("", Record::Synced(7)),
            entry("b", Record::Rename("c".to_owned())),
            entry("c", Record::Truncate(9)),
            entry("c", Record::Unlink),
        ];
        let bytes: Vec<u8> = entries.iter().flat_map(Entry::to_bytes).collect();
        assert_eq!(record::read(&bytes), entries);
        assert_eq!(record::read(&bytes[..bytes.len() - 1]), entries[..4]);
    }

    /// All disks that are found when the power fails many times.
    fn disks(entries: &[Entry]) -> Vec<Disk> {
        let mut luck = Rng::with_seed(1);
        (0..500).map(|_| Disk::default().after(entries.to_vec(), &mut luck).0).collect()
    }

    #[test]
    fn what_was_synced_is_there_and_what_was_not_may_be() {
        let entries = [
            write("a", 0, &[1; 2048]),
            entry("a", Record::Synced(1)),
            write("a", 100, &[2; 1500]),
            write("a", 2048, &[3; 100]),
            // Written while it was being synced.
            entry("a", Record::Synced(2)),
        ];
        let disks = disks(&entries);
        let files: Vec<&Vec<u8>> = disks.iter().map(|disk| &disk.0["a"]).collect();
        for file in &files {
            assert!(file.len() == 2048 || file.len() == 2148, "{}", file.len());
            assert!(file[..100] == [1; 100] && file[1600..2048] == [1; 448]);
            // A sector is written as a whole or not at all.
            for sector in [100..512, 512..1024, 1024..1536, 1536..1600] {
                let bytes = &file[sector];
                assert!(bytes.iter().all(|byte| *byte == bytes[0]) && [1, 2].contains(&bytes[0]));
            }
        }
        let torn = |file: &&&Vec<u8>| file[100] != file[600];
        assert!(files.iter().any(|file| torn(&file)) && files.iter().any(|file| !torn(&file)));
        assert!(files.iter().any(|file| file.len() == 2048));
        assert!(files.iter().any(|file| file.len() == 2148));
    }

    #[test]
    fn what_was_removed_may_be_back_until_the_folder_is_synced() {
        let mut entries =
            vec![write("a", 0, b"1"), entry("a", Record::Synced(1)), entry("a", Record::Unlink)];
        let found = disks(&entries);
        assert!(found.iter().any(|disk| disk.0.is_empty()));
        assert!(found.iter().any(|disk| disk.0.contains_key("a")));
        entries.push(entry("", Record::Synced(3)));
        assert!(disks(&entries).iter().all(|disk| disk.0.is_empty()));
    }
}
