use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use parlor_rules::Player;

use crate::text::{number, read_player};
use crate::{CommandId, Event, NotAnEvent};

/// An event as it stands in a log, with what the keeper of the log noted beside it.
///
/// The notes come first in its line of text; a game at one screen needs none:
///
/// ```text
/// moved  2
/// by=1  id=k3  took=5200  moved  2
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What happened.
    pub event: Event,
    /// What was noted beside it.
    pub note: Note,
}

/// What the keeper of a log knows about an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Whose command it was, by the side they had before it.
    pub by: Option<Player>,
    /// What they called that command.
    pub id: Option<CommandId>,
    /// How long the player to move had been thinking, where there is a clock. It is the keeper's
    /// word, in whole milliseconds.
    pub took: Option<Duration>,
}

impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self { event, note: Note::default() }
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Note { by, id, took } = &self.note;
        if let Some(player) = by {
            write!(f, "by={}\t", number(*player))?;
        }
        if let Some(id) = id {
            write!(f, "id={id}\t")?;
        }
        if let Some(took) = took {
            write!(f, "took={}\t", took.as_millis() as u64)?;
        }
        self.event.fmt(f)
    }
}

impl FromStr for Entry {
    type Err = NotAnEvent;

    fn from_str(text: &str) -> Result<Self, NotAnEvent> {
        let mut note = Note::default();
        let mut rest = text;
        while let Some(((name, value), after)) =
            rest.split_once('\t').and_then(|(part, after)| Some((part.split_once('=')?, after)))
        {
            match name {
                "by" => note.by = Some(read_player(value).ok_or(NotAnEvent)?),
                "id" => note.id = Some(value.parse().map_err(|_| NotAnEvent)?),
                "took" => {
                    let took: u32 = value.parse().map_err(|_| NotAnEvent)?;
                    note.took = Some(Duration::from_millis(took.into()));
                }
                _ => {}
            }
            rest = after;
        }
        Ok(Self { event: rest.parse()?, note })
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Choice;

    use super::*;

    #[test]
    fn notes_stand_before_the_event() {
        let line = "by=2\tid=k3\ttook=5200\tmoved\t2";
        let entry: Entry = line.parse().expect("an entry");
        let two = Choice::new(2).expect("a place");
        assert_eq!(entry.event, Event::Moved { choice: two });
        assert_eq!(entry.note.by, Some(Player::Two));
        assert_eq!(entry.note.took, Some(Duration::from_millis(5200)));
        assert_eq!(entry.to_string(), line);
    }

    #[test]
    fn a_name_is_never_taken_for_a_note() {
        let line = "seated\t2\tguest\tid=5";
        let entry: Entry = line.parse().expect("an entry");
        assert_eq!(entry.note, Note::default());
        assert_eq!(entry.to_string(), line);
    }

    #[test]
    fn unknown_notes_are_passed_over_and_wrong_ones_are_not() {
        let two = Choice::new(2).expect("a place");
        assert_eq!("weather=fine\tmoved\t2".parse(), Ok(Entry::from(Event::Moved { choice: two })));
        for wrong in ["by=3\tmoved\t2", "took=-1\tmoved\t2", "id=\tmoved\t2", "id=a", "by=1\t", ""]
        {
            assert_eq!(wrong.parse::<Entry>(), Err(NotAnEvent), "{wrong}");
        }
    }
}
