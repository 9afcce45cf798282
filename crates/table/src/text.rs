//! An event as one line of text, which is how it is stored and sent.
//!
//! The word for what happened comes first, then what belongs to it, with a tab before each part.
//! Names hold no tabs and no line ends, so nothing has to be quoted:
//!
//! ```text
//! opened  gems~S~  XO  person  Ada  computer 3  Otto
//! moved  2
//! took back  0
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use parlor_rules::{Choice, Level, Player};

use crate::{Coin, Event, Marks, Name, Occupant, Opening, Request, Seat};

/// Text that is no event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnEvent;

impl Display for NotAnEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not an event: see the documentation of the protocol")
    }
}

impl std::error::Error for NotAnEvent {}

impl Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opened(Opening { game, seats: [one, two], marks }) => {
                write!(f, "opened\t{game}\t{marks}\t{one}\t{two}")
            }
            Self::Seated { player, seat } => write!(f, "seated\t{}\t{seat}", number(*player)),
            Self::Renamed { player, name } => write!(f, "renamed\t{}\t{name}", number(*player)),
            Self::Marked(marks) => write!(f, "marked\t{marks}"),
            Self::Clocked(clock) => write!(f, "clocked\t{clock}"),
            Self::Committed { player, commitment } => {
                write!(f, "committed\t{}\t{commitment}", number(*player))
            }
            Self::Revealed { player, nonce } => {
                write!(f, "revealed\t{}\t{nonce}", number(*player))
            }
            Self::TossForfeited { player } => write!(f, "toss forfeited\t{}", number(*player)),
            Self::Tossed { player, coin } => {
                let coin = match coin {
                    Coin::Heads => "heads",
                    Coin::Tails => "tails",
                };
                write!(f, "tossed\t{}\t{coin}", number(*player))
            }
            Self::Moved { choice } => write!(f, "moved\t{}", choice.index()),
            Self::TookBack { to } => write!(f, "took back\t{to}"),
            Self::Redone { to } => write!(f, "redone\t{to}"),
            Self::Asked { player, request } => {
                write!(f, "asked\t{}\t", number(*player))?;
                match request {
                    Request::Draw => f.write_str("draw"),
                    Request::TakeBack { to } => write!(f, "take back\t{to}"),
                    Request::Rematch => f.write_str("rematch"),
                }
            }
            Self::Declined { player } => write!(f, "declined\t{}", number(*player)),
            Self::Resigned { player } => write!(f, "resigned\t{}", number(*player)),
            Self::TimeRanOut { player } => write!(f, "time ran out\t{}", number(*player)),
            Self::DrawAgreed => f.write_str("draw agreed"),
            Self::Restarted => f.write_str("restarted"),
            Self::Rematched { swapped } => {
                f.write_str(if *swapped { "rematched\tswapped" } else { "rematched" })
            }
        }
    }
}

impl FromStr for Event {
    type Err = NotAnEvent;

    fn from_str(text: &str) -> Result<Self, NotAnEvent> {
        let parts: Vec<&str> = text.split('\t').collect();
        read(&parts).ok_or(NotAnEvent)
    }
}

fn read(parts: &[&str]) -> Option<Event> {
    Some(match *parts {
        ["opened", game, marks, one, one_name, two, two_name] => Event::Opened(Opening {
            game: game.parse().ok()?,
            seats: [seat(one, one_name)?, seat(two, two_name)?],
            marks: read_marks(marks)?,
        }),
        ["seated", player, occupant, name] => {
            Event::Seated { player: read_player(player)?, seat: seat(occupant, name)? }
        }
        ["renamed", player, name] => {
            Event::Renamed { player: read_player(player)?, name: Name::new(name) }
        }
        ["marked", marks] => Event::Marked(read_marks(marks)?),
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

impl Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.occupant {
            Occupant::Nobody => f.write_str("nobody"),
            Occupant::Person => f.write_str("person"),
            Occupant::Guest => f.write_str("guest"),
            Occupant::Computer(level) => write!(f, "computer {}", level.number()),
            Occupant::Bot => f.write_str("bot"),
        }?;
        write!(f, "\t{}", self.name)
    }
}

fn seat(occupant: &str, name: &str) -> Option<Seat> {
    let occupant = match occupant {
        "nobody" => Occupant::Nobody,
        "person" => Occupant::Person,
        "guest" => Occupant::Guest,
        "bot" => Occupant::Bot,
        _ => {
            let level = occupant.strip_prefix("computer ")?.parse().ok()?;
            Occupant::Computer(Level::new(level)?)
        }
    };
    Some(Seat { name: Name::new(name), occupant })
}

/// Both symbols, player one's first.
impl Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Player::BOTH.into_iter().try_for_each(|player| write!(f, "{}", self.of(player)))
    }
}

pub(crate) fn read_marks(text: &str) -> Option<Marks> {
    let mut letters = text.chars();
    let marks = [letters.next()?, letters.next()?];
    letters.next().is_none().then_some(marks)?.try_into().ok()
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
