//! Events and logs as they are stored and sent: JSON, an object for each event.
//!
//! ```text
//! {"type":"opened","data":{"game":"gems~S~","seats":[{"occupant":"person","name":"Ada"},{"occupant":"nobody"}]}}
//! {"type":"moved","data":{"choice":2},"by":1,"id":"k3","took":5200}
//! ```
//!
//! What the keeper of a log noted beside an event stands beside its `type`; a game at one screen
//! needs no notes. A whole log is kept as a line for each event. [`read_log`] also reads the lines of
//! [`old_text`].

use std::fmt::{self, Display};

use parlor_table::{Entry, GameLog, Refusal};

use crate::json::{EntryJson, Raw, to_text};
use crate::{NotAnEvent, old_text};

/// Why something is not the log of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogError {
    /// A line is no event.
    Text(NotAnEvent),
    /// An event could not have happened.
    Refused(Refusal),
}

/// A whole log, with a line end after each line.
pub fn write_log(log: &GameLog) -> String {
    log.entries().iter().map(|entry| write_entry(entry) + "\n").collect()
}

/// Reads a log by replaying it.
///
/// # Errors
/// If a line is no event, or an event could not have happened.
pub fn read_log(text: &str) -> Result<GameLog, LogError> {
    let read = |line: &str| {
        if line.starts_with('{') { read_entry(line) } else { old_text::read_entry(line) }
    };
    let entries = text.lines().map(read).collect::<Result<Vec<_>, _>>();
    entries.map_err(LogError::Text)?.try_into().map_err(LogError::Refused)
}

/// An event and its notes.
pub fn write_entry(entry: &Entry) -> String {
    to_text(&EntryJson(entry.clone()))
}

/// Reads an event and its notes. Members that are not known are passed over.
///
/// # Errors
/// If it is no event, or a known note makes no sense.
pub fn read_entry(text: &str) -> Result<Entry, NotAnEvent> {
    let entry = Raw::parse(text).and_then(|json| EntryJson::read(&json));
    entry.map(|EntryJson(entry)| entry).map_err(|_| NotAnEvent)
}

impl Display for LogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl std::error::Error for LogError {}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use parlor_rules::{Choice, Player};
    use parlor_table::Event;

    use super::*;

    #[test]
    fn notes_stand_beside_the_event() {
        let text = r#"{"type":"moved","data":{"choice":2},"by":2,"id":"k3","took":5200}"#;
        let entry = read_entry(text).expect("an entry");
        assert_eq!(entry.event, Event::Moved { choice: Choice::new(2).expect("a place") });
        assert_eq!(entry.note.by, Some(Player::Two));
        assert_eq!(entry.note.took, Some(Duration::from_millis(5200)));
        assert_eq!(write_entry(&entry), text);
    }

    #[test]
    fn unknown_members_are_passed_over_and_wrong_ones_are_not() {
        let moved = Entry::from(Event::Moved { choice: Choice::new(2).expect("a place") });
        for same in [
            r#"{"data":{"mood":["good"],"choice":2},"weather":{"sun":1e9},"type":"moved"}"#,
            r#" { "type" : "mo\u0076ed", "data" : { "choice" : 2 } , "by" : null } "#,
        ] {
            assert_eq!(read_entry(same), Ok(moved.clone()), "{same}");
        }
        assert_eq!(read_entry(r#"{"type":"swapped","data":{"why":1}}"#), Ok(Event::Swapped.into()));
        for wrong in [
            "",
            "null",
            "[]",
            "{}",
            r#""moved""#,
            r#"{"type":"moved"}"#,
            r#"{"type":"flew","data":{}}"#,
            r#"{"type":"moved","data":{"choice":"2"}}"#,
            r#"{"type":"moved","data":{"choice":2.0}}"#,
            r#"{"type":"moved","data":{"choice":9}}"#,
            r#"{"type":"moved","data":[2]}"#,
            r#"{"type":"moved","data":{"choice":2,"choice":3}}"#,
            r#"{"type":"moved","data":{"choice":2},"by":3}"#,
            r#"{"type":"moved","data":{"choice":2},"by":"1"}"#,
            r#"{"type":"moved","data":{"choice":2},"took":-1}"#,
            r#"{"type":"moved","data":{"choice":2},"id":""}"#,
            r#"{"type":"moved","data":{"choice":2}} x"#,
            r#"{"type":"seated","data":{"player":2,"seat":{"occupant":"computer"}}}"#,
            r#"{"type":"seated","data":{"player":2,"seat":["guest",null,"Ada"]}}"#,
            r#"["moved",{"choice":2}]"#,
            r#"{"type":"asked","data":{"player":2,"for":"takeback"}}"#,
        ] {
            assert_eq!(read_entry(wrong), Err(NotAnEvent), "{wrong}");
        }
    }

    #[test]
    fn a_log_that_could_not_have_happened_is_not_read() {
        let opened = r#"{"type":"opened","data":{"game":"gems~S~","seats":[{"occupant":"person","name":"Ada"},{"occupant":"computer","level":8}]}}"#;
        assert!(read_log(opened).is_ok());
        for lines in [
            String::new(),
            r#"{"type":"moved","data":{"choice":1}}"#.to_owned(),
            format!("{opened}\n{opened}"),
            format!("{opened}\n{}", r#"{"type":"moved","data":{"choice":6}}"#),
            format!("{opened}\nmoved\t6"),
            format!("{opened}\n{}", r#"{"type":"marked","data":{"marks":["X","X"]}}"#),
            format!("{opened}\nnonsense"),
            opened.replace(":8", ":9"),
            opened.replace("gems~S~", "gems~S~9"),
        ] {
            assert!(read_log(&lines).is_err(), "{lines}");
        }
        let both = format!("{opened}\nmoved\t2\n{}", r#"{"type":"moved","data":{"choice":5}}"#);
        assert_eq!(read_log(&both).map(|log| log.version()), Ok(3), "old text and new");
    }
}
