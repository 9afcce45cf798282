//! The text in which events were stored before they were JSON. It is read and never written: server
//! files and what browsers keep still have it.
//!
//! An event is a line. The word for what happened comes first, then what belongs to it, with a tab
//! before each part. Names hold no tabs and no line ends, so nothing is quoted. What the keeper of a
//! log noted beside an event stands before it:
//!
//! ```text
//! opened  gems~S~  XO  person  Ada  computer 3  Otto
//! moved  2
//! by=1  id=k3  took=5200  moved  2
//! took back  0
//! ```

use std::time::Duration;

use parlor_rules::{Choice, Level, Player};
use parlor_table::{Coin, Entry, Event, Name, Note, Occupant, Opening, PieRule, Request, Seat};

use crate::NotAnEvent;

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
            Event::Opened(opening.of_earlier_version())
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

fn read_player(text: &str) -> Option<Player> {
    match text {
        "1" => Some(Player::One),
        "2" => Some(Player::Two),
        _ => None,
    }
}

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
    }

    #[test]
    fn a_name_is_never_taken_for_a_note() {
        let line = "seated\t2\tguest\tid=5";
        let entry = read_entry(line).expect("an entry");
        assert_eq!(entry.note, Note::default());
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
}
