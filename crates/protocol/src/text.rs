//! The text form of events and logs, as they are stored and sent: a line for each event.
//!
//! The word for what happened comes first, then what belongs to it, with a tab before each part.
//! Names hold no tabs and no line ends, so nothing has to be quoted. What the keeper of a log noted
//! beside an event stands before it; a game at one screen needs no notes:
//!
//! ```text
//! opened  gems~S~  XO  person  Ada  computer 3  Otto
//! moved  2
//! by=1  id=k3  took=5200  moved  2
//! took back  0
//! ```

use std::fmt::{self, Display, Write};
use std::time::Duration;

use parlor_rules::{Choice, Level, Player};
use parlor_table::{
    Coin, Entry, Event, GameLog, Name, Note, Occupant, Opening, PieRule, Refusal, Request, Seat,
};

/// Text that is no event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnEvent;

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
    let entries = text.lines().map(read_entry).collect::<Result<Vec<_>, _>>();
    entries.map_err(LogError::Text)?.try_into().map_err(LogError::Refused)
}

/// An event and its notes as one line, without a line end.
pub fn write_entry(entry: &Entry) -> String {
    let mut line = String::new();
    append_entry(&mut line, entry);
    line
}

/// Writes the same line at the end of a text.
pub fn append_entry(text: &mut String, entry: &Entry) {
    // Text can always be written to a string.
    let _ = entry_to(text, entry);
}

/// Reads a line of a log. Notes that are not known are passed over.
///
/// # Errors
/// If it is no event, or a known note makes no sense.
pub fn read_entry(line: &str) -> Result<Entry, NotAnEvent> {
    let mut note = Note::default();
    let mut rest = line;
    while let Some(((name, value), after)) =
        rest.split_once('\t').and_then(|(part, after)| Some((part.split_once('=')?, after)))
    {
        match name {
            "by" => note.by = Some(read_player(value).ok_or(NotAnEvent)?),
            "id" => note.key = Some(value.parse().map_err(|_| NotAnEvent)?),
            "took" => {
                let took: u32 = value.parse().map_err(|_| NotAnEvent)?;
                note.took = Some(Duration::from_millis(took.into()));
            }
            _ => {}
        }
        rest = after;
    }
    let parts: Vec<&str> = rest.split('\t').collect();
    Ok(Entry { event: read_event(&parts).ok_or(NotAnEvent)?, note })
}

pub(crate) fn entry_to(to: &mut dyn Write, Entry { event, note }: &Entry) -> fmt::Result {
    let Note { by, key, took } = note;
    if let Some(player) = by {
        write!(to, "by={}\t", number(*player))?;
    }
    if let Some(key) = key {
        write!(to, "id={key}\t")?;
    }
    if let Some(took) = took {
        write!(to, "took={}\t", took.as_millis() as u64)?;
    }
    event_to(to, event)
}

fn event_to(to: &mut dyn Write, event: &Event) -> fmt::Result {
    match event {
        Event::Opened(Opening { game, seats, marks, pie_rule }) => {
            let [one, two] = seats.each_ref().map(SeatText);
            write!(to, "opened\t{game}\t{marks}\t{one}\t{two}")?;
            match pie_rule {
                PieRule::Off => Ok(()),
                PieRule::On => to.write_str("\tpie"),
            }
        }
        Event::Seated { player, seat } => {
            write!(to, "seated\t{}\t{}", number(*player), SeatText(seat))
        }
        Event::Renamed { player, name } => write!(to, "renamed\t{}\t{name}", number(*player)),
        Event::Marked(marks) => write!(to, "marked\t{marks}"),
        Event::Clocked(clock) => write!(to, "clocked\t{clock}"),
        Event::Committed { player, commitment } => {
            write!(to, "committed\t{}\t{commitment}", number(*player))
        }
        Event::Revealed { player, nonce } => write!(to, "revealed\t{}\t{nonce}", number(*player)),
        Event::TossForfeited { player } => write!(to, "toss forfeited\t{}", number(*player)),
        Event::Tossed { player, coin } => {
            let coin = match coin {
                Coin::Heads => "heads",
                Coin::Tails => "tails",
            };
            write!(to, "tossed\t{}\t{coin}", number(*player))
        }
        Event::Moved { choice } => write!(to, "moved\t{}", choice.index()),
        Event::Swapped => to.write_str("swapped"),
        Event::TookBack { to: moves } => write!(to, "took back\t{moves}"),
        Event::Redone { to: moves } => write!(to, "redone\t{moves}"),
        Event::Asked { player, request } => {
            write!(to, "asked\t{}\t", number(*player))?;
            match request {
                Request::Draw => to.write_str("draw"),
                Request::TakeBack { to: moves } => write!(to, "take back\t{moves}"),
                Request::Rematch => to.write_str("rematch"),
            }
        }
        Event::Declined { player } => write!(to, "declined\t{}", number(*player)),
        Event::Resigned { player } => write!(to, "resigned\t{}", number(*player)),
        Event::TimeRanOut { player } => write!(to, "time ran out\t{}", number(*player)),
        Event::DrawAgreed => to.write_str("draw agreed"),
        Event::Restarted => to.write_str("restarted"),
        Event::Rematched { swapped } => {
            to.write_str(if *swapped { "rematched\tswapped" } else { "rematched" })
        }
    }
}

fn read_event(parts: &[&str]) -> Option<Event> {
    Some(match *parts {
        ["opened", game, marks, one, one_name, two, two_name, ref choices @ ..] => {
            let seats = [seat(one, one_name)?, seat(two, two_name)?];
            let mut opening = Opening::new(game.parse().ok()?, seats);
            opening.marks = marks.parse().ok()?;
            match *choices {
                [] => {}
                ["pie"] => opening.pie_rule = PieRule::On,
                _ => return None,
            }
            Event::Opened(opening)
        }
        ["seated", player, occupant, name] => {
            Event::Seated { player: read_player(player)?, seat: seat(occupant, name)? }
        }
        ["renamed", player, name] => {
            Event::Renamed { player: read_player(player)?, name: Name::new(name) }
        }
        ["marked", marks] => Event::Marked(marks.parse().ok()?),
        ["clocked", clock] => Event::Clocked(clock.parse().ok()?),
        ["committed", player, commitment] => {
            Event::Committed { player: read_player(player)?, commitment: commitment.parse().ok()? }
        }
        ["revealed", player, nonce] => {
            Event::Revealed { player: read_player(player)?, nonce: nonce.parse().ok()? }
        }
        ["toss forfeited", player] => Event::TossForfeited { player: read_player(player)? },
        ["tossed", player, coin] => {
            let coin = match coin {
                "heads" => Coin::Heads,
                "tails" => Coin::Tails,
                _ => return None,
            };
            Event::Tossed { player: read_player(player)?, coin }
        }
        ["moved", choice] => Event::Moved { choice: Choice::new(choice.parse().ok()?)? },
        ["swapped"] => Event::Swapped,
        ["took back", to] => Event::TookBack { to: to.parse().ok()? },
        ["redone", to] => Event::Redone { to: to.parse().ok()? },
        ["asked", player, ref request @ ..] => {
            let request = match *request {
                ["draw"] => Request::Draw,
                ["take back", to] => Request::TakeBack { to: to.parse().ok()? },
                ["rematch"] => Request::Rematch,
                _ => return None,
            };
            Event::Asked { player: read_player(player)?, request }
        }
        ["declined", player] => Event::Declined { player: read_player(player)? },
        ["resigned", player] => Event::Resigned { player: read_player(player)? },
        ["time ran out", player] => Event::TimeRanOut { player: read_player(player)? },
        ["draw agreed"] => Event::DrawAgreed,
        ["restarted"] => Event::Restarted,
        ["rematched"] => Event::Rematched { swapped: false },
        ["rematched", "swapped"] => Event::Rematched { swapped: true },
        _ => return None,
    })
}

struct SeatText<'a>(&'a Seat);

impl Display for SeatText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.occupant {
            Occupant::Nobody => f.write_str("nobody"),
            Occupant::Person => f.write_str("person"),
            Occupant::Guest => f.write_str("guest"),
            Occupant::Computer(level) => write!(f, "computer {}", level.number()),
        }?;
        write!(f, "\t{}", self.0.name)
    }
}

fn seat(occupant: &str, name: &str) -> Option<Seat> {
    let occupant = match occupant {
        "nobody" => Occupant::Nobody,
        "person" => Occupant::Person,
        "guest" => Occupant::Guest,
        _ => {
            let level = occupant.strip_prefix("computer ")?.parse().ok()?;
            Occupant::Computer(Level::new(level)?)
        }
    };
    Some(Seat { name: Name::new(name), occupant })
}

pub(crate) const fn number(player: Player) -> usize {
    player.index() + 1
}

pub(crate) fn read_player(text: &str) -> Option<Player> {
    match text {
        "1" => Some(Player::One),
        "2" => Some(Player::Two),
        _ => None,
    }
}

impl Display for NotAnEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not an event: see the documentation of the protocol")
    }
}

impl std::error::Error for NotAnEvent {}

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
    use super::*;

    #[test]
    fn notes_stand_before_the_event() {
        let line = "by=2\tid=k3\ttook=5200\tmoved\t2";
        let entry = read_entry(line).expect("an entry");
        assert_eq!(entry.event, Event::Moved { choice: Choice::new(2).expect("a place") });
        assert_eq!(entry.note.by, Some(Player::Two));
        assert_eq!(entry.note.took, Some(Duration::from_millis(5200)));
        assert_eq!(write_entry(&entry), line);
    }

    #[test]
    fn a_name_is_never_taken_for_a_note() {
        let line = "seated\t2\tguest\tid=5";
        let entry = read_entry(line).expect("an entry");
        assert_eq!(entry.note, Note::default());
        assert_eq!(write_entry(&entry), line);
    }

    #[test]
    fn unknown_notes_are_passed_over_and_wrong_ones_are_not() {
        let moved = Entry::from(Event::Moved { choice: Choice::new(2).expect("a place") });
        assert_eq!(read_entry("weather=fine\tmoved\t2"), Ok(moved));
        for wrong in ["by=3\tmoved\t2", "took=-1\tmoved\t2", "id=\tmoved\t2", "id=a", "by=1\t", ""]
        {
            assert_eq!(read_entry(wrong), Err(NotAnEvent), "{wrong}");
        }
    }

    #[test]
    fn a_log_that_could_not_have_happened_is_not_read() {
        let opened = "opened\tgems~S~\tXO\tperson\tAda\tcomputer 8\t";
        assert!(read_log(opened).is_ok());
        for lines in [
            String::new(),
            "moved\t1".to_owned(),
            format!("{opened}\n{opened}"),
            format!("{opened}\nmoved\t6"),
            format!("{opened}\nmoved\t-1"),
            format!("{opened}\nseated\t3\tperson\t"),
            format!("{opened}\nmarked\tXX"),
            format!("{opened}\nnonsense"),
            opened.replace("computer 8", "computer 9"),
            opened.replace("gems~S~", "gems~S~9"),
        ] {
            assert!(read_log(&lines).is_err(), "{lines}");
        }
    }
}
