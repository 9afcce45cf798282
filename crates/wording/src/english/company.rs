//! What happens between the players and not on the board.

use parlor_rules::Player;
use parlor_table::{Event, Occupant, Reaction, Request, Table};

use super::grammar::{counted, sentences};
use super::status::status;
use crate::{Players, Voice};

/// What a player asks of the other.
pub fn request(table: &Table, by: Player, request: Request, voice: Voice) -> String {
    let players = Players::of(table, voice);
    match request {
        Request::Draw => format!("{} a tie.", players.does(by, "offer")),
        Request::TakeBack { to } => {
            let moves = match table.play().played().saturating_sub(to.into()) {
                1 => "a move".to_owned(),
                moves => counted(moves, "move"),
            };
            format!("{} to take back {moves}.", players.does(by, "ask"))
        }
        Request::Rematch => format!("{} a rematch, with sides swapped.", players.does(by, "want")),
    }
}

/// Something that happened between the players, and what is next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// What happened.
    pub happened: String,
    /// What is next, where that is news as well.
    pub next: Option<String>,
}

impl News {
    /// All of it, for someone who does not see the screen.
    pub fn whole(&self) -> String {
        sentences([self.happened.as_str(), self.next.as_deref().unwrap_or_default()])
    }
}

/// What happened between the players; `None` where [`status`] says all there is to say.
pub fn news(before: &Table, after: &Table, event: &Event, voice: Voice) -> Option<News> {
    let [was, is] = [before, after].map(|table| Players::of(table, voice));
    let next = || Some(status(after, voice));
    let (happened, next) = match *event {
        Event::Seated { player, ref seat } if seat.occupant == Occupant::Nobody => {
            (format!("{} left the table.", was.subject(player)), None)
        }
        Event::Seated { player, .. } => {
            // How the last game ended is no news, and was not theirs.
            let next = after.ending().is_none().then(next).flatten();
            (format!("{} joined.", is.subject(player)), next)
        }
        Event::Renamed { player, .. } => {
            let [old, new] = [before, after].map(|table| table.name(player));
            if old == new {
                return None;
            }
            (format!("{old} is now called {new}."), None)
        }
        Event::Asked { player, request: asked } => (request(before, player, asked, voice), None),
        Event::Declined { player } => (format!("{} declined.", is.subject(player)), None),
        Event::TookBack { to } => {
            let moves = before.play().played().saturating_sub(to.into());
            let taken = if moves == 1 { "Move".to_owned() } else { counted(moves, "move") };
            (format!("{taken} taken back."), next())
        }
        Event::Restarted => ("A new game begins.".to_owned(), next()),
        Event::Swapped => {
            let swapper = before.seat_id(before.turn());
            let subject = is.subject(after.side(swapper));
            (format!("{subject} swapped sides."), next())
        }
        Event::Rematched { swapped: true } => ("Sides swapped.".to_owned(), next()),
        Event::Rematched { swapped: false }
        | Event::Opened(_)
        | Event::Marked(_)
        | Event::Clocked(_)
        | Event::Committed { .. }
        | Event::Revealed { .. }
        | Event::TossForfeited { .. }
        | Event::Tossed { .. }
        | Event::Moved { .. }
        | Event::Redone { .. }
        | Event::Resigned { .. }
        | Event::TimeRanOut { .. }
        | Event::DrawAgreed => return None,
    };
    Some(News { happened, next })
}

/// What a player can say to the other.
pub const fn reaction(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Hello => "Hello!",
        Reaction::Luck => "Good luck!",
        Reaction::Clap => "Well played!",
        Reaction::Wow => "Wow!",
        Reaction::Laugh => "Ha ha!",
        Reaction::Hmm => "Hmm…",
        Reaction::Oops => "Oops!",
        Reaction::Thanks => "Thank you!",
    }
}
