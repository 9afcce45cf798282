use sqlx::{AssertSqlSafe, Row};

use super::*;
use crate::store::{Sqlite, Store};

/// A database that an earlier version has written: eight tables with 48 events.
const BEFORE_JSON: &[u8] = include_bytes!("../../../../tests/databases/before-json.db");

/// A folder with a copy of a database in it, and the place where it is to be restored.
struct Place {
    folder: TempDir,
    copy: PathBuf,
    database: PathBuf,
}

impl Place {
    /// With a copy of this version.
    async fn new() -> Self {
        let place = Self::with_copy(BEFORE_JSON);
        Sqlite::open(&place.copy).await.expect("it is migrated").close().await;
        std::fs::remove_file(beside(&place.copy, "-lock")).expect("no server uses it");
        place
    }

    fn with_copy(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let [copy, database] = ["copy.db", "parlor.db"].map(|name| folder.path().join(name));
        std::fs::write(&copy, bytes).expect("a file can be written");
        Self { folder, copy, database }
    }

    async fn restore(&self) -> Result<Restored, RestoreError> {
        let (existing, damaged) = (ExistingDatabase::Refused, DamagedTables::Refused);
        restore(&self.copy, &self.database, existing, damaged).await
    }

    /// Why nothing is restored.
    async fn refusal(&self) -> String {
        self.restore().await.expect_err("a refusal").to_string()
    }

    /// What there is whose name begins like the database's.
    fn beside_database(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.folder.path()).expect("a folder");
        let names = files.map(|file| file.expect("a file").file_name());
        let names = names.map(|name| name.to_string_lossy().into_owned());
        let mut names: Vec<_> = names.filter(|name| name.starts_with("parlor.db")).collect();
        names.sort();
        names
    }
}

async fn connect(path: &Path, journal: SqliteJournalMode) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).journal_mode(journal);
    options.connect().await.expect("a database")
}

/// Has statements carried out in a file that no server uses.
async fn execute(path: &Path, statements: &str) {
    let mut connection = connect(path, SqliteJournalMode::Delete).await;
    let done = sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(&mut connection).await;
    done.expect("it is carried out");
    connection.close().await.expect("closed");
}

/// One number for each log, by its name.
async fn of_logs(path: &Path, column: &str) -> Vec<(String, i64)> {
    let mut connection = connect(path, SqliteJournalMode::Delete).await;
    let statement = format!("SELECT id, {column} FROM logs ORDER BY id");
    let rows = sqlx::query(AssertSqlSafe(statement)).fetch_all(&mut connection).await;
    connection.close().await.expect("closed");
    let rows = rows.expect("logs");
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

#[tokio::test]
async fn every_table_is_restored_and_begins_another_epoch() {
    let place = Place::new().await;
    let bytes = std::fs::read(&place.copy).expect("a file");
    let restored = place.restore().await.expect("it is whole");
    assert_eq!((restored.tables, restored.events, restored.damaged), (8, 48, vec![]));
    assert_eq!(restored.kept, None);
    assert_eq!(std::fs::read(&place.copy).expect("a file"), bytes, "the copy is not touched");
    assert_eq!(place.beside_database(), ["parlor.db", "parlor.db-lock"]);

    let epochs = of_logs(&place.database, "epoch").await;
    assert_eq!(epochs.len(), 8);
    let [copy, database] =
        [&place.copy, &place.database].map(async |file| Sqlite::open(file).await.expect("one"));
    let (copy, database) = (copy.await, database.await);
    for (table, epoch) in epochs {
        let table = table.parse().expect("a name");
        let [before, after] = [&copy, &database].map(async |store| {
            store.read_one(&table, 0).await.expect("it can be read").expect("it is there")
        });
        let (before, after) = (before.await, after.await);
        assert_eq!(before.events, after.events);
        assert_eq!(i64::from(after.header.epoch), epoch);
        assert!(after.header.epoch > before.header.epoch);
        for (before, after) in before.header.tokens.iter().zip(after.header.tokens) {
            assert_eq!(before.map(|token| token.0), after.map(|token| token.0), "seats are kept");
        }
    }
}

#[tokio::test]
#[cfg(unix)]
async fn what_is_restored_is_its_owners_alone() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let place = Place::new().await;
    let readable = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(&place.copy, readable).expect("the file is ours");
    place.restore().await.expect("it is whole");
    let owner = std::fs::metadata(place.folder.path()).expect("a folder").uid();
    for file in [&place.database, &beside(&place.database, "-lock")] {
        let file = std::fs::metadata(file).expect("a file");
        assert_eq!((file.permissions().mode() & 0o777, file.uid()), (0o600, owner));
    }
}

/// Only root can give files away. Where the tests run as somebody else, there is nothing to see.
#[tokio::test]
#[cfg(unix)]
async fn what_root_restores_belongs_to_the_owner_of_the_folder() {
    use std::os::unix::fs::{MetadataExt, chown};
    const NOBODY: u32 = 65_534;
    let place = Place::new().await;
    let owner = match chown(place.folder.path(), Some(NOBODY), Some(NOBODY)) {
        Ok(()) => NOBODY,
        Err(_) => std::fs::metadata(place.folder.path()).expect("a folder").uid(),
    };
    place.restore().await.expect("it is whole");
    for file in [&place.database, &beside(&place.database, "-lock")] {
        assert_eq!(std::fs::metadata(file).expect("a file").uid(), owner, "{}", file.display());
    }
}

#[tokio::test]
async fn a_copy_of_an_earlier_version_is_migrated() {
    let place = Place::with_copy(BEFORE_JSON);
    let restored = place.restore().await.expect("it is whole");
    assert_eq!((restored.tables, restored.events), (8, 48));
    assert_eq!(std::fs::read(&place.copy).expect("a file"), BEFORE_JSON, "the copy stays as it is");
    assert_eq!(place.beside_database(), ["parlor.db", "parlor.db-lock"], "and there is no other");
    assert!(of_logs(&place.database, "epoch").await.iter().all(|(_, epoch)| *epoch > 1));
}

#[tokio::test]
async fn what_was_not_yet_written_into_the_copy_itself_is_restored_with_it() {
    let place = Place::new().await;
    let [live, log] = ["", "-wal"].map(|part| beside(&place.folder.path().join("live.db"), part));
    std::fs::copy(&place.copy, &live).expect("a file");
    let mut writer = connect(&live, SqliteJournalMode::Wal).await;
    sqlx::raw_sql("UPDATE logs SET anyone = 7").execute(&mut writer).await.expect("written");
    // As if the machine had stopped here: the last commit is in the write-ahead log alone.
    std::fs::copy(&live, &place.copy).expect("a file");
    std::fs::copy(&log, beside(&place.copy, "-wal")).expect("a file");
    place.restore().await.expect("it is whole");
    let found = of_logs(&place.database, "anyone").await;
    assert!(found.len() == 8 && found.iter().all(|(_, anyone)| *anyone == 7), "{found:?}");
}

#[tokio::test]
async fn a_database_that_is_there_is_replaced_only_if_that_is_asked_for_and_then_kept() {
    let place = Place::new().await;
    std::fs::copy(&place.copy, &place.database).expect("a file");
    let mut writer = connect(&place.database, SqliteJournalMode::Wal).await;
    sqlx::raw_sql("UPDATE logs SET anyone = 7").execute(&mut writer).await.expect("written");
    let parts = PARTS.map(|part| (part, std::fs::read(beside(&place.database, part)).ok()));
    // As if the server had been killed: its last commit is in the write-ahead log alone.
    writer.close().await.expect("closed");
    for (part, bytes) in parts {
        if let Some(bytes) = bytes {
            std::fs::write(beside(&place.database, part), bytes).expect("a file");
        }
    }
    assert!(matches!(place.restore().await, Err(RestoreError::Exists)));

    let replace = async || {
        let (existing, damaged) = (ExistingDatabase::KeptBeside, DamagedTables::Refused);
        restore(&place.copy, &place.database, existing, damaged).await.expect("it is whole")
    };
    let first = replace().await.kept.expect("it is kept");
    assert_eq!(first, beside(&place.database, ".replaced"));
    let found = of_logs(&first, "anyone").await;
    assert!(found.len() == 8 && found.iter().all(|(_, anyone)| *anyone == 7), "with its log");
    let found = of_logs(&place.database, "anyone").await;
    assert!(found.iter().all(|(_, anyone)| *anyone != 7), "the restored one is without it");
    let second = replace().await.kept.expect("it is kept");
    assert_eq!(second, beside(&place.database, ".replaced-2"));
    // A write-ahead log without its database is something, too.
    std::fs::remove_file(&place.database).expect("a file");
    std::fs::write(beside(&place.database, "-wal"), "what was left").expect("a file");
    assert!(matches!(place.restore().await, Err(RestoreError::Exists)));
    let third = replace().await.kept.expect("it is kept");
    assert_eq!(std::fs::read(beside(&third, "-wal")).expect("a file"), b"what was left");
    assert!(!beside(&place.database, "-wal").exists());
}

#[tokio::test]
async fn nothing_is_restored_under_a_server_or_from_under_one() {
    let place = Place::new().await;
    let server = Sqlite::open(&place.database).await.expect("a new database");
    assert!(matches!(place.restore().await, Err(RestoreError::InUse)));
    server.close().await;
    drop(server);
    for part in PARTS {
        let _ = std::fs::remove_file(beside(&place.database, part));
    }
    let server = Sqlite::open(&place.copy).await.expect("the copy");
    assert!(matches!(place.restore().await, Err(RestoreError::CopyInUse)));
    server.close().await;
    drop(server);
    place.restore().await.expect("nothing is in the way any more");
    let (existing, damaged) = (ExistingDatabase::KeptBeside, DamagedTables::Refused);
    let itself = restore(&place.database, &place.database, existing, damaged).await;
    assert!(matches!(itself, Err(RestoreError::SameFile)));
}

#[tokio::test]
async fn what_is_no_copy_of_a_database_of_ours_is_refused() {
    assert!(Place::with_copy(b"Dear diary, ").refusal().await.contains("it is not a database"));
    assert!(Place::with_copy(b"").refusal().await.contains("it is empty"));
    for (statement, why) in [
        ("PRAGMA application_id = 7", "it belongs to another program"),
        ("PRAGMA user_version = 99", "it is of version 99"),
        ("UPDATE format SET vocabulary = 99", "a newer version of Parlor"),
    ] {
        let place = Place::new().await;
        execute(&place.copy, statement).await;
        let refusal = place.refusal().await;
        assert!(refusal.contains(why), "{refusal}");
        assert_eq!(place.beside_database(), ["parlor.db-lock"], "nothing was put there");
    }
}

#[tokio::test]
async fn a_copy_with_a_broken_page_is_refused() {
    let place = Place::new().await;
    let mut bytes = std::fs::read(&place.copy).expect("a file");
    let torn = bytes.len() - 2_048;
    bytes[torn..].fill(0xA5);
    std::fs::write(&place.copy, bytes).expect("a file");
    assert!(place.refusal().await.contains("it is damaged"));
    assert_eq!(place.beside_database(), ["parlor.db-lock"]);
}

#[tokio::test]
async fn an_altered_log_is_found_and_costs_the_others_nothing() {
    for (statement, damage) in [
        (
            "UPDATE events SET event = replace(event, '\"choice\":', '\"choice\":1') WHERE log = 1",
            "was altered",
        ),
        ("DELETE FROM events WHERE number = (SELECT last FROM ends WHERE log = 1)", "has no event"),
        ("DELETE FROM events WHERE log = 1 AND version = 1", "has no event 1"),
        ("DELETE FROM ends WHERE log = 1", "has no event"),
        ("UPDATE logs SET id = 'no table' WHERE key = 1", "is no table's name"),
    ] {
        let place = Place::new().await;
        execute(&place.copy, statement).await;
        let refusal = place.refusal().await;
        let number = "damaged tables in the copy: 1 of 8";
        assert!(refusal.contains(number) && refusal.contains(damage), "{statement}: {refusal}");

        let (existing, accepted) = (ExistingDatabase::Refused, DamagedTables::Accepted);
        let restored = restore(&place.copy, &place.database, existing, accepted).await;
        let restored = restored.expect("it is accepted");
        assert_eq!((restored.tables, restored.damaged.len()), (8, 1));
        let tables = of_logs(&place.database, "key").await;
        let store = Sqlite::open(&place.database).await.expect("a database");
        for (table, key) in tables {
            if key != 1 {
                let table = table.parse().expect("a name");
                store.read_one(&table, 0).await.expect("it is whole").expect("it is there");
            }
        }
    }
}

#[tokio::test]
async fn what_a_restore_left_behind_that_was_killed_is_in_nobodys_way() {
    let place = Place::new().await;
    let left = beside(&place.database, ".restoring");
    std::fs::create_dir(&left).expect("a folder");
    std::fs::write(left.join("copy.db"), "half of it").expect("a file");
    place.restore().await.expect("it is whole");
    assert_eq!(place.beside_database(), ["parlor.db", "parlor.db-lock"]);
}
