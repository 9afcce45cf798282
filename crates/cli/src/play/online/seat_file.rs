//! The seats that this machine has a token for, and the nonces that were made up for tosses there.
//!
//! Who has a token sits in its seat, so the file can be read by its owner alone. It is replaced as a
//! whole, and has been written to the disk before anything is sent that depends on it.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use parlor_protocol::client::Device;
use parlor_protocol::{SeatToken, TableId};
use parlor_table::Nonce;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::remote::Server;

/// What this machine keeps for the tables of one server.
///
/// Tokens are kept with the server that they are for: a link to another one that names the same table
/// must not get them.
pub(super) struct SeatFile {
    path: PathBuf,
    server: String,
    /// What would be in the file, if it cannot be written, and why it cannot.
    unwritten: Option<(Kept, io::Error)>,
}

#[derive(Clone, Default, Serialize, Deserialize)]
struct Kept {
    /// The one that was used last comes first.
    seats: Vec<KeptSeat>,
    /// The one that was made last comes first.
    nonces: Vec<KeptNonce>,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct KeptSeat {
    server: String,
    table: TableId,
    token: SeatToken,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct KeptNonce {
    server: String,
    table: TableId,
    nonce: String,
}

/// How many seats are kept; those that were not used for longest make room.
const KEPT_SEATS: usize = 500;
const KEPT_NONCES: usize = 30;

impl SeatFile {
    /// The file in this folder, which is made if there is none.
    pub(super) fn open(folder: &Path, server: &Server) -> Result<Self> {
        make_private_folder(folder)
            .with_context(|| format!("could not make the folder {}", folder.display()))?;
        let path = folder.join("seats.json");
        read(&path).with_context(|| format!("could not read the seats in {}", path.display()))?;
        Ok(Self { path, server: server.to_string(), unwritten: None })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Why nothing can be kept for another day, if that is so.
    pub(super) fn failure(&self) -> Option<&io::Error> {
        self.unwritten.as_ref().map(|(_, error)| error)
    }

    fn kept(&self) -> Kept {
        let read = || read(&self.path).unwrap_or_default();
        self.unwritten.as_ref().map_or_else(read, |(kept, _)| kept.clone())
    }

    fn change(&mut self, change: impl Fn(&mut Kept)) {
        let mut kept = self.kept();
        change(&mut kept);
        self.unwritten = match update(&self.path, &change) {
            Ok(()) => None,
            Err(error) => Some((kept, error)),
        };
    }
}

impl Device for SeatFile {
    fn random(&mut self) -> u128 {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).expect("the system has random numbers");
        u128::from_be_bytes(bytes)
    }

    fn token(&self, table: &TableId) -> Option<SeatToken> {
        let is_here = |seat: &KeptSeat| seat.server == self.server && seat.table == *table;
        self.kept().seats.into_iter().find(is_here).map(|seat| seat.token)
    }

    fn keep_token(&mut self, table: &TableId, token: &SeatToken) {
        let seat =
            KeptSeat { server: self.server.clone(), table: table.clone(), token: token.clone() };
        if self.kept().seats.first() == Some(&seat) {
            return;
        }
        self.change(|kept| {
            kept.seats.retain(|other| other.server != seat.server || other.table != seat.table);
            kept.seats.insert(0, seat.clone());
            kept.seats.truncate(KEPT_SEATS);
        });
    }

    fn forget_token(&mut self, table: &TableId) {
        let server = self.server.clone();
        self.change(|kept| {
            kept.seats.retain(|seat| seat.server != server || seat.table != *table);
        });
    }

    fn nonces(&self, table: &TableId) -> Vec<Nonce> {
        let is_here = |kept: &KeptNonce| kept.server == self.server && kept.table == *table;
        let kept = self.kept().nonces.into_iter().filter(is_here);
        kept.filter_map(|kept| kept.nonce.parse().ok()).collect()
    }

    fn keep_nonce(&mut self, table: &TableId, nonce: Nonce) {
        let (server, nonce) = (self.server.clone(), nonce.to_string());
        let new = KeptNonce { server, table: table.clone(), nonce };
        self.change(|kept| {
            kept.nonces.retain(|other| *other != new);
            kept.nonces.insert(0, new.clone());
            kept.nonces.truncate(KEPT_NONCES);
        });
    }
}

fn read(path: &Path) -> io::Result<Kept> {
    match fs::read(path) {
        Ok(text) => Ok(serde_json::from_slice(&text)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Kept::default()),
        Err(error) => Err(error),
    }
}

/// Changes the file while no other program does.
fn update(path: &Path, change: impl Fn(&mut Kept)) -> io::Result<()> {
    let folder = path.parent().ok_or(ErrorKind::NotFound)?;
    let lock = File::create(path.with_extension("lock"))?;
    lock.lock()?;
    let mut kept = read(path)?;
    change(&mut kept);
    // The owner alone can read a file that is made like this.
    let mut file = NamedTempFile::new_in(folder)?;
    serde_json::to_writer(&mut file, &kept)?;
    file.flush()?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(unix)]
fn make_private_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(folder: &Path, server: &str) -> SeatFile {
        SeatFile::open(folder, &server.parse().expect("a server")).expect("a folder")
    }

    fn token(letter: char) -> SeatToken {
        letter.to_string().repeat(32).parse().expect("a token")
    }

    #[test]
    fn a_seat_is_there_when_the_program_comes_back() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let [here, elsewhere] = ["q3mX", "q3mY"].map(|id| id.parse::<TableId>().expect("an id"));
        let mut file = open(&folder.path().join("state"), "http://a.example");
        file.keep_token(&here, &token('a'));
        file.keep_token(&elsewhere, &token('b'));
        file.keep_token(&here, &token('c'));
        file.keep_nonce(&here, Nonce(1));
        file.keep_nonce(&here, Nonce(2));
        assert!(file.failure().is_none());

        let mut again = open(&folder.path().join("state"), "http://a.example");
        assert_eq!(again.token(&here), Some(token('c')));
        assert_eq!(again.nonces(&here), [Nonce(2), Nonce(1)]);
        assert_eq!(again.nonces(&elsewhere), []);
        again.forget_token(&here);
        assert_eq!((file.token(&here), file.token(&elsewhere)), (None, Some(token('b'))));
    }

    #[test]
    fn another_server_never_gets_the_token() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let table = "q3mX".parse().expect("an id");
        open(folder.path(), "https://a.example").keep_token(&table, &token('a'));
        for other in ["https://b.example", "http://a.example", "https://a.example:8443"] {
            assert_eq!(open(folder.path(), other).token(&table), None, "{other}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn only_its_owner_can_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let mut file = open(&folder.path().join("state"), "http://a.example");
        file.keep_token(&"q3mX".parse().expect("an id"), &token('a'));
        let mode = |path: &Path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode(file.path()), 0o600);
        assert_eq!(mode(&folder.path().join("state")), 0o700);
    }

    #[test]
    fn what_cannot_be_written_is_known_as_long_as_the_program_runs() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let state = folder.path().join("state");
        let table = "q3mX".parse().expect("an id");
        let mut file = open(&state, "http://a.example");
        fs::remove_dir_all(&state).expect("it is empty");
        file.keep_token(&table, &token('a'));
        assert!(file.failure().is_some());
        assert_eq!(file.token(&table), Some(token('a')));
    }

    #[test]
    fn a_damaged_file_is_left_alone() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        fs::write(folder.path().join("seats.json"), "{\"seats\":").expect("a file");
        let server = "http://a.example".parse().expect("a server");
        assert!(SeatFile::open(folder.path(), &server).is_err());
    }
}
