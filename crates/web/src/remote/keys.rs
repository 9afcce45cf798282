//! The seats that this browser has a key to. The holder of the key sits there, so it is kept here
//! and nowhere else.

use parlor_protocol::{SeatToken, TableId};

use crate::storage;

/// A seat at a remote table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) table: TableId,
    pub(crate) token: SeatToken,
    /// What people recognise the table by, such as "Kalah with Ben".
    pub(crate) about: String,
}

/// How many seats are kept; those that were not used for longest make room. People who start a table
/// a day and leave it reach that only after a server has dropped the oldest ones.
const KEPT: usize = 500;

const SEATS: &str = "seats";

/// All keys, the one used last first.
pub(crate) fn keys() -> Vec<Key> {
    let text = storage::load(SEATS).unwrap_or_default();
    text.lines().filter_map(read).collect()
}

/// The key to a seat at this table, if there is one.
pub(crate) fn key_to(table: &TableId) -> Option<SeatToken> {
    keys().into_iter().find(|key| key.table == *table).map(|key| key.token)
}

/// Keeps the key to a seat that is used now.
pub(crate) fn keep_key(table: &TableId, token: &SeatToken) {
    let mut keys = keys();
    put_first(&mut keys, table, token);
    save(&keys);
}

/// Whether the keys are still there when the page is not.
pub(crate) fn keys_outlive_the_page() -> bool {
    !storage::is_unstored(SEATS)
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

/// Throws away the key to a seat that is given up.
pub(crate) fn forget_key(table: &TableId) {
    let mut keys = keys();
    keys.retain(|key| key.table != *table);
    save(&keys);
}

fn put_first(keys: &mut Vec<Key>, table: &TableId, token: &SeatToken) {
    let known = keys.iter().position(|key| key.table == *table).map(|place| keys.remove(place));
    let about = known.map(|key| key.about).unwrap_or_default();
    keys.insert(0, Key { table: table.clone(), token: token.clone(), about });
    keys.truncate(KEPT);
}

fn save(keys: &[Key]) {
    let lines: Vec<String> = keys
        .iter()
        .map(|Key { table, token, about }| format!("{table}\t{token}\t{about}"))
        .collect();
    storage::save(SEATS, &lines.join("\n"));
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
    fn a_key_in_use_is_kept_however_many_others_come() {
        let key = |number: usize| read(&format!("table{number}\tJm4l\t")).expect("a key");
        let mut keys = vec![Key { about: "Kalah with Ben".to_owned(), ..key(0) }];
        for number in 1..=3 * KEPT {
            let Key { table, token, .. } = key(number);
            put_first(&mut keys, &table, &token);
            if number % 100 == 0 {
                put_first(&mut keys, &key(0).table, &token);
            }
        }
        assert_eq!(keys.len(), KEPT);
        assert_eq!(keys[0], Key { about: "Kalah with Ben".to_owned(), ..key(0) });
        assert_eq!(keys[1], key(3 * KEPT));
        assert!(!keys.contains(&key(1)), "the one not used for longest made room");
    }

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
