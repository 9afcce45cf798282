//! The seats that this browser has a key to. Whoever has the key sits there, so it is kept here
//! and nowhere else.

use parlor_table::{SeatToken, TableId};

use crate::storage;

/// A seat at a table far away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) table: TableId,
    pub(crate) token: SeatToken,
    /// What people recognise the table by, such as "Kalah with Ben".
    pub(crate) about: String,
}

/// How many seats are kept; those that were not used for longest make room.
const KEPT: usize = 30;

/// All keys, the one used last first.
pub(crate) fn keys() -> Vec<Key> {
    let text = storage::load("seats").unwrap_or_default();
    text.lines().filter_map(read).collect()
}

/// The key to a seat at this table, if there is one.
pub(crate) fn key_to(table: &TableId) -> Option<SeatToken> {
    keys().into_iter().find(|key| key.table == *table).map(|key| key.token)
}

/// Keeps the key to a seat.
pub(crate) fn keep_key(table: &TableId, token: &SeatToken) {
    let mut keys = keys();
    let known = keys.iter().position(|key| key.table == *table).map(|place| keys.remove(place));
    let about = known.map(|key| key.about).unwrap_or_default();
    keys.insert(0, Key { table: table.clone(), token: token.clone(), about });
    keys.truncate(KEPT);
    save(&keys);
}

/// Notes what people recognise a table by, if there is a key to it.
pub(crate) fn name_key(table: &TableId, about: &str) {
    let mut keys = keys();
    if let Some(key) = keys.iter_mut().find(|key| key.table == *table)
        && key.about != about
    {
        about.clone_into(&mut key.about);
        save(&keys);
    }
}

/// Throws away the key to a table that there is no more.
pub(crate) fn forget_key(table: &TableId) {
    let mut keys = keys();
    keys.retain(|key| key.table != *table);
    save(&keys);
}

fn save(keys: &[Key]) {
    let lines: Vec<String> = keys
        .iter()
        .map(|Key { table, token, about }| format!("{table}\t{token}\t{about}"))
        .collect();
    storage::save("seats", &lines.join("\n"));
}

fn read(line: &str) -> Option<Key> {
    let mut parts = line.splitn(3, '\t');
    let table = parts.next()?.parse().ok()?;
    let token = parts.next()?.parse().ok()?;
    Some(Key { table, token, about: parts.next().unwrap_or_default().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_line_is_passed_over() {
        assert_eq!(
            read("q3mX\tJm4l\tKalah with Ben").map(|key| key.about).as_deref(),
            Some("Kalah with Ben")
        );
        assert_eq!(read("q3mX\tJm4l").map(|key| key.about).as_deref(), Some(""));
        assert_eq!(read("q3mX"), None);
        assert_eq!(read("../..\tJm4l\t"), None);
    }
}
